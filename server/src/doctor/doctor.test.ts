import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loadConfig } from '../config/config.ts'
import { type Certificate, ensureCertificate } from '../outside/certificates.ts'
import {
  type Check,
  type DatabaseStatus,
  examine,
  examineClock,
  examineDatabase,
  examineNode,
  judgeCertificate,
  judgeSpace,
} from './doctor.ts'

const now = new Date('2026-05-06T07:08:09Z')
const healthy: DatabaseStatus = {
  engine: 'postgres',
  version: '15.8 (Debian)',
  now: now.toISOString(),
  schemaVersion: 3,
  knownSchema: 3,
  newestEvent: null,
}
const states = (findings: { state: string }[]) => findings.map(({ state }) => state)

describe('doctor', () => {
  let folder: string
  let certificate: Certificate
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-doctor-'))
    await chmod(folder, 0o700)
    certificate = await ensureCertificate({ dir: join(folder, 'tls'), names: ['localhost'] })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const present = () => ({ ...healthy, now: new Date().toISOString() })
  const look = (
    env: Record<string, string>,
    status = async () => ({ result: present(), byService: false }),
  ) => examine(loadConfig({ WALKAROUND_DATA: folder, ...env }), { progress: () => {}, status })
  const find = (checks: Check[], name: string) => checks.filter((check) => check.name === name)

  test('an old Node is told apart', () => {
    assert.equal(examineNode('24.15.0').state, 'ok')
    assert.equal(examineNode('26.0.0').state, 'ok')
    assert.equal(examineNode('24.9.1').state, 'fail')
    assert.equal(examineNode('20.20.0').state, 'fail')
  })

  test('people who all have the address of a proxy are noticed', async () => {
    const callers = async (env: Record<string, string>, addresses: string[], logins = 4) => {
      const result = { ...present(), signedIn: { addresses, logins } }
      const [found] = find(await look(env, async () => ({ result, byService: false })), 'callers')
      return found?.state
    }
    const base = { WALKAROUND_BASE_URL: 'https://inspections.example.com' }
    const behind = { ...base, WALKAROUND_PROXY: '10.0.0.0/24,fd00::1' }
    assert.equal(await callers(behind, ['10.0.0.5', 'fd00:0:0:0::/64']), 'warn')
    assert.equal(await callers(behind, ['10.0.0.5', '198.51.100.7']), 'ok')
    assert.equal(await callers(behind, ['10.0.0.5'], 2), 'ok', 'two may be the proxy itself')
    assert.equal(await callers(base, ['172.17.0.1']), 'warn', 'a gateway of containers')
    assert.equal(await callers(base, ['127.0.0.1']), 'warn', 'a proxy on this machine nobody named')
    assert.equal(await callers({}, ['127.0.0.1']), 'ok', 'a demo on this machine')
    assert.equal(await callers({}, ['0:0:0:0::/64']), 'ok', 'the same over IPv6')
    assert.equal(await callers(base, ['8.8.8.8']), 'ok', 'a workshop behind one public address')
    assert.equal(await callers(base, ['192.168.1.7', '192.168.1.8']), 'ok')
  })

  test('a disk that runs full is told in time', () => {
    assert.deepEqual(
      [50e9, 1e9, 1e8].map((bytes) => judgeSpace(bytes).state),
      ['ok', 'warn', 'fail'],
    )
  })

  test('version, schema and clock of the database', () => {
    const askedMs = now.getTime()
    assert.deepEqual(states(examineDatabase(healthy, askedMs)), ['ok', 'ok'])
    assert.deepEqual(states(examineDatabase({ ...healthy, version: '14.2' }, askedMs)), ['fail', 'ok'])
    assert.deepEqual(states(examineDatabase({ ...healthy, schemaVersion: 2 }, askedMs)), ['ok', 'warn'])
    assert.deepEqual(states(examineDatabase({ ...healthy, schemaVersion: 4 }, askedMs)), ['ok', 'fail'])
    const newer = { ...healthy, schemaVersion: 4, isTooNew: false, fillings: [{ version: 4, rows: 7_000 }] }
    assert.deepEqual(states(examineDatabase(newer, askedMs)), ['ok', 'warn', 'warn'])
    assert.match(examineDatabase(newer, askedMs)[2]?.text ?? '', /migration 4 are being filled in, 7000 rows/)
    assert.deepEqual(states(examineDatabase(healthy, askedMs + 60_000)), ['ok', 'ok', 'warn'])
  })

  test('a line to the database that others can listen to is told', () => {
    const found = examineDatabase({ ...healthy, isOpenLine: true }, now.getTime())
    assert.deepEqual(states(found), ['ok', 'ok', 'warn'])
    assert.match(found.at(-1)?.text ?? '', /not encrypted/)
  })

  test('a counter behind its table is told with the statement that mends it', () => {
    const late = {
      table: 'event_inbox',
      column: 'sequence',
      sequence: 'event_inbox_sequence_seq',
      highest: 9,
      last: 2,
    }
    const found = examineDatabase({ ...healthy, lateCounters: [late] }, now.getTime())
    assert.deepEqual(states(found), ['ok', 'ok', 'fail'])
    assert.match(found.at(-1)?.next ?? '', /select setval\('event_inbox_sequence_seq', 9\)$/)
  })

  test('a clock that went back is told by what was recorded', () => {
    assert.equal(examineClock(healthy, now).state, 'ok')
    assert.equal(examineClock(undefined, now).state, 'ok')
    assert.equal(examineClock({ ...healthy, newestEvent: '2026-05-06T09:00:00Z' }, now).state, 'fail')
    assert.equal(examineClock(healthy, new Date('1970-01-01T00:00:10Z')).state, 'fail')
  })

  test('a certificate is judged by its time and its names', () => {
    const x509 = new X509Certificate(certificate.cert)
    const end = new Date(x509.validTo).getTime()
    const at = (days: number) => new Date(end + days * 86_400_000)
    const judge = (host: string, days: number) => states(judgeCertificate(x509, host, at(days), false))
    assert.deepEqual(judge('localhost', -60), ['ok', 'ok'])
    assert.deepEqual(judge('127.0.0.1', -60), ['ok', 'ok'])
    assert.deepEqual(judge('localhost', -5), ['warn', 'ok'])
    assert.deepEqual(judge('localhost', 1), ['fail', 'ok'])
    assert.deepEqual(judge('example.com', -60), ['ok', 'fail'])
  })

  test('a service that is up is recognised over TLS', async (t) => {
    const server = createServer({ key: certificate.key, cert: certificate.cert }, (_request, response) =>
      response.end('{"status":"ok"}'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close())
    const port = String((server.address() as AddressInfo).port)
    const checks = await look({ WALKAROUND_PORT: port })
    assert.match(find(checks, 'port')[0]?.text ?? '', /in use by the running service/)
    assert.match(find(checks, 'base address')[0]?.text ?? '', /answers over TLS/)
    // Whether videos can be converted depends on the machine; that check has its own test.
    assert.deepEqual(
      checks.filter(({ name, state }) => state !== 'ok' && name !== 'video'),
      [],
    )
  })

  test('another program on the port, and nobody there, are told apart', async () => {
    const server = createServer({ key: certificate.key, cert: certificate.cert }, (_request, response) =>
      response.writeHead(404).end('who?'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const port = String((server.address() as AddressInfo).port)
    const taken = await look({ WALKAROUND_PORT: port })
    assert.deepEqual(states(find(taken, 'port')), ['fail'])
    assert.deepEqual(states(find(taken, 'base address')), ['fail'])
    await new Promise((resolve) => server.close(resolve))
    const free = await look({ WALKAROUND_PORT: port })
    assert.match(find(free, 'port')[0]?.text ?? '', /is free/)
    assert.deepEqual(states(find(free, 'base address')), ['warn'])
  })

  test('a database out of reach is a failure with its reason, and the rest is still looked at', async () => {
    const checks = await look({ WALKAROUND_PORT: '0' }, async () => {
      throw new Error('cannot use the database at db:5432: no route')
    })
    assert.deepEqual(states(find(checks, 'database')), ['fail'])
    assert.match(find(checks, 'database')[0]?.text ?? '', /no route/)
    assert.equal(find(checks, 'certificate').length, 2)
  })

  test('the lock of the embedded database is told', async () => {
    const embedded = { ...healthy, engine: 'embedded' as const }
    const texts = await Promise.all(
      [true, false].map(async (byService) => {
        const checks = await look({ WALKAROUND_PORT: '0' }, async () => ({ result: embedded, byService }))
        return find(checks, 'lock')[0]?.text
      }),
    )
    assert.deepEqual(texts, ['held by the running service', 'free: no service is running'])
  })

  test('a folder open to others, missing, or no folder', async () => {
    await chmod(folder, 0o755)
    const open = await look({ WALKAROUND_PORT: '0' })
    await chmod(folder, 0o700)
    assert.deepEqual(states(find(open, 'data folder')), process.platform === 'win32' ? ['ok'] : ['warn'])
    const missing = await look({ WALKAROUND_PORT: '0', WALKAROUND_DATA: join(folder, 'none') })
    assert.deepEqual(states(find(missing, 'data folder')), ['warn'])
    const file = join(folder, 'file')
    await writeFile(file, '')
    const noFolder = await look({ WALKAROUND_PORT: '0', WALKAROUND_DATA: file })
    assert.deepEqual(states(find(noFolder, 'data folder')), ['fail'])
  })

  test('the store of files is tried, and a missing ffmpeg is told with its remedy', async () => {
    const none = await look({ WALKAROUND_FFMPEG: 'no-such-program' })
    assert.deepEqual(states(find(none, 'files')), ['ok'])
    const [video] = find(none, 'video')
    assert.equal(video?.state, 'warn')
    assert.match(video?.next ?? '', /install ffmpeg.*WALKAROUND_FFMPEG/)

    await mkdir(join(folder, 'files'), { mode: 0o700 })
    const [files] = find(await look({ WALKAROUND_FFMPEG: 'no-such-program' }), 'files')
    assert.match(files?.text ?? '', /can be written and read/)
    await rm(join(folder, 'files'), { recursive: true })
    await writeFile(join(folder, 'files'), 'no folder')
    const [broken] = find(await look({ WALKAROUND_FFMPEG: 'no-such-program' }), 'files')
    assert.equal(broken?.state, 'fail')
    await rm(join(folder, 'files'))
  })

  test('whatever is wrong says what to do next', async () => {
    const checks = await look({
      WALKAROUND_PORT: '0',
      WALKAROUND_DATA: join(folder, 'none'),
      WALKAROUND_TPYO: '1',
    })
    assert.deepEqual(states(find(checks, 'settings')), ['warn'])
    for (const check of checks) {
      if (check.state !== 'ok') assert.ok(check.next, check.name)
    }
  })
})
