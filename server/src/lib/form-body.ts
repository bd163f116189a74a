// From the text of a posted form to its fields. Linear in the length of the text, and counts before it decodes: anybody with a link
// may send one.
import { isStorable } from './texts.ts'

export type Form = ReadonlyMap<string, string>

/** Undefined if it cannot come from our forms: too many fields, broken percent-encoding, text that cannot be stored. */
export function parseForm(body: string, mostFields: number): Form | undefined {
  const fields = new Map<string, string>()
  let count = 0
  for (let start = 0; start < body.length; ) {
    const next = body.indexOf('&', start)
    const end = next < 0 ? body.length : next
    if (++count > mostFields) return undefined
    const pair = body.slice(start, end)
    start = end + 1
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1))
    if (name === undefined || value === undefined) return undefined
    // The first value counts: fields added later cannot change what was shown.
    if (name !== '' && !fields.has(name)) fields.set(name, value)
  }
  return fields
}

function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.split('+').join(' ') : text
  if (!spaced.includes('%')) return isStorable(spaced) ? spaced : undefined
  try {
    const decoded = decodeURIComponent(spaced)
    return isStorable(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}
