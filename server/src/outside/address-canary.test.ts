// A canary server on this machine. No address that an outsider chose may reach it, whatever its spelling and whatever a name
// resolves to. The tests also record every attempt of this process to connect, because most of the addresses lead to other
// machines, where no canary runs.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { refusedAddresses } from '../../test/support/refused-addresses.ts'
import { createGuardedHttp, type GuardedHttp, type GuardOptions } from './guarded-http.ts'

/** Spellings of a host in a web address, in addition to refusedAddresses. */
const spellings = [
  '127.0.1',
  '0x7f000001',
  '0x7F.0x0.0x0.0x1',
  '0177.0.0.1',
  '0x7f.0.1',
  '00000000177.0.0.1',
  '１２７.0.0.1',
  '127。0。0。1',
  '127.0.0.%31',
  '①②⑦.0.0.1',
  '0',
  '0x0',
  '00.0',
  'localhost.',
  'LOCALHOST',
  'loc%61lhost',
  'a.localhost',
  '2852039166',
  '0xa9fea9fe',
  '[::ffff:0x7f.1]',
  '[::1%25lo]',
  '[::1%lo]',
]
const hosts = [
  ...Object.keys(refusedAddresses).map((address) => (address.includes(':') ? `[${address}]` : address)),
  ...spellings,
]

let canary: Server
let port = 0
let reached = 0
let hasIPv6 = true
const attempts: string[] = []
const guards: GuardedHttp[] = []

const onSocket = (message: unknown) =>
  (message as { socket: Socket }).socket.on('connectionAttempt', (address) => attempts.push(address))

function guard(options: GuardOptions = {}): GuardedHttp {
  const made = createGuardedHttp({ timeoutMs: 10_000, ...options })
  guards.push(made)
  return made
}

const put = (http: GuardedHttp, url: string) => http.put({ url, headers: {}, body: '{}' })

function assertSilence(): void {
  assert.deepEqual(attempts, [])
  assert.equal(reached, 0)
}

/** Whether a plain connection without the guard reaches the canary: only the system decides. */
async function reachesUnguarded(host: string): Promise<boolean> {
  const before = reached
  const socket = connect({ host, port })
  await new Promise<void>((resolve) => {
    socket.once('error', () => resolve()).once('data', () => resolve())
  })
  socket.destroy()
  return reached > before
}

describe('a canary on this machine', () => {
  before(async () => {
    subscribe('net.client.socket', onSocket)
    canary = createServer((socket) => {
      reached++
      socket.on('error', () => {}).resume()
      socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n')
    })
    const listen = (host: string) =>
      new Promise<void>((resolve, reject) => {
        canary.once('error', reject).listen(0, host, () => resolve())
      })
    await listen('::').catch(() => {
      hasIPv6 = false
      return listen('0.0.0.0')
    })
    port = (canary.address() as AddressInfo).port
  })
  beforeEach(() => {
    reached = 0
    attempts.length = 0
  })
  after(async () => {
    unsubscribe('net.client.socket', onSocket)
    for (const guard of guards) guard.close()
    await new Promise((resolve) => canary.close(resolve))
  })

  test('is reached by many of these addresses when nobody guards it', async () => {
    const local = ['127.0.0.1', '127.1', '0x7f.1', '2130706433', '017700000001', '0.0.0.0', 'localhost']
    if (hasIPv6) local.push('::', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1')
    for (const host of local) assert.equal(await reachesUnguarded(host), true, host)
    assert.ok(attempts.length >= local.length)
    assert.deepEqual(
      local.filter((host) => !(host in refusedAddresses)),
      [],
    )
  })

  test('is reached through the guard by an address or a name that the operator allows', async () => {
    const allow = hasIPv6 ? ['127.0.0.0/8', '::1/128'] : ['127.0.0.0/8']
    const open = guard({ allow, lookup: async () => ['127.0.0.1'] })
    const urls = ['127.0.0.1', '0x7f.1', '2130706433', 'receiver.test', ...(hasIPv6 ? ['[::1]'] : [])]
    for (const host of urls) assert.equal((await put(open, `http://${host}:${port}/`)).status, 204, host)
    assert.equal(reached, urls.length)
    // TLS starts after the connection: the canary does not speak it and is still reached.
    assert.match((await put(open, `https://receiver.test:${port}/`)).failure ?? '', /./)
    assert.equal(reached, urls.length + 1)
    assert.equal(attempts.length, reached)
  })

  test('is never reached by any spelling in a web address, and nothing else is', async () => {
    assert.ok(new Set(hosts).size >= 100, `${new Set(hosts).size} spellings`)
    // Every name resolves to the canary, so a spelling that is taken for a name leads there too.
    const closed = guard({ lookup: async () => ['127.0.0.1', '::1'] })
    // Without an allowed network, plain HTTP is refused before anything else.
    const ajar = guard({ allow: ['198.51.100.200/32'], lookup: async () => ['127.0.0.1', '::1'] })
    for (const host of hosts)
      for (const [http, scheme] of [
        [closed, 'https'],
        [closed, 'http'],
        [ajar, 'http'],
      ] as const) {
        const { failure, status } = await put(http, `${scheme}://${host}:${port}/`)
        assert.ok(failure && status === undefined, `${scheme}://${host}: ${status}`)
      }
    assertSilence()
  })

  test('is never reached by a name that resolves to any of them, alone or before and behind others', async () => {
    const answers = Object.keys(refusedAddresses)
    assert.ok(answers.length >= 60, `${answers.length} answers`)
    let addresses: string[] = []
    const lookup = async () => addresses
    const closed = guard({ lookup })
    const ajar = guard({ allow: ['198.51.100.200/32'], lookup })
    for (const answer of answers)
      for (addresses of [[answer], ['127.0.0.1', answer, '::1']])
        for (const [http, scheme] of [
          [closed, 'https'],
          [ajar, 'http'],
        ] as const) {
          const { failure } = await put(http, `${scheme}://receiver.test:${port}/`)
          assert.match(failure ?? '', /not public|no address/, `${scheme}: ${addresses}`)
        }
    addresses = []
    assert.match((await put(closed, `https://receiver.test:${port}/`)).failure ?? '', /no address/)
    assertSilence()
  })

  test('is never reached by a name that changes its mind between the question and the connection', async () => {
    // The server listens on only one address; the other is allowed, but nothing listens there.
    const [narrow, silent] = ['127.0.0.1', '127.0.0.2']
    let caught = 0
    const trap = createServer((socket) => {
      caught++
      socket.destroy()
    })
    await new Promise<void>((resolve) => trap.listen(0, narrow, resolve))
    try {
      const url = `https://receiver.test:${(trap.address() as AddressInfo).port}/`
      const play = async (second: string, allow: string[]) => {
        let asked = 0
        const lookup = async () => (asked++ % 2 === 0 ? [silent] : [second])
        const http = guard({ allow, lookup, timeoutMs: 20_000 })
        for (let time = 0; time < 4; time++) {
          assert.equal(http.whyRefused(url), undefined)
          assert.ok((await put(http, url)).failure, second)
        }
        assert.equal(asked, 4)
      }
      for (const second of Object.keys(refusedAddresses)) if (second !== silent) await play(second, [silent])
      assert.deepEqual(new Set(attempts), new Set([silent]))
      assert.equal(caught, 0)
      await play(narrow, [silent, narrow])
      assert.equal(caught, 2)
    } finally {
      await new Promise((resolve) => trap.close(resolve))
    }
  })

  test('is never reached by an address with a user, a fragment or another scheme, allowed or not', async () => {
    const open = guard({ allow: ['127.0.0.0/8'] })
    for (const url of [
      `https://user@127.0.0.1:${port}/`,
      `https://:pw@127.0.0.1:${port}/`,
      `https://127.0.0.1:${port}/#x`,
      `ftp://127.0.0.1:${port}/`,
      `ws://127.0.0.1:${port}/`,
      `//127.0.0.1:${port}/`,
      'file:///etc/hosts',
      'data:text/plain,x',
      'nonsense',
    ]) {
      const { failure } = await put(open, url)
      assert.ok(failure, url)
      assert.equal(open.whyRefused(url), failure)
    }
    assertSilence()
  })
})
