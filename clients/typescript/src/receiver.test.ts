import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { headersOf } from '../../../server/src/features/callbacks/rules.ts'
import { type Callback, createReceiver, type ReceiverOptions } from './receiver.ts'

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`
const secret = secretOf(7)
const now = new Date('2026-11-18T12:00:00Z')
const body = JSON.stringify({ id: 'm-1', outputType: 'vcApproval', customer: { firstName: 'Zoë' } })

/** A request as the service makes it. */
const signed = (id: string, content: string, secrets: string[] = [secret], at = now) =>
  headersOf({ id, url: 'http://a.example', body: content, key: 'the-key', secrets }, at, '1')

function scene(more: Partial<ReceiverOptions> = {}) {
  const taken: Callback[] = []
  const refused: string[] = []
  const receiver = createReceiver({
    secret,
    apiKey: 'the-key',
    now: () => now,
    onEvent: (callback) => void taken.push(callback),
    onRefused: (status, why) => refused.push(`${status} ${why}`),
    ...more,
  })
  const put = (content = body, headers: Record<string, string> = signed('m-1', content), method = 'PUT') =>
    receiver
      .fetch(
        new Request('https://dms.example/in/m-1', {
          method,
          headers,
          ...(method === 'GET' ? {} : { body: content }),
        }),
      )
      .then(({ status }) => status)
  return { receiver, taken, refused, put }
}

describe('the receiver', () => {
  test('takes what is signed, once, with its kind', async () => {
    const { put, taken, refused } = scene()
    assert.equal(await put(), 204)
    assert.equal(await put(), 204)
    assert.equal(taken.length, 1, 'a repeat is recognised')
    const [first] = taken
    assert.deepEqual([first?.id, first?.kind, first?.isTest], ['m-1', 'messageSent', false])
    assert.deepEqual(first?.body, JSON.parse(body))
    const trial = JSON.stringify({ id: 'test-1', kind: 'one.of.tomorrow' })
    assert.equal(await put(trial, signed('test-1', trial)), 204)
    assert.deepEqual([taken[1]?.isTest, String(taken[1]?.kind)], [true, 'one.of.tomorrow'])
    assert.deepEqual(refused, [])
  })

  test('accepts any signature that matches any of its secrets', async () => {
    const { put } = scene({ secret: [secretOf(1), secret] })
    assert.equal(await put(body, signed('m-1', body, [secretOf(2), secret])), 204)
    assert.equal(await put(body, signed('m-1', body, [secretOf(1)])), 204)
    assert.equal(await put(body, signed('m-1', body, [secretOf(2)])), 401)
  })

  test('refuses what is not genuine, and says why to its owner alone', async () => {
    const { put, taken, refused } = scene()
    const genuine = signed('m-1', body)
    assert.equal(await put(body.replace('Zoë', 'Zoe'), genuine), 401)
    assert.equal(await put(body, signed('m-1', body, [secret], new Date(now.getTime() - 301_000))), 401)
    assert.equal(await put(body, signed('m-1', body, [secret], new Date(now.getTime() + 301_000))), 401)
    assert.equal(await put(body, signed('m-1', body, [])), 401)
    assert.equal(await put(body, { ...genuine, 'webhook-timestamp': 'soon' }), 401)
    assert.equal(await put(body, { ...genuine, 'webhook-id': 'm-2' }), 401)
    assert.equal(await put(body, { ...genuine, 'webhook-signature': 'v2,AAAA v1,@@' }), 401)
    assert.equal(await put(body, { ...genuine, 'x-api-key': 'the-kez' }), 401)
    assert.equal(await put(body, genuine, 'GET'), 405)
    assert.deepEqual(taken, [])
    assert.match(refused[0] ?? '', /^401 No signature matches/)
    assert.match(refused[1] ?? '', /301 seconds ago: more than 300$/)
    assert.match(refused[2] ?? '', /301 seconds ahead/)
    assert.match(refused[3] ?? '', /^401 Webhook-Id, .* is a secret set at the sender/)
    assert.match(refused[7] ?? '', /^401 X-Api-Key/)
    for (const content of ['no json', '[]', 'null', '{"id":""}']) {
      assert.equal(await put(content, signed('m-1', content)), 400, content)
    }
  })

  test('what it could not handle comes again; attempts at the same moment are one', async () => {
    let isDown = true
    let entered = 0
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const known = new Set<string>()
    const { put, refused } = scene({
      isKnown: async (id) => known.has(id),
      remember: async (id) => void known.add(id),
      onEvent: async () => {
        if (isDown) throw new Error('the database is away')
        entered++
        await gate
      },
    })
    assert.equal(await put(), 500)
    assert.match(refused[0] ?? '', /^500 Error: the database is away/)
    assert.equal(known.size, 0)
    isDown = false
    const both = Promise.all([put(), put()])
    release()
    assert.deepEqual(await both, [204, 204])
    assert.equal(entered, 1)
    assert.ok(known.has('m-1'))
  })

  test('is not made without something to check, or with half a memory', () => {
    const onEvent = () => {}
    assert.throws(() => createReceiver({ onEvent }), /needs a secret or an apiKey/)
    assert.throws(() => createReceiver({ onEvent, secret: 'abc' }), /secret must be whsec_/)
    assert.throws(
      () => createReceiver({ onEvent, apiKey: 'k', isKnown: () => false }),
      /isKnown and remember/,
    )
  })

  describe('as a server of Node', () => {
    const { receiver, taken } = scene({ maxBytes: 1000 })
    const server = createServer(receiver.node)
    let url = ''
    before(async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in/m-1`
    })
    after(() => {
      server.close()
      server.closeAllConnections()
    })

    test('takes and refuses the same', async () => {
      const put = async (content: string, headers: Record<string, string>) =>
        (await fetch(url, { method: 'PUT', headers, body: content })).status
      assert.equal(await put(body, signed('m-1', body)), 204)
      assert.equal(await put(body, {}), 401)
      const large = JSON.stringify({ id: 'm-2', value: 'x'.repeat(100_000) })
      assert.equal(await put(large, signed('m-2', large)), 413)
      const wrong = await fetch(url)
      assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'PUT'])
      assert.deepEqual(
        taken.map(({ id }) => id),
        ['m-1'],
      )
    })
  })
})
