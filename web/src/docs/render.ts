// Blocks of a guide as Html. Where links lead and what a picture is called is decided by the page that shows them.
import { renderCode } from '../code-block.ts'
import { type Html, html, joined } from '../html.ts'
import type { Block, Heading } from './blocks.ts'
import { type Inline, toWords } from './inline.ts'

export type Place = {
  /** The address, or the path of a file that is not served. */
  readonly linkOf: (href: string) => { readonly href: string } | { readonly path: string }
  readonly imageOf: (src: string) => string | undefined
  /** A second anchor of a heading. */
  readonly aliasOf: (heading: Heading) => string | undefined
  /** The address of a decision or an error that a text mentions by its number. */
  readonly mentionOf: (number: string) => string | undefined
}

/** Numbers of errors, and of decisions in parentheses: outside of them A4 may be a size of paper. */
const mentions = /\b[45]\d{4}\b|(?<=\((?:[A-H]\d{1,2}, )*)[A-H]\d{1,2}(?=(?:, [A-H]\d{1,2})*\))/g

export function renderBlocks(blocks: readonly Block[], place: Place): Html {
  return html`${blocks.map((block) => renderBlock(block, place))}`
}

function renderBlock(block: Block, place: Place): Html {
  switch (block.kind) {
    case 'heading':
      return renderHeading(block, place)
    case 'paragraph':
      return html`<p>${renderInlines(block.inner, place)}</p>\n`
    case 'code':
      return html`${renderCode(block.text)}\n`
    case 'quotation':
      return html`<blockquote>${renderBlocks(block.blocks, place)}</blockquote>\n`
    case 'rule':
      return html`<hr>\n`
    case 'list':
      return renderList(block, place)
    case 'table':
      return renderTable(block, place)
  }
}

function renderHeading(heading: Heading, place: Place): Html {
  const inner = renderInlines(heading.inner, { ...place, mentionOf: () => undefined })
  const alias = place.aliasOf(heading)
  const body = html`${alias !== undefined && html`<span id="${alias}"></span>`}${inner}`
  if (heading.level === 1) return html`<h1 id="${heading.id}">${body}</h1>\n`
  if (heading.level === 2) return html`<h2 id="${heading.id}">${body}</h2>\n`
  if (heading.level === 3) return html`<h3 id="${heading.id}">${body}</h3>\n`
  return html`<h4 id="${heading.id}">${body}</h4>\n`
}

function renderList(list: Extract<Block, { kind: 'list' }>, place: Place): Html {
  const entries = list.entries.map((blocks) => html`<li>${renderEntry(blocks, list.isLoose, place)}</li>\n`)
  if (list.start === undefined) return html`<ul>${entries}</ul>\n`
  return html`<ol${list.start !== 1 && html` start="${list.start}"`}>${entries}</ol>\n`
}

/** Without blank lines between them, entries are no paragraphs. */
function renderEntry(blocks: readonly Block[], isLoose: boolean, place: Place): Html {
  return html`${blocks.map((block) =>
    block.kind === 'paragraph' && !isLoose
      ? html`${renderInlines(block.inner, place)}\n`
      : renderBlock(block, place),
  )}`
}

function renderTable(table: Extract<Block, { kind: 'table' }>, place: Place): Html {
  const sideOf = (column: number) => {
    const side = table.alignments[column]
    return side !== undefined && side !== 'left' && html` class="${side}"`
  }
  return html`<div class="table-frame" tabindex="0"><table>
<thead><tr>${table.head.map((cell, column) =>
    // A column without a name is one of signs or remarks.
    toWords(cell) === ''
      ? html`<td></td>`
      : html`<th scope="col"${sideOf(column)}>${renderInlines(cell, place)}</th>`,
  )}</tr></thead>
<tbody>${table.rows.map(
    (row) =>
      html`<tr>${row.map((cell, column) => html`<td${sideOf(column)}>${renderInlines(cell, place)}</td>`)}</tr>\n`,
  )}</tbody></table></div>\n`
}

function renderInlines(inlines: readonly Inline[], place: Place): Html {
  return html`${inlines.map((inline) => renderInline(inline, place))}`
}

function renderInline(inline: Inline, place: Place): Html {
  switch (inline.kind) {
    case 'text':
      return renderText(inline.text, place)
    case 'code':
      return renderCodeSpan(inline.text, place)
    case 'strong':
      return html`<strong>${renderInlines(inline.inner, place)}</strong>`
    case 'em':
      return html`<em>${renderInlines(inline.inner, place)}</em>`
    case 'anchor':
      return html`<span id="${inline.id}"></span>`
    case 'image': {
      const src = place.imageOf(inline.src)
      return src === undefined
        ? html`${inline.alt}`
        : html`<img src="${src}" alt="${inline.alt}" loading="lazy">`
    }
    case 'link':
      return renderLink(inline.href, inline.inner, place)
  }
}

function renderText(text: string, place: Place): Html {
  const parts: Html[] = []
  let end = 0
  for (const match of text.matchAll(mentions)) {
    const href = place.mentionOf(match[0])
    if (href === undefined) continue
    parts.push(html`${text.slice(end, match.index)}<a href="${href}">${match[0]}</a>`)
    end = match.index + match[0].length
  }
  return html`${parts}${text.slice(end)}`
}

/** Longer names break where one would: after a line or a slash. */
const longestUnbroken = 14

function renderCodeSpan(text: string, place: Place): Html {
  const shown = text.length > longestUnbroken ? joined(text.split(/(?<=[_/])(?=\w)/), html`<wbr>`) : text
  const href = /^[45]\d{4}$/.test(text) ? place.mentionOf(text) : undefined
  return href === undefined ? html`<code>${shown}</code>` : html`<a href="${href}"><code>${shown}</code></a>`
}

/** A file that is not served is named, so that whoever has the repository finds it. */
function renderLink(href: string, inner: readonly Inline[], place: Place): Html {
  const words = renderInlines(inner, { ...place, mentionOf: () => undefined })
  const target = place.linkOf(href)
  if ('href' in target) return html`<a href="${target.href}">${words}</a>`
  const isNamed = toWords(inner).includes(target.path)
  return isNamed ? words : html`${words} (<code>${target.path}</code>)`
}
