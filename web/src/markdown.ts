// A small Markdown subset as safe Html: paragraphs, lists, fenced and inline code, bold. Links, images and raw HTML are left out on
// purpose: descriptions come from a document.
import { type Html, html } from './html.ts'

const inlinePattern = /`([^`\n]+)`|\*\*([^*\n]+)\*\*/g
const bulletPattern = /^\s*[-*]\s+(.*)$/
const numberPattern = /^\s*\d{1,3}[.)]\s+(.*)$/

export function renderInline(text: string): Html {
  const parts: Html[] = []
  let end = 0
  for (const match of text.matchAll(inlinePattern)) {
    parts.push(html`${text.slice(end, match.index)}`)
    const [whole, code, bold] = match
    parts.push(
      code !== undefined ? html`<code>${code}</code>` : html`<strong>${renderInline(bold ?? '')}</strong>`,
    )
    end = match.index + whole.length
  }
  parts.push(html`${text.slice(end)}`)
  return html`${parts}`
}

export function renderMarkdown(text: string): Html {
  const blocks: Html[] = []
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '') at += 1
    else if (line.startsWith('```')) at = pushFence(lines, at, blocks)
    else if (bulletPattern.test(line)) at = pushList(lines, at, blocks, bulletPattern)
    else if (numberPattern.test(line)) at = pushList(lines, at, blocks, numberPattern)
    else at = pushParagraph(lines, at, blocks)
  }
  return html`${blocks}`
}

function pushFence(lines: readonly string[], start: number, blocks: Html[]): number {
  let end = start + 1
  while (end < lines.length && !(lines[end] ?? '').startsWith('```')) end += 1
  blocks.push(html`<pre tabindex="0"><code>${lines.slice(start + 1, end).join('\n')}</code></pre>`)
  return end + 1
}

function pushList(lines: readonly string[], start: number, blocks: Html[], pattern: RegExp): number {
  const items: string[] = []
  let at = start
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const item = pattern.exec(line)
    if (item !== null) items.push(item[1] ?? '')
    // An indented line continues the item above it.
    else if (/^\s+\S/.test(line)) items.push(`${items.pop() ?? ''} ${line.trim()}`)
    else break
  }
  const entries = items.map((item) => html`<li>${renderInline(item)}</li>`)
  blocks.push(pattern === numberPattern ? html`<ol>${entries}</ol>` : html`<ul>${entries}</ul>`)
  return at
}

function startsBlock(line: string): boolean {
  return line.startsWith('```') || bulletPattern.test(line) || numberPattern.test(line)
}

function pushParagraph(lines: readonly string[], start: number, blocks: Html[]): number {
  let end = start + 1
  while (end < lines.length && (lines[end] ?? '').trim() !== '' && !startsBlock(lines[end] ?? '')) end += 1
  blocks.push(html`<p>${renderInline(lines.slice(start, end).join('\n').trim())}</p>`)
  return end
}
