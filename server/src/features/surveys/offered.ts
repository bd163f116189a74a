// Packages offered on the answers of a survey (E2): assigned packages that fit the vehicle, and which were selected. Pure except
// for a cache: most surveys of a day have the same few vehicles and the same catalogue.
import type { Package, PackageVariant } from '@walkaround/contract/dms/packages.ts'
import type { Coverage } from '@walkaround/contract/rules/covered-work.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { Offers } from '../assignment/offers.ts'
import { decidingAttributes, explainVariant } from '../packages/applicability.ts'

/** Packages by question and answer; each with the variants that fit. */
export type Offered = ReadonlyMap<string, ReadonlyMap<string, readonly Package[]>>

/** As stored when the inspection is completed. */
export type FrozenOffers = Record<string, Record<string, Package[]>>

/** A selected variant, as it was when it was selected. */
export interface SelectedVariant {
  quoteId: string
  questionId: string
  answerId: string
  package: Omit<Package, 'variants'>
  variant: PackageVariant
  /** The vehicle was out of warranty: discount prices apply (E3). */
  isDiscounted: boolean
  approval: Approval
  /** Replaced by a quote (E7). */
  isReplaced: boolean
  /** Which findings it covered when it was selected (I4). */
  covers?: Coverage
}

interface Approval {
  approvalStatus?: 'approved' | 'rejected' | 'deferred'
  deferralDate?: string
  rejectionReasonCode?: string
  approvalMedium?: string
  approvalDate?: string
}

const VEHICLES_PER_CATALOGUE = 200
const known = new WeakMap<Offers, Map<string, Offered>>()

export function offeredTo(
  offers: Offers,
  vehicle: Vehicle | undefined,
  filledFromVin: readonly string[] = [],
): Offered {
  const asked = JSON.stringify([decidingAttributes.map((name) => vehicle?.[name] ?? null), filledFromVin])
  let byVehicle = known.get(offers)
  if (!byVehicle) {
    byVehicle = new Map()
    known.set(offers, byVehicle)
  }
  const found = byVehicle.get(asked)
  if (found) return found
  const offered = fit(offers, vehicle, new Set(filledFromVin))
  const [oldest] = byVehicle.keys()
  if (byVehicle.size >= VEHICLES_PER_CATALOGUE && oldest !== undefined) byVehicle.delete(oldest)
  byVehicle.set(asked, offered)
  return offered
}

function fit(offers: Offers, vehicle: Vehicle | undefined, filledFromVin: ReadonlySet<string>): Offered {
  const fitting = new Map<Package, Package | undefined>()
  const fittingOf = (whole: Package): Package | undefined => {
    if (!fitting.has(whole)) {
      const variants = (whole.variants ?? []).filter(
        (one) => explainVariant(one, vehicle ?? {}, { filledFromVin }).fits,
      )
      // No variant fits: the package is not offered (E1).
      fitting.set(whole, variants.length === 0 ? undefined : { ...whole, variants })
    }
    return fitting.get(whole)
  }
  const result = new Map<string, Map<string, Package[]>>()
  for (const [questionId, answers] of offers.byQuestion) {
    for (const [answerId, packages] of answers) {
      const fits = packages.flatMap((offer) => fittingOf(offer.package) ?? [])
      if (fits.length === 0) continue
      const ofQuestion = result.get(questionId) ?? new Map<string, Package[]>()
      result.set(questionId, ofQuestion.set(answerId, fits))
    }
  }
  return result
}

export function toFrozenOffers(offered: Offered): FrozenOffers {
  return Object.fromEntries(
    [...offered].map(([question, answers]) => [question, Object.fromEntries(answers)]),
  ) as FrozenOffers
}

export function fromFrozenOffers(frozen: FrozenOffers): Offered {
  return new Map(
    Object.entries(frozen).map(([question, answers]) => [question, new Map(Object.entries(answers))]),
  )
}

/** Which findings packages themselves say they cover (I4). */
export function coverageIn(offers: Offers | undefined): Map<string, Coverage> {
  const said = new Map<string, Coverage>()
  for (const answers of offers?.byQuestion.values() ?? [])
    for (const packages of answers.values())
      for (const { id, covers } of packages) if (covers !== undefined) said.set(id, covers)
  return said
}

export function findOffered(
  offered: Offered,
  at: { questionId: string; answerId: string; packageId: string; variantId: string },
): { package: Omit<Package, 'variants'>; variant: PackageVariant } | undefined {
  const whole = offered
    .get(at.questionId)
    ?.get(at.answerId)
    ?.find(({ id }) => id === at.packageId)
  const variant = whole?.variants?.find(({ id }) => id === at.variantId)
  if (!whole || !variant) return undefined
  const { variants: _, ...header } = whole
  return { package: header, variant }
}

/** JSON of `packages` for each answer that has any. */
type PackagesJson = ReadonlyMap<string, ReadonlyMap<string, string>>

const unselected = new WeakMap<Offered, PackagesJson>()

export function packagesJson(offered: Offered, selected: readonly SelectedVariant[]): PackagesJson {
  let untouched = unselected.get(offered)
  if (!untouched) {
    untouched = new Map(
      [...offered].map(([question, answers]) => [
        question,
        new Map(
          [...answers].map(([answer, packages]) => [
            answer,
            JSON.stringify(packages.map((one) => withSelection(one, []))),
          ]),
        ),
      ]),
    )
    unselected.set(offered, untouched)
  }
  if (selected.length === 0) return untouched
  const json = new Map<string, ReadonlyMap<string, string>>(untouched)
  for (const { questionId, answerId } of selected) {
    const packages = offered.get(questionId)?.get(answerId) ?? []
    const here = selected.filter((one) => one.questionId === questionId && one.answerId === answerId)
    const current = packages.flatMap((one) => withoutOtherCurrency(one, here))
    const shown = [...current, ...withdrawn(current, here)].map((one) =>
      withSelection(
        one,
        here.filter((choice) => isUnder(choice, one)),
      ),
    )
    json.set(questionId, new Map(json.get(questionId) ?? []).set(answerId, JSON.stringify(shown)))
  }
  return json
}

/** The package has the currency: an earlier price must not be shown in a later currency. */
const isUnder = (choice: SelectedVariant, { id, currency }: Pick<Package, 'id' | 'currency'>): boolean =>
  choice.package.id === id && choice.package.currency === currency

/** A variant selected in another currency is shown once, in an entry of that currency. */
function withoutOtherCurrency(offered: Package, selected: readonly SelectedVariant[]): Package[] {
  const isElsewhere = ({ id }: PackageVariant) =>
    selected.some((one) => one.package.id === offered.id && one.variant.id === id && !isUnder(one, offered))
  const variants = (offered.variants ?? []).filter((variant) => !isElsewhere(variant))
  const isEmpty = variants.length === 0 && !selected.some((one) => isUnder(one, offered))
  return isEmpty ? [] : [{ ...offered, variants }]
}

/** A selected variant stays even if its package is no longer offered, or no longer in that currency. */
function withdrawn(packages: readonly Package[], selected: readonly SelectedVariant[]): Package[] {
  const entries: Package[] = []
  for (const one of selected) {
    if ([...packages, ...entries].some((entry) => isUnder(one, entry))) continue
    entries.push({ ...one.package, variants: [] })
  }
  return entries
}

function withSelection(offered: Package, selected: readonly SelectedVariant[]): Package {
  const variants = (offered.variants ?? []).map((variant): PackageVariant => {
    const choice = selected.find((one) => one.variant.id === variant.id)
    return choice ? toSelected(choice) : { ...variant, selected: false }
  })
  const others = selected.filter((one) => !offered.variants?.some(({ id }) => id === one.variant.id))
  return { ...offered, variants: [...variants, ...others.map(toSelected)] }
}

function toSelected({ variant, approval, isReplaced }: SelectedVariant): PackageVariant {
  const { approvalStatus, deferralDate, rejectionReasonCode } = approval
  return {
    ...variant,
    selected: !isReplaced,
    ...(approvalStatus === undefined ? {} : { customerApproved: approvalStatus }),
    ...(deferralDate === undefined ? {} : { deferralDate }),
    ...(rejectionReasonCode === undefined ? {} : { rejectionReasonCode }),
  }
}
