// kill -9 while the audit is being sent on, again and again: every entry arrives, in the order of its chain.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { recordChange } from '../../src/db/audit/record-change.ts'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import {
  type Env,
  makeAccess,
  makeData,
  makeDatabase,
  makeFolderOn,
  onDatabase,
  onlyEmbedded,
  onlyPostgres,
  startServer,
} from '../support/process.ts'
import { until } from '../support/until.ts'

const COUNT = 2_000
const KILLS = 3

interface Entry {
  clientId: string
  position: number
  hash: string
}

/** Keeps what it replied to, and can keep a request waiting for ever. */
async function startLog() {
  const taken: Entry[][] = []
  let waiting = 0
  let isSilent = false
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const lines = Buffer.concat(chunks).toString('utf8').trimEnd().split('\n')
      taken.push(lines.map((line) => JSON.parse(line) as Entry))
      // Taken, and the sender never gets to know.
      if (isSilent) waiting += 1
      else response.writeHead(204).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    taken,
    waiting: () => waiting,
    silence(on: boolean) {
      isSilent = on
      waiting = 0
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const writeMany = (env: Env, clientId: string) =>
  onDatabase(env, (database) =>
    inTransaction(database, async (db) => {
      const scope = { db, clientId, actor: { kind: 'system', id: 'test' } as const, now: new Date() }
      for (let n = 0; n < COUNT; n++) recordChange(scope, { kind: 'site.changed', subject: `site/${n}` })
    }),
  )

async function assertNothingIsLost(env: Env, clientId: string): Promise<void> {
  await writeMany(env, clientId)
  const log = await startLog()
  try {
    const withSink = { ...env, WALKAROUND_AUDIT_HTTP_URL: log.url }
    for (let kill = 0; kill < KILLS; kill++) {
      log.silence(true)
      const server = await startServer(withSink)
      await until('a batch is on its way', () => log.waiting() > 0)
      server.kill('SIGKILL')
      await server.ended
      // What the killed process held is free, as it would be half a minute later.
      await onDatabase(env, (database) => database.run(sql`update audit_sinks set leased_until = null`))
    }
    log.silence(false)
    const server = await startServer(withSink)
    const arrived = () =>
      new Set(log.taken.flat().flatMap((one) => (one.clientId === clientId ? one.position : [])))
    await until('everything arrived', () => arrived().size >= COUNT)
    server.kill('SIGTERM')
    await server.ended
    const lines = await onDatabase(env, (database) =>
      database.rows<{ position: number; hash: string }>(sql`
        select position, encode(hash, 'hex') as hash from audit_entries
        where system_client_id = ${clientId} and position is not null order by position`),
    )
    // First arrivals are in the order of the chain, and are what stands there.
    const seen = new Map<number, string>()
    for (const { clientId: whose, position, hash } of log.taken.flat())
      if (whose === clientId && !seen.has(position)) seen.set(position, hash)
    const kept = lines.slice(0, seen.size).map(({ position, hash }) => [position, hash])
    assert.deepEqual([...seen], kept)
  } finally {
    log.close()
  }
}

describe('sending the audit on', () => {
  test('survives being killed, on the embedded database', { skip: onlyEmbedded }, async () => {
    const { env, access } = await makeData()
    await assertNothingIsLost(env, access.clientId)
  })

  test('survives being killed, on PostgreSQL', { skip: onlyPostgres }, async () => {
    const env = await makeFolderOn(await makeDatabase())
    const { clientId } = await makeAccess(env)
    await assertNothingIsLost(env, clientId)
  })
})
