// A catalogue as one file: packages, and the answers they are bound to.
import { DEFAULT_MASTER } from '../../organisation/clients.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { noSuchPackage } from '../packages/get-package.ts'
import {
  exportPackage,
  exportPackages,
  type FilePackage,
  type ImportedPackages,
  importPackages,
} from '../packages/import-packages.ts'
import { findRef } from '../packages/rules.ts'
import { listAssignments, type TemplateBinding } from './get-assignment.ts'
import { putAssignment } from './put-assignment.ts'

export interface CatalogueFile {
  packages: FilePackage[]
  bindings?: TemplateBinding[]
}

/** All or nothing. Packages and answers the file does not name stay unchanged. */
export async function importCatalogue(
  scope: Scope,
  { packages, bindings = [] }: CatalogueFile,
): Promise<ImportedPackages & { answers: number }> {
  if (scope.clientId === DEFAULT_MASTER) {
    throw problem(
      'invalidArgument',
      `client: the packages of "${DEFAULT_MASTER}" come with the service and are renewed at every start; import under a client of your own`,
    )
  }
  const counts = await importPackages(scope, packages)
  const indexed = bindings.map((binding, index) => ({ ...binding, index }))
  let answers = 0
  for (const [template, group] of Map.groupBy(indexed, (binding) => binding.template)) {
    const pathOf = (at: number) => `bindings[${group[at]?.index}]`
    answers += await putAssignment(scope, template, { get: () => group }, { pathOf })
  }
  return { ...counts, answers }
}

/** The client's own packages with their bindings; or one package that the client sees, under its plain id. */
export async function exportCatalogue(scope: Scope, shownId?: string): Promise<CatalogueFile> {
  const bindings = await listAssignments(scope)
  if (shownId === undefined) {
    return { packages: await exportPackages(scope), bindings }
  }
  const ref = findRef(scope.clientId, scope.client.masters, shownId)
  const found = ref && (await exportPackage(scope, ref))
  if (!ref || !found) throw noSuchPackage(shownId)
  const isOwn = ref.masterClientId === scope.clientId
  const bound = bindings.filter(({ packageIds }) => isOwn && packageIds.includes(ref.packageId))
  return {
    packages: [found],
    bindings: bound.map((binding) => ({ ...binding, packageIds: [ref.packageId] })),
  }
}
