// Where ids that exist can be read: for each kind of thing in a path, an operation that lists it. Found in the document alone.
import { type ApiDocument, type Operation, pathParts } from './document.ts'
import { entryOf, fieldsOf } from './fields.ts'
import { isRecord, type Json, toText } from './json.ts'
import type { Context } from './schema-words.ts'

/** A path whose variables are named by the part before them, and the field that holds the list, if the reply is an object. */
type Source = { readonly path: string; readonly take?: string }

/** By the part of a path before the variable, such as `leads`. */
export function findSources(context: Context): Readonly<Record<string, Source>> {
  const reads = allOperations(context.document)
    .filter(({ method }) => method === 'GET')
    .sort((a, b) => pathParts(a.path).length - pathParts(b.path).length)
  const kinds = new Set(
    allOperations(context.document).flatMap(({ path }) =>
      pathParts(path).flatMap(({ name, before }) => (name === undefined ? [] : before)),
    ),
  )
  return Object.fromEntries(
    [...kinds].flatMap((kind) => {
      const source = findSource(context, reads, kind)
      return source === undefined ? [] : [[kind, source]]
    }),
  )
}

export function allOperations(document: ApiDocument): readonly Operation[] {
  return document.tags.flatMap(({ operations }) => operations)
}

function findSource(context: Context, reads: readonly Operation[], kind: string): Source | undefined {
  for (const read of reads) {
    const last = pathParts(read.path).at(-1)
    const schema = replyOf(read)
    if (schema === undefined || last === undefined) continue
    if (last.text === kind) {
      if (isListOfThings(context, schema)) return { path: toKinds(read.path) }
      const list = fieldsOf(context, schema).find((field) => isListOfThings(context, field.schema))
      if (list !== undefined) return { path: toKinds(read.path), take: list.name }
    }
    // A thing that holds the list, such as a survey with its photos.
    const held =
      last.name === undefined ? undefined : fieldsOf(context, schema).find(({ name }) => name === kind)
    if (held !== undefined && isListOfThings(context, held.schema))
      return { path: toKinds(read.path), take: kind }
  }
  return undefined
}

const replyOf = (operation: Operation): Json | undefined =>
  operation.replies.find(({ status }) => status.startsWith('2'))?.schema

function isListOfThings(context: Context, schema: Json): boolean {
  const resolved = context.document.resolve(schema)
  if (resolved.type !== 'array' || !isRecord(resolved.items)) return false
  return fieldsOf(context, entryOf(context, schema)).some(({ name }) => name === 'id')
}

const toKinds = (path: string): string =>
  pathParts(path)
    .map(({ name, text, before }) => (name === undefined ? text : `{${before}}`))
    .join('/')

/** Examples of ids that can be read in the demo, by the part of the path before them. */
export function findExampleIds(document: ApiDocument): Readonly<Record<string, string>> {
  const found = new Map<string, string>()
  for (const { method, path, parameters } of allOperations(document)) {
    if (method !== 'GET') continue
    for (const { name, before } of pathParts(path)) {
      const example = toText(parameters.find((one) => one.in === 'path' && one.name === name)?.example)
      if (name !== undefined && example !== '' && !found.has(before)) found.set(before, example)
    }
  }
  return Object.fromEntries(found)
}
