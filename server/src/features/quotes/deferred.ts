// Work that the customer put off at earlier visits of this vehicle and that is still open, with how it can be offered today.
import type { DeferredWork, OfferAgain } from '@walkaround/contract/app/reception.ts'
import { atSite, type Scope } from '../../scope.ts'
import { isSamePartner } from '../surveys/contacts.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import type { LoadedSurvey } from '../surveys/load-survey.ts'
import { vehicleKeys } from '../vehicles/keys.ts'
import { listServices } from '../vehicles/services.ts'
import { type FormerDecision, listFormerDecisions } from './deferred-store.ts'
import { priceToday } from './price-today.ts'

/** What is due first at the top; what has no day comes last. Of the same customer only: a car may have been sold. */
export async function listDeferred(scope: Scope, survey: LoadedSurvey): Promise<DeferredWork[]> {
  const { row, header } = survey
  const keys = vehicleKeys(header.vehicle)
  if (keys.length === 0 || !header.vehicle) return []
  const decisions = await listFormerDecisions(scope, {
    surveyId: row.id,
    orderId: row.orderId,
    vehicleKeys: keys,
  })
  const open = newestOfEachWork(decisions).filter(
    (one) => one.status === 'deferred' && isSamePartner(customerOf(one), header.customer),
  )
  if (open.length === 0) return []
  const services = await listServices(scope, header.vehicle)
  const isDone = ({ packageId, decidedAt }: FormerDecision) => {
    const doneAt = packageId === null ? undefined : services.get(packageId)?.doneAt
    return doneAt !== undefined && (decidedAt === null || doneAt > decidedAt)
  }
  return open
    .filter((one) => !isDone(one))
    .map((one) => toDeferred(scope, survey, one))
    .sort((one, other) => (one.until ?? '9').localeCompare(other.until ?? '9'))
}

/** The same package is the same work, at whichever visit; a line without a package stands for itself. */
function newestOfEachWork(newestFirst: readonly FormerDecision[]): FormerDecision[] {
  const known = new Map<string, FormerDecision>()
  for (const one of newestFirst) {
    const work = one.packageId ?? JSON.stringify([one.surveyId, one.quoteId])
    if (!known.has(work)) known.set(work, one)
  }
  return [...known.values()]
}

const customerOf = ({ header }: FormerDecision) =>
  header === null ? undefined : (JSON.parse(header) as SurveyHeader).customer

const toDeferred = (scope: Scope, survey: LoadedSurvey, one: FormerDecision): DeferredWork => ({
  surveyId: one.surveyId,
  quoteId: one.quoteId,
  text: one.text ?? '',
  decidedAt: one.decidedAt?.toISOString(),
  until: one.until ?? undefined,
  currency: one.currency ?? undefined,
  amountExVat: one.exVat ?? undefined,
  amountIncVat: one.incVat ?? undefined,
  packageId: one.packageId ?? undefined,
  offer: findOfferToday(scope, survey, one),
})

/** Only a package that fits the vehicle and has a price today; other work is priced anew by a person. */
function findOfferToday(scope: Scope, survey: LoadedSurvey, former: FormerDecision): OfferAgain | undefined {
  if (former.packageId === null) return undefined
  const places = [...survey.offered()].flatMap(([questionId, answers]) =>
    [...answers].flatMap(([answerId, packages]) =>
      packages.filter(({ id }) => id === former.packageId).map((whole) => ({ questionId, answerId, whole })),
    ),
  )
  const isSamePlace = (one: (typeof places)[number]) =>
    one.questionId === former.questionId && one.answerId === former.answerId
  const place = places.find(isSamePlace) ?? places[0]
  const { variants = [], ...header } = place?.whole ?? {}
  const variant = variants.find(({ id }) => id === former.variantId) ?? variants[0]
  if (!place || variant?.priceExVat === undefined || header.id === undefined) return undefined
  const { questionId, answerId } = place
  const price = priceToday(
    atSite(scope, survey.row.siteId),
    header as typeof place.whole,
    variant,
    survey.header.vehicle,
  )
  return {
    questionId,
    answerId,
    packageId: header.id,
    variantId: variant.id,
    ...price,
  }
}
