// Automatic quotes (E8): what is due on this vehicle, proposed once per order and again while nobody has changed it.
import { hash } from 'node:crypto'
import type { Package, PackageVariant } from '@walkaround/contract/dms/packages.ts'
import { toQuoteLines } from '@walkaround/contract/rules/quote-lines.ts'
import { isOutOfWarranty } from '@walkaround/contract/rules/warranty.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { Scope } from '../../scope.ts'
import { explainVariant } from '../packages/applicability.ts'
import { listAutomaticPackages } from '../packages/automatic-packages.ts'
import { atSurvey } from '../surveys/rows.ts'
import { listServices } from '../vehicles/services.ts'
import { findDueReason, type LastService } from './due.ts'
import * as store from './store.ts'

interface Proposal {
  surveyId: string
  /** The survey was just made: there is no earlier set. */
  isNew: boolean
  vehicle: Vehicle | undefined
  filledFromVin: readonly string[]
}

/** Called in the transaction that made the survey or changed the vehicle. */
export async function proposeQuotes(
  asked: Scope,
  { surveyId, isNew, vehicle, filledFromVin }: Proposal,
): Promise<void> {
  const scope = await atSurvey(asked, surveyId)
  // Most clients have no prices for most central packages, so this ends early in the usual case.
  const packages = (await listAutomaticPackages(scope)).filter(hasPrice)
  if (packages.length === 0 && isNew) return
  const services = vehicle ? await listServices(scope, vehicle) : new Map<string, LastService>()
  const filled = new Set(filledFromVin)
  const quotes = packages.flatMap((one) => {
    const reason = findDueReason(
      one,
      vehicle,
      services.get(one.id as string),
      scope.now,
      scope.client.timeZone,
    )
    const variant = reason && one.variants?.find((choice) => isOfferable(choice, vehicle, filled))
    return variant ? [toAutomaticQuote(scope, one, variant, vehicle, JSON.stringify(reason))] : []
  })
  const dropped = isNew ? [] : await store.dropAutomaticQuotes(scope, surveyId)
  if (dropped) await store.insertAutomaticQuotes(scope, surveyId, quotes, dropped)
}

const hasPrice = (one: Package): boolean =>
  one.variants?.some(({ priceExVat }) => priceExVat !== undefined) ?? false

/** The first applicable variant that has a price. */
function isOfferable(
  variant: PackageVariant,
  vehicle: Vehicle | undefined,
  filledFromVin: ReadonlySet<string>,
): boolean {
  return variant.priceExVat !== undefined && explainVariant(variant, vehicle ?? {}, { filledFromVin }).fits
}

function toAutomaticQuote(
  scope: Scope,
  whole: Package,
  variant: PackageVariant,
  vehicle: Vehicle | undefined,
  reason: string,
): store.AutomaticQuote {
  const packageId = whole.id as string
  const isDiscounted =
    variant.discountPriceExVat !== undefined && isOutOfWarranty(vehicle, scope.now, scope.client.timeZone)
  // Stable while the same package is due: a reader that returns finds the same quote.
  const id = `ups-${hash('sha1', JSON.stringify([packageId, variant.id]), 'base64url').slice(0, 20)}`
  const quote = {
    id,
    category: 'upsaleQuote' as const,
    description: whole.description,
    currency: whole.currency as string,
    questionId: 'upSale',
    answerId: 'upSale',
    packageId,
    variantId: variant.id,
    contents: toQuoteLines(variant, isDiscounted, whole.description),
  }
  const visible = !scope.client.hiddenUpsaleTypes.includes(whole.packageType ?? '')
  return { quote, visible, reason }
}
