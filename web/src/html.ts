// The `html` tagged template: every value is escaped unless it is already Html. Only this file makes Html; it must not know any
// page.

/** Markup that is safe to send. Made by `html` and by `trusted`, nowhere else. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
  toString(): string {
    return this.markup
  }
}

export type Child = Html | string | number | false | null | undefined | readonly Child[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // Parsers drop or replace a NUL depending on its place: here it is always replaced.
  '\0': '�',
}

/** Safe as text and inside a quoted attribute; this project never writes unquoted attributes. */
export function escapeText(text: string): string {
  return text.toWellFormed().replace(/[&<>"'\0]/g, (character) => entities[character] ?? '')
}

function toMarkup(value: Child): string {
  if (value instanceof Html) return value.markup
  if (typeof value === 'string') return escapeText(value)
  if (typeof value === 'number') return String(value)
  if (value === false || value === null || value === undefined) return ''
  return value.map(toMarkup).join('')
}

export function html(strings: TemplateStringsArray, ...values: readonly Child[]): Html {
  let markup = strings[0] ?? ''
  for (const [index, value] of values.entries()) markup += toMarkup(value) + (strings[index + 1] ?? '')
  return new Html(markup)
}

/** For markup that comes with this project (its own drawings). Never for text from outside. */
export function trusted(ownMarkup: string): Html {
  return new Html(ownMarkup)
}

/** Puts `separator` between the parts, as Array.join does. */
export function joined(parts: readonly Child[], separator: Child): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : [separator, part]))}`
}
