// What every reply has in common: compression if the caller asks for it, tags that stay usable with it, and headers that keep
// browsers from guessing and keeping.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { loadWorkshop } from '@walkaround/web/pages.ts'
import { sendBytes } from '../hostile/wire.ts'
import { makeClient, order, testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { makeOwnerScene } from '../support/owner.ts'
import { putOrder, surveyIdOf } from '../support/scenes.ts'

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const { app } = await testApp()
  return app.inject({ method: 'GET', url, headers })
}

const workshop = loadWorkshop()
const unpack: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

describe('compression', () => {
  test('of texts for callers who ask for it, with the same content and a tag of its own', async () => {
    const scene = await makeOwnerScene()
    const { client, surveyId } = scene
    const v1 = `/v1/system-clients/${client.id}`
    const paths = [
      ['/reference', {}],
      ['/v1/openapi.json', {}],
      [`${scene.path}?lang=en`, {}],
      [`${v1}/surveys/${surveyId}`, { 'x-api-key': client.key }],
      [`${v1}/packages`, { 'x-api-key': client.key }],
    ] as const
    for (const [path, headers] of paths) {
      const plain = await ask(path, headers)
      assert.equal(plain.statusCode, 200)
      assert.equal(plain.headers['content-encoding'], undefined)
      for (const coding of ['br', 'gzip']) {
        const packed = await ask(path, { ...headers, 'accept-encoding': coding })
        if (plain.rawPayload.length < 1024) continue
        assert.equal(packed.headers['content-encoding'], coding, path)
        assert.match(String(packed.headers.vary), /accept-encoding/)
        assert.equal(Number(packed.headers['content-length']), packed.rawPayload.length)
        const text = unpack[coding]?.(packed.rawPayload).toString()
        // The owner's form has an id of its own each time.
        if (!path.startsWith('/o/')) assert.equal(text, plain.body, path)
        assert.ok(packed.rawPayload.length * 2 < plain.rawPayload.length, path)
        if (plain.headers.etag !== undefined) assert.notEqual(packed.headers.etag, plain.headers.etag)
      }
    }
  })

  test('leaves tags usable: for 304, and for If-Match of a change', async () => {
    const client = await makeClient()
    const description = 'x'.repeat(2000)
    await client.put('/service-orders/1', order({ description }))
    const read = (headers: Record<string, string>) =>
      ask(`/v1/system-clients/${client.id}/service-orders/1`, { 'x-api-key': client.key, ...headers })
    const packed = await read({ 'accept-encoding': 'gzip' })
    assert.equal(packed.headers['content-encoding'], 'gzip')
    const tag = String(packed.headers.etag)
    assert.match(tag, /-gzip"$/)
    const known = await read({ 'accept-encoding': 'gzip', 'if-none-match': tag })
    assert.equal(known.statusCode, 304)
    const changed = await client.put('/service-orders/1', order(), { 'if-match': tag })
    assert.equal(changed.statusCode, 204)
    assert.equal((await client.put('/service-orders/1', order(), { 'if-match': tag })).statusCode, 412)
    const reference = await ask('/reference', { 'accept-encoding': 'br' })
    const again = await ask('/reference', { 'if-none-match': String(reference.headers.etag) })
    assert.equal(again.statusCode, 304)
    assert.equal(again.body, '')
  })

  test('of files and pages that are the same for everybody: with tags, also for a browser that says nothing of the site', async () => {
    const [asset] = /assets\/site\.\w+\.css/.exec((await ask('/')).body) ?? ['']
    for (const path of ['/', '/trust', '/reference', `/${asset}`, '/v1/openapi.json']) {
      const plain = await ask(path)
      assert.equal(plain.headers['content-encoding'], undefined, path)
      const headers = { 'accept-encoding': 'br, gzip', cookie: 'any=1' }
      // Two who come first share the work and get the same.
      const [packed, other] = await Promise.all([ask(path, headers), ask(path, headers)])
      assert.equal(packed.headers['content-encoding'], 'br', path)
      assert.deepEqual(packed.rawPayload, other.rawPayload, path)
      assert.equal(unpack.br?.(packed.rawPayload).toString(), plain.body, path)
      for (const tag of [packed.headers.etag, plain.headers.etag]) {
        const known = await ask(path, { ...headers, 'if-none-match': `"other", W/${tag}` })
        assert.equal(known.statusCode, 304, path)
        assert.equal(known.body, '', path)
        assert.match(String(known.headers.vary), /accept-encoding/, path)
      }
    }
    const unknown = await ask('/assets/none.css', { 'accept-encoding': 'br' })
    assert.equal(unknown.statusCode, 404)
    assert.equal(unknown.headers.etag, undefined)
  })

  test('of the workshop app, made by its build', { skip: !workshop && 'needs the built app' }, async () => {
    const files = [...(workshop?.files ?? [])].filter(
      ([, { contentType }]) => !contentType.startsWith('image/png'),
    )
    assert.ok(files.length > 20)
    for (const [path, file] of files) {
      const url = `/workshop/${path}`
      const plain = await ask(url, { 'accept-encoding': 'br;q=0, identity' })
      assert.deepEqual(plain.rawPayload, file.body, path)
      assert.equal(plain.headers.vary, 'accept-encoding', path)
      const tags = new Set([plain.headers.etag])
      for (const coding of ['br', 'gzip'] as const) {
        const packed = await ask(url, { 'accept-encoding': coding })
        const known = await ask(url, { 'if-none-match': String(packed.headers.etag) })
        assert.equal(known.statusCode, 304, path)
        if (!file.packed) continue
        tags.add(packed.headers.etag)
        assert.equal(packed.headers['content-encoding'], coding, path)
        assert.deepEqual(packed.rawPayload, file.packed[coding], path)
        assert.deepEqual(unpack[coding]?.(packed.rawPayload), file.body, path)
      }
      assert.equal(tags.size, file.packed ? 3 : 1, path)
      assert.ok(file.packed || file.body.length < 1024, path)
    }
    const page = await ask('/workshop/surveys/1', { 'accept-encoding': 'gzip' })
    assert.equal(page.headers['content-encoding'], 'gzip')
    assert.equal(page.headers.vary, 'accept-language, accept-encoding')
    const known = await ask('/workshop/surveys/1', { 'if-none-match': String(page.headers.etag) })
    assert.equal(known.statusCode, 304)
  })

  test('never of live changes, which must arrive at once', async () => {
    const { app } = await testApp()
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    const live = await app.inject({
      method: 'HEAD',
      url: `/app/system-clients/${client.id}/events`,
      headers: { cookie: me.cookie, 'accept-encoding': 'br', 'sec-fetch-site': 'same-origin' },
    })
    assert.match(String(live.headers['content-type']), /^text\/event-stream/)
    assert.equal(live.headers['content-encoding'], undefined)
  })

  test('spares what hands out a session, and answers that another site asked for with a cookie', async () => {
    const client = await makeClient()
    const surveyId = surveyIdOf(await putOrder(client), 'health')
    const me = await person(client.id, 'advisor')
    const page = (headers: Record<string, string>) =>
      ask(`/app/system-clients/${client.id}/surveys/${surveyId}`, {
        cookie: me.cookie,
        'accept-encoding': 'br',
        ...headers,
      })
    const own = await page({ 'sec-fetch-site': 'same-origin' })
    assert.equal(own.statusCode, 200)
    assert.equal(own.headers['content-encoding'], 'br')
    assert.equal((await page({ 'sec-fetch-site': 'cross-site' })).headers['content-encoding'], undefined)
    assert.equal((await page({})).headers['content-encoding'], undefined)
    const session = await ask('/app/session', {
      cookie: me.cookie,
      'accept-encoding': 'br',
      'sec-fetch-site': 'same-origin',
    })
    assert.equal(session.statusCode, 200)
    assert.equal(session.headers['content-encoding'], undefined)
  })
})

describe('headers', () => {
  test('data is never kept, guessed at or run by a browser, and HTTPS stays', async () => {
    const client = await makeClient()
    await putOrder(client)
    const replies = [
      await client.get('/service-orders/1'),
      await client.get('/service-orders/none'),
      await ask('/v1/nothing'),
      await ask('/app/session'),
      await ask('/healthz'),
    ]
    for (const { headers } of replies) {
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.match(String(headers['content-security-policy']), /default-src 'none'/)
      assert.equal(headers['strict-transport-security'], 'max-age=31536000')
    }
  })

  test('Host is sent once', async () => {
    const client = await makeClient()
    const head = `GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nX-API-KEY: ${client.key}\r\n\r\n`
    assert.match(await sendBytes([head]), /^HTTP\/1\.1 400 [\s\S]*Host: must be sent once/)
  })
})
