// What is kept of input that was refused: its shape, and the values of fields that are not about people. The contract marks the others
// (contract/src/schema.ts); of them only kind and length are kept.
import { type Hidden, hiddenInEnglish, writeHidden } from '@walkaround/contract/rules/hidden-values.ts'
import type { TSchema } from 'typebox'

interface Keywords {
  type?: string
  anyOf?: Keywords[]
  properties?: Record<string, Keywords>
  items?: Keywords
  'x-personal'?: boolean
  'x-secret'?: boolean
  'x-field-aliases'?: Record<string, string>
}

const MOST_ENTRIES = 50
const LONGEST = 120

/** The same value without what is personal. Fields that the schema does not know count as personal. */
export const redact = (schema: TSchema | undefined, value: unknown): unknown =>
  redacted(schema ? [schema as Keywords] : [], value)

/** `schemas`: all that the value may be by its place. */
function redacted(schemas: readonly Keywords[], value: unknown): unknown {
  // Whatever was sent in the place of a secret may be it, also names of fields.
  if (schemas.some((schema) => schema['x-secret']) && typeof value === 'object' && value !== null)
    return writeHidden(kindOf(JSON.stringify(value)))
  if (Array.isArray(value)) {
    const entries = value.slice(0, MOST_ENTRIES).map((entry) => redacted(entriesOf(schemas), entry))
    const more = value.length - entries.length
    return more > 0 ? [...entries, writeHidden({ kind: 'more', count: more })] : entries
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, MOST_ENTRIES * 4)
        .map(([name, field]) => [cut(name), redacted(fieldsOf(schemas, name), field)]),
    )
  }
  if (isPersonal(schemas)) return isPlain(value) ? value : writeHidden(kindOf(value))
  return typeof value === 'string' ? cut(value) : value
}

const cut = (text: string): string => {
  const characters = [...text.slice(0, LONGEST * 2)]
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : text
}

/** A value that has no field, or whose field is about a person or holds others. */
const isPersonal = (schemas: readonly Keywords[]): boolean =>
  schemas.length === 0 ||
  schemas.some((schema) => schema['x-personal'] === true || schema.properties || schema.items || schema.anyOf)

/** Tells nothing about anybody. */
const isPlain = (value: unknown) => value === null || typeof value === 'boolean' || value === ''

/** Of a text or a number. */
function kindOf(value: unknown): Hidden {
  if (typeof value === 'number') return { kind: 'number', count: String(value).length }
  const text = value as string
  const kind = /^\d+$/.test(text) ? 'digits' : /^\p{L}+$/u.test(text) ? 'letters' : 'characters'
  return { kind, count: [...text].length }
}

const alternatives = (schemas: readonly Keywords[]): Keywords[] =>
  schemas.flatMap((schema) => (schema.anyOf ? alternatives(schema.anyOf) : [schema]))

const entriesOf = (schemas: readonly Keywords[]): Keywords[] =>
  alternatives(schemas).flatMap(({ items }) => items ?? [])

const fieldsOf = (schemas: readonly Keywords[], name: string): Keywords[] =>
  alternatives(schemas).flatMap(({ properties = {}, 'x-field-aliases': aliases = {} }) => {
    const known = Object.hasOwn(aliases, name) ? (aliases[name] as string) : name
    return Object.hasOwn(properties, known) ? (properties[known] as Keywords) : []
  })

/** `contents[2].description: …` */
const LINE = /^([\p{L}\p{N}_.[\]-]+): (.*)$/u
/** As messages show a value: JSON, perhaps cut. */
const QUOTED = /"(?:[^"\\]|\\.)*(?:"|…|$)/g

/**
 * Details of a refusal line by line, which are English. Values stay where the line begins with the path of a field that is not personal, or where they
 * are among `known`, such as the identifiers of the path.
 */
export function redactInfo(
  info: string,
  schemas: readonly (TSchema | undefined)[],
  known: readonly string[],
): string {
  const shownKnown = new Set(known.map((value) => JSON.stringify(value)))
  const roots = schemas.flatMap((schema) => (schema ? [schema as Keywords] : []))
  return info
    .split('\n')
    .map((line) => {
      const [, path, rule] = LINE.exec(line) ?? []
      const at = path === undefined ? [] : fieldAt(roots, path)
      if (at.length > 0 && !isPersonal(at)) return line
      const hidden = line.replaceAll(QUOTED, (quoted) =>
        shownKnown.has(quoted) ? quoted : kindOfQuoted(quoted),
      )
      // A number where a text should be is shown without quotes.
      return path === undefined || rule === undefined
        ? hidden
        : hidden.replace(
            /(: )(-?\d[\d.e+-]*)/i,
            (_, colon, digits) => `${colon}${hiddenInEnglish(kindOf(Number(digits)))}`,
          )
    })
    .join('\n')
}

function kindOfQuoted(quoted: string): string {
  if (!quoted.endsWith('"') || quoted.length === 1) return '(a long text)'
  try {
    const text: unknown = JSON.parse(quoted)
    return text === '' ? '' : hiddenInEnglish(kindOf(text))
  } catch {
    return '(a text)'
  }
}

function fieldAt(roots: readonly Keywords[], path: string): Keywords[] {
  let at = [...roots]
  for (const [step] of path.matchAll(/\[\d+\]|[^.[\]]+/g))
    at = step.startsWith('[') ? entriesOf(at) : fieldsOf(at, step)
  return at
}
