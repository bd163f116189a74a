// Reads the row type that a statement's caller claims, from the sources: TypeScript's own compiler offers no API to ask. It knows what
// stores write: interfaces, object types, Pick, Omit, unions with null, and names that lead to those in this or another file.
import { dirname, posix } from 'node:path'
import { textOf } from './source-files.ts'

/** string, number, boolean, Date, Uint8Array, string[] …; 'unknown' where the type is something else. */
export interface Field {
  type: string
  isOptional: boolean
}

export type Fields = Map<string, Field>

const CALL =
  /(\breturn\s+)?[\w.]*\.(rows|row)\s*(<(?:(?!\.(?:rows|row)\b)[\s\S])*>)?\(\s*(?:unprepared\(\s*)?$/

/** What the caller of the database in front of a statement claims to get; undefined when it claims nothing. */
export function claimedType(before: string): string | undefined {
  const [, isReturned, , argument] = CALL.exec(before) ?? []
  if (argument) return argument.slice(1, -1).trim()
  return isReturned ? returnType(before) : undefined
}

/** Of the function around, without Promise, and without what says none or several. */
function returnType(before: string): string | undefined {
  const at = before.lastIndexOf('): Promise<')
  if (at < 0) return undefined
  const start = at + '): Promise<'.length
  const inner = before.slice(start, closing(before, start - 1))
  return inner
    .replace(/\s*\|\s*undefined$/, '')
    .replace(/\[\]$/, '')
    .replace(/^\((.*)\)$/s, '$1')
    .trim()
}

/** Where the bracket at `open` closes. */
function closing(text: string, open: number): number {
  const pairs: Record<string, string> = { '<': '>', '{': '}', '(': ')', '[': ']' }
  const close = pairs[text[open] as string]
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === text[open]) depth++
    if (text[at] === close && text[at - 1] !== '=' && --depth === 0) return at
  }
  throw new Error(`no ${close} for what opens at ${text.slice(open, open + 40)}`)
}

/** Cut where nothing is open. */
function split(text: string, separator: RegExp): string[] {
  const parts: string[] = []
  let part = ''
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string
    if ('<{(['.includes(sign)) {
      const end = closing(text, at)
      part += text.slice(at, end + 1)
      at = end
    } else if (separator.test(sign)) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '')
}

/** The fields of a type as written in a file; undefined when it is none that has fields here. */
export function fieldsOf(type: string, file: string): Fields | undefined {
  const bare = type
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^readonly /, '')
    .trim()
  const all = split(bare, /&/)
  if (all.length > 1) return merge(all.map((one) => fieldsOf(one, file)))
  if (bare.startsWith('(') && closing(bare, 0) === bare.length - 1) return fieldsOf(bare.slice(1, -1), file)
  if (bare.startsWith('{')) return bodyFields(bare.slice(1, -1), file)
  const [, name, args] = /^(\w+)\s*(?:<([\s\S]*)>)?$/.exec(bare) ?? []
  if (!name) return undefined
  if (!args) return namedFields(name, file)
  const [from = '', keys = ''] = split(args, /,/)
  const fields = fieldsOf(from, file)
  const isNamed = keyTest(keys, file)
  if (!fields || !isNamed) return undefined
  if (name === 'Pick') return new Map([...fields].filter(([key]) => isNamed(key)))
  return name === 'Omit' ? new Map([...fields].filter(([key]) => !isNamed(key))) : undefined
}

function keyTest(keys: string, file: string): ((key: string) => boolean) | undefined {
  const [, of] = /^keyof (\w+)$/.exec(keys) ?? []
  if (of) {
    const fields = fieldsOf(of, file)
    return fields && ((key) => fields.has(key))
  }
  const named = new Set([...keys.matchAll(/'(\w+)'/g)].map(([, key]) => key))
  return named.size > 0 ? (key) => named.has(key) : undefined
}

function merge(all: (Fields | undefined)[]): Fields | undefined {
  return all.includes(undefined) ? undefined : new Map(all.flatMap((fields) => [...(fields as Fields)]))
}

function bodyFields(body: string, file: string): Fields {
  const bare = body.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\/.*$/gm, '')
  const lines = split(bare, /[;\n]/)
  return new Map(
    lines.map((line) => {
      const [, name, optional, type = ''] = /^(?:readonly )?(\w+)(\?)?:\s*([\s\S]*)$/.exec(line) ?? []
      if (!name) throw new Error(`${file}: what is ${JSON.stringify(line)}?`)
      return [name, { type: baseType(type, file), isOptional: optional !== undefined }]
    }),
  )
}

/** The one thing a value is when it is not null. */
function baseType(type: string, file: string): string {
  const kinds = split(type, /\|/).filter((one) => one !== 'null' && one !== 'undefined')
  if (kinds.length > 0 && kinds.every((one) => /^'.*'$/.test(one))) return 'string'
  const [kind = ''] = kinds
  if (kinds.length !== 1) return 'unknown'
  if (/^(string|number|boolean|Date)$/.test(kind)) return kind
  if (/^(Uint8Array|Buffer)\b/.test(kind)) return 'bytes'
  if (/^(readonly )?(string|number|boolean|Date)\[\]$/.test(kind)) return kind.replace('readonly ', '')
  const indexed = /^(\w+)\['(\w+)'\]$/.exec(kind)
  if (indexed) return fieldsOf(indexed[1] as string, file)?.get(indexed[2] as string)?.type ?? 'unknown'
  const alias = findDeclaration(kind, file)
  return alias?.kind === 'type' && /^['|\s]/.test(alias.text) ? baseType(alias.text, alias.file) : 'unknown'
}

function namedFields(name: string, file: string): Fields | undefined {
  const found = findDeclaration(name, file)
  if (!found) return undefined
  if (found.kind === 'type') return fieldsOf(found.text, found.file)
  const own = bodyFields(found.text, found.file)
  return merge([...found.parents.map((parent) => fieldsOf(parent, found.file)), own])
}

interface Declaration {
  kind: 'interface' | 'type'
  text: string
  parents: string[]
  file: string
}

function findDeclaration(name: string, file: string): Declaration | undefined {
  const text = textOf(file)
  const made = new RegExp(`\\binterface ${name}( extends [^{]*)? \\{`).exec(text)
  if (made) {
    const open = made.index + made[0].length - 1
    const parents = split((made[1] ?? '').replace(' extends ', ''), /,/)
    return { kind: 'interface', text: text.slice(open + 1, closing(text, open)), parents, file }
  }
  const alias = new RegExp(
    `^(?:export )?type ${name} =([\\s\\S]*?)(?=\\n\\n|\\n(?:export|const|type|interface|function|/\\*\\*) )`,
    'm',
  ).exec(text)
  if (alias) return { kind: 'type', text: (alias[1] as string).trim(), parents: [], file }
  const from = new RegExp(`import [^;]*?\\b${name}\\b[^;]*?from '(\\.[^']+)'`).exec(
    text.replaceAll(/\n(?=import )/g, ';\n'),
  )?.[1]
  return from === undefined ? undefined : findDeclaration(name, posix.join(dirname(file), from))
}
