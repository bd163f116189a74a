// Reads packages: as this client charges for them, as their master stores them, or by name.

import type { Package, PackageHeader } from '@walkaround/contract/dms/packages.ts'
import type { Coverage } from '@walkaround/contract/rules/covered-work.ts'
import { type ReadyJson, readyJson } from '../../lib/ready-json.ts'
import { type Problem, problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { PackageTexts } from './package-texts.ts'
import { toPackage } from './price-list.ts'
import { catalogueOwners, findRef, type PackageRef } from './rules.ts'
import * as store from './store.ts'

export function noSuchPackage(shownId: string): Problem {
  return problem('noSuchResource', `there is no package ${JSON.stringify(shownId)}`)
}

async function findRow(scope: Scope, shownId: string): Promise<store.PackageRow | undefined> {
  const ref = findRef(scope.clientId, scope.client.masters, shownId)
  return ref && store.findPackage(scope, ref)
}

export async function findPackage(scope: Scope, shownId: string): Promise<Package | undefined> {
  const row = await findRow(scope, shownId)
  return row && toPackage(scope.clientId, row)
}

export async function findPackageJson(
  scope: Scope,
  shownId: string,
  texts: Pick<PackageTexts, 'show'>,
): Promise<ReadyJson<Package> | undefined> {
  const row = await findRow(scope, shownId)
  return row && texts.show(scope.clientId, row)
}

export async function getPackageJson(
  scope: Scope,
  shownId: string,
  texts: Pick<PackageTexts, 'show'>,
): Promise<ReadyJson<Package>> {
  const found = await findPackageJson(scope, shownId, texts)
  if (found === undefined) throw noSuchPackage(shownId)
  return found
}

export async function getPackage(scope: Scope, shownId: string): Promise<Package> {
  const found = await findPackage(scope, shownId)
  if (!found) throw noSuchPackage(shownId)
  return found
}

/** Without this client's prices and without totals, under the id asked for (E5): the stored text, and its owner. */
export async function getMasterPackageJson(scope: Scope, shownId: string): Promise<ReadyJson<Package>> {
  const row = await findRow(scope, shownId)
  if (!row) throw noSuchPackage(shownId)
  const head = JSON.stringify({ id: shownId, masterClient: row.masterClientId })
  return readyJson(row.document === '{}' ? head : `${head.slice(0, -1)},${row.document.slice(1)}`)
}

export function listPackagesJson(scope: Scope): Promise<ReadyJson<PackageHeader[]>> {
  return store.listHeadersJson(scope, catalogueOwners(scope))
}

/** Several at once, in no particular order; missing ones are left out. */
export async function listPackages(
  scope: Scope,
  refs: readonly PackageRef[],
): Promise<{ package: Package; covers?: Coverage }[]> {
  if (refs.length === 0) return []
  const rows = await store.listPackages(scope, refs)
  return rows.map((row) => ({
    package: toPackage(scope.clientId, row),
    covers: row.covers ?? undefined,
  }))
}

/** Everything the client sees. */
export async function listAllPackages(scope: Scope): Promise<Package[]> {
  const rows = await store.listPackagesOf(scope, catalogueOwners(scope))
  return rows.map((row) => toPackage(scope.clientId, row))
}

/** Packages that may become automatic quotes (E8): customers may select them, and they have an interval. */
export async function readAutomaticPackages(scope: Scope): Promise<Package[]> {
  const rows = await store.listPackagesOf(scope, catalogueOwners(scope), { isAutomatic: true })
  return rows.map((row) => toPackage(scope.clientId, row))
}
