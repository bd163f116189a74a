// SMS with a real HTTP gateway: what it receives, in which encoding, and which failures may pass.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { SendFailure } from './channel.ts'
import { createSms, twilioGateway } from './sms.ts'

interface Request {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

const message = { id: 'm-1', address: '+49 (151) 00-00', text: 'Hello "you"\n& {from} \\ ü' }
const never = new AbortController().signal

describe('SMS', () => {
  const requests: Request[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('{}')
    })
  })
  let url = ''
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())

  const generic = (more = {}) =>
    createSms({
      url: `${url}/send`,
      method: 'POST',
      headers: { Authorization: 'Bearer secret' },
      body: '{"to":"{to}","text":"{text}","from":"{from}"}',
      from: 'Garage',
      ...more,
    })

  test('puts values into XML as XML, by its type or by its look', async () => {
    const evil = { ...message, text: `</text><to>+1</to>&"'\n\0ü` }
    for (const headers of [
      { 'Content-Type': 'text/xml; charset=utf-8' },
      { 'Content-Type': 'application/sms+xml' },
      {},
    ]) {
      await generic({ headers, body: '<sms to="{to}"><text>{text}</text></sms>' }).send(evil, never)
      assert.equal(
        requests.at(-1)?.body,
        '<sms to="+491510000"><text>&lt;/text&gt;&lt;to&gt;+1&lt;/to&gt;&amp;&quot;&apos;&#10;ü</text></sms>',
      )
    }
  })

  test('puts values into JSON as JSON', async () => {
    await generic().send(message, never)
    const request = requests.at(-1)
    assert.deepEqual(JSON.parse(request?.body ?? ''), {
      to: '+491510000',
      text: message.text,
      from: 'Garage',
    })
    assert.equal(request?.headers.authorization, 'Bearer secret')
    assert.equal(request?.headers['content-type'], 'application/json')
  })

  test('puts values into a form or an address percent-encoded', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    await generic({ headers, body: 'to={to}&text={text}' }).send(message, never)
    const form = new URLSearchParams(requests.at(-1)?.body)
    assert.deepEqual(
      [...form],
      [
        ['to', '+491510000'],
        ['text', message.text],
      ],
    )
    await generic({ method: 'GET', url: `${url}/send?n={to}&t={text}&id={id}` }).send(message, never)
    const asked = new URL(requests.at(-1)?.url ?? '', url).searchParams
    assert.deepEqual([asked.get('n'), asked.get('t'), asked.get('id')], ['+491510000', message.text, 'm-1'])
    assert.equal(requests.at(-1)?.body, '')
  })

  test('speaks as the preset does', async () => {
    await createSms(twilioGateway({ account: 'AC1', token: 't', from: '+15005550006', url })).send(
      message,
      never,
    )
    const request = requests.at(-1)
    assert.equal(request?.url, '/2010-04-01/Accounts/AC1/Messages.json')
    assert.equal(request?.headers.authorization, `Basic ${Buffer.from('AC1:t').toString('base64')}`)
    const form = new URLSearchParams(request?.body)
    assert.deepEqual(
      [form.get('To'), form.get('From'), form.get('Body')],
      ['+491510000', '+15005550006', message.text],
    )
  })

  for (const [answer, isPermanent, code] of [
    [400, true, 'refused'],
    [422, true, 'refused'],
    [401, false, 'wronglySetUp'],
    [404, false, 'wronglySetUp'],
    [429, false, 'putOff'],
    [500, false, 'putOff'],
    [503, false, 'putOff'],
    [302, false, 'putOff'],
  ] as const) {
    test(`takes ${answer} for ${isPermanent ? 'final' : 'passing'}`, async () => {
      status = answer
      await assert.rejects(generic().send(message, never), (error: unknown) => {
        assert.ok(error instanceof SendFailure)
        assert.deepEqual([error.isPermanent, error.code], [isPermanent, code])
        assert.match(error.message, new RegExp(`status ${answer}`))
        return true
      })
      status = 200
    })
  }

  test('a gateway that is away may come back, and the failure names no secret', async () => {
    await assert.rejects(
      generic({ url: 'http://127.0.0.1:9/secret' }).send(message, never),
      (error: unknown) => {
        assert.ok(error instanceof SendFailure && !error.isPermanent)
        assert.equal(error.code, 'notReached')
        assert.doesNotMatch(error.message, /secret|151/)
        return true
      },
    )
  })
})
