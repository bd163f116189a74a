// The packages offered on the answers of a template at one branch, with this client's prices: what every survey of that
// branch starts from. Which of them fit the vehicle is decided per survey.
import type { Package } from '@walkaround/contract/dms/packages.ts'
import type { Coverage } from '@walkaround/contract/rules/covered-work.ts'
import { deepFreeze } from '../../lib/deep-freeze.ts'
import { Recent } from '../../lib/recent.ts'
import type { Scope } from '../../scope.ts'
import { catalogueSignature } from '../packages/catalogue.ts'
import { listPackages } from '../packages/get-package.ts'
import { type PackageRef, toShownId } from '../packages/rules.ts'
import type { TemplateRef } from '../templates/rules.ts'
import * as store from './store.ts'

export interface OfferedPackage {
  /** The id this client uses. */
  id: string
  /** With this client's prices and the totals of each variant. Frozen. */
  package: Package
  /** Used if its bindings do not say which findings it covers (I4). */
  covers?: Coverage
}

export interface Offers {
  signature: string
  byQuestion: ReadonlyMap<string, ReadonlyMap<string, readonly OfferedPackage[]>>
}

interface OfferedAt {
  template: TemplateRef
  siteId: string
  branchId: string
}

/** One client's part of the cache, all computed from catalogues of one signature. */
interface Remembered {
  signature: string
  packages: Map<string, OfferedPackage>
  offers: Recent<Offers>
}

// A client has a handful of templates and some dozen branches; its entries share their packages.
const CLIENTS = 100
const PLACES = 500

const memory = new Recent<Remembered>(CLIENTS)

/**
 * Reads nothing if the result is cached and the signature is passed in. The signature must be read before or together with what it
 * is used for, and never inside a transaction that has changed the catalogue: after a rollback its number would be used again for
 * other content.
 */
export async function listOffers(scope: Scope, at: OfferedAt, signature?: string): Promise<Offers> {
  const current = signature ?? (await catalogueSignature(scope))
  const known = remember(scope.clientId, current)
  const key = JSON.stringify([at.template.masterClientId, at.template.templateId, at.siteId, at.branchId])
  const found = known.offers.get(key)
  if (found) return found
  const offers = await compute(scope, at, known)
  known.offers.set(key, offers)
  return offers
}

function remember(clientId: string, signature: string): Remembered {
  const known = memory.get(clientId)
  if (known?.signature === signature) return known
  const entry = { signature, packages: new Map(), offers: new Recent<Offers>(PLACES) }
  memory.set(clientId, entry)
  return entry
}

async function compute(scope: Scope, at: OfferedAt, known: Remembered): Promise<Offers> {
  const rows = await store.listOfferRows(scope, at)
  const refs = new Map<string, PackageRef>()
  for (const { masterClientId, packageIds } of rows) {
    for (const packageId of packageIds) {
      const id = toShownId(scope.clientId, { masterClientId, packageId })
      if (!known.packages.has(id)) refs.set(id, { masterClientId, packageId })
    }
  }
  for (const found of await listPackages(scope, [...refs.values()])) {
    const id = found.package.id as string
    known.packages.set(id, deepFreeze({ id, ...found }))
  }
  const byQuestion = new Map<string, Map<string, OfferedPackage[]>>()
  for (const { masterClientId, questionId, answerId, packageIds } of rows) {
    for (const packageId of packageIds) {
      const offered = known.packages.get(toShownId(scope.clientId, { masterClientId, packageId }))
      // Without a variant there is nothing to offer.
      if (!offered?.package.variants?.length) continue
      const answers = getOrMake(byQuestion, questionId, () => new Map<string, OfferedPackage[]>())
      const packages = getOrMake(answers, answerId, () => [])
      if (!packages.includes(offered)) packages.push(offered)
    }
  }
  return { signature: known.signature, byQuestion }
}

function getOrMake<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
