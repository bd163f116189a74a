// Reads the demo's data files by their schemas. A mistake is reported with its file and field, like input of the service; so is a
// field the schema does not have, because a misspelt one would go unnoticed.
import { choice } from '@walkaround/contract/schema.ts'
import { compileReader } from '@walkaround/server/input/reader.ts'
import { type Static, type TSchema, Type } from 'typebox'

export function readData<S extends TSchema>(file: string, schema: S, data: unknown): Static<S> {
  const { value, violations } = compileReader(schema)(data)
  const broken = violations.length > 0 ? violations.map(({ info }) => info) : [...unknownFields(data, value)]
  if (broken.length > 0) throw new Error(broken.map((rule) => `demo/data/${file}: ${rule}`).join('\n'))
  return value as Static<S>
}

function* unknownFields(given: unknown, read: unknown, path = ''): Generator<string> {
  if (typeof given !== 'object' || given === null) return
  for (const [name, value] of Object.entries(given)) {
    const at = Array.isArray(given) ? `${path}[${name}]` : path ? `${path}.${name}` : name
    const kept = (read as Record<string, unknown>)[name]
    if (kept === undefined) yield `${at}: there is no such field`
    else yield* unknownFields(value, kept, at)
  }
}

/** An object of entries with the names in the data. */
export const entries = <K extends string, S extends TSchema>(data: Record<K, unknown>, entry: S) =>
  Type.Object(Object.fromEntries(Object.keys(data).map((name) => [name, entry])) as Record<K, S>)

/** The name of an entry in another file. */
export const nameIn = <K extends string>(named: Readonly<Record<K, unknown>>) =>
  choice('', Object.keys(named) as K[])
