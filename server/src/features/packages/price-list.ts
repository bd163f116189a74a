// Packages and price lists as texts: what a list makes of a package, and what the client sees of one. Pure, so that a worker can
// do it for long ones.
import { type Package, type PackagePrices, putPackagePrices } from '@walkaround/contract/dms/packages.ts'
import { readBody, wantedBy } from '../../input/read-body.ts'
import type { Reading } from '../../input/reader.ts'
import { etagOf } from '../../lib/etag.ts'
import { toJson } from '../../lib/ready-json.ts'
import type { Recent } from '../../lib/recent.ts'
import { Problem, type Violation } from '../../problems.ts'
import {
  type GivenPrices,
  givenPrices,
  listViolations,
  mergeClientPrices,
  mergePrices,
  pricePackage,
  rangeViolations,
  toClientPrices,
  toPricesJson,
  withClientPrices,
} from './prices.ts'
import { isAutomatic, type PackageText, toShownId } from './rules.ts'

/** What a list makes of an own package. */
export interface OwnPriced {
  document: string
  description: string | undefined
  isAutomatic: boolean
}

/** What a client keeps from a list for another client's package. */
export interface CentralPriced {
  currency: string
  prices: string
}

type Outcome<T> = T | { violations: Violation[] }

const wanted = wantedBy(putPackagePrices.body)

/** Packages by their texts. A client often sends several lists for one package, one after the other. Nobody changes them. */
export type ParsedPackages = Recent<Package>

/** A list on its way into a package. Each step keeps what the next one needs. */
export class PriceList {
  readonly #bytes: Buffer
  readonly #pathId: string
  readonly #packages: ParsedPackages
  #reading: Reading | undefined
  #given: GivenPrices | undefined
  #priced: { stored: PackageText; package: Package } | undefined

  constructor(bytes: Buffer, pathId: string, packages: ParsedPackages) {
    this.#bytes = bytes
    this.#pathId = pathId
    this.#packages = packages
  }

  /** Why it cannot be read at all. What is wrong with its fields is told when it is merged: an unknown package comes first (B2). */
  read(): Violation | undefined {
    try {
      this.#reading ??= readBody(this.#bytes, wanted, this.#pathId)
      if (this.#reading.violations.length === 0)
        this.#given ??= givenPrices(this.#reading.value as PackagePrices)
      return undefined
    } catch (error) {
      if (error instanceof Problem) return { kind: error.kind, info: error.errorInfo }
      throw error
    }
  }

  /** Prices of an own package are part of it. */
  mergeOwn(stored: PackageText): Outcome<OwnPriced> {
    const known = this.#parse(stored.document)
    const { list, violations } = this.#check(known)
    if (!list) return { violations }
    const merged = mergePrices(known, list, this.#given)
    const tooLarge = rangeViolations(merged)
    if (tooLarge.length > 0) return { violations: tooLarge }
    const document = JSON.stringify(merged)
    this.#priced = { stored, package: merged }
    this.#packages.set(document, merged)
    return { document, description: merged.description, isAutomatic: isAutomatic(merged) }
  }

  /** Prices of another client's package are stored separately. */
  mergeCentral(stored: PackageText): Outcome<CentralPriced> {
    const document = this.#parse(stored.document)
    const { list, violations } = this.#check(document)
    if (!list) return { violations }
    const merged = mergeClientPrices(document, ownPrices(stored), list)
    const priced = withClientPrices(document, merged)
    const tooLarge = rangeViolations(priced)
    if (tooLarge.length > 0) return { violations: tooLarge }
    const prices = toPricesJson(merged)
    this.#priced = { stored, package: priced }
    return { currency: merged.currency, prices }
  }

  #parse(document: string): Package {
    const known = this.#packages.get(document) ?? (JSON.parse(document) as Package)
    this.#packages.set(document, known)
    return known
  }

  #check(document: Package): { list?: PackagePrices; violations: Violation[] } {
    const refusal = this.read()
    if (refusal) return { violations: [refusal] }
    const { value, violations } = this.#reading as Reading
    if (violations.length > 0) return { violations }
    const list = value as PackagePrices
    const unknown = listViolations(document, list, this.#given)
    return unknown.length > 0 ? { violations: unknown } : { list, violations }
  }

  /** The tag of the package as the list has left it; undefined if it was not merged here. */
  tagFor(clientId: string): string | undefined {
    return this.#priced && etagOf(toJson(shownAs(clientId, this.#priced.stored, this.#priced.package)))
  }
}

const ownPrices = ({ currency, prices }: PackageText) =>
  currency === null || prices === null ? undefined : toClientPrices(currency, prices)

/** The package as the client sees it: its ids, its prices, and the totals that follow. */
export const toPackage = (clientId: string, stored: PackageText): Package =>
  shownAs(clientId, stored, withClientPrices(JSON.parse(stored.document) as Package, ownPrices(stored)))

const shownAs = (clientId: string, { masterClientId, id }: PackageText, document: Package): Package => ({
  id: toShownId(clientId, { masterClientId, packageId: id }),
  masterClient: masterClientId,
  ...pricePackage(document),
})
