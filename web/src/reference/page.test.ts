import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { listAttribute, listElements, toPlainText } from '../../test/markup.ts'
import { openapiFixture } from '../../test/openapi-fixture.ts'
import { renderReference } from './page.ts'

const render = (openapi: unknown, language: Language = 'en') =>
  renderReference({ openapi, language, baseUrl: 'https://localhost:8443' })

/** The article or section with this id, up to the next one. */
function part(markup: string, id: string): string {
  const start = markup.indexOf(`id="${id}"`)
  assert.ok(start > 0, `no ${id}`)
  return markup.slice(start, markup.indexOf('</article>', start))
}

describe('reference', () => {
  const markup = render(openapiFixture)
  const put = part(markup, 'op-put-service-order')

  it('lists every operation in the rail and in the page, in the order of the document', () => {
    const anchors = listElements(markup).flatMap(({ name, attributes }) =>
      name === 'article' ? (attributes.get('id') ?? []) : [],
    )
    assert.deepEqual(anchors, [
      'op-put-service-order',
      'op-get-service-order',
      'op-get-damage-drawing',
      'op-put-output',
    ])
    for (const anchor of anchors) assert.ok(listAttribute(markup, 'href').includes(`#${anchor}`), anchor)
  })

  it('shows parameters of the path item and of the operation', () => {
    const text = toPlainText(put)
    for (const name of ['system_client_id', 'If-Match']) assert.ok(text.includes(name), name)
    assert.match(text, /1 to 128 characters/)
  })

  it('shows one level of fields with required mark, rules, service-owned mark and links to other schemas', () => {
    assert.match(put, /<code>external<wbr>Branch<wbr>Id<\/code>[\s\S]*?<span class="required">required/)
    assert.match(put, /Set by the service, ignored when sent: <code>site<wbr>Name<\/code>/)
    assert.match(
      markup.slice(markup.indexOf('id="schemas"')),
      /<code>site<wbr>Name<\/code>[\s\S]*?set by the service/,
    )
    assert.match(put, /<a href="#schema-business-partner">BusinessPartner<\/a>/)
    assert.match(put, /not empty/)
  })

  it('unfolds named objects from their place, also behind null and in lists', () => {
    assert.match(put, /<details class="unfold" data-of="schema-business-partner">/)
    const openapi = {
      components: {
        schemas: {
          Part: { type: 'object', properties: { size: { type: 'integer' } } },
          Whole: {
            type: 'object',
            properties: {
              maybe: { anyOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }] },
              many: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
              plain: { type: 'string' },
            },
          },
        },
      },
    }
    const page = render(openapi)
    assert.equal(page.split('data-of="schema-part"').length - 1, 2)
    for (const id of ['schema-whole.maybe', 'schema-whole.many', 'schema-part.size'])
      assert.ok(page.includes(`id="${id}"`) && page.includes(`href="#${id}"`), id)
  })

  it('shows how stable an operation is, if the document says so', () => {
    const paths = { '/a': { get: { 'x-stability': 'preview', responses: {} } } }
    assert.match(toPlainText(part(render({ paths }), 'op-get-a')), /preview/)
    assert.doesNotMatch(toPlainText(put), /preview/)
  })

  it('nests objects without a name, with values and aliases', () => {
    assert.match(
      put,
      /class="nested"[\s\S]*unit<wbr>Of<wbr>Measure[\s\S]*<code>ea<\/code> <code>hour<\/code>/,
    )
    assert.match(put, /<code>pc<\/code> → <code>ea<\/code>/)
  })

  it('shows our additions, decisions and deprecation as badges', () => {
    assert.match(put, /Walkaround addition/)
    assert.match(put, /class="badge decision" href="\.\/docs\/decisions-of-the-interface\?lang=en#a1">A1</)
    assert.match(markup, /id="error-40012"><a href="\.\/docs\/error-catalogue\?lang=en#40012">/)
    assert.match(part(markup, 'op-get-damage-drawing'), /Walkaround addition[\s\S]*deprecated/)
  })

  it('shows errors per operation, linked to the catalogue', () => {
    assert.match(put, /<a href="#error-40012"><code>40012<\/code><\/a>/)
    assert.match(markup, /id="error-40012"/)
  })

  it('writes a curl command that a shell reads as it is meant', () => {
    const text = toPlainText(put)
    assert.ok(
      text.includes(`curl -X PUT 'https://localhost:8443/v1/system-clients/demo/service-orders/A%2F1%20b'`),
    )
    assert.ok(text.includes(`"externalBranchId": "D'\\''1"`))
  })

  it('renders each schema once, alternatives and merged parts included', () => {
    const text = toPlainText(markup.slice(markup.indexOf('id="schemas"')))
    for (const name of Object.keys(openapiFixture.components.schemas)) assert.ok(text.includes(name), name)
    assert.match(
      markup,
      /id="schema-output"[\s\S]*?<code>name<\/code>[\s\S]*?<code>sent<\/code>[\s\S]*?iso8601/,
    )
    assert.match(markup, /One of: object, <a href="#schema-company">Company/)
  })

  it('shows the callback without a form for trying', () => {
    assert.doesNotMatch(part(markup, 'op-put-output'), /data-try/)
    assert.match(part(markup, 'op-put-output'), /<code>\{resource_url\}<\/code>/)
    assert.match(put.slice(0, 400), /data-try=/)
  })

  it('marks the English of the document on pages in another language', () => {
    assert.match(part(render(openapiFixture, 'ru'), 'op-put-service-order'), /<h3[^>]* lang="en">Create/)
    assert.doesNotMatch(markup, /<h3[^>]* lang=/)
  })

  it('states limits that most fields share once, and the others at the field', () => {
    const field = (maxLength: number) => ({ type: 'string', maxLength })
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`f${index}`, field(20000)]))
    const text = toPlainText(
      render({ components: { schemas: { A: { properties: { ...many, own: field(7) } } } } }),
    )
    assert.equal(text.split('at most 20000 characters').length - 1, 1)
    assert.equal(text.split('at most 7 characters').length - 1, 1)
  })
})

describe('reference of a hostile document', () => {
  const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(1)>\`**\n\n- <b>`
  const names = new Set(listElements(render(openapiFixture)).map(({ name }) => name))
  const attributes = new Set(
    listElements(render(openapiFixture)).flatMap((element) => [...element.attributes.keys()]),
  )

  /** Corrupts every text, and every key that is a name rather than a keyword of OpenAPI. */
  function spoil(node: unknown, isName = false): unknown {
    if (typeof node === 'string') return node.startsWith('#/') ? node : node + hostile
    if (Array.isArray(node)) return node.map((entry) => spoil(entry))
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [
        isName ? key + hostile : key,
        spoil(
          value,
          [
            'paths',
            'properties',
            'examples',
            'headers',
            'schemas',
            'responses',
            'content',
            'x-aliases',
            'webhooks',
          ].includes(key),
        ),
      ]),
    )
  }

  const markup = render(spoil(openapiFixture))

  it('makes no element and no attribute that a friendly one does not', () => {
    assert.ok(toPlainText(markup).includes('alert(1)'))
    for (const element of listElements(markup)) {
      // Markdown in the document may produce only these.
      assert.ok(
        names.has(element.name) || ['ul', 'li', 'strong', 'code'].includes(element.name),
        element.name,
      )
      for (const attribute of element.attributes.keys())
        assert.ok(attributes.has(attribute), `${element.name} ${attribute}`)
    }
  })

  it('never ends the markup early', () => {
    const scripts = (page: string) => page.match(/<script\b/g)?.length
    assert.equal(scripts(markup), scripts(render(openapiFixture)))
    assert.ok(markup.endsWith('</html>\n'))
  })

  it('makes no link to a scheme that runs code', () => {
    const spoiled = render({ ...openapiFixture, servers: [{ url: 'javascript:alert(1)' }] })
    for (const href of listAttribute(spoiled, 'href'))
      assert.match(href, /^(#|\.\/|\?lang=|https:\/\/localhost:8443\/)/)
  })

  it('survives circles, dead references, inherited names and wrong types', () => {
    const schemas = {
      Self: { $ref: '#/components/schemas/Self' },
      List: { type: 'array', items: { $ref: '#/components/schemas/List' } },
      Both: {
        allOf: [{ $ref: '#/components/schemas/Both' }],
        properties: { a: { anyOf: [{ $ref: '#/components/schemas/Both' }] } },
      },
      Dead: {
        properties: {
          a: { $ref: '#/components/schemas/None' },
          b: { $ref: 'https://example.com/x' },
          c: { $ref: '#/%' },
        },
      },
      constructor: { properties: { toString: { type: 'string' }, __proto__: { type: 7 } } },
      Wrong: { type: 9, enum: 'x', required: 3, properties: [1], 'x-aliases': [2] },
      None2: null,
    }
    const paths = {
      '/a': {
        get: 1,
        put: { parameters: {}, responses: [], tags: 'x', requestBody: { content: { 'a/b': null } } },
      },
      '/b': null,
    }
    assert.match(render({ components: { schemas }, paths }), /id="schema-self"/)
    for (const openapi of [null, undefined, 1, 'x', [], {}, { paths: [] }])
      assert.match(render(openapi), /<\/html>/)
  })
})

describe('reference of the real interface', () => {
  const file = new URL('../../../contract/openapi.json', import.meta.url)
  const skip = existsSync(file) ? false : 'contract/openapi.json is not there'

  it('shows every operation and schema, resolves every link, and stays light', { skip }, () => {
    const openapi = JSON.parse(readFileSync(file, 'utf8'))
    const markup = render(openapi)
    const ids = new Set(listAttribute(markup, 'id'))
    for (const href of listAttribute(markup, 'href'))
      if (href.startsWith('#')) assert.ok(ids.has(href.slice(1)), href)
    const text = toPlainText(markup)
    for (const [path, item] of Object.entries(
      openapi.paths as Record<string, Record<string, { summary?: string }>>,
    )) {
      assert.ok(text.includes(path), path)
      for (const { summary } of Object.values(item)) if (summary) assert.ok(text.includes(summary), summary)
    }
    for (const name of Object.keys(openapi.components.schemas)) assert.ok(text.includes(name), name)
    // Without script the answers that no other operation has; with it those of every status.
    for (const article of markup.split('<article ').slice(1)) {
      const own = listAttribute(article, 'data-answer')
      assert.ok(own.length > 0 && /data-answer="[^"]+" open>/.test(article), article.slice(0, 80))
    }
    const shown = [...markup.matchAll(/<article class="op" id="([^"]+)"[\s\S]*?<\/article>/g)]
    for (const [path, item] of Object.entries(
      openapi.paths as Record<string, Record<string, { operationId: string; responses: object }>>,
    ))
      for (const { operationId, responses } of Object.values(item)) {
        const anchor = `op-${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
        const [article = ''] = shown.find(([, id]) => id === anchor) ?? []
        const shared = listAttribute(article, 'data-shared').join(';').split(';')
        const offered = [
          ...listAttribute(article, 'data-answer'),
          ...shared.map((words) => words.split(' ')[0]),
        ]
        assert.deepEqual(
          Object.keys(responses).filter((status) => !offered.includes(status)),
          [],
          path,
        )
      }
    const operations = listAttribute(markup, 'data-try').length
    // What travels: 2 kB per operation with its share of the schemas, its examples and its code in five languages.
    const sent = gzipSync(markup).length
    assert.ok(sent < 10_000 + operations * 2_000, `${sent} bytes for ${operations} operations`)
  })
})
