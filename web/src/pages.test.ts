import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import { listAttribute, listElements, toPlainText } from '../test/markup.ts'
import { openapiFixture } from '../test/openapi-fixture.ts'
import {
  assets,
  contentSecurityPolicy,
  renderLanding,
  renderNotFound,
  renderReference,
  renderTrust,
} from './pages.ts'

const baseUrl = 'https://inspections.example.com:8443'
const fingerprint = 'ab'.repeat(32)
const landing = (language: Language, rest: object = {}) =>
  renderLanding({ version: '1.2.3', demo: true, baseUrl, language, ready: true, ...rest })
const pages: Readonly<Record<string, (language: Language) => string>> = {
  landing,
  'landing without demo': (language) => landing(language, { demo: false, ready: false }),
  reference: (language) => renderReference({ openapi: openapiFixture, language, baseUrl }),
  trust: (language) => renderTrust({ baseUrl, caAvailable: true, fingerprint, language }),
  'trust without authority': (language) => renderTrust({ baseUrl, caAvailable: false, language }),
  'not found': (language) => renderNotFound({ language, path: '/a/b' }),
}

for (const [name, render] of Object.entries(pages))
  for (const language of languages)
    describe(`${name} in ${language}`, () => {
      const markup = render(language)
      const elements = listElements(markup)

      it('loads nothing but its own assets', () => {
        const loaded = elements.flatMap((element) =>
          ['script', 'link', 'img', 'iframe', 'source', 'video', 'object', 'embed', 'use', 'image'].includes(
            element.name,
          )
            ? [element.attributes.get('src') ?? element.attributes.get('href') ?? '']
            : [],
        )
        assert.ok(loaded.length >= 3)
        for (const address of loaded) assert.ok(assets.has(address.replace(/^(\.\.?\/)+/, '/')), address)
      })

      it('names no foreign address', () => {
        for (const [address] of markup.matchAll(/\b(?:https?:)?\/\/[a-z0-9.-]+(?::\d+)?/gi))
          assert.ok([baseUrl, 'https://localhost:8443'].includes(address), address)
      })

      it('needs no inline script or style', () => {
        for (const { name: tag, attributes } of elements) {
          assert.notEqual(tag, 'style')
          assert.ok(tag !== 'script' || attributes.has('src'))
          for (const attribute of attributes.keys()) assert.doesNotMatch(attribute, /^(on.*|style)$/)
        }
      })

      it('says its language, has one first heading, one main part and headings in order', () => {
        assert.equal(elements.find(({ name: tag }) => tag === 'html')?.attributes.get('lang'), language)
        assert.equal(elements.filter(({ name: tag }) => tag === 'main').length, 1)
        const levels = elements.flatMap(({ name: tag }) => /^h([1-4])$/.exec(tag)?.[1] ?? []).map(Number)
        assert.equal(levels.filter((level) => level === 1).length, 1)
        for (const [index, level] of levels.entries())
          assert.ok(level <= (levels[index - 1] ?? 0) + 1, `heading ${index}`)
      })

      it('has unique ids, and every link within the page leads somewhere', () => {
        const ids = listAttribute(markup, 'id')
        assert.equal(new Set(ids).size, ids.length)
        for (const href of listAttribute(markup, 'href'))
          if (href.startsWith('#')) assert.ok(ids.includes(href.slice(1)), href)
      })

      it('leaves no placeholder unfilled', () => {
        assert.doesNotMatch(
          toPlainText(markup).replace(/\/\{\w+\}/g, ''),
          /\{(baseUrl|version|path|n|min|max|type|aliases)\}/,
        )
        assert.doesNotMatch(markup, /undefined|\[object/)
      })
    })

describe('landing', () => {
  it('tells the state it was given', () => {
    assert.match(landing('en'), /class="fact good"/)
    assert.match(landing('en', { ready: false }), /class="fact bad"/)
  })

  it('shows the walk only with demo data, and an authority file only where there is one', () => {
    assert.match(landing('en'), /--cacert walkaround-ca\.crt/)
    assert.doesNotMatch(landing('en', { caAvailable: false }), /cacert/)
    assert.doesNotMatch(landing('en', { demo: false }), /service-orders/)
  })

  it('has five tiles', () => {
    assert.equal(listAttribute(landing('de'), 'class').filter((name) => name === 'tile').length, 5)
  })

  it('makes no link of a base URL that is no web address', () => {
    const hrefs = listAttribute(landing('en', { baseUrl: 'javascript:alert(1)' }), 'href')
    assert.ok(!hrefs.some((href) => href.startsWith('javascript:')))
  })
})

describe('trust', () => {
  const trust = (rest: object) =>
    renderTrust({ baseUrl, caAvailable: true, fingerprint, language: 'en', ...rest })

  it('shows the fingerprint in pairs, however it was given', () => {
    const pairs = Array(32).fill('AB').join(':')
    assert.ok(toPlainText(trust({})).includes(pairs))
    assert.ok(toPlainText(trust({ fingerprint: pairs.toLowerCase() })).includes(pairs))
  })

  it('offers the authority only where there is one', () => {
    assert.ok(listAttribute(trust({}), 'href').includes('./ca.crt'))
    assert.doesNotMatch(trust({ caAvailable: false }), /ca\.crt/)
  })

  it('says so when no other device can reach the address', () => {
    for (const address of ['https://localhost:8443', 'https://127.0.0.1', 'https://[::1]:8443'])
      assert.match(trust({ baseUrl: address }), /WALKAROUND_HOST/)
    for (const address of [baseUrl, 'https://localhost.example.com'])
      assert.doesNotMatch(trust({ baseUrl: address }), /WALKAROUND_HOST/)
  })
})

describe('not found', () => {
  it('shows the path as text only, and cuts a long one', () => {
    const markup = renderNotFound({ language: 'en', path: '/`"><script>alert(1)</script>' })
    assert.equal(
      listElements(markup).filter(({ attributes, name }) => name === 'script' && !attributes.has('src'))
        .length,
      0,
    )
    assert.ok(toPlainText(markup).includes('/`"><script>'))
    assert.ok(renderNotFound({ language: 'en', path: `/${'x'.repeat(5000)}` }).length < 4000)
  })

  it('finds its assets from any depth', () => {
    const style = (path: string) =>
      listAttribute(renderNotFound({ language: 'en', path }), 'href').find((href) => href.endsWith('.css'))
    assert.match(style('/x') ?? '', /^\.\/assets\//)
    assert.match(style('/x/y/z') ?? '', /^\.\.\/\.\.\/assets\//)
  })
})

describe('assets', () => {
  it('carry the hash of their bytes in name and etag', () => {
    for (const [path, { body, etag }] of assets) {
      const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
      assert.match(path, new RegExp(`^/assets/[a-z-]+\\.${hash}\\.(css|js|svg)$`))
      assert.equal(etag, `"${hash}"`)
    }
  })

  it('have the content type of their kind and load nothing further', () => {
    for (const [path, { body, contentType }] of assets) {
      const kind = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' }[
        path.split('.').at(-1) ?? ''
      ]
      assert.ok(kind !== undefined && contentType.startsWith(kind), path)
      const text = body
        .toString('utf8')
        .replace('http://www.w3.org/2000/svg', '')
        // A comment loads nothing: in it types are named by the files that have them.
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      assert.doesNotMatch(text, /url\(|@import|https?:\/\/|\bimport\(/, path)
      for (const [, file] of text.matchAll(/^import .* from '\.\/(.*)'/gm))
        assert.ok(assets.has(`/assets/${file}`), file)
    }
  })
})

describe('contentSecurityPolicy', () => {
  it('allows the own origin only, and nothing inline', () => {
    assert.match(contentSecurityPolicy, /^default-src 'none'/)
    assert.doesNotMatch(contentSecurityPolicy, /unsafe|https?:|\*|data:/)
  })
})
