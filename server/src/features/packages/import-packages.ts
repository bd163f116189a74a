// Packages from and to files: for masters who keep their catalogue outside of the service.
import type { Package } from '@walkaround/contract/dms/packages.ts'
import type { Coverage } from '@walkaround/contract/rules/covered-work.ts'
import { Problem, problemOf, type Violation } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { assertOwnId, type Saved, savePackage } from './put-package.ts'
import * as store from './store.ts'

/** A package as files have it. */
export type FilePackage = Package & { id: string; covers?: Coverage }

export type ImportedPackages = Record<Saved, number>

/** Each as by PUT; ids are known to be there. What is wrong is told for all of them together, and then nothing is kept. */
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
  if (violations.length > 0) throw problemOf(violations)
  return counts
}

/** What the file does not say is unset, as everything else of it (A1). */
export function saveFilePackage(
  scope: Parameters<typeof savePackage>[0],
  { covers, ...one }: FilePackage,
  options: { isMaster?: boolean } = {},
): Promise<Saved> {
  return savePackage(scope, one.id, one, { ...options, covers: covers ?? null })
}

/** The client's own, as it keeps them, by id. */
export async function exportPackages(scope: Scope): Promise<FilePackage[]> {
  const rows = await store.listPackagesOf(scope, [scope.clientId])
  return rows.map(toOwn)
}

/** One of its own, or a centrally run one under its plain id: a start for a package of one's own. */
export async function exportPackage(scope: Scope, ref: { masterClientId: string; packageId: string }) {
  const row = await store.findPackage(scope, ref)
  return row && toOwn(row)
}

const toOwn = (row: store.PackageRow): FilePackage => ({
  id: row.id,
  ...(JSON.parse(row.document) as Package),
  ...(row.covers === null ? {} : { covers: row.covers }),
})
