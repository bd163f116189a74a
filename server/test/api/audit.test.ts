// Who changed what, from where, with old and new values; and the chain that shows whether somebody changed it afterwards.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { chainedText } from '@walkaround/contract/rules/audit-entries.ts'
import { FIRST_HASH } from '../../src/db/audit/chain.ts'
import { type EntryFilter, readNewest, readOldest } from '../../src/db/audit/read-entries.ts'
import { recordChange } from '../../src/db/audit/record-change.ts'
import { cutOldEntries, sealEntries } from '../../src/db/audit/seal-entries.ts'
import { type Verified, verifyChain } from '../../src/db/audit/verify-chain.ts'
import { writeBackup } from '../../src/db/backup.ts'
import type { Database } from '../../src/db/database.ts'
import { restoreBackup } from '../../src/db/restore.ts'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { setReceiver } from '../../src/features/callbacks/set-receiver.ts'
import { blockKey, issueKey } from '../../src/identity/issue-key.ts'
import { disableLogin, setPassword } from '../../src/identity/logins.ts'
import { scopeOfClient, setClient } from '../../src/organisation/clients.ts'
import { auditMarkKeys } from '../../src/outside/audit-marks.ts'
import { makeClient, testApp, testBox } from '../support/api.ts'
import { makePerson, person, trySignIn } from '../support/app.ts'
import { asSystem } from '../support/clients.ts'
import { openMemory } from '../support/in-memory.ts'
import { item, simplePackage, variant } from '../support/packages.ts'

const markKeys = auditMarkKeys(testBox)

const seal = async (now = new Date()) => sealEntries({ database: (await testApp()).database, markKeys, now })

const verify = async (clientId: string): Promise<Verified> =>
  verifyChain((await testApp()).database, clientId, markKeys)

async function entriesOf(clientId: string, filter: EntryFilter = {}) {
  const { database } = await testApp()
  return (await readNewest(database, clientId, filter, { limit: 1000 })).entries
}

/** So many entries, taken up by the chain. */
async function makeChain(clientId: string, count: number): Promise<void> {
  const { database } = await testApp()
  await inTransaction(database, async (db) => {
    const scope = { db, clientId, actor: { kind: 'system' as const, id: 'test' }, now: new Date() }
    for (let n = 1; n <= count; n++)
      recordChange(scope, { kind: 'site.changed', subject: `site/s${n}`, before: { n: 0 }, after: { n } })
  })
  await seal()
}

/** As somebody does it who has the database: the trigger is off meanwhile. */
async function tamper(work: (clientId: string) => ReturnType<typeof sql>[], clientId: string): Promise<void> {
  const { database } = await testApp()
  await database.transaction(async (db) => {
    await db.run(sql`alter table audit_entries disable trigger all`)
    for (const statement of work(clientId)) await db.run(statement)
    await db.run(sql`alter table audit_entries enable trigger all`)
  })
}

describe('an entry of the audit', () => {
  test('says who changed which setting, from where, with the former and the new value', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    const site = { name: 'Main Street', telephone: '+49 30 123456' }
    assert.equal((await admin.call('PUT', '/sites/main', site)).statusCode, 200)
    const [entry] = await entriesOf(client.id, { kind: 'site.changed' })
    assert.ok(entry)
    assert.deepEqual(
      entry.changes?.filter(({ field }) => field === 'name' || field === 'telephone'),
      [
        { field: 'name', old: `Test ${client.id}`, new: 'Main Street' },
        { field: 'telephone', new: '+49 30 123456' },
      ],
    )
    assert.equal(entry.actor.login, admin.login)
    assert.equal(entry.actor.name, 'Jo Sample')
    assert.equal(entry.subject, 'site/main')
    assert.equal(entry.subjectName, 'Main Street')
    assert.equal(entry.area, 'settings')
    assert.equal(entry.address, '127.0.0.1')
    assert.ok(entry.requestId)
    assert.equal((await admin.call('PUT', '/sites/main', site)).statusCode, 200)
    assert.equal((await entriesOf(client.id, { kind: 'site.changed' })).length, 1, 'nothing changed')
  })

  test('tells of shared tablets, words and channels of messages, with old and new values', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    const ok = async (asked: Promise<{ statusCode: number; body: string; json(): unknown }>) => {
      const reply = await asked
      assert.ok(reply.statusCode < 300, reply.body)
      return reply
    }
    const tablet = (await ok(admin.post('/tablets', { name: 'Bay 1' }))).json() as { id: string }
    await ok(admin.put(`/tablets/${tablet.id}`, { name: 'Bay 2', lockMinutes: 9 }))
    await ok(admin.post(`/tablets/${tablet.id}/codes`, undefined))
    await ok(admin.delete(`/tablets/${tablet.id}`))
    const words = '/message-texts/de/surveyResultsEmail/sms'
    await ok(admin.put(words, { text: 'Fertig:\n{link}' }))
    await ok(admin.delete(words))
    const mail = { host: 'smtp.example.com', security: 'starttls', from: 'service@example.com', user: 'us' }
    await ok(admin.put('/message-channels/email', { email: { ...mail, password: 'a-secret-of-ours' } }))
    await ok(admin.delete('/message-channels/email'))

    const entries = (await entriesOf(client.id))
      .filter(({ kind }) => /^(?:tablet|messageText|messageChannel)\./.test(kind))
      .reverse()
    const told = entries.map(({ kind, subjectName, changes = [] }) => [
      kind,
      subjectName,
      Object.fromEntries(changes.map((one) => [one.field, one.isSecret ?? [one.old, one.new]])),
    ])
    assert.deepEqual(told.slice(0, 6), [
      ['tablet.added', 'Bay 1', { name: [undefined, 'Bay 1'], lockMinutes: [undefined, 5] }],
      ['tablet.changed', 'Bay 2', { name: ['Bay 1', 'Bay 2'], lockMinutes: [5, 9] }],
      ['tablet.codeMade', 'Bay 2', {}],
      ['tablet.revoked', 'Bay 2', { name: ['Bay 2', undefined], lockMinutes: [9, undefined] }],
      ['messageText.changed', 'de/surveyResultsEmail/sms', { text: [undefined, 'Fertig:\n{link}'] }],
      ['messageText.changed', 'de/surveyResultsEmail/sms', { text: ['Fertig:\n{link}', undefined] }],
    ])
    const [set, removed] = entries.slice(6)
    assert.deepEqual([set?.kind, set?.subjectName], ['messageChannel.set', 'email'])
    assert.deepEqual(
      set?.changes?.find(({ field }) => field === 'password'),
      { field: 'password', isSecret: true },
    )
    assert.equal(removed?.kind, 'messageChannel.removed')
    assert.ok(!JSON.stringify(entries).includes('a-secret-of-ours'))
  })

  test('tells changes of access, and no secret', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    const login = await makePerson(client.id, 'advisor')
    const { logins } = (await admin.call('GET', '/logins')).json()
    const { id } = logins.find((one: { login: string }) => one.login === login)
    const put = (body: object) => admin.call('PUT', `/logins/${id}`, { name: 'Jo Sample', ...body })
    assert.equal((await put({ role: 'manager' })).statusCode, 200)
    assert.equal((await put({ role: 'manager', name: 'Jo Other' })).statusCode, 200)
    await asSystem((scope) => disableLogin(scope, { login }))
    await asSystem((scope) => setPassword(scope, { login, passwordHash: 'a-new-hash' }))
    const { key, prefix } = await asSystem((scope) =>
      issueKey(scope, { login: client.login, label: 'nightly' }),
    )
    await asSystem((scope) => blockKey(scope, { key: prefix }))
    const entries = await entriesOf(client.id, { area: 'access' })
    const told = entries
      .filter(({ subjectName }) => subjectName === login || subjectName === prefix)
      .map(({ kind, changes }) => [kind, changes])
      .reverse()
    assert.deepEqual(told.slice(1), [
      ['login.roleGranted', [{ field: 'role', old: 'advisor', new: 'manager' }]],
      ['login.renamed', [{ field: 'name', old: 'Jo Sample', new: 'Jo Other' }]],
      ['login.disabled', [{ field: 'isDisabled', old: false, new: true }]],
      ['login.passwordSet', [{ field: 'password', isSecret: true }]],
      [
        'key.issued',
        [
          { field: 'login', new: client.login },
          { field: 'label', new: 'nightly' },
        ],
      ],
      ['key.blocked', [{ field: 'isBlocked', old: false, new: true }]],
    ])
    assert.equal(told[0]?.[0], 'login.created')
    const all = JSON.stringify(entries)
    assert.ok(!all.includes(key) && !all.includes('a-new-hash'))
  })

  test('tells sign-ins at once, and refused ones with how often they happened', async () => {
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor')
    const { accessLog } = await testApp()
    const address = '10.98.0.1'
    await trySignIn(login, undefined, {}, address)
    for (let n = 1; n <= 3; n++) {
      await trySignIn(login, 'wrong password', {}, address)
      await accessLog.flush()
    }
    const entries = await entriesOf(client.id, { area: 'signIns' })
    assert.deepEqual(
      entries.map(({ kind, times, address: from, subjectName }) => [kind, times, from, subjectName]),
      [
        ['signIn.failed', 2, address, login],
        ['signIn.failed', 1, address, login],
        ['session.started', undefined, address, login],
      ],
      'a third time in the hour is told with the fourth',
    )
  })

  test('tells receivers without their keys, and prices item by item', async () => {
    const client = await makeClient()
    await asSystem(async (access) => {
      const scope = await scopeOfClient(access, client.id)
      const sealed = {
        url: 'https://dms.example.com/in',
        sealedKey: Buffer.from('sealed'),
        keyHint: '…1234',
        sealedSecret: undefined,
        newSecret: undefined,
        siteId: undefined,
        kinds: undefined,
      }
      await setReceiver(scope, sealed)
    })
    const put = (exVat: number) =>
      client.put('/packages/p1', simplePackage({ variants: [variant('v', [item('1', exVat)])] }))
    assert.equal((await put(10)).statusCode, 201)
    assert.equal((await put(12)).statusCode, 204)
    const priced = (await entriesOf(client.id, { kind: 'package.changed' }))[0]
    assert.deepEqual(
      [priced?.subject, priced?.subjectName, priced?.actor.key?.slice(0, 3)],
      ['package/p1', 'Simple', 'wa_'],
    )
    assert.deepEqual(priced?.changes, [
      { field: 'variants[v].contents[1].amountExVat', old: 10, new: 12 },
      { field: 'variants[v].contents[1].amountIncVat', old: 12, new: 14.4 },
    ])
    const receiver = (await entriesOf(client.id, { kind: 'callback.receiver-set' }))[0]
    assert.deepEqual(receiver?.changes, [
      { field: 'key', isSecret: true },
      { field: 'url', new: 'https://dms.example.com/in' },
      { field: 'kinds', new: [] },
      { field: 'isSigned', new: false },
    ])
  })

  test('is written with its change or not at all', async () => {
    const client = await makeClient()
    await assert.rejects(
      asSystem(async (scope) => {
        await setClient(scope, { clientId: client.id, changes: { name: 'Never' } })
        throw new Error('given up')
      }),
      /given up/,
    )
    assert.deepEqual(await entriesOf(client.id, { kind: 'client.changed' }), [])
  })
})

describe('the chain of an audit', () => {
  test('follows from the first entry to the last, also of writers at once', async () => {
    const client = await makeClient()
    const { database } = await testApp()
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        Promise.all([
          makeChain(client.id, 5),
          asSystem((scope) => setClient(scope, { clientId: client.id, changes: { name: `Name ${n}` } })),
          seal(),
        ]),
      ),
    )
    await seal()
    const verified = await verify(client.id)
    const written = await entriesOf(client.id)
    assert.deepEqual(
      { ...verified, hash: undefined, lastAt: undefined },
      {
        clientId: client.id,
        entries: written.length,
        first: 1,
        last: written.length,
        head: written.length,
        waiting: 0,
        hash: undefined,
        lastAt: undefined,
      },
    )
    assert.match(verified.hash ?? '', /^[0-9a-f]{64}$/)
    const exported = []
    for await (const some of readOldest(database, client.id, {})) exported.push(...some)
    assert.equal(exported.length, written.length)
    assert.notEqual(exported[0]?.hash, FIRST_HASH)
  })

  test('entries that wait are not yet part of it', async () => {
    const client = await makeClient()
    assert.deepEqual(await verify(client.id).then(({ entries, broken }) => [entries, broken]), [0, undefined])
    assert.ok((await verify(client.id)).waiting > 0)
  })

  test('cannot be changed through the database either, as long as nobody removes the trigger', async () => {
    const client = await makeClient()
    await makeChain(client.id, 2)
    const { database } = await testApp()
    for (const statement of [
      sql`update audit_entries set detail = 'x' where system_client_id = ${client.id}`,
      sql`delete from audit_entries where system_client_id = ${client.id}`,
      sql`truncate audit_entries`,
    ])
      await assert.rejects(
        database.transaction((db) => db.run(statement)),
        /never changed/,
      )
  })

  const broken = async (clientId: string) => (await verify(clientId)).broken

  test('shows a changed entry, a missing one and two that were swapped, by position', async () => {
    const changed = await makeClient()
    await makeChain(changed.id, 20)
    await tamper(
      (id) => [sql`update audit_entries set changes = '[]' where system_client_id = ${id} and position = 17`],
      changed.id,
    )
    assert.deepEqual(await broken(changed.id), { position: 17, why: 'changed' })

    const missing = await makeClient()
    await makeChain(missing.id, 20)
    await tamper(
      (id) => [sql`delete from audit_entries where system_client_id = ${id} and position = 9`],
      missing.id,
    )
    assert.deepEqual(await broken(missing.id), { position: 9, why: 'missing' })

    const swapped = await makeClient()
    await makeChain(swapped.id, 20)
    await tamper(
      (id) => [
        sql`update audit_entries set position = -1 where system_client_id = ${id} and position = 11`,
        sql`update audit_entries set position = 11 where system_client_id = ${id} and position = 12`,
        sql`update audit_entries set position = 12 where system_client_id = ${id} and position = -1`,
      ],
      swapped.id,
    )
    assert.deepEqual(await broken(swapped.id), { position: 11, why: 'changed' })
  })

  test('shows that its end was cut off, even if the head was put back', async () => {
    const client = await makeClient()
    await makeChain(client.id, 5)
    const { last = 0 } = await verify(client.id)
    await tamper(
      (id) => [sql`delete from audit_entries where system_client_id = ${id} and position = ${last}`],
      client.id,
    )
    assert.deepEqual(await broken(client.id), { position: last, why: 'missing' })
    await tamper(
      (id) => [
        sql`update audit_heads h set position = ${last} - 1, hash = (select hash from audit_entries n
          where n.system_client_id = h.system_client_id and n.position = ${last} - 1) where system_client_id = ${id}`,
      ],
      client.id,
    )
    assert.deepEqual(await broken(client.id), { position: last - 1, why: 'mark' })
    // The next entry gives the head a right mark again; so the chain itself tells what was found.
    await makeChain(client.id, 1)
    await seal()
    assert.equal(await broken(client.id), undefined)
    const [told] = await entriesOf(client.id, { kind: 'audit.markWrong' })
    assert.equal(told?.detail, `at position ${last - 1}`)
  })

  test('is marked with the key of the installation; another key is told', async () => {
    const client = await makeClient()
    await makeChain(client.id, 1)
    const { database } = await testApp()
    const other = async () => [Buffer.alloc(32, 1)]
    const { last, broken } = await verifyChain(database, client.id, other)
    assert.deepEqual(broken, { position: last, why: 'otherKey' })
  })

  test('goes on after the oldest entries were cut off', async () => {
    const client = await makeClient()
    await makeChain(client.id, 3)
    const { database } = await testApp()
    const { last = 0 } = await verify(client.id)
    const later = new Date(Date.now() + 400 * 86_400_000)
    const cut = (now: Date, days: number) => cutOldEntries({ database, markKeys, now }, days)
    await cut(later, 0)
    assert.equal((await verify(client.id)).entries, last, 'kept for ever')
    await cut(later, 365)
    await seal(later)
    const after = await verify(client.id)
    assert.deepEqual([after.first, after.last, after.broken], [last, last + 1, undefined])
    const [told] = await entriesOf(client.id, { area: 'audit' })
    assert.equal(told?.kind, 'audit.cut')
    assert.match(told?.detail ?? '', new RegExp(`^${last - 1} entries up to position ${last - 1},`))
  })
})

describe('the audit of a database that was restored', () => {
  test('is as complete as before, and goes on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'walkaround-audit-'))
    const [from, to] = [await openMemory('migrated'), await openMemory('new')]
    try {
      const write = async (database: Database, name: string) => {
        await inTransaction(database, async (db) => {
          const scope = {
            db,
            clientId: 'acme',
            actor: { kind: 'system' as const, id: 'test' },
            now: new Date(),
          }
          const after = { name, from: '1€', list: [1, { id: 'Ж' }] }
          for (let n = 1; n <= 700; n++)
            recordChange(scope, { kind: 'site.changed', subject: `site/s${n}`, before: { n }, after })
        })
        await sealEntries({ database, markKeys, now: new Date() })
      }
      await write(from, 'before')
      // One that the chain has not taken up when the backup is made.
      await inTransaction(from, async (db) =>
        recordChange(
          { db, clientId: 'acme', actor: { kind: 'system', id: 'test' }, now: new Date() },
          { kind: 'site.created', subject: 'site/late' },
        ),
      )
      const file = join(folder, 'audit.backup')
      await writeBackup({ database: from, dataDir: folder, file, now: new Date() })
      await restoreBackup({ database: to, dataDir: join(folder, 'target'), file })
      const was = await verifyChain(from, 'acme', markKeys)
      assert.deepEqual([was.entries, was.waiting, was.broken], [700, 1, undefined])
      assert.deepEqual(await verifyChain(to, 'acme', markKeys), was)
      await write(to, 'after')
      const is = await verifyChain(to, 'acme', markKeys)
      assert.deepEqual([is.entries, is.waiting, is.broken], [1_401, 0, undefined])
      await assert.rejects(
        to.transaction((db) => db.run(sql`delete from audit_entries where system_client_id = 'acme'`)),
        /never changed/,
      )
    } finally {
      await Promise.all([from.close(), to.close()])
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('reading the audit', () => {
  test('goes page by page, and finds by person, kind, text and time', async () => {
    const client = await makeClient()
    const login = await makePerson(client.id, 'advisor', 'Maria Muster')
    await makeChain(client.id, 30)
    const { database } = await testApp()
    const read = (filter: EntryFilter, before?: number) =>
      readNewest(database, client.id, filter, { before, limit: 12 })
    const first = await read({ kind: 'site.changed' })
    const second = await read({ kind: 'site.changed' }, first.next)
    const third = await read({ kind: 'site.changed' }, second.next)
    const subjects = [first, second, third].flatMap(({ entries }) => entries.map(({ subject }) => subject))
    assert.deepEqual(
      subjects,
      Array.from({ length: 30 }, (_, n) => `site/s${30 - n}`),
    )
    assert.equal(third.next, undefined)
    assert.deepEqual(
      (await read({ text: 'maria MUSTER' })).entries.map(({ subjectName }) => subjectName),
      [login],
    )
    assert.equal((await read({ kind: 'site' })).entries.length, 12)
    assert.equal((await read({ subject: 'site/s7' })).entries.length, 1)
    assert.equal((await read({ to: new Date(Date.now() - 3_600_000) })).entries.length, 0)
  })
})

describe('the operations of the audit', () => {
  test('admins read it page by page, with filters', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    await makeChain(client.id, 12)
    const get = async (query: string) => (await admin.call('GET', `/audit?${query}`)).json()
    const first = await get('kind=site.changed&limit=10')
    assert.equal(first.entries.length, 10)
    assert.deepEqual(first.entries[0].changes, [{ field: 'n', old: 0, new: 12 }])
    assert.match(first.entries[0].hash, /^[0-9a-f]{64}$/)
    const second = await get(`kind=site.changed&limit=10&after=${first.next}`)
    assert.deepEqual(
      second.entries.map(({ subject }: { subject: string }) => subject),
      ['site/s2', 'site/s1'],
    )
    assert.equal(second.next, undefined)
    assert.equal((await get(`login=${admin.login}&area=signIns`)).entries[0].kind, 'session.started')
    assert.deepEqual((await get('login=nobody-here')).entries, [])
    assert.equal((await get('to=2020-01-01')).entries.length, 0)
    assert.equal((await get('from=2020-01-01&area=settings&text=S12')).entries.length, 1)
    assert.equal((await get('after=x')).errorCode, 40052)
    const verified = (await admin.call('GET', '/audit/verification')).json()
    assert.equal(verified.broken, undefined)
    assert.ok(verified.entries >= 12)
    assert.equal(verified.last, verified.head)
  })

  test('follow a chain in steps, and find in each what is wrong there', async () => {
    const { id } = await makeClient()
    const admin = await person(id, 'admin')
    await makeChain(id, 12)
    const follow = async (query: string) => (await admin.call('GET', `/audit/verification?${query}`)).json()
    const whole = await follow('')
    const steps: { entries: number; hash: string; next?: string; broken?: unknown }[] = []
    do {
      const next = steps.at(-1)?.next
      steps.push(await follow(next === undefined ? 'limit=5' : `limit=5&after=${next}`))
    } while (steps.at(-1)?.next !== undefined)
    assert.ok(steps.length >= 3)
    assert.ok(steps.every(({ entries, broken }) => entries <= 5 && broken === undefined))
    assert.equal(steps.at(-1)?.hash, whole.hash)
    assert.equal(
      steps.reduce((sum, { entries }) => sum + entries, 0),
      whole.entries,
    )
    await tamper(
      (of) => [sql`update audit_entries set detail = 'x' where system_client_id = ${of} and position = 7`],
      id,
    )
    assert.equal((await follow('limit=5')).broken, undefined)
    assert.deepEqual((await follow('limit=5&after=5')).broken, { position: 7, why: 'changed' })
    assert.equal((await follow('after=0')).errorCode, 40052)
  })

  test('nobody else reads it, and nobody that of another client', async () => {
    const [client, other] = [await makeClient(), await makeClient()]
    const manager = await person(client.id, 'manager')
    const stranger = await person(other.id, 'admin')
    for (const path of ['/audit', '/audit/entries.csv', '/audit/entries.ndjson', '/audit/verification']) {
      assert.equal((await manager.call('GET', path)).statusCode, 403, path)
      assert.equal(
        (await stranger.call('GET', `/app/system-clients/${client.id}${path}`)).statusCode,
        403,
        path,
      )
    }
  })

  test('exports are whole, safe for spreadsheets, and an entry themselves', async () => {
    const client = await makeClient()
    const admin = await person(client.id, 'admin')
    await admin.call('PUT', '/sites/main', { name: '=HYPERLINK("x")' })
    await makeChain(client.id, 600)
    const lines = await admin.call('GET', '/audit/entries.ndjson')
    assert.equal(lines.headers['content-type'], 'application/x-ndjson')
    assert.equal(lines.headers['content-disposition'], 'attachment; filename="audit.ndjson"')
    const entries = lines.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.ok(entries.length > 600)
    assert.deepEqual(entries.at(-1).kind, 'export.audit')
    assert.deepEqual(entries.at(-1).changes, [{ field: 'format', new: 'ndjson' }])
    // Whoever has the file can follow the chain with nothing but SHA-256.
    let former = FIRST_HASH
    for (const { hash, area: _area, ...entry } of entries.slice(0, -1)) {
      assert.equal(createHash('sha256').update(chainedText(former, entry)).digest('hex'), hash)
      former = hash
    }
    const rows = await admin.call('GET', '/audit/entries.csv?kind=site.changed')
    assert.equal(rows.headers['content-type'], 'text/csv; charset=utf-8')
    const [head, first] = rows.body.split('\r\n')
    assert.match(head ?? '', /^\uFEFFposition,at,client,area,kind,/)
    assert.match(first ?? '', /,"'=HYPERLINK/)
    assert.equal(rows.body.split('\r\n').length, 603)
  })
})
