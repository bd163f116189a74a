// PUT of a service order: what it adds to an origin of surveys. Services sold, automatic quotes, and the manual order for the same
// car.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import type { ReadyJson } from '../../lib/ready-json.ts'
import { problem, problemOf } from '../../problems.ts'
import type { Fields, Precondition, Scope } from '../../scope.ts'
import { keepOrderWork } from '../ledger/order-work.ts'
import { endLinksOfFormer } from '../messages/end-links.ts'
import { findForUpdate } from '../origins/rows.ts'
import { proposeQuotes } from '../quotes/propose-quotes.ts'
import { isOver } from '../surveys/header.ts'
import { type Change, putOrigin } from '../surveys/put-origin.ts'
import type { BegunSurveys } from '../surveys/release-surveys.ts'
import { recordOrderServices } from '../vehicles/services.ts'
import { joinSameCar, listCarsByHand } from './find-same-car.ts'
import { orderJson } from './get-order.ts'
import { currencyViolations, findSurveyToQuote, surveysToRelease, toStoredOrder } from './rules.ts'

/** An order that staff make while the DMS is down. */
interface ByHand {
  /** Exactly these are released, whatever the settings say. */
  surveyTypes: readonly SurveyType[]
  /** Surveys that were started without a network. */
  begun?: BegunSurveys
}

/** `json`: its new state, unless another order was joined with it. */
export async function putOrder(
  scope: Scope,
  asked: string,
  fields: Fields<ServiceOrder>,
  precondition: Precondition,
  byHand?: ByHand,
): Promise<{ isNew: boolean; json: ReadyJson<ServiceOrder> | undefined }> {
  const input = fields.get()
  const violations = currencyViolations(input)
  if (violations.length > 0) throw problemOf(violations)
  const [found, waiting] = await Promise.all([
    findForUpdate(scope, { kind: 'order', id: asked }),
    listCarsByHand(scope),
  ])
  // A matched manual order is another name of the DMS order.
  const id = found?.matchedTo ?? asked
  const before = id === asked ? found : await findForUpdate(scope, { kind: 'order', id })
  if (byHand && before) throw problem('idTaken', `a service order "${id}" exists already`)
  await precondition.check()

  const parentOrderId = input.parentOrderId || undefined
  const { shown, change } = await putOrigin<ServiceOrder>(scope, {
    kind: 'order',
    id,
    before,
    vehicle: input.vehicle,
    externalBranchId: input.externalBranchId,
    toStored: (vehicle, known) => toStoredOrder(id, vehicle ? { ...input, vehicle } : input, known),
    surveysDue: (order, releaseTypes, existing) =>
      surveysToRelease(order, byHand?.surveyTypes ?? releaseTypes, existing),
    begun: byHand?.begun,
    parentOrderId,
    isManual: byHand !== undefined,
    follow: (one) => followOrder(scope, id, one),
  })
  const isJoined =
    change !== undefined &&
    !isOver(change.document) &&
    change.header.vehicle !== undefined &&
    parentOrderId === undefined &&
    (await joinSameCar(
      scope,
      {
        id,
        branchId: change.branchId,
        isManual: byHand !== undefined,
        at: change.plannedStart ?? scope.now,
        vehicle: change.header.vehicle,
      },
      waiting,
    )) !== undefined
  return { isNew: before === undefined, json: isJoined ? undefined : orderJson(shown, id, asked) }
}

async function followOrder(scope: Scope, id: string, change: Change<ServiceOrder>): Promise<void> {
  const { document, known, remembered, header, existing, made, plannedStart } = change
  await endLinksOfFormer(
    scope,
    existing.map((survey) => survey.id),
    remembered,
    header,
  )
  keepOrderWork(scope, id, known, document)
  await recordOrderServices(
    scope,
    id,
    { vehicle: remembered.vehicle, contents: known?.contents },
    { vehicle: header.vehicle, contents: document.contents, plannedStart },
  )
  if (isOver(document)) return
  const surveyId = findSurveyToQuote(existing, made, remembered.vehicle, header.vehicle)
  if (surveyId === undefined) return
  await proposeQuotes(scope, {
    surveyId,
    isNew: made.some((survey) => survey.id === surveyId),
    vehicle: header.vehicle,
    filledFromVin: header.filledFromVin ?? [],
  })
}
