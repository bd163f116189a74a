// How a process starts and where it listens: one per folder, wrong settings by name, nothing on port 80, pages but no
// interface in plain text, a proxy and nobody else, demo data only where they were asked for.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { request as requestPlain } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findFreePort } from '../../../scripts/free-port.ts'
import {
  type Answer,
  type Env,
  makeData,
  makeFolder,
  onDatabase,
  onlyEmbedded,
  type Sent,
  type Server,
  startProcess,
  startServer,
} from '../support/process.ts'
import { until } from '../support/until.ts'
import { acknowledgedSince, assertWhole, newLedger, verifyAll, write } from './ledger.ts'

/** A start that must not succeed: how it ended and what it said. */
async function failToStart(env: Env): Promise<string> {
  const started = startProcess(env)
  const { code, signal } = await started.ended
  assert.deepEqual([code, signal], [1, null], started.output())
  return started.output()
}

function sendPlain(
  port: number,
  { method = 'GET', path, headers = {}, body }: Sent,
  localAddress = '127.0.0.1',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = requestPlain(
      { host: '127.0.0.1', port, localAddress, method, path, headers, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
      },
    )
    call.on('error', reject)
    call.end(body as string | undefined)
  })
}

async function takePort(): Promise<{ port: number; free(): Promise<void> }> {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as { port: number }
  return { port, free: () => new Promise((resolve) => holder.close(() => resolve())) }
}

/** Addresses a process listens on, as the kernel knows them. */
function listenersOf(pid: number): string[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        return []
      }
    }),
  )
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      // 0A: listening.
      .filter((fields) => fields[3] === '0A' && inodes.has(fields[9] ?? ''))
      .map((fields) => {
        const [address = '', port = ''] = (fields[1] ?? '').split(':')
        return `${address}:${Number.parseInt(port, 16)}`
      }),
  )
}
const LOOPBACK = '0100007F'
const isLinux = process.platform === 'linux'

describe('a second process on one embedded database', { skip: onlyEmbedded }, () => {
  test('is told who has it and touches nothing; the first one goes on', async () => {
    const { env, access } = await makeData()
    const first = await startServer(env)
    if (isLinux) assert.deepEqual(listenersOf(first.pid), [`${LOOPBACK}:${first.port}`], 'and never port 80')
    const ledger = newLedger(access)
    let isOver = false
    const writers = Array.from({ length: 4 }, () => write(ledger, first.send, () => isOver))
    await until('the first one writes', () => acknowledgedSince(ledger, 0, 5))
    const said = await failToStart(env)
    assert.match(said, new RegExp(`in use by process ${first.pid}\\b.*walkaround serve`))
    assert.match(said, /Nothing was changed/)
    assert.doesNotMatch(said, /\n\s+at /, 'a message, not a stack')
    const from = ledger.acknowledgements
    await until('the first one still writes', () => acknowledgedSince(ledger, from, 10))
    isOver = true
    assert.deepEqual(await Promise.all(writers), Array.from({ length: 4 }))
    await verifyAll(ledger, first.send)
    first.kill('SIGTERM')
    assert.deepEqual(await first.ended, { code: 0, signal: null })
    await onDatabase(env, (database) => assertWhole(database, access))
  })
})

describe('settings', { skip: onlyEmbedded }, () => {
  test('that are wrong are all named, with the value and the rule, and nothing is made', async () => {
    const data = join(await makeFolder(), 'data')
    const wrong: Env = {
      WALKAROUND_PORT: '80',
      WALKAROUND_HOST: '300.1.1.1',
      WALKAROUND_BASE_URL: 'http://inspections.example.com',
      WALKAROUND_PROXY: '0.0.0.0/0',
      WALKAROUND_LOCAL_HTTP_PORT: 'eighty',
      DATABASE_URL: 'mysql://walkaround:secret@db/walkaround',
      WALKAROUND_DEMO: 'yes',
      WALKAROUND_LOG_LEVEL: 'loud',
      WALKAROUND_BODY_LIMIT: '1',
      WALKAROUND_SHUTDOWN_SECONDS: '-1',
    }
    const said = await failToStart({ ...wrong, WALKAROUND_DATA: data })
    for (const [name, value] of Object.entries(wrong)) {
      assert.match(said, new RegExp(`^ *${name}: `, 'm'), name)
      if (name !== 'DATABASE_URL') assert.ok(said.includes(`"${value}"`), `${name}: ${said}`)
    }
    assert.match(said, /never listens on port 80/)
    assert.doesNotMatch(said, /secret@/)
    assert.ok(!existsSync(data))
  })

  test('that name what is not there are told so', async () => {
    const folder = await makeFolder()
    const env = { WALKAROUND_DATA: join(folder, 'data'), WALKAROUND_DEMO: '0' }
    const cases: [Env, RegExp][] = [
      [
        { WALKAROUND_TLS_CERT: join(folder, 'no.pem') },
        /WALKAROUND_TLS_KEY: is not set although WALKAROUND_TLS_CERT is/,
      ],
      [
        { WALKAROUND_PORT_FILE: join(folder, 'no'), WALKAROUND_PORT: '' },
        /WALKAROUND_PORT_FILE: .*cannot be read/,
      ],
    ]
    for (const [more, pattern] of cases) assert.match(await failToStart({ ...env, ...more }), pattern)
    assert.ok(!existsSync(env.WALKAROUND_DATA))
    const said = await failToStart({
      ...env,
      WALKAROUND_TLS_CERT: join(folder, 'no.pem'),
      WALKAROUND_TLS_KEY: join(folder, 'no.key'),
    })
    assert.match(said, /WALKAROUND_TLS_CERT: .*no\.pem/)
    assert.doesNotMatch(said, /\n\s+at /)
  })

  test('that name a port somebody else has: told so before anything is made', async () => {
    const taken = await takePort()
    const data = join(await makeFolder(), 'data')
    const said = await failToStart({ WALKAROUND_DATA: data, WALKAROUND_PORT: String(taken.port) })
    assert.match(said, new RegExp(`port ${taken.port} .*taken.*WALKAROUND_PORT`))
    assert.ok(!existsSync(data), 'no demo, no key that nobody has seen')
    await taken.free()
  })
})

describe('where it listens', { skip: onlyEmbedded }, () => {
  test('behind a proxy it speaks plain HTTP to that proxy alone, and Location is as configured', async () => {
    const { env, access } = await makeData()
    // The address shown is the proxy's: the port has to be known beforehand.
    const port = await findFreePort()
    const server = startProcess({
      ...env,
      WALKAROUND_PORT: String(port),
      WALKAROUND_PROXY: '127.0.0.1',
      WALKAROUND_BASE_URL: 'https://inspections.example.com/walk',
    })
    await until('the service listens', () => {
      assert.ok(server.isRunning(), server.output())
      return server.output().includes('Walkaround is up.')
    })
    const path = `/v1/system-clients/${access.clientId}/service-orders/1`
    const headers = {
      'x-api-key': access.key,
      'content-type': 'application/json',
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
    }
    const answer = await sendPlain(port, { method: 'PUT', path, headers, body: '{"externalBranchId":"B1"}' })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.headers.location, `https://inspections.example.com/walk${path}`)
    const broken = await sendPlain(port, { path, headers: { ...headers, 'x-long': 'x'.repeat(20_000) } })
    assert.equal(JSON.parse(broken.text).errorCode, 40051)
    assert.ok(!existsSync(join(env.WALKAROUND_DATA ?? '', 'tls', 'server.pem')), 'no certificate is made')
    // All of 127/8 is this machine, and only one address of it is the proxy.
    for (const from of isLinux ? ['127.0.0.2', '127.1.0.1'] : []) {
      for (const open of ['/', '/healthz', '/v1/openapi.json']) {
        await assert.rejects(
          sendPlain(port, { path: open }, from),
          /hang up|ECONNRESET/,
          `${open} from ${from}`,
        )
      }
    }
    server.kill('SIGTERM')
    assert.deepEqual(await server.ended, { code: 0, signal: null })
  })
})

describe('demo data', { skip: onlyEmbedded }, () => {
  test('are not shown to the network unless that was asked for; in plain text there are pages and no interface', async () => {
    const env = { WALKAROUND_DATA: join(await makeFolder(), 'data') }
    // A new embedded database gets the demo by itself; where that is refused it is not made, or its key were lost.
    assert.match(await failToStart({ ...env, WALKAROUND_HOST: '0.0.0.0' }), /0\.0\.0\.0.*WALKAROUND_DEMO=1/)
    const local = await findFreePort()
    const server = await startServer({ ...env, WALKAROUND_LOCAL_HTTP_PORT: String(local) })
    const key = /API key +(\S+)/.exec(server.output())?.[1]
    assert.ok(key, 'the key is shown once')
    await assertPagesOnly(server, local, key)
    server.kill('SIGTERM')
    assert.deepEqual(await server.ended, { code: 0, signal: null })

    assert.match(await failToStart({ ...env, WALKAROUND_HOST: '::' }), /::.*WALKAROUND_DEMO=1/)
    const open = await startServer({ ...env, WALKAROUND_HOST: '0.0.0.0', WALKAROUND_DEMO: '1' })
    assert.ok(!open.output().includes(key), 'and never again')
    assert.equal((await open.send({ path: '/healthz' })).status, 200)
    open.kill('SIGTERM')
    assert.deepEqual(await open.ended, { code: 0, signal: null })
  })

  async function assertPagesOnly(server: Server, local: number, key: string): Promise<void> {
    if (isLinux) {
      const open = listenersOf(server.pid)
      // The third is the receiver of callbacks that belongs to the demo.
      assert.equal(open.length, 3, open.join(' '))
      for (const address of open) assert.ok(address.startsWith(`${LOOPBACK}:`), address)
      for (const port of [server.port, local]) assert.ok(open.includes(`${LOOPBACK}:${port}`), String(port))
    }
    const page = await sendPlain(local, { path: '/' })
    assert.equal(page.status, 200)
    assert.match(String(page.headers['content-type']), /^text\/html/)
    const list = '/v1/system-clients/demo/leads'
    assert.equal((await server.send({ path: list, headers: { 'x-api-key': key } })).status, 200)
    for (const path of [
      list,
      '/v1',
      '/v1/',
      '/v1/openapi.json',
      '/V1/openapi.json',
      '//v1/openapi.json',
      '/%76%31/openapi.json',
    ]) {
      for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS']) {
        const headers = { 'x-api-key': key, 'content-type': 'application/json' }
        const answer = await sendPlain(local, { method, path, headers })
        assert.equal(answer.status, 404, `${method} ${path}`)
        assert.doesNotMatch(String(answer.headers['content-type']), /json/, `${method} ${path}`)
      }
    }
  }
})
