// From the bytes of a body to the value that an operation takes, with everything that is wrong with it.
import type { TSchema } from 'typebox'
import { shown } from '../lib/texts.ts'
import { problem } from '../problems.ts'
import { parseJson } from './parse-json.ts'
import { compileReader, type Reading } from './reader.ts'

/** What an operation takes as its body. */
export interface Wanted {
  jsonType: 'an array' | 'an object'
  read: (value: unknown) => Reading
}

export const wantedBy = (schema: TSchema): Wanted => ({
  jsonType: (schema as { type?: string }).type === 'array' ? 'an array' : 'an object',
  read: compileReader(schema),
})

/** `pathId`: what the body's own id must equal (A5). */
export function readBody(body: Buffer | undefined, wanted: Wanted, pathId?: string): Reading {
  const parsed = parseJson(body)
  const given = jsonTypeOf(parsed)
  if (given !== wanted.jsonType)
    throw problem('wrongJsonType', `the body is ${given}, the operation takes ${wanted.jsonType}`)
  const reading = wanted.read(parsed)
  const id = (reading.value as { id?: string } | undefined)?.id
  if (id !== undefined && pathId !== undefined && id !== pathId) {
    reading.violations.push({
      kind: 'idMismatch',
      info: `id: ${shown(id)} differs from ${shown(pathId)} in the path`,
    })
  }
  return reading
}

/** Never the value: a body that is one text may be a password without the object around it. */
function jsonTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (value === null) return 'null'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
