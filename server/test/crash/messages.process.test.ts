// kill -9 while messages are sent, again and again: every acknowledged message reaches the mail server, a crash repeats at most
// those in flight, and the DMS gets one callback for each message.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadConfig } from '../../src/config/config.ts'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { sealReceiver, setReceiver } from '../../src/features/callbacks/set-receiver.ts'
import { getClient } from '../../src/organisation/clients.ts'
import { openCallbacks } from '../../src/process/open-callbacks.ts'
import { startReceiver } from '../support/callbacks.ts'
import { type MailServer, readMail, startMailServer } from '../support/mail-server.ts'
import {
  type Access,
  type Env,
  endLeases,
  makeAccess,
  makeData,
  makeDatabase,
  makeFolderOn,
  onDatabase,
  onlyEmbedded,
  onlyPostgres,
  type Server,
  startServer,
} from '../support/process.ts'
import { until } from '../support/until.ts'

const KILLS = 3
const WRITERS = 3
/** Messages of each writer per process: together more than one process sends. */
const WRITTEN = 5
/** Sent at once by one process. */
const WORKERS = 4
/** Mails per process: it is killed at the last of them, before the mail server has acknowledged it. */
const MAILS = 8

const appPath = ({ clientId }: Access) => `/app/system-clients/${clientId}`

async function setUp(env: Env, { clientId }: Access, url: string): Promise<void> {
  const callbacks = openCallbacks(loadConfig(env))
  const sealed = await sealReceiver(callbacks, clientId, { url, key: 'the-key-of-the-receiver' })
  await onDatabase(env, (database) =>
    inTransaction(database, async (db) => {
      const system = { db, actor: { kind: 'system', id: 'test' } as const, now: new Date() }
      await setReceiver({ ...system, clientId, client: await getClient(system, clientId) }, sealed)
    }),
  )
  await callbacks.close()
}

async function makeSurvey(server: Server, { clientId, key }: Access): Promise<string> {
  const path = `/v1/system-clients/${clientId}/service-orders/1`
  const headers = { 'x-api-key': key }
  const body = { externalBranchId: 'B1', customer: { lastName: 'Test', email: 'ada@example.org' } }
  await server.send({ method: 'PUT', path, headers, body })
  const { surveys } = JSON.parse((await server.send({ path, headers })).text) as { surveys: { id: string }[] }
  return surveys[0]?.id ?? ''
}

let names = 0

/** Sends results, unless the connection breaks; what was acknowledged is in the set. */
async function write(server: Server, access: Access, surveyId: string, acknowledged: Set<string>) {
  for (let count = 0; count < WRITTEN; count++) {
    const id = `m${++names}`
    const answer = await server
      .send({
        method: 'PUT',
        path: `${appPath(access)}/surveys/${surveyId}/messages/${id}`,
        headers: { 'x-api-key': access.key },
        body: { recipient: 'customer', channel: 'email' },
      })
      .catch(() => undefined)
    if (!answer) return
    assert.equal(answer.status, 200, answer.text)
    acknowledged.add(id)
  }
}

const takenIds = (mails: MailServer, from = 0): string[] =>
  mails.taken.slice(from).map(({ raw }) => {
    const id = /^<(.+)@example\.com>$/.exec(readMail(raw).headers.get('message-id')?.[0] ?? '')?.[1]
    assert.ok(id)
    return id
  })

interface Kept {
  id: string
  state: string
  callbacks: number
}

/** Of a service that does not run. What it held when it died is free again, as it would be a minute later. */
const readAll = (env: Env): Promise<Kept[]> =>
  onDatabase(env, async (database) => {
    await endLeases(database)
    return database.rows<Kept>(sql`
      select m.id, m.state, (select count(*)::int from callback_deliveries c
        where c.system_client_id = m.system_client_id and c.id = m.id) as callbacks from messages m`)
  })

const countOf = (ids: readonly string[], id: string) => ids.filter((one) => one === id).length

async function killAgainAndAgain(base: Env, access: Access): Promise<void> {
  const [mails, receiver] = [
    await startMailServer(),
    await startReceiver((_arrival, response) => void response.writeHead(204).end()),
  ]
  const env = {
    ...base,
    WALKAROUND_SMTP_URL: mails.url,
    WALKAROUND_MAIL_FROM: 'service@example.com',
    WALKAROUND_CALLBACK_ALLOW: '127.0.0.0/8',
  }
  try {
    await setUp(env, access, receiver.url)
    const acknowledged = new Set<string>()
    /** How often each was taken by the mail server and lost before that was written down. */
    const lost = new Map<string, number>()
    let surveyId: string | undefined
    for (let kill = 1; kill <= KILLS; kill++) {
      const before = mails.taken.length
      const doomed = await startServer(env)
      mails.onTaken = async () => {
        if (mails.taken.length < before + MAILS) return
        doomed.kill('SIGKILL')
        await doomed.ended
      }
      // Later processes begin with waiting mails, and may be killed before they reply to anything else.
      surveyId ??= await makeSurvey(doomed, access)
      await Promise.all(
        Array.from({ length: WRITERS }, () => write(doomed, access, surveyId as string, acknowledged)),
      )
      assert.equal((await doomed.ended).signal, 'SIGKILL')
      const waiting = (await readAll(env)).filter(({ state }) => state === 'waiting').map(({ id }) => id)
      // Read last: a mail may have been in a buffer of the connection when its sender died.
      const ofThisLife = takenIds(mails, before)
      assert.equal(new Set(ofThisLife).size, ofThisLife.length, 'none goes twice in one life')
      const doubled = ofThisLife.filter((id) => waiting.includes(id))
      assert.ok(doubled.length >= 1 && doubled.length <= WORKERS, `${doubled.length} on their way`)
      for (const id of doubled) lost.set(id, (lost.get(id) ?? 0) + 1)
    }

    mails.onTaken = undefined
    const server = await startServer(env)
    const wanted = (await readMessages(server, access)).map(({ id }) => id)
    await until('all are sent', async () =>
      (await readMessages(server, access)).every(({ state }) => state !== 'waiting'),
    )
    await until('the DMS knows of all', () =>
      wanted.every((id) => receiver.arrivals.some(({ path }) => path.endsWith(`/${id}`))),
    )
    server.kill('SIGTERM')
    assert.deepEqual(await server.ended, { code: 0, signal: null })

    const kept = await readAll(env)
    const taken = takenIds(mails)
    for (const id of acknowledged) assert.ok(countOf(wanted, id) === 1, `${id} was acknowledged and is gone`)
    for (const { id, state, callbacks } of kept) {
      assert.deepEqual([state, callbacks], ['sent', 1], id)
      assert.equal(
        countOf(taken, id),
        1 + (lost.get(id) ?? 0),
        `${id}: one more for each crash it was lost in`,
      )
    }
    assert.equal(kept.length, new Set(taken).size, 'nothing went out that was not written')
  } finally {
    await mails.close()
    await receiver.close()
  }
}

async function readMessages(server: Server, access: Access): Promise<{ id: string; state: string }[]> {
  const surveyId = await makeSurvey(server, access)
  const path = `${appPath(access)}/surveys/${surveyId}/messages`
  return JSON.parse((await server.send({ path, headers: { 'x-api-key': access.key } })).text)
}

describe('kill -9 while messages are sent, embedded', { skip: onlyEmbedded }, () => {
  test('loses none, and each crash repeats at most those on their way', async () => {
    const { env, access } = await makeData()
    await killAgainAndAgain(env, access)
  })
})

describe('kill -9 while messages are sent, on PostgreSQL', { skip: onlyPostgres }, () => {
  test('loses none, and each crash repeats at most those on their way', async () => {
    const database = await makeDatabase()
    const env = await makeFolderOn(database)
    await killAgainAndAgain(env, await makeAccess(env))
  })
})
