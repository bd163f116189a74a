// What the page of the audit says of an entry. Pure.
import type { AuditArea } from '@walkaround/contract/rules/audit-entries.ts'
import { type AuditKind, auditKinds } from '@walkaround/contract/rules/audit-kinds.ts'

/** Entries that a former version wrote may have a kind that is gone. */
export const isKnownKind = (kind: string): kind is AuditKind =>
  (auditKinds as readonly string[]).includes(kind)

/** In the order of the filter; the audit of itself is found among all. */
export const shownAreas = [
  'access',
  'signIns',
  'settings',
  'templates',
  'packages',
  'exports',
] as const satisfies readonly AuditArea[]

/** Fields that have words; others are shown by the names that files and commands have for them. */
const knownFields = [
  'name',
  'role',
  'branches',
  'login',
  'password',
  'pin',
  'key',
  'secret',
  'label',
  'expiresAt',
  'url',
  'kinds',
  'kind',
  'telephone',
  'email',
  'language',
  'timeZone',
  'currency',
  'format',
  'file',
  'lockMinutes',
  'text',
  'subject',
  'provider',
  'passwordsOff',
  'spareLogins',
  'rules',
  'domains',
  'version',
  'amountExVat',
  'amountIncVat',
] as const
type KnownField = (typeof knownFields)[number]

/** Of variants[v].contents[1].amountExVat it is the last part that says what it is, and the others say where. */
export function fieldParts(field: string): { where: string; known?: KnownField } {
  const last = field.slice(field.lastIndexOf('.') + 1)
  const known = knownFields.find((one) => one === last)
  return known === undefined
    ? { where: field }
    : { where: field.slice(0, -last.length).replace(/\.$/, ''), known }
}

/** Words for values that are no text. */
export interface ValueWords {
  readonly yes: string
  readonly no: string
  /** A list without entries. */
  readonly none: string
  /** What a field of an entry is called. */
  field(name: string): string
}

/** A value as people read it: lists with commas, entries that have fields one after another. */
export function valueText(value: unknown, words: ValueWords): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) {
    if (value.length === 0) return words.none
    const isPlain = value.every((one) => typeof one !== 'object' || one === null)
    return value.map((one) => valueText(one, words)).join(isPlain ? ', ' : ' · ')
  }
  if (typeof value !== 'object' || value === null) return String(value ?? words.none)
  const fields = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
  return fields.map(([name, one]) => `${words.field(name)}: ${valueText(one, words)}`).join(', ')
}

/** Parts of the service that act without a login, by how their ids begin. */
const parts = [
  ['cli:', 'commandLine'],
  ['set-up', 'firstStart'],
  ['invitation', 'invitation'],
  ['owner-page', 'ownerPage'],
  ['sign-in provider ', 'provider'],
  ['tablet/', 'tablet'],
  ['simulator', 'simulator'],
] as const
type Part = (typeof parts)[number][1] | 'service'

/** Of a tablet the id says nothing to people. */
const isTold: readonly Part[] = ['commandLine', 'provider']

/** Who did it where no login did: which part of the service, and by what name it is told apart. */
export function partOf(id: string): { part: Part; name?: string } {
  const [begin, part] = parts.find(([one]) => id.startsWith(one)) ?? ['', 'service' as const]
  const name = id.slice(begin.length)
  return isTold.includes(part) && name !== '' ? { part, name } : { part }
}

/** The key of an entry by what it is for; one that is gone, or has no label, by how it begins. */
export const keyName = (key: string, known: readonly { prefix: string; label: string }[]): string =>
  known.find(({ prefix }) => prefix === key)?.label || key
