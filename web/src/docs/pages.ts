// The guides on the running service: overview, a page for each guide and record, the search without script, Markdown for programs.
// Pure functions of the library; does no I/O but reading it once.
import { prefixes } from '@walkaround/contract/paths.ts'
import { fill, type Language } from '@walkaround/contract/rules/texts.ts'
import { type Html, html } from '../html.ts'
import { renderPage, webHref } from '../layout.ts'
import { type Texts, textsOf } from '../texts/texts.ts'
import { listEntries } from './entries.ts'
import { toWords } from './inline.ts'
import { decisionOf, type GuidePage, Library, overviewSlug, recordsSlug } from './library.ts'
import { audiences } from './navigation.ts'
import { type Place, renderBlocks } from './render.ts'
import { createSearch, type Piece, type SearchEntry, searchKinds } from './search.ts'

export type GuidesModel = {
  readonly baseUrl: string
  /** An OpenAPI document; asked for when somebody searches for the first time. */
  readonly openapi: () => unknown
}

type View = {
  readonly library: Library
  readonly language: Language
  readonly texts: Texts['docs']
  /** From the page to the landing page. */
  readonly root: string
  readonly baseUrl: string
  /** The page that is shown; undefined for the search. */
  readonly slug: string | undefined
}

const mostHits = 20
const longestQuery = 200
const imageTypes: Readonly<Record<string, string>> = { png: 'image/png', svg: 'image/svg+xml; charset=utf-8' }

/** `model` is read anew for each page: the address of the service may change once, while it starts. */
export function createGuides(model: () => GuidesModel) {
  let read: Library | undefined
  const library = () => {
    read ??= new Library()
    return read
  }
  let listed: readonly SearchEntry[] | undefined
  const entries = () => {
    listed ??= listEntries(library(), model().openapi())
    return listed
  }
  let index: string | undefined
  let find: ReturnType<typeof createSearch> | undefined
  const viewOf = (language: Language, slug: string | undefined): View => ({
    library: library(),
    language,
    texts: textsOf(language).docs,
    root: '../'.repeat((slug ?? 'search').split('/').length - (slug === overviewSlug ? 1 : 0)) || './',
    baseUrl: model().baseUrl,
    slug,
  })

  return {
    /** The page below /docs; `''` is the overview. Undefined if there is none. */
    page(slug: string, language: Language): string | undefined {
      const view = viewOf(language, slug)
      if (slug === overviewSlug) return renderOverview(view)
      if (slug === recordsSlug) return renderRecords(view)
      const page = library().find(slug)
      return page && renderGuide(view, page)
    },

    search(query: string, language: Language): string {
      find ??= createSearch(entries())
      return renderSearch(viewOf(language, undefined), query.slice(0, longestQuery), find)
    },

    /** What the script in the browser searches. */
    index(): string {
      index ??= JSON.stringify(entries())
      return index
    },

    /** The file of a page, with links between files that work at its address. */
    markdown(slug: string): string | undefined {
      const page = library().find(slug)
      return page && withServedLinks(library(), page)
    },

    image(name: string): { readonly body: Buffer; readonly contentType: string } | undefined {
      const body = library().readImage(name)
      const contentType = imageTypes[name.split('.').at(-1) ?? '']
      return body && contentType ? { body, contentType } : undefined
    },

    /** Every page with a line, for programs that read. */
    llms(): string {
      const base = webHref(model().baseUrl)
      const texts = textsOf('en')
      const sections = [...audiences, 'records' as const].map((audience) => {
        const lines = library()
          .pagesOf(audience)
          .map(({ slug, title, summary }) => `- [${title}](${base}/docs/${slug}.md): ${summary}`)
        return `## ${texts.docs.audiences[audience]}\n\n${lines.join('\n')}\n`
      })
      const head = [
        `# ${texts.site.name}`,
        '',
        `> ${texts.landing.description}`,
        '',
        `Every page is also a web page, at the same address without \`.md\`. The interface as an OpenAPI file: ${base}${prefixes.dms}/openapi.json`,
        '',
      ]
      return [...head, ...sections].join('\n')
    },
  }
}

function hrefOf({ root, language }: View, slug: string, anchor = ''): string {
  const path = slug === overviewSlug ? 'docs' : `docs/${slug}`
  return `${root}${path}?lang=${language}${anchor === '' ? '' : `#${anchor}`}`
}

/** An address of the index of the search, such as docs/settings#x, with the language in it. */
function withLanguage({ root, language }: View, address: string): string {
  const [path, anchor] = address.split('#')
  return `${root}${path}?lang=${language}${anchor === undefined ? '' : `#${anchor}`}`
}

function placeOf(view: View, page: GuidePage): Place {
  const { library, root, baseUrl } = view
  // Within the page, so that it is not loaded again.
  const addressOf = (slug: string, anchor: string) =>
    slug === page.slug && anchor !== '' ? `#${anchor}` : hrefOf(view, slug, anchor)
  return {
    linkOf(href) {
      const target = library.targetOf(page.file, href)
      if (target.kind === 'outside') return { href: target.href }
      if (target.kind === 'image') return { href: `${root}docs/images/${target.name}` }
      if (target.kind === 'openapi') return { href: `${webHref(baseUrl)}${prefixes.dms}/openapi.json` }
      if (target.kind === 'file') return { path: target.path }
      return { href: addressOf(target.slug, target.anchor) }
    },
    imageOf(src) {
      const target = library.targetOf(page.file, src)
      return target.kind === 'image' ? `${root}docs/images/${target.name}` : undefined
    },
    aliasOf: (heading) => decisionOf(heading)?.toLowerCase(),
    mentionOf(number) {
      if (library.errorCodes.has(number)) return addressOf('error-catalogue', number)
      if (!library.decisions.has(number)) return undefined
      return addressOf('decisions-of-the-interface', number.toLowerCase())
    },
  }
}

function renderFrame(view: View, title: string, description: string, main: Html, query?: string): string {
  const { language, texts, root } = view
  return renderPage({
    language,
    title,
    description,
    path: '/docs',
    root,
    styles: ['docs.css'],
    scripts: ['docs.js'],
    ...(query === undefined ? {} : { query: `&q=${encodeURIComponent(query.toWellFormed())}` }),
    body: html`<div class="docs">
<aside class="docs-side">
${renderSearchForm(view, query)}
<details class="docs-fold"><summary>${texts.contents}</summary>
${renderNavigation(view)}
</details></aside>
<main id="main" class="docs-main" tabindex="-1">
${main}
</main>
</div>`,
  })
}

/** Works without script; docs.js lists what is found below the field. Its words are in the attributes. */
function renderSearchForm(view: View, query: string | undefined): Html {
  const { texts, root, language } = view
  const kinds = Object.fromEntries(searchKinds.map((kind) => [kind, texts.kinds[kind]]))
  return html`<div class="docs-search"><form action="${root}docs/search" method="get" role="search" data-search
 data-root="${root}" data-language="${language}" data-kinds="${JSON.stringify(kinds)}" data-none="${texts.searchNone}"
 data-all="${texts.searchAll}" data-failed="${texts.searchFailed}" data-count="${texts.searchCount}">
<label for="q">${texts.search}</label>
<div class="docs-search-line"><input id="q" name="q" type="search" value="${query ?? ''}" maxlength="${longestQuery}" autocomplete="off" spellcheck="false" placeholder="${texts.searchHint}">
<button class="button" type="submit">${texts.searchButton}</button></div>
<input type="hidden" name="lang" value="${language}">
</form></div>`
}

const current = html` aria-current="page"`
/** Titles and texts of the guides are English in every language. */
const english = ({ language }: View) => language !== 'en' && html` lang="en"`

function renderNavigation(view: View): Html {
  const { library, texts, slug } = view
  const entry = (page: GuidePage) =>
    html`<li><a href="${hrefOf(view, page.slug)}"${english(view)}${page.slug === slug && current}>${page.title}</a></li>`
  const isRecord = slug !== undefined && library.find(slug)?.audience === 'records'
  return html`<nav aria-label="${texts.contents}">
<ul><li><a href="${hrefOf(view, overviewSlug)}"${slug === overviewSlug && current}>${texts.overview}</a></li></ul>
${audiences.map(
  (audience) => html`<p class="docs-who">${texts.audiences[audience]}</p>
<ul>${library.pagesOf(audience).map(entry)}${
    audience === 'builders' &&
    html`<li><a href="${hrefOf(view, recordsSlug)}"${slug === recordsSlug && current}>${texts.audiences.records}</a>${
      isRecord && html`<ul>${library.pagesOf('records').map(entry)}</ul>`
    }</li>`
  }</ul>\n`,
)}</nav>`
}

function renderOverview(view: View): string {
  const { library, texts, root, language } = view
  return renderFrame(
    view,
    texts.title,
    texts.description,
    html`<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
${language !== 'en' && html`<p class="hint">${texts.englishOnly}</p>`}
${audiences.map(
  (audience) => html`<section class="docs-group" aria-labelledby="for-${audience}">
<h2 id="for-${audience}">${texts.audiences[audience]}</h2>
<ul class="docs-list">${library
    .pagesOf(audience)
    .map(
      (page) =>
        html`<li><a href="${hrefOf(view, page.slug)}"${english(view)}>${page.title}</a><p${english(view)}>${page.summary}</p></li>\n`,
    )}${
    audience === 'integrators' &&
    html`<li><a href="${root}reference?lang=${language}">${textsOf(language).reference.title}</a><p>${textsOf(language).reference.description}</p></li>`
  }${
    audience === 'builders' &&
    html`<li><a href="${hrefOf(view, recordsSlug)}">${texts.audiences.records}</a><p>${texts.recordsLead}</p></li>`
  }</ul></section>\n`,
)}<p class="hint">${texts.programs} <a href="${root}llms.txt">llms.txt</a></p>`,
  )
}

function renderRecords(view: View): string {
  const { library, texts } = view
  return renderFrame(
    view,
    texts.audiences.records,
    texts.recordsLead,
    html`<h1>${texts.audiences.records}</h1>
<p class="lead">${texts.recordsLead}</p>
<ul class="docs-list">${library
      .pagesOf('records')
      .map(
        (page) =>
          html`<li><a href="${hrefOf(view, page.slug)}"${english(view)}>${page.title}</a><p${english(view)}>${page.summary}</p></li>\n`,
      )}</ul>`,
  )
}

function renderGuide(view: View, page: GuidePage): string {
  const { texts, language, library } = view
  const [title, ...rest] = page.blocks
  const place = placeOf(view, page)
  const { previous, next } = library.neighboursOf(page)
  const listed = page.headings.filter(({ level }) => level === 2 || level === 3)
  // A page of a hundred headings, such as that of the events, lists the upper ones alone.
  const shown = listed.length > mostContents ? listed.filter(({ level }) => level === 2) : listed
  return renderFrame(
    view,
    page.title,
    page.summary,
    html`<div class="docs-columns">
<article class="docs-text">
<div${english(view)}>${title && renderBlocks([title], place)}</div>
<p class="docs-facts"><span>${texts.audiences[page.audience]}</span>
<a href="${view.root}docs/${page.slug}.md">${texts.asMarkdown}</a></p>
${language !== 'en' && html`<p class="hint">${texts.englishOnly}</p>`}
${
  shown.length > 1 &&
  html`<details class="docs-contents"><summary>${texts.onThisPage}</summary>
<nav aria-label="${texts.onThisPage}"><ul${english(view)}>${shown.map(
    ({ level, id, inner }) =>
      html`<li${level === 3 && html` class="deeper"`}><a href="#${id}">${toWords(inner)}</a></li>`,
  )}</ul></nav></details>`
}
<div class="docs-body"${english(view)}>
${renderBlocks(rest, place)}</div>
<nav class="docs-next" aria-label="${texts.neighbours}"><ul>${
      previous &&
      html`<li><a rel="prev" href="${hrefOf(view, previous.slug)}"><span>${texts.previous}</span> <span${english(view)}>${previous.title}</span></a></li>`
    }${
      next &&
      html`<li class="on"><a rel="next" href="${hrefOf(view, next.slug)}"><span>${texts.next}</span> <span${english(view)}>${next.title}</span></a></li>`
    }</ul></nav>
</article>
</div>`,
  )
}

const mostContents = 60

function renderSearch(view: View, query: string, find: ReturnType<typeof createSearch>): string {
  const { texts } = view
  const groups = query.trim() === '' ? [] : find(query, mostHits)
  const marked = (pieces: readonly Piece[]) =>
    html`${pieces.map(([text, isMatch]) => (isMatch ? html`<mark>${text}</mark>` : text))}`
  return renderFrame(
    view,
    texts.searchTitle,
    texts.description,
    html`<h1>${texts.searchTitle}</h1>
${
  query.trim() === ''
    ? html`<p class="lead">${texts.searchLead}</p>`
    : groups.length === 0 && html`<p class="lead">${texts.searchNone}</p>`
}
${groups.map(
  ({ kind, count, hits }) => html`<section class="docs-group" aria-labelledby="found-${kind}">
<h2 id="found-${kind}">${texts.kinds[kind]} <span class="count">${
    count > hits.length ? fill(texts.searchCount, { shown: hits.length, all: count }) : count
  }</span></h2>
<ul class="docs-list"${english(view)}>${hits.map(
    ({ href, title, context, text }) =>
      html`<li><a href="${withLanguage(view, href)}">${marked(title)}</a>${
        context !== '' && html` <span class="docs-context">${context}</span>`
      }<p>${marked(text)}</p></li>\n`,
  )}</ul></section>\n`,
)}`,
    query,
  )
}

/** Links to files that are pages lead to their Markdown; every other link stays as it is. */
function withServedLinks(library: Library, page: GuidePage): string {
  const depth = page.slug.split('/').length - 1
  return page.text.replaceAll(
    /(?<=\]\()([^()\s#:]+)(#[^()\s]*)?(?=\))/g,
    (whole, path: string, hash = '') => {
      const target = library.targetOf(page.file, path)
      const up = '../'.repeat(depth)
      if (target.kind === 'image') return `${up}images/${target.name}`
      if (target.kind !== 'page' || library.find(target.slug) === undefined) return whole
      return `${depth > 0 && target.slug.startsWith('decisions/') ? target.slug.slice('decisions/'.length) : up + target.slug}.md${hash}`
    },
  )
}
