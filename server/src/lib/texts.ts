// Texts: which can be stored, and how a value is shown in a message.

/** PostgreSQL stores neither NUL nor lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const SHOWN_LENGTH = 60

/** A value for an error message: shortened, on one line; objects and arrays are only named, since their content may be personal. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : shownWithParts(value)
}

/** An address for an error message, without what may be a secret in it: user and password, query and fragment. */
export const shownAddress = (address: string): string =>
  shown(address.replace(/^(\w+:\/\/)?.*@/s, '$1…@').replace(/[?#].*$/s, (rest) => `${rest[0]}…`))

/** The same with the content, for documents without personal data. */
export function shownWithParts(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const json =
    JSON.stringify(typeof value === 'string' ? value.slice(0, SHOWN_LENGTH * 2) : value) ?? 'nothing'
  // By characters: half of one would show as a replacement character.
  return json.length > SHOWN_LENGTH ? `${[...json].slice(0, SHOWN_LENGTH).join('')}…` : json
}
