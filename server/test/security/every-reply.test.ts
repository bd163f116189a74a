// The security headers of every kind of reply: pages, data, files, streams, refusals, and replies that Node makes itself.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { parse, send, sendBytes } from '../hostile/wire.ts'
import { makeClient, request } from '../support/api.ts'
import { person } from '../support/app.ts'
import { decide, makeOwnerScene } from '../support/owner.ts'
import { putOrder, surveyIdOf } from '../support/scenes.ts'
import { makePhoto } from '../support/uploads.ts'

interface Reply {
  what: string
  status: number
  headers: Record<string, unknown>
  hasBody: boolean
}

const told = (what: string, { statusCode, headers, rawPayload }: LightMyRequestResponse): Reply => ({
  what,
  status: statusCode,
  headers,
  hasBody: rawPayload.length > 0,
})

/** From an address of its own: what other tests try from theirs is counted there. */
const remoteAddress = '198.51.100.41'
const get = async (url: string, headers: Record<string, string> = {}) =>
  told(`GET ${url.split('?')[0]}`, await request({ method: 'GET', url, headers, remoteAddress }))

/** One of each kind, from the landing page to bytes that are not HTTP. */
async function everyReply(): Promise<Reply[]> {
  const client = await makeClient()
  const key = { 'x-api-key': client.key }
  const surveyId = surveyIdOf(await putOrder(client))
  const me = await person(client.id, 'advisor')
  const app = `/app/system-clients/${client.id}/surveys/${surveyId}`
  const added = await request({
    method: 'PUT',
    url: `${app}/photos/p1`,
    headers: { ...key, 'content-type': 'image/jpeg' },
    payload: await makePhoto(),
  })
  const photo = await request({
    method: 'GET',
    url: `/v1/system-clients/${client.id}/surveys/${surveyId}/photos/p1/small`,
    headers: key,
  })
  assert.equal(photo.statusCode, 302, photo.body)
  const scene = await makeOwnerScene()
  const decided = await decide(scene, { [scene.ids.pads]: 'approve' })
  const page = (await request({ method: 'GET', url: '/' })).body
  const asset = /(?:href|src)="\.?\/?(assets\/[^"]+)"/.exec(page)?.[1] ?? 'none'
  const broken = parse(await sendBytes(['BREW / HTTP/1.1\r\nHost: a\r\n\r\n']))
  return [
    await get('/'),
    await get('/reference'),
    await get('/trust'),
    await get('/ca.crt'),
    await get(`/${asset}`),
    await get('/assets/none'),
    await get('/workshop'),
    await get('/workshop/'),
    await get('/workshop/assets/none.js'),
    await get('/admin'),
    await get('/admin/'),
    await get('/admin/people/ruth'),
    await get('/admin/assets/none.js'),
    await get('/desk'),
    await get('/desk/'),
    await get('/desk/vehicles/vin/WVWZZZ1KZAW000001'),
    await get('/desk/assets/none.js'),
    await get('/nothing-of-ours'),
    await get('/healthz'),
    await get('/readyz'),
    await get('/v1/openapi.json'),
    await get(`/v1/system-clients/${client.id}/leads`),
    await get(`/v1/system-clients/${client.id}/leads`, key),
    await get(`/v1/system-clients/${client.id}/surveys/${surveyId}`, key),
    await get(`/v1/system-clients/${client.id}/surveys/${surveyId}/pdf-forms/handover-act`, key),
    await get('/app/session', { cookie: me.cookie }),
    await get(app, { cookie: me.cookie }),
    await get(`${app}/none`, { cookie: me.cookie }),
    told('PUT of a photo', added),
    told('the way to a photo', photo),
    await get(new URL(String(photo.headers.location), 'https://walkaround.test').pathname),
    await get('/media/forged'),
    await get(`${scene.path}?lang=en`),
    await get('/o/nobody.0000000000000000'),
    told('a decision of an owner', decided),
    {
      what: 'bytes that are no HTTP',
      status: broken.status,
      headers: broken.headers,
      hasBody: broken.text !== '',
    },
  ]
}

let asked: Promise<Reply[]> | undefined
const replies = (): Promise<Reply[]> => {
  asked ??= everyReply()
  return asked
}

describe('every reply', () => {
  test('is there: pages, data, files, refusals', async () => {
    const found = new Set((await replies()).map(({ status }) => status))
    // The app's page is 200 where it was built and 503 where it was not.
    found.delete(503)
    assert.deepEqual([...found].sort(), [200, 201, 302, 303, 308, 400, 401, 403, 404])
  })

  test('keeps the browser on HTTPS for a year, guesses no type and tells nobody the address', async () => {
    for (const { what, headers } of await replies()) {
      const [, seconds] = /^max-age=(\d+)$/.exec(String(headers['strict-transport-security'])) ?? []
      assert.ok(Number(seconds) >= 365 * 86_400, what)
      assert.equal(headers['x-content-type-options'], 'nosniff', what)
      assert.equal(headers['referrer-policy'], 'no-referrer', what)
    }
  })

  test('has a policy that loads nothing from elsewhere and lets nobody frame it', async () => {
    for (const { what, headers } of await replies()) {
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /base-uri 'none'/, what)
      assert.match(policy, /frame-ancestors 'none'/, what)
      // The reader of barcodes is compiled by the browser; it comes from here like every script.
      assert.doesNotMatch(policy.replace(" 'wasm-unsafe-eval'", ''), /unsafe|https?:|\*|data:/, what)
      if (headers['content-type'] !== 'application/pdf') assert.match(policy, /^default-src 'none'/, what)
    }
  })

  test('with a body says its type, and texts their character set', async () => {
    for (const { what, headers, hasBody } of await replies()) {
      if (!hasBody) continue
      const type = String(headers['content-type'])
      assert.match(type, /^[a-z]+\/[a-z0-9.+-]+/, what)
      if (/^text\/|json|xml/.test(type)) assert.match(type, /; charset=utf-8$/i, `${what}: ${type}`)
    }
  })

  test('says nothing of what serves it, and opens nothing to other origins', async () => {
    for (const { what, headers } of await replies()) {
      for (const name of ['server', 'x-powered-by', 'via', 'access-control-allow-origin'])
        assert.equal(headers[name], undefined, `${what}: ${name}`)
    }
  })
})

describe('another origin', () => {
  test('gets no leave to read, whether it asks before or at once', async () => {
    const client = await makeClient()
    const path = `/v1/system-clients/${client.id}/leads`
    const origin = 'https://evil.example'
    for (const method of ['OPTIONS', 'GET', 'PUT']) {
      const answer = await send({
        method,
        path,
        headers: {
          origin,
          'x-api-key': client.key,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'x-api-key',
        },
      })
      const given = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))
      assert.deepEqual(given, [], method)
    }
  })
})
