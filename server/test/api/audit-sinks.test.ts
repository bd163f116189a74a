// The audit sent on to real servers: what they receive, what happens while they refuse, break off or are not there, and that nothing is
// lost or changes its order.
import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { createSocket, type Socket as DatagramSocket } from 'node:dgram'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, before, describe, test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { chainedText } from '@walkaround/contract/rules/audit-entries.ts'
import { findCommand } from '../../src/cli/commands.ts'
import { loadConfig } from '../../src/config/config.ts'
import { FIRST_HASH } from '../../src/db/audit/chain.ts'
import { recordChange } from '../../src/db/audit/record-change.ts'
import { sealEntries } from '../../src/db/audit/seal-entries.ts'
import { type AuditSink, sendToSink } from '../../src/db/audit/send-entries.ts'
import { listSinkStates } from '../../src/db/audit/sink-store.ts'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { examineAuditSinks } from '../../src/doctor/examine-audit-sinks.ts'
import { createAuditHttp } from '../../src/outside/audit-http.ts'
import { auditMarkKeys } from '../../src/outside/audit-marks.ts'
import { createSyslog } from '../../src/outside/audit-syslog.ts'
import { issueServerCertificate, makeAuthority } from '../../src/outside/issue-certificate.ts'
import { testBox } from '../support/api.ts'
import { openMemory } from '../support/in-memory.ts'
import { until } from '../support/until.ts'

const version = '1.2.3'
const markKeys = auditMarkKeys(testBox)
const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port

interface Entry {
  clientId: string
  position: number
  hash: string
  area?: string
  kind: string
}

/** Of the test that runs; closed even if it fails, or the process would wait for them. */
const open: (() => unknown)[] = []
const closeAll = async () => {
  for (const close of open.splice(0)) await close()
}

/** A database with one chain, and a clock that a test moves. */
async function makeAudit() {
  const database = await openMemory('migrated')
  open.push(() => database.close())
  let now = new Date('2026-03-01T10:00:00.000Z')
  const write = async (count: number, { clientId = 'acme', value = 'Müller' as unknown } = {}) => {
    await inTransaction(database, async (db) => {
      const actor = { kind: 'login' as const, id: 'l1', login: 'anna', name: 'Anna Müller' }
      for (let n = 1; n <= count; n++)
        recordChange(
          { db, clientId, actor, now },
          { kind: 'site.changed', subject: `site/${n}`, before: { name: '' }, after: { name: value, n } },
        )
    })
    await sealEntries({ database, markKeys, now })
  }
  return {
    database,
    write,
    clock: () => now,
    later(ms: number) {
      now = new Date(now.getTime() + ms)
    },
    send: (sink: AuditSink) => sendToSink({ database, sink, clock: () => now }),
    state: async (sink: string) => {
      const [state] = await listSinkStates(database, [sink])
      assert.ok(state)
      return state
    },
  }
}

/** Follows the chain of one client as whoever received it can. */
function assertChain(entries: readonly Entry[], count: number): void {
  let former = FIRST_HASH
  for (const { hash, area: _area, ...entry } of entries) {
    const text = chainedText(former, entry as unknown as Parameters<typeof chainedText>[1])
    assert.equal(createHash('sha256').update(text).digest('hex'), hash, `position ${entry.position}`)
    former = hash
  }
  assert.equal(entries.length, count)
}

interface Post {
  headers: IncomingMessage['headers']
  body: string
}

async function startLog(reply: (post: Post) => { status: number; text?: string } | 'hang up') {
  const posts: Post[] = []
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const post = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }
      const said = reply(post)
      if (said === 'hang up') {
        request.socket.destroy()
        return
      }
      if (said.status < 300) posts.push(post)
      response.writeHead(said.status).end(said.text ?? '')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  open.push(() => server.close())
  return {
    url: `http://127.0.0.1:${portOf(server)}/in?from=walkaround`,
    posts,
    entries: () =>
      posts.flatMap(({ body }) =>
        body
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Entry),
      ),
  }
}

describe('the audit sent on over HTTP', () => {
  afterEach(closeAll)
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

  test('arrives whole, in the order of its chain, with a key and a signature', async () => {
    const audit = await makeAudit()
    const log = await startLog(() => ({ status: 202, text: 'taken' }))
    const sink = createAuditHttp({ url: log.url, key: 'k-1', secret, version })
    await audit.write(1_203)
    assert.equal(await audit.send(sink), 1_203)
    assertChain(log.entries(), 1_203)
    const [first] = log.posts
    assert.ok(first)
    const { headers, body } = first
    assert.equal(headers.authorization, 'Bearer k-1')
    assert.equal(headers['content-type'], 'application/x-ndjson')
    assert.equal(headers['idempotency-key'], headers['webhook-id'])
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const right = createHmac('sha256', Buffer.alloc(24, 7)).update(signed).digest('base64')
    assert.equal(headers['webhook-signature'], `v1,${right}`)
    assert.equal(await audit.send(sink), 0, 'nothing is sent twice')
    await audit.write(2)
    assert.equal(await audit.send(sink), 2)
    const { behind, failures, answer, takenAt } = await audit.state('http')
    assert.deepEqual([behind, failures, answer, takenAt], [0, 0, 'status 202: taken', audit.clock()])
  })

  test('of several clients keeps the chain of each', async () => {
    const audit = await makeAudit()
    const log = await startLog(() => ({ status: 200 }))
    const sink = createAuditHttp({ url: log.url, version })
    for (const clientId of ['acme', '', 'zeta']) await audit.write(300, { clientId })
    assert.equal(await audit.send(sink), 900)
    for (const clientId of ['acme', '', 'zeta'])
      assertChain(
        log.entries().filter((entry) => entry.clientId === clientId),
        300,
      )
  })

  test('waits while the server refuses, says so in its words, and loses nothing', async () => {
    const audit = await makeAudit()
    let status = 503
    const log = await startLog(() => ({ status, text: 'disk full,\n key k-1 was right' }))
    const sink = createAuditHttp({ url: log.url, key: 'k-1', version })
    await audit.write(40)
    assert.equal(await audit.send(sink), 0)
    const refused = await audit.state('http')
    assert.deepEqual(
      [refused.behind, refused.failures, refused.answer],
      [40, 1, 'status 503: disk full, key *** was right'],
    )
    const [finding] = examineAuditSinks([refused], audit.clock())
    assert.equal(finding?.state, 'fail')
    assert.match(finding?.text ?? '', /^http lacks 40 entries, the oldest of 2026-03-01T10:00.*disk full/)
    status = 200
    assert.equal(await audit.send(sink), 0, 'not before its time')
    audit.later(2_000)
    assert.equal(await audit.send(sink), 40)
    assertChain(log.entries(), 40)
    const [well] = examineAuditSinks([await audit.state('http')], audit.clock())
    assert.deepEqual([well?.state, well?.text.startsWith('http lacks nothing')], ['ok', true])
  })

  test('pauses longer after each failure, up to five minutes', async () => {
    const audit = await makeAudit()
    const log = await startLog(() => 'hang up')
    const sink = createAuditHttp({ url: log.url, version })
    await audit.write(1)
    const pauses: number[] = []
    for (let n = 0; n < 10; n++) {
      await audit.send(sink)
      const { nextAt, answer } = await audit.state('http')
      assert.equal(answer, 'the connection was closed without a reply')
      const pause = (nextAt?.getTime() ?? 0) - audit.clock().getTime()
      pauses.push(pause / 1000)
      audit.later(pause)
    }
    assert.deepEqual(pauses, [2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  })

  test('sends less at once to a server that cannot take so much', async () => {
    const audit = await makeAudit()
    const log = await startLog(({ body }) => ({ status: body.length > 40_000 ? 413 : 200 }))
    const sink = createAuditHttp({ url: log.url, version })
    await audit.write(500)
    for (let runs = 0; runs < 200 && (await audit.state('http')).behind > 0; runs++) {
      await audit.send(sink)
      audit.later(300_000)
    }
    assertChain(log.entries(), 500)
  })

  test('is sent once more if nobody knows whether it arrived', async () => {
    const audit = await makeAudit()
    const taken: string[] = []
    let isBroken = true
    const log = await startLog(({ body }) => {
      taken.push(body)
      return isBroken ? 'hang up' : { status: 200 }
    })
    const sink = createAuditHttp({ url: log.url, version })
    await audit.write(3)
    await audit.send(sink)
    isBroken = false
    audit.later(2_000)
    assert.equal(await audit.send(sink), 3)
    assert.equal(taken.length, 2)
    assert.equal(taken[0]?.split('\n')[0], taken[1]?.split('\n')[0])
  })

  test('is sent by one process at a time, and one that was overtaken moves no position', async () => {
    const audit = await makeAudit()
    await audit.write(5)
    let overtake = true
    const log = await startLog(() => ({ status: 200 }))
    const plain = createAuditHttp({ url: log.url, version })
    const slow: AuditSink = {
      name: 'http',
      async send(entries, signal) {
        const said = await plain.send(entries, signal)
        if (overtake) {
          overtake = false
          assert.equal(await audit.send(plain), 5, 'the other process sends them as well')
          await audit.database.run(sql`update audit_sink_positions set position = 4 where sink = 'http'`)
        }
        return said
      },
    }
    assert.equal(await audit.send(slow), 0)
    assert.equal((await audit.state('http')).behind, 1)
    // A database that several processes may have open keeps the second one waiting until the first one's time is over.
    const shared: Database = Object.create(audit.database, { engine: { value: 'postgres' } })
    const sendShared = () => sendToSink({ database: shared, sink: plain, clock: audit.clock })
    await audit.database.run(
      sql`update audit_sinks set leased_until = ${new Date(audit.clock().getTime() + 30_000)}`,
    )
    assert.equal(await sendShared(), 0)
    audit.later(30_000)
    assert.equal(await sendShared(), 1)
  })

  test('begins at the oldest entry again when the operator asks for it', async () => {
    const audit = await makeAudit()
    const log = await startLog(() => ({ status: 200 }))
    await audit.write(7)
    await audit.send(createAuditHttp({ url: log.url, version }))
    const run = async (name: string, args: object, env: Record<string, string>) => {
      const command = await findCommand(name)
      const config = loadConfig(env)
      const context = { database: audit.database, config, now: audit.clock(), progress() {} }
      const actor = { kind: 'system' as const, id: 'cli' }
      return command?.run({ ...context, actor, media: () => assert.fail() }, { ...args })
    }
    const env = { WALKAROUND_AUDIT_HTTP_URL: log.url }
    assert.deepEqual(await run('audit sinks', {}, {}), [])
    await assert.rejects(
      async () => run('audit resend', { sink: 'http' }, {}),
      ({ errorInfo }: { errorInfo: string }) => /WALKAROUND_AUDIT_HTTP_URL/.test(errorInfo),
    )
    const [before] = (await run('audit sinks', {}, env)) as { behind: number }[]
    assert.equal(before?.behind, 0)
    assert.deepEqual(await run('audit resend', { sink: 'http' }, env), { sink: 'http', chains: 1 })
    await sealEntries({ database: audit.database, markKeys, now: audit.clock() })
    assert.equal(await audit.send(createAuditHttp({ url: log.url, version })), 8)
    assert.equal(log.entries().filter(({ kind }) => kind === 'audit.resent').length, 1)
  })
})

/** Reads messages by their lengths, as RFC 6587 says. */
function readFrames(bytes: Buffer): string[] {
  const messages: string[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const space = rest.indexOf(' ')
    const length = Number(rest.subarray(0, space).toString())
    messages.push(rest.subarray(space + 1, space + 1 + length).toString('utf8'))
    rest = rest.subarray(space + 1 + length)
  }
  return messages
}

const line =
  /^<(\d+)>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\S{1,255}) walkaround - (\S{1,32}) \[origin software="Walkaround" swVersion="1\.2\.3"\] (\{.*\})$/

function readMessage(message: string): Entry {
  const [, priority, , , kind, json] = line.exec(message) ?? assert.fail(message)
  assert.equal(priority, '109')
  const entry = JSON.parse(json as string) as Entry
  assert.equal(entry.kind, kind)
  assert.match(message, /^[\x20-\x7e]+$/)
  return entry
}

async function listenOn(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  open.push(() => server.close())
  return portOf(server)
}

describe('the audit sent on as syslog', () => {
  afterEach(closeAll)
  let authority: { key: string; cert: string }
  let certificate: { key: string; cert: string }
  before(async () => {
    const now = new Date()
    authority = await makeAuthority({ host: 'localhost', subtrees: ['localhost', '127.0.0.1'], now })
    certificate = await issueServerCertificate(authority, ['localhost', '127.0.0.1'], now)
  })

  for (const scheme of ['tcp', 'tls'] as const)
    test(`arrives over ${scheme} with lengths, in ASCII, in the order of its chain`, async () => {
      const audit = await makeAudit()
      const received: string[] = []
      const take = (socket: Socket) => {
        const chunks: Buffer[] = []
        socket.on('data', (chunk) => chunks.push(chunk))
        socket.on('end', () => received.push(...readFrames(Buffer.concat(chunks))))
        socket.on('error', () => {})
      }
      const server = scheme === 'tls' ? createTlsServer({ ...certificate }, take) : createServer(take)
      const port = await listenOn(server)
      const url = `${scheme}://localhost:${port}`
      await audit.write(700)
      if (scheme === 'tls') {
        assert.equal(await audit.send(createSyslog({ url, version })), 0, 'nobody knows the authority')
        assert.match((await audit.state('syslog')).answer ?? '', /WALKAROUND_AUDIT_SYSLOG_CA/)
        audit.later(2_000)
      }
      assert.equal(await audit.send(createSyslog({ url, version, ca: [authority.cert] })), 700)
      assertChain(received.map(readMessage), 700)
    })

  test('counts nothing that the other side did not read to its end', async () => {
    const audit = await makeAudit()
    let isBroken = true
    const received: string[] = []
    const server = createServer((socket) => {
      const chunks: Buffer[] = []
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        chunks.push(chunk)
        if (isBroken) socket.resetAndDestroy()
      })
      socket.on('end', () => received.push(...readFrames(Buffer.concat(chunks))))
    })
    const port = await listenOn(server)
    const sink = createSyslog({ url: `tcp://127.0.0.1:${port}`, version })
    await audit.write(500, { value: 'x'.repeat(900) })
    assert.equal(await audit.send(sink), 0)
    assert.equal((await audit.state('syslog')).answer, 'the connection was closed without a reply')
    isBroken = false
    audit.later(2_000)
    assert.equal(await audit.send(sink), 500)
    assertChain(received.map(readMessage), 500)
    await new Promise((done) => server.close(done))
    audit.later(1)
    await audit.write(1)
    assert.equal(await audit.send(sink), 0)
    assert.match((await audit.state('syslog')).answer ?? '', /nothing is listening there/)
  })

  test('arrives as datagrams; one that would be too large says how many values it leaves out', async () => {
    const audit = await makeAudit()
    const received: string[] = []
    const socket: DatagramSocket = createSocket('udp4')
    open.push(() => socket.close())
    socket.on('message', (bytes) => received.push(bytes.toString('utf8')))
    await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
    const sink = createSyslog({ url: `udp://127.0.0.1:${portOf(socket)}`, version })
    await audit.write(3)
    await inTransaction(audit.database, async (db) => {
      const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, 'x'.repeat(900)]))
      const actor = { kind: 'system' as const, id: 'test' }
      recordChange(
        { db, clientId: 'acme', actor, now: audit.clock() },
        { kind: 'site.changed', subject: 'site/large', after: many },
      )
    })
    await sealEntries({ database: audit.database, markKeys, now: audit.clock() })
    assert.equal(await audit.send(sink), 4)
    await until('all datagrams arrived', () => received.length === 4)
    assertChain(received.slice(0, 3).map(readMessage), 3)
    const large = readMessage(received[3] as string) as Entry & { leftOut?: number; changes?: unknown }
    assert.deepEqual([large.leftOut, large.changes], [20, undefined])
  })
})

describe('the settings of sinks', () => {
  const problemOf = (env: Record<string, string>): string => {
    try {
      loadConfig(env)
      return ''
    } catch (error) {
      return (error as { problems?: string[] }).problems?.join('\n') ?? (error as Error).message
    }
  }
  test('are refused with a reason, and go together', () => {
    const config = loadConfig({
      WALKAROUND_AUDIT_SYSLOG_URL: 'tls://log.example.com:6514/',
      WALKAROUND_AUDIT_HTTP_URL: 'https://log.example.com/in?token=abc',
      WALKAROUND_AUDIT_HTTP_KEY: 'k',
    })
    assert.deepEqual(config.auditSyslog, { url: 'tls://log.example.com:6514' })
    assert.deepEqual(config.auditHttp, { url: 'https://log.example.com/in?token=abc', key: 'k' })
    for (const [env, problem] of [
      [{ WALKAROUND_AUDIT_SYSLOG_URL: 'tls://log.example.com' }, /it has no port/],
      [{ WALKAROUND_AUDIT_SYSLOG_URL: 'https://log.example.com:1' }, /it starts with https:/],
      [{ WALKAROUND_AUDIT_SYSLOG_URL: 'tcp://log.example.com:601/x' }, /it has a path/],
      [{ WALKAROUND_AUDIT_HTTP_URL: 'http://log.example.com' }, /it starts with http:/],
      [{ WALKAROUND_AUDIT_HTTP_URL: 'https://a:b@log.example.com' }, /user or a password/],
      [
        { WALKAROUND_AUDIT_HTTP_URL: 'https://x.example', WALKAROUND_AUDIT_HTTP_SECRET: 'abc' },
        /WALKAROUND_AUDIT_HTTP_SECRET/,
      ],
    ] as [Record<string, string>, RegExp][])
      assert.match(problemOf(env), problem)
  })
})
