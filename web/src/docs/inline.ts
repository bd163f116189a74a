// Reads what stands inside a line of Markdown: code, bold, italic, links, images, anchors. Pure; decides nothing about where links lead.

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly inner: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly inner: readonly Inline[] }
  | { readonly kind: 'image'; readonly src: string; readonly alt: string }
  | { readonly kind: 'anchor'; readonly id: string }

type Found = { readonly inline: Inline; readonly end: number }

type Reader = (text: string, at: number) => Found | undefined

/** By the sign that can begin something. */
const readers: Readonly<Record<string, readonly Reader[]>> = {
  '\\': [readEscape],
  '`': [readCode],
  '<': [readAnchor, readAddress],
  '!': [readImage],
  '[': [readLink],
  '*': [readStrong, readEm],
  _: [readEm],
  h: [readAddress],
}
const beginning = /[\\`<![*_]|\bhttps?:/g

export function parseInline(text: string): readonly Inline[] {
  const found: Inline[] = []
  let plain = ''
  let at = 0
  while (at < text.length) {
    beginning.lastIndex = at
    const next = beginning.exec(text)?.index ?? text.length
    plain += text.slice(at, next)
    at = next
    if (at === text.length) break
    const special = (readers[text[at] ?? ''] ?? []).reduce<Found | undefined>(
      (known, read) => known ?? read(text, at),
      undefined,
    )
    if (special === undefined) {
      plain += text[at]
      at += 1
    } else {
      if (special.inline.kind === 'text') plain += special.inline.text
      else {
        if (plain !== '') found.push({ kind: 'text', text: plain })
        plain = ''
        found.push(special.inline)
      }
      at = special.end
    }
  }
  if (plain !== '') found.push({ kind: 'text', text: plain })
  return found
}

/** The words alone, for headings, search and descriptions. */
export function toWords(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'text' || inline.kind === 'code') return inline.text
      if (inline.kind === 'image') return inline.alt
      return inline.kind === 'anchor' ? '' : toWords(inline.inner)
    })
    .join('')
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function readEscape(text: string, at: number): Found | undefined {
  const sign = matchAt(/\\([!-/:-@[-`{-~])/y, text, at)?.[1]
  return sign === undefined ? undefined : { inline: { kind: 'text', text: sign }, end: at + 2 }
}

function readCode(text: string, at: number): Found | undefined {
  const match = matchAt(/(`+)(?!`)([\s\S]*?[^`])\1(?!`)/y, text, at)
  if (match === null) return undefined
  const code = (match[2] ?? '').replaceAll('\n', ' ')
  // Blanks around code that begins or ends with a backtick are not part of it.
  const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
  return {
    inline: { kind: 'code', text: isPadded ? code.slice(1, -1) : code },
    end: at + match[0].length,
  }
}

/** An empty `<a id>` names a place. Comments are dropped; every other tag stays text. */
function readAnchor(text: string, at: number): Found | undefined {
  const match = matchAt(/<a id="([\w.-]+)"><\/a>|<!--[\s\S]*?-->/y, text, at)
  if (match === null) return undefined
  const [whole, id] = match
  return {
    inline: id === undefined ? { kind: 'text', text: '' } : { kind: 'anchor', id },
    end: at + whole.length,
  }
}

function readImage(text: string, at: number): Found | undefined {
  const match = matchAt(/!\[([^\]]*)\]\(([^()\s]+)\)/y, text, at)
  if (match === null) return undefined
  const [whole, alt = '', src = ''] = match
  return { inline: { kind: 'image', src, alt: toWords(parseInline(alt)) }, end: at + whole.length }
}

function readLink(text: string, at: number): Found | undefined {
  const close = findClosing(text, at)
  const target = close === undefined ? null : matchAt(/\(([^()\s]+)\)/y, text, close + 1)
  if (close === undefined || target === null) return undefined
  return {
    inline: { kind: 'link', href: target[1] ?? '', inner: parseInline(text.slice(at + 1, close)) },
    end: close + 1 + target[0].length,
  }
}

/** The bracket that closes the one at `start`; brackets in code do not count. */
function findClosing(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '`') {
      const code = readCode(text, at)
      if (code !== undefined) at = code.end - 1
    } else if (sign === '\\') at += 1
    else if (sign === '[') depth += 1
    else if (sign === ']') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return undefined
}

/** An address that stands there as it is, also between angle brackets. */
function readAddress(text: string, at: number): Found | undefined {
  const match = matchAt(/<(https?:\/\/[^\s<>]+)>|https?:\/\/[\w./:?=&%~#@-]*[\w/]/y, text, at)
  // An address with a place to fill in, such as https://localhost:<port>, is none.
  if (match === null || /[:<{]/.test(text[at + match[0].length] ?? '')) return undefined
  const href = match[1] ?? match[0]
  return {
    inline: { kind: 'link', href, inner: [{ kind: 'text', text: href }] },
    end: at + match[0].length,
  }
}

function readStrong(text: string, at: number): Found | undefined {
  const match = matchAt(/\*\*(?=\S)((?:`[^`]*`|[^`])+?)(?<=\S)\*\*/y, text, at)
  return match === null
    ? undefined
    : { inline: { kind: 'strong', inner: parseInline(match[1] ?? '') }, end: at + match[0].length }
}

function readEm(text: string, at: number): Found | undefined {
  const match =
    matchAt(/\*(?=[^\s*])((?:`[^`]*`|[^`*])+?)(?<=\S)\*(?!\*)/y, text, at) ??
    (/\w/.test(text[at - 1] ?? '')
      ? null
      : matchAt(/_(?=[^\s_])((?:`[^`]*`|[^`_])+?)(?<=\S)_(?!\w)/y, text, at))
  return match === null
    ? undefined
    : { inline: { kind: 'em', inner: parseInline(match[1] ?? '') }, end: at + match[0].length }
}
