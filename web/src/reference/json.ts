// Careful reading of an unchecked JSON value. Never throws.

export type Json = { readonly [key: string]: unknown }

const nothing: Json = Object.freeze({})

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function toRecord(value: unknown): Json {
  return isRecord(value) ? value : nothing
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

export function toTexts(value: unknown): readonly string[] {
  return toList(value).map(toText)
}

/** Only an own key, never an inherited one: names come from the document. */
export function member(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

export function toJsonText(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? ''
}
