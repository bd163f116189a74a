// Makes a message from its template and values: subject, plain text and HTML. Pure. Every value is cleaned and escaped for its
// place; the link, a secret, is put in last, when the message is sent.
import { type Placeholder, placeholders } from '@walkaround/contract/messages.ts'
import { type Shades, shadesOf } from '@walkaround/contract/rules/colours.ts'
import type { PictureName } from '../faces/face.ts'

export type Values = Partial<Record<Placeholder, string>>

export interface Template {
  subject?: string | undefined
  /** Lines; a line with a placeholder that has no value is left out. */
  text: string
}

export interface Content {
  subject?: string
  text: string
  html?: string
}

/** What a mail looks like: that of the dealership. */
export interface MailFace {
  name: string
  hasLogo: boolean
  /** Whether there is a picture of the advisor, beside the name. */
  hasAdvisor: boolean
  colours?: { main: string; second: string } | undefined
  /** Address, hours and ways to reach the dealership, below the text. */
  foot: readonly string[]
}

/** Pictures are sent with the mail: a mail that loads them from elsewhere tells when it is read. */
export const sourceOf = (picture: PictureName) => `cid:${picture}`

/** Placeholders of the link and of the way out of reminders. No value can contain them. */
export const LINK = '\uFFFC'
const STOP = '\uFFFB'
/** Stands for the address of appointments while a line becomes HTML. */
const BOOKING = '\uFFFA'

const LONGEST_VALUE = 200
const LONGEST_NOTE = 2000
const LONGEST_SUBJECT = 180
/** Control characters, other line ends, direction overrides, and our own placeholder. */
const UNWANTED = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFA-\uFFFC]+/gu

/** On one line: a name can never start a header or a new paragraph. */
const cleanLine = (text: string, longest = LONGEST_VALUE) =>
  [...text.replaceAll(UNWANTED, ' ').replaceAll(/\s+/g, ' ').trim()].slice(0, longest).join('')

const cleanNote = (text: string) =>
  [
    ...text
      .split(/\r\n|[\r\n\u2028\u2029]/)
      .map((line) => cleanLine(line, LONGEST_NOTE))
      .join('\n'),
  ]
    .slice(0, LONGEST_NOTE)
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** Put in last, when the message is sent. */
const signs: Readonly<Partial<Record<string, string>>> = { link: LINK, code: LINK, stop: STOP }
const hasLines = (name: string) => name === 'note' || name === 'work'

function cleanValue(name: string, value: string): string {
  const sign = signs[name]
  if (sign !== undefined) return value === '' ? '' : sign
  if (hasLines(name)) return cleanNote(value)
  return cleanLine(value, name === 'booking' ? LONGEST_NOTE : LONGEST_VALUE)
}

function cleaned(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => [name, cleanValue(name, value)])
  return Object.fromEntries(entries) as Values
}

const PLACEHOLDER = /\{(\w+)\}/g

const namesIn = (line: string) => [...line.matchAll(PLACEHOLDER)].map(([, name]) => name as Placeholder)

const fill = (line: string, values: Values, escaped: (text: string) => string = (text) => text) => {
  // Words and values alternate.
  const parts = line
    .split(PLACEHOLDER)
    .map((part, index) => (index % 2 === 1 ? (values[part as Placeholder] ?? '') : part))
  return parts
    .map((part, index) => escaped(index % 2 === 1 ? part : withoutSecondStop(part, parts[index - 1])))
    .join('')
}

/** A sentence that ends with an abbreviation (Co., Jr., 2026 г.) gets only one full stop. */
const withoutSecondStop = (words: string, value = '') =>
  value.endsWith('.') && /^\.(?!\.)/.test(words) ? words.slice(1) : words

export function render(
  template: Template,
  given: Values,
  {
    isHtml,
    action,
    language,
    face,
  }: { isHtml: boolean; action: string; language: string; face?: MailFace | undefined },
): Content {
  const values = cleaned(given)
  const lines = template.text
    .split('\n')
    .filter((line) => namesIn(line).every((name) => (values[name] ?? '') !== ''))
  const paragraphs = toParagraphs(lines)
  const subject = template.subject && cleanLine(fill(template.subject, values), LONGEST_SUBJECT)
  return {
    subject: subject || undefined,
    text: paragraphs.map((paragraph) => paragraph.map((line) => fill(line, values)).join('\n')).join('\n\n'),
    html: isHtml ? toHtml(paragraphs, values, { subject: subject ?? '', action, language, face }) : undefined,
  }
}

/** A line that was left out leaves no gap. */
function toParagraphs(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    if (line.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(line)
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

const GROUND = '#ffffff'
/** Until the dealership chooses its own. */
const COLOUR = '#0b5768'

const toStyle = (rules: Readonly<Record<string, string>>) =>
  Object.entries(rules)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

function buttonStyle(shades: Shades): string {
  return toStyle({
    display: 'inline-block',
    margin: '10px 0 6px',
    padding: '14px 22px',
    'border-radius': '8px',
    background: shades.accent,
    color: shades.onAccent,
    'text-decoration': 'none',
    'font-weight': '600',
  })
}

/** Without a logo or colours the text alone says who writes. */
function headHtml({ name, hasLogo, colours }: MailFace, shades: Shades): string {
  if (!hasLogo && !colours) return ''
  const { band, onBand, second } = colours ? shades : { band: GROUND, onBand: '#1a1a1a', second: '#d6dbd8' }
  const style = toStyle({
    margin: '0 0 20px',
    padding: '12px 16px',
    'border-bottom': `3px solid ${second}`,
    background: band,
    color: onBand,
    'font-weight': '700',
  })
  const logo = toStyle({
    display: 'block',
    height: '44px',
    width: 'auto',
    'max-width': '220px',
    padding: '4px 8px',
    'border-radius': '6px',
    background: GROUND,
    color: '#1a1a1a',
  })
  const shown = hasLogo
    ? `<img src="${sourceOf('logo')}" alt="${escapeHtml(name)}" height="44" style="${logo}">`
    : escapeHtml(name)
  return `<div style="${style}">${shown}</div>\n`
}

const linked = (address: string) =>
  `<a href="${address}" style="color:inherit;word-break:break-all">${address}</a>`

/** An address can be followed; anything else is only words. */
const addressHtml = (text: string) =>
  /^https:\/\/[^\s"'<>`]+$/.test(text) ? linked(escapeHtml(text)) : escapeHtml(text)

const FACE_SIZE = 56

/** Beside the name at the end of the letter; mail programs know tables best. */
function besideAdvisor(signature: string): string {
  const style = toStyle({ display: 'block', 'border-radius': '50%', 'object-fit': 'cover' })
  const side = `width="${FACE_SIZE}" height="${FACE_SIZE}"`
  const picture = `<img src="${sourceOf('advisor')}" alt="" ${side} style="${style}">`
  return `<table role="presentation" style="margin:0 0 16px"><tr><td>${picture}</td><td style="padding:0 0 0 12px">${signature}</td></tr></table>`
}

function footHtml({ name, foot }: MailFace): string {
  if (foot.length === 0) return ''
  const style = toStyle({
    margin: '24px 0 0',
    padding: '12px 0 0',
    'border-top': '1px solid #d6dbd8',
    'font-size': '13px',
    color: '#4d585e',
  })
  const lines = foot.map((line) => escapeHtml(cleanLine(line)))
  return `\n<p style="${style}"><strong>${escapeHtml(name)}</strong><br>${lines.join('<br>')}</p>`
}

function toHtml(
  paragraphs: readonly string[][],
  values: Values,
  {
    subject,
    action,
    language,
    face,
  }: { subject: string; action: string; language: string; face?: MailFace | undefined },
): string {
  const { main, second } = face?.colours ?? { main: COLOUR, second: COLOUR }
  const shades = shadesOf(main, second, { surfaces: [GROUND, GROUND], washed: 0 })
  const shown: Values = { ...values, booking: values.booking ? BOOKING : '' }
  const lineHtml = (line: string) =>
    line.trim() === '{link}'
      ? `<a href="${LINK}" style="${buttonStyle(shades)}">${escapeHtml(action)}</a><br><span style="font-size:13px;word-break:break-all">${LINK}</span>`
      : fill(line, shown, escapeHtml)
          .replaceAll('\n', '<br>')
          .replaceAll(STOP, () => linked(STOP))
          .replaceAll(BOOKING, () => addressHtml(values.booking ?? ''))
  const body = paragraphs
    .map((paragraph) => {
      const words = paragraph.map(lineHtml).join('<br>')
      const isSignature = paragraph.some((line) => line.trim() === '{advisor}')
      return isSignature && face?.hasAdvisor
        ? besideAdvisor(words)
        : `<p style="margin:0 0 16px">${words}</p>`
    })
    .join('\n')
  const [head, foot] = face ? [headHtml(face, shades), footHtml(face)] : ['', '']
  return [
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#ffffff">',
    `<div style="max-width:560px;margin:0 auto">\n${head}${body}${foot}\n</div></body></html>`,
  ].join('\n')
}

/** Shown instead of an address that only the recipient may have. */
const HIDDEN = '…'

/** The message as it is sent; `stop` is the way out of a reminder. */
export function putLink(content: Content, link: string | undefined, stop = HIDDEN): Content {
  const put = (text: string, toText = (url: string) => url) =>
    text.replaceAll(LINK, () => toText(link ?? '')).replaceAll(STOP, () => toText(stop))
  return {
    ...content,
    text: put(content.text),
    ...(content.html === undefined ? {} : { html: put(content.html, escapeHtml) }),
  }
}

interface Fault {
  field: 'subject' | 'text'
  rule: string
}

/** Why a client's own template cannot be used; undefined if it can. */
export function whyRefused(
  { subject, text }: Template,
  needed: 'link' | 'code' | 'stop' = 'link',
): Fault | undefined {
  for (const [index, line] of [subject ?? '', ...text.split('\n')].entries()) {
    const unknown = namesIn(line).find((name) => !placeholders.includes(name))
    if (unknown === undefined) continue
    const rule = `{${unknown}} is not one of ${placeholders.map((name) => `{${name}}`).join(', ')}`
    return index === 0 ? { field: 'subject', rule } : { field: 'text', rule: `line ${index}: ${rule}` }
  }
  if (subject !== undefined && /[\r\n]/.test(subject))
    return { field: 'subject', rule: 'has more than one line' }
  const told = ['{link}', '{code}'].find((name) => subject?.includes(name))
  if (told !== undefined)
    return {
      field: 'subject',
      rule: `contains ${told}, which anybody who sees the list of mails can read`,
    }
  const rule = whyTextRefused(text, needed)
  return rule === undefined ? undefined : { field: 'text', rule }
}

function whyTextRefused(text: string, needed: 'link' | 'code' | 'stop'): string | undefined {
  if (text.includes(LINK) || text.includes(STOP)) return 'it holds the character U+FFFB or U+FFFC'
  if (needed === 'stop' && !text.includes('{stop}')) return '{stop} is missing: every reminder has a way out'
  if (needed === 'stop') return whyTextRefused(text.replaceAll('{stop}', ''), 'link')
  if (text.includes('{stop}')) return 'this message has no {stop}'
  const other = needed === 'link' ? 'code' : 'link'
  if (text.includes(`{${other}}`)) return `this message has no {${other}}`
  if (needed === 'code') return text.includes('{code}') ? undefined : '{code} is missing'
  return text.split('\n').some((line) => line.trim() === '{link}')
    ? undefined
    : '{link} is not on a line of its own'
}
