// The guides on the running service: every page and every link of it, search with and without script, Markdown, llms.txt. Over HTTP,
// in process.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { operations } from '@walkaround/contract/dms/operations.ts'
import { problems } from '@walkaround/contract/problems.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { navigation, overviewFile, recordsFolder } from '@walkaround/web/docs/navigation.ts'
import { createSearch, type SearchEntry } from '@walkaround/web/docs/search.ts'
import { listAttribute, listElements, toPlainText } from '../../../web/test/markup.ts'
import { listSettings } from '../../src/config/setting.ts'
import { settings } from '../../src/config/settings.ts'
import { BASE_URL, testApp } from '../support/api.ts'
import { listFiles } from '../support/source-files.ts'

const ask = async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
  const { app } = await testApp()
  return app.inject({ method, url, headers: { 'accept-language': 'en' } })
}
const read = async (url: string) => {
  const reply = await ask(url)
  assert.equal(reply.statusCode, 200, url)
  return reply.body
}

const guides = Object.values(navigation).flat()
const records = listFiles([`${recordsFolder}/*.md`])
const slugOf = (file: string) =>
  file.startsWith('docs/')
    ? file.slice('docs/'.length, -'.md'.length)
    : file.slice(0, -'.md'.length).toLowerCase()
const slugs = [...guides, ...records].map(slugOf)
const pages = ['/docs', '/docs/decisions', ...slugs.map((slug) => `/docs/${slug}`)]

describe('the navigation of the guides', () => {
  test('has a place for every file of docs, and a file for every place', () => {
    const files = listFiles(['docs/*.md']).filter((file) => file !== overviewFile)
    for (const file of files)
      assert.ok(
        guides.includes(file),
        `${file} has no place in the guides: add it to the readers it is for, in web/src/docs/navigation.ts`,
      )
    const known = new Set(listFiles(['docs/*.md', '*.md']))
    for (const file of guides)
      assert.ok(known.has(file), `${file} is in web/src/docs/navigation.ts, but there is no such file`)
    assert.equal(new Set(guides).size, guides.length, 'a guide has two places in web/src/docs/navigation.ts')
  })

  test('leads from every page to every guide, on to the next one and back', async () => {
    for (const [index, slug] of slugs.entries()) {
      const elements = listElements(await read(`/docs/${slug}`))
      const root = '../'.repeat(slug.split('/').length)
      const hrefs = new Set(elements.flatMap(({ attributes }) => attributes.get('href') ?? []))
      for (const guide of guides)
        assert.ok(hrefs.has(`${root}docs/${slugOf(guide)}?lang=en`), `${slug}: ${guide}`)
      const neighbour = (rel: string) =>
        elements.find(({ attributes }) => attributes.get('rel') === rel)?.attributes.get('href')
      const expected = (one: string | undefined) => one && `${root}docs/${one}?lang=en`
      assert.equal(neighbour('next'), expected(slugs[index + 1]))
      assert.equal(neighbour('prev'), expected(slugs[index - 1]))
      assert.ok(hrefs.has(`${root}docs/${slug}.md`), `${slug} links its Markdown`)
    }
  })
})

describe('every page of the guides', () => {
  const idsOf = new Map<string, ReadonlySet<string>>()
  const statusOf = new Map<string, number>()
  const visit = async (path: string) => {
    const reply = await ask(path)
    statusOf.set(path, reply.statusCode)
    idsOf.set(path, new Set(listAttribute(reply.body, 'id')))
    return reply
  }

  test('leads only to pages, pictures and places that exist', async () => {
    const broken: string[] = []
    for (const page of [...pages, '/docs/search?q=order', '/reference', '/']) {
      const markup = (await visit(page)).body
      const addresses = [...listAttribute(markup, 'href'), ...listAttribute(markup, 'src')]
      for (const address of addresses) {
        const url = new URL(address.replaceAll('&amp;', '&'), `${BASE_URL}${page}`)
        if (url.origin !== BASE_URL || url.pathname.startsWith('/v1/')) continue
        const path = url.pathname
        if (!statusOf.has(path)) await visit(path)
        const status = statusOf.get(path) ?? 0
        // The app answers only where it was built, the authority and readiness where there is one.
        const isOwn = !/^\/(workshop|ca\.crt|readyz)/.test(path)
        if (isOwn && status !== 200) broken.push(`${page} → ${address}: ${status}`)
        const anchor = decodeURIComponent(url.hash.slice(1))
        if (anchor !== '' && !idsOf.get(path)?.has(anchor)) broken.push(`${page} → ${address}: no such place`)
      }
    }
    assert.deepEqual(broken, [])
  })

  test('has one title, unique places, headings in order and no mark of Markdown left', async () => {
    for (const page of pages) {
      const reply = await ask(page)
      const elements = listElements(reply.body)
      assert.match(String(reply.headers['content-security-policy']), /^default-src 'none'/)
      const ids = listAttribute(reply.body, 'id')
      assert.deepEqual(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        [],
        page,
      )
      const levels = elements.flatMap(({ name }) => /^h([1-6])$/.exec(name)?.[1] ?? []).map(Number)
      assert.equal(levels.filter((level) => level === 1).length, 1, page)
      for (const [index, level] of levels.entries())
        assert.ok(level <= (levels[index - 1] ?? 0) + 1, `${page}: ${level}`)
      const words = toPlainText(reply.body.replaceAll(/<(code|pre)\b[\s\S]*?<\/\1>/g, ''))
      assert.deepEqual(words.match(/.*(?:\]\(|\*\*|```|<!--|^ *\|).*/gm), null, page)
      for (const { name, attributes } of elements) {
        assert.ok(name !== 'style' && (name !== 'script' || attributes.has('src')), page)
        if (name === 'img') assert.ok(attributes.get('alt'), `${page}: a picture without words`)
      }
    }
  })

  test('is in the language of the reader around the English text', async () => {
    for (const language of languages) {
      const markup = await read(`/docs/callbacks?lang=${language}`)
      assert.match(markup, new RegExp(`<html lang="${language}">`))
      assert.equal(/class="docs-body" lang="en"/.test(markup), language !== 'en')
    }
  })

  test('is there as Markdown, whose links lead to Markdown', async () => {
    for (const slug of slugs) {
      const reply = await ask(`/docs/${slug}.md`)
      assert.equal(reply.headers['content-type'], 'text/markdown; charset=utf-8')
      assert.match(reply.body, /^# /)
      for (const [, address = ''] of reply.body.matchAll(/\]\(([^()\s#:]+\.md)(?:#[^()\s]*)?\)/g)) {
        const { pathname } = new URL(address, `${BASE_URL}/docs/${slug}.md`)
        assert.ok(slugs.includes(pathname.slice('/docs/'.length, -'.md'.length)), `${slug}.md → ${address}`)
      }
    }
  })

  test('is in llms.txt, with a line', async () => {
    const text = await read('/llms.txt')
    assert.equal(await read('/docs/llms.txt'), text)
    for (const slug of slugs)
      assert.match(text, new RegExp(`^- \\[.+\\]\\(${BASE_URL}/docs/${slug}\\.md\\): \\S`, 'm'), slug)
  })

  test('changes nothing and answers what does not exist with 404', async () => {
    for (const path of [
      '/docs/none',
      '/docs/none.md',
      '/docs/images/none.png',
      '/docs/../package.json.md',
      '/docs/%00',
    ])
      assert.ok([400, 404].includes((await ask(path)).statusCode), path)
    assert.equal((await ask('/docs', 'HEAD')).statusCode, 200)
    const slash = await ask('/docs/')
    assert.deepEqual([slash.statusCode, slash.headers.location], [308, '../docs'])
    const { app } = await testApp()
    for (const path of ['/docs', '/docs/search?q=x', '/docs/integrators'])
      assert.equal((await app.inject({ method: 'POST', url: path })).statusCode, 404, path)
  })
})

describe('places that others link to', () => {
  test('every decision of an operation, every error code and every setting has one', async () => {
    const ids = async (slug: string) => new Set(listAttribute(await read(`/docs/${slug}`), 'id'))
    const decisions = await ids('decisions-of-the-interface')
    for (const { id, decisions: own } of operations)
      for (const decision of own) assert.ok(decisions.has(decision.toLowerCase()), `${id}: ${decision}`)
    const codes = await ids('error-catalogue')
    for (const { errorCode } of Object.values(problems))
      assert.ok(codes.has(String(errorCode)), `${errorCode}`)
    const names = await ids('settings')
    for (const { name } of listSettings(settings)) assert.ok(names.has(name.toLowerCase()), name)
  })
})

describe('the search of the guides', () => {
  const found = async (query: string) => {
    const markup = await read(`/docs/search?lang=en&q=${encodeURIComponent(query)}`)
    const main = markup.slice(markup.indexOf('<main'))
    return { main, hrefs: listAttribute(main, 'href').map((href) => href.replace('?lang=en', '')) }
  }

  test('finds every kind of thing, at its place', async () => {
    const wanted = [
      ['create or change an order', '../reference#op-put-service-order'],
      ['externalBranchId', '../reference#schema-service-order'],
      ['40012', '../docs/error-catalogue#40012'],
      ['A1', '../docs/decisions-of-the-interface#a1-put-replaces'],
      ['order.created', '../docs/events#ordercreated'],
      ['WALKAROUND_DATA', '../docs/settings#walkaround_data'],
      ['backup and restore', '../docs/operators#backup-and-restore'],
      ['search by sound', '../docs/decisions/0085-a-search-by-sound'],
      // Typed wrong, in another case, a beginning, or with words that say nothing.
      ['calbacks', '../docs/callbacks'],
      ['EXTERNALBRANCHID', '../reference#schema-service-order'],
      ['idempot', '../docs/error-catalogue#40050'],
      ['how do I make a backup', '../docs/operators#backup-and-restore'],
    ] as const
    for (const [query, href] of wanted) {
      const { hrefs } = await found(query)
      assert.ok(hrefs.includes(href), `${query}: ${hrefs.slice(0, 8).join(' ')}`)
    }
  })

  test('groups by kind, marks the words, and says when there is nothing', async () => {
    const { main } = await found('dealer code')
    assert.match(main, /<h2 id="found-decision">/)
    assert.match(main, /<mark>dealer<\/mark>/)
    assert.match(toPlainText((await found('qqqqzzzz')).main), /Nothing found/)
    assert.match((await found('')).main, /Searches guides/)
  })

  test('shows what was typed as text, and keeps it when the language changes', async () => {
    const markup = await read(`/docs/search?lang=en&q=${encodeURIComponent('"><script>x</script>&')}`)
    assert.ok(
      listElements(markup).every(({ name, attributes }) => name !== 'script' || attributes.has('src')),
    )
    assert.ok(listAttribute(markup, 'href').some((href) => href.startsWith('?lang=de&amp;q=%22%3E%3Cscript')))
    assert.equal((await ask('/docs/search?q=a&q=b&lang=en')).statusCode, 200)
    assert.equal((await ask(`/docs/search?q=${'x'.repeat(5000)}`)).statusCode, 200)
  })

  test('in the browser has the same index, of a size that is worth loading', async () => {
    const reply = await ask('/docs/search-index.json')
    assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
    const entries = reply.json<SearchEntry[]>()
    const packed = gzipSync(reply.rawPayload).length
    assert.ok(packed < 260_000, `the index is ${packed} bytes with gzip`)
    const [first] = createSearch(entries)('40012', 3)
    assert.equal(first?.hits[0]?.href, 'docs/error-catalogue#40012')
    assert.equal(
      (await ask('/docs/integrators')).body.includes('search-index'),
      false,
      'loaded only by the script',
    )
  })
})
