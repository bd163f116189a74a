// The code of the reference, taken from the page and run: calls reach the service with every character as it was meant, and the
// check of a callback agrees with what the service signs. C# and Java are only compared with kept files: no compiler is asked for.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { buildOpenApi, dmsInterface } from '@walkaround/contract/openapi.ts'
import { renderReference } from '@walkaround/web/pages.ts'
import { headersOf } from '../../src/features/callbacks/rules.ts'
import { findTool } from '../docs/find-tool.ts'
import { makeClient, type TestClient } from '../support/api.ts'
import { type OnWire, openOnWire } from '../support/on-wire.ts'

const run = promisify(execFile)
const [python, openssl] = [findTool('python3'), findTool('openssl')]

/** What ends a string, a line or a template in one of the languages. */
const hostile =
  'O\'Neil "quoted" \\ back\\nslash $' +
  '{x} {y} """ $HOME `id` \u2028 \u0085 \u200b é 你 🚗 %s #{z}\ttab\nline'
const body = { externalBranchId: 'B1', description: hostile, vehicle: { recordedMileage: 38_000 } }

type Document = ReturnType<typeof buildOpenApi>
type Described = {
  operationId: string
  parameters: { name: string; in: string; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}

/** The document with ids that exist here instead of those of the demo. */
function documentWith(baseUrl: string, ids: Record<string, string>): Document {
  const document = structuredClone(buildOpenApi({ ...dmsInterface, version: '1', baseUrl }))
  for (const operation of Object.values(document.paths).flatMap(
    (item) => Object.values(item) as Described[],
  )) {
    for (const parameter of operation.parameters)
      if (parameter.in === 'path') parameter.example = ids[parameter.name] ?? parameter.example
    const media = operation.requestBody?.content['application/json']
    if (operation.operationId === 'putServiceOrder' && media) media.example = body
  }
  return document
}

const toText = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** Code of an operation in a language, as a reader copies it. */
function codeOf(page: string, anchor: string, language: string): string {
  const article = page.slice(page.indexOf(`<article class="op" id="${anchor}"`))
  const [, code] =
    new RegExp(`data-code="${language}"[^>]*><pre[^>]*><code>([\\s\\S]*?)</code>`).exec(
      article.slice(0, article.indexOf('</article>')),
    ) ?? []
  assert.ok(code !== undefined, `${anchor} has no ${language}`)
  return toText(code)
}

describe('code of the reference', () => {
  let wire: OnWire
  let client: TestClient
  let folder: string
  let page: string
  before(async () => {
    wire = await openOnWire({})
    client = await makeClient()
    folder = await mkdtemp(join(tmpdir(), 'walkaround code '))
    await writeFile(join(folder, 'walkaround-ca.crt'), wire.ca)
    const { port } = wire.app.server.address() as AddressInfo
    const openapi = documentWith(`https://localhost:${port}`, { system_client_id: client.id, id: "o'1/ü" })
    page = renderReference({ openapi, language: 'en', ownAuthority: true })
  })
  after(async () => {
    await wire.close()
    await rm(folder, { recursive: true })
  })

  const start = async (program: string, file: string, code: string) => {
    await writeFile(join(folder, file), code)
    const env = { ...process.env, WALKAROUND_KEY: client.key, NODE_EXTRA_CA_CERTS: 'walkaround-ca.crt' }
    return (await run(program, [file], { cwd: folder, env })).stdout
  }
  const described = async () => {
    const { description } = (await client.get(`/service-orders/${encodeURIComponent("o'1/ü")}`)).json()
    return description as string
  }
  /** Writes, reads and is refused, each time by the code of the page. */
  const travels = async (program: string, language: string, file: string) => {
    const put = codeOf(page, 'op-put-service-order', language)
    assert.match(await start(program, file, put), /20[14]/)
    assert.equal(await described(), hostile)
    assert.match(await start(program, file, codeOf(page, 'op-get-service-order', language)), /B1/)
    await assert.rejects(
      start(program, file, codeOf(page, 'op-get-lead', language)),
      ({ stderr }: { stderr: string }) => stderr.includes('404'),
    )
  }

  test('in JavaScript does what it says', () => travels(process.execPath, 'javascript', 'call.mjs'))

  test('in Python does what it says', { skip: !python && 'needs python3 on this machine' }, () =>
    travels(python as string, 'python', 'call.py'),
  )

  // Compile the files again after a change: javac 17 took those of Java; those of C# (12, .NET 8) were read by people alone.
  test('in C# and Java is as it is kept', () => {
    const openapi = documentWith('https://dms.example', { system_client_id: 'demo', id: '1' })
    const fixed = renderReference({ openapi, language: 'en', ownAuthority: true })
    for (const [language, ending] of [
      ['csharp', 'cs'],
      ['java', 'java'],
    ] as const)
      for (const anchor of ['op-put-service-order', 'op-get-pdf-form', 'op-message-sent']) {
        const file = new URL(`../../../web/test/code/${anchor}.${ending}.txt`, import.meta.url)
        assert.ok(existsSync(file), `${file.pathname} is missing`)
        assert.equal(`${codeOf(fixed, anchor, language)}\n`, readFileSync(file, 'utf8'), file.pathname)
      }
  })

  test('in every language is there for every operation, without a key', () => {
    const anchors = [...page.matchAll(/<article class="op" id="(op-[^"]+)"/g)].map(
      ([, anchor]) => anchor ?? '',
    )
    assert.ok(anchors.length > 35)
    for (const anchor of anchors)
      for (const language of ['curl', 'javascript', 'python', 'csharp', 'java'])
        assert.ok(codeOf(page, anchor, language).length > 80, `${anchor} ${language}`)
    assert.ok(!page.includes(client.key))
  })

  describe('that checks a callback', () => {
    const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
    const sent = JSON.stringify({ id: 'm-1', text: hostile })
    const at = (seconds: number) =>
      headersOf(
        { id: 'm-1', url: '', body: sent, key: 'k', secrets: [secret] },
        new Date(Date.now() + seconds * 1000),
        '1',
      )
    type Case = readonly [headers: Record<string, string>, body: string, isGenuine: boolean]
    /** Made when a test runs: that may be minutes after this file was loaded, and a signature is too old after five. */
    const makeCases = (now = at(0)): readonly Case[] => [
      [now, sent, true],
      [{ ...now, 'webhook-signature': `v1,AAAA ${now['webhook-signature']}` }, sent, true],
      [now, sent.replace('m-1', 'm-2'), false],
      [at(-3600), sent, false],
      [at(3600), sent, false],
      [{ ...now, 'webhook-signature': 'v1,AAAA' }, sent, false],
    ]

    test('in JavaScript agrees with what the service signs', async () => {
      const file = join(folder, 'check.mjs')
      await writeFile(file, codeOf(page, 'op-message-sent', 'javascript'))
      const { isGenuine } = (await import(pathToFileURL(file).href)) as {
        isGenuine(headers: Record<string, string>, body: string, secret: string): boolean
      }
      for (const [headers, text, expected] of makeCases())
        assert.equal(isGenuine(headers, text, secret), expected)
    })

    test('in Python agrees, too', { skip: !python && 'needs python3 on this machine' }, async () => {
      const asked = JSON.stringify(makeCases().map(([headers, text]) => [headers, text]))
      const answer = await start(
        python as string,
        'check.py',
        `${codeOf(page, 'op-message-sent', 'python')}
import json
print(json.dumps([is_genuine(h, b.encode(), ${JSON.stringify(secret)}) for h, b in json.loads(${JSON.stringify(asked)})]))`,
      )
      assert.deepEqual(
        JSON.parse(answer),
        makeCases().map(([, , expected]) => expected),
      )
    })

    test('adds up with the worked example of the page', () => {
      const article = page.slice(page.indexOf('id="op-message-sent"'))
      const steps = toText(/<ol class="steps">([\s\S]*?)<\/ol>/.exec(article)?.[1] ?? '')
      const [, shownSecret = '', hex] = /(whsec_[A-Za-z0-9+/=]+)\n→ ([0-9a-f]+)/.exec(steps) ?? []
      const [, id = '', timestamp = '', text = ''] = /([0-9a-f-]{36})\.(\d+)\.(\{.*\})/.exec(steps) ?? []
      assert.equal(Buffer.from(shownSecret.replace('whsec_', ''), 'base64').toString('hex'), hex)
      const { 'webhook-signature': expected } = headersOf(
        { id, url: '', body: text, key: 'k', secrets: [shownSecret] },
        new Date(Number(timestamp) * 1000),
        '1',
      )
      assert.ok(expected && steps.includes(expected), 'the signature of the page is not that of the service')
      assert.ok(toText(article).includes(`Webhook-Signature: ${expected}`))
    })

    test('in a shell confirms the worked example', {
      skip: !openssl && 'needs openssl on this machine',
    }, async () => {
      const article = page.slice(page.indexOf('id="op-message-sent"'))
      const text = /\d\.(\{.*\})/.exec(
        toText(/<ol class="steps">([\s\S]*?)<\/ol>/.exec(article)?.[1] ?? ''),
      )?.[1]
      await writeFile(join(folder, 'body.json'), text ?? '')
      assert.equal(await start('sh', 'check.sh', codeOf(page, 'op-message-sent', 'curl')), 'genuine\n')
      await writeFile(join(folder, 'body.json'), `${text} `)
      await assert.rejects(start('sh', 'check.sh', codeOf(page, 'op-message-sent', 'curl')))
    })
  })
})
