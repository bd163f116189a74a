// What an entry of the audit says: which area it belongs to, which values changed, and the text of it that the chain hashes. Pure.
import { canonicalJson } from './canonical-json.ts'

export const auditAreas = [
  'access',
  'signIns',
  'settings',
  'templates',
  'packages',
  'exports',
  'audit',
] as const
export type AuditArea = (typeof auditAreas)[number]

/** By kind, or by the first word of it; everything else is about settings. */
const areas: Readonly<Record<string, AuditArea>> = {
  login: 'access',
  key: 'access',
  invitation: 'access',
  provider: 'access',
  passkey: 'access',
  tablet: 'access',
  pin: 'access',
  session: 'signIns',
  signIn: 'signIns',
  'signIn.settingsChanged': 'access',
  'key.refused': 'signIns',
  access: 'signIns',
  origin: 'signIns',
  template: 'templates',
  package: 'packages',
  assignment: 'packages',
  export: 'exports',
  audit: 'audit',
}

export const auditAreaOf = (kind: string): AuditArea =>
  areas[kind] ?? areas[kind.split('.', 1)[0] as string] ?? 'settings'

/** A field with its former and its new value. One that is left out was not there, or is there no more. */
export interface AuditChange {
  field: string
  old?: unknown
  new?: unknown
  /** It changed, and its values are in no log. */
  isSecret?: true
}

/** Of one entry; further fields are counted in a last change, whose field is "…". */
export const MOST_CHANGES = 200
/** Of one value as JSON; the rest is cut off. */
export const LONGEST_VALUE = 1_000

export function changesBetween(
  before: object | undefined,
  after: object | undefined,
  secrets: readonly string[] = [],
): AuditChange[] {
  const was = new Map(fieldsOf(before ?? {}, ''))
  const is = new Map(fieldsOf(after ?? {}, ''))
  const changes: AuditChange[] = []
  for (const field of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(field), is.get(field)]
    if (textOf(old) === textOf(now)) continue
    changes.push({
      field,
      ...(old === undefined ? {} : { old: shortened(old) }),
      ...(now === undefined ? {} : { new: shortened(now) }),
    })
  }
  const hidden = secrets.map((field) => ({ field, isSecret: true as const }))
  const all = [...hidden, ...changes]
  return all.length <= MOST_CHANGES
    ? all
    : [...all.slice(0, MOST_CHANGES), { field: '…', new: all.length - MOST_CHANGES }]
}

const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : canonicalJson(value)

/** Fields of objects one by one, with dots; entries of lists by their ids, if all have one. Nothing and null are the same. */
function* fieldsOf(value: unknown, path: string): Generator<[string, unknown]> {
  if (value === null || value === undefined) return
  if (value instanceof Date) return yield [path, value.toISOString()]
  if (Array.isArray(value)) {
    const ids = idsOf(value)
    if (!ids) return yield [path, value]
    for (const [index, id] of ids.entries())
      yield* fieldsOf({ ...value[index], id: undefined }, `${path}[${id}]`)
    return
  }
  if (typeof value !== 'object') return yield [path, value]
  for (const [name, one] of Object.entries(value))
    yield* fieldsOf(one, path === '' ? name : `${path}.${name}`)
}

function idsOf(list: readonly unknown[]): string[] | undefined {
  if (list.length === 0) return undefined
  const ids = list.map((one) => (one as { id?: unknown } | null)?.id)
  const isNamed = ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length
  return isNamed ? (ids as string[]) : undefined
}

function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= LONGEST_VALUE ? value : `${text.slice(0, LONGEST_VALUE)}…`
}

/** Everything the chain vouches for. */
export interface ChainedEntry {
  clientId: string
  position: number
  at: string
  kind: string
  subject: string
  subjectName?: string
  actor: { kind: string; id: string; login?: string; name?: string; key?: string }
  address?: string
  requestId?: string
  times?: number
  detail?: string
  changes?: readonly AuditChange[]
}

/** The hash of an entry is the SHA-256 of this text as UTF-8. `former`: the hash before it in hex, of the first entry 64 zeros. */
export const chainedText = (former: string, entry: ChainedEntry): string =>
  `${former}\n${canonicalJson(entry)}`
