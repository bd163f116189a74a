// Packages from and to files, for masters who maintain their catalogue outside the service.
import type { Package } from '@walkaround/contract/dms/packages.ts'
import type { Coverage } from '@walkaround/contract/rules/covered-work.ts'
import { Problem, problemOf, type Violation } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { noSuchPackage } from './get-package.ts'
import { type PackageTranslation, textsJson } from './package-words.ts'
import { assertOwnId, type Saved, savePackage } from './put-package.ts'
import { findRef, toShownId } from './rules.ts'
import * as store from './store.ts'

/** A package in a file. */
export type FilePackage = Package & {
  id: string
  covers?: Coverage
  contains?: string[]
  texts?: PackageTranslation[]
}

export type ImportedPackages = Record<Saved, number>

/** Each like a PUT; every package has an id. Reports the mistakes of all of them together, and then stores nothing. */
export async function importPackages(
  scope: Scope,
  packages: readonly FilePackage[],
): Promise<ImportedPackages> {
  const counts: ImportedPackages = { created: 0, changed: 0, unchanged: 0 }
  const violations: Violation[] = []
  for (const [index, one] of packages.entries()) {
    try {
      assertOwnId(one.id)
      counts[await saveFilePackage(scope, one)]++
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      for (const info of error.errorInfo.split('\n')) {
        violations.push({ kind: error.kind, info: `packages[${index}].${info}` })
      }
    }
  }
  violations.push(...(await containsViolations(scope, packages)))
  if (violations.length > 0) throw problemOf(violations)
  return counts
}

/** A package contains others that the client sees, by the ids it uses for them. */
async function containsViolations(scope: Scope, packages: readonly FilePackage[]): Promise<Violation[]> {
  const inFile = new Set(packages.map(({ id }) => id))
  const named = packages.flatMap(({ id, contains = [] }, index) =>
    contains.map((inner, at) => ({ id, inner, path: `packages[${index}].contains[${at}]` })),
  )
  const refs = named.flatMap(({ inner }) =>
    inFile.has(inner) ? [] : (findRef(scope.clientId, scope.client.masters, inner) ?? []),
  )
  const rows = refs.length === 0 ? [] : await store.listPackages(scope, refs)
  const known = new Set(
    rows.map(({ masterClientId, id: packageId }) => toShownId(scope.clientId, { masterClientId, packageId })),
  )
  return named.flatMap(({ id, inner, path }): Violation[] => {
    if (inner === id) return [{ kind: 'invalidArgument', info: `${path}: "${inner}" is the package itself` }]
    if (inFile.has(inner) || known.has(inner)) return []
    return [{ kind: 'invalidArgument', info: `${path}: there is no package "${inner}"` }]
  })
}

/** Everything the file leaves out is unset, like all other fields (A1). */
export function saveFilePackage(
  scope: Parameters<typeof savePackage>[0],
  { covers, contains, texts, ...one }: FilePackage,
  options: { isMaster?: boolean } = {},
): Promise<Saved> {
  return savePackage(scope, one.id, one, {
    ...options,
    covers: covers ?? null,
    contains: contains?.length ? contains : null,
    texts: textsJson(texts),
  })
}

/**
 * What one of the client's own packages is called in other languages; none: nothing. The package itself may be kept by the DMS, whose
 * PUTs leave its translations as they are. Gives also the texts that the package does not have.
 */
export async function setPackageTexts(
  scope: Scope,
  id: string,
  texts: readonly PackageTranslation[],
): Promise<{ id: string; texts: number; saved: Saved; unused: string[] }> {
  assertOwnId(id)
  const found = await store.findOwnForUpdate(scope, id)
  if (!found) throw noSuchPackage(id)
  const stored = JSON.parse(found.document) as Package
  const own = new Set(textsIn(stored))
  const unused = [...new Set(texts.map(({ text }) => text))].filter((text) => !own.has(text))
  const saved = await savePackage(scope, id, stored, { texts: textsJson(texts) })
  return { id, texts: texts.length, saved, unused }
}

/** Every text of a document, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The client's own packages as stored, by id. */
export async function exportPackages(scope: Scope): Promise<FilePackage[]> {
  const rows = await store.listPackagesOf(scope, [scope.clientId])
  return rows.map(toOwn)
}

/** One of its own, or a central one under its plain id: a start for an own package. */
export async function exportPackage(scope: Scope, ref: { masterClientId: string; packageId: string }) {
  const row = await store.findPackage(scope, ref)
  return row && toOwn(row)
}

const toOwn = (row: store.PackageRow): FilePackage => ({
  id: row.id,
  ...(JSON.parse(row.document) as Package),
  ...(row.covers === null ? {} : { covers: row.covers }),
  ...(row.contains === null ? {} : { contains: row.contains }),
  ...(row.texts === null ? {} : { texts: JSON.parse(row.texts) as PackageTranslation[] }),
})
