// PUT of a service order: stores it, makes the surveys that are due, closes them when it is over.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import type { SurveyType } from '@walkaround/contract/shared.ts'
import { bindBranch, tellFormerBranch } from '../../access/bind-branch.ts'
import { RetryTransaction } from '../../db/database.ts'
import { toInstant } from '../../lib/iso-dates.ts'
import { problem, problemOf } from '../../problems.ts'
import type { Fields, Precondition, Scope } from '../../scope.ts'
import { endLinksOfFormer } from '../messages/end-links.ts'
import { proposeQuotes } from '../quotes/propose-quotes.ts'
import { followContacts, followHeader, type SurveyHeader } from '../surveys/header.ts'
import {
  type BegunSurveys,
  closeAll,
  followVehicle,
  insertPlanned,
  planSurveys,
  toRefs,
} from '../surveys/release-surveys.ts'
import { searchTextOf, vehicleKeyOf } from '../surveys/search-text.ts'
import { completeVehicle, isSameVehicle } from '../vehicles/complete-vehicle.ts'
import { rememberVehicle } from '../vehicles/remember.ts'
import { recordOrderServices } from '../vehicles/services.ts'
import { joinSameCar } from './find-same-car.ts'
import { currencyViolations, findSurveyToQuote, isOver, surveysToRelease, toStoredOrder } from './rules.ts'
import * as store from './store.ts'

const idsOf = (surveys: readonly SurveyRef[]) => surveys.map((survey) => survey.id)

/** An order that staff make while the DMS is down. */
export interface ByHand {
  /** Released whatever the settings say, and nothing else. */
  surveyTypes: readonly SurveyType[]
  /** Those that were begun without a network. */
  begun?: BegunSurveys
}

export async function putOrder(
  scope: Scope,
  asked: string,
  fields: Fields<ServiceOrder>,
  precondition: Precondition,
  byHand?: ByHand,
): Promise<'created' | 'changed'> {
  const input = fields.get()
  const violations = currencyViolations(input)
  if (violations.length > 0) throw problemOf(violations)
  const found = await store.findOrderForUpdate(scope, asked)
  // One made by hand that was matched is another name of the order of the DMS.
  const id = found?.matched_to ?? asked
  const before = id === asked ? found : await store.findOrderForUpdate(scope, id)
  if (byHand && before) throw problem('idTaken', `there is a service order "${id}"`)
  await precondition.check()

  const known = before && (JSON.parse(before.document) as ServiceOrder)
  const remembered = before ? (JSON.parse(before.survey_header) as SurveyHeader) : {}
  const source = `order/${id}`
  const completed =
    input.vehicle && (await completeVehicle(scope, input.vehicle, { before: remembered, source }))
  const order = toStoredOrder(id, completed ? { ...input, vehicle: completed.vehicle } : input, known)
  const branch =
    before && known?.externalBranchId === order.externalBranchId
      ? {
          branchId: before.branch_id,
          releaseTypes: before.release_types ?? scope.client.releaseTypes,
          code: undefined,
        }
      : await bindBranch(scope, order.externalBranchId)
  const existing = before ? (JSON.parse(before.surveys) as SurveyRef[]) : []
  const due = surveysToRelease(order, byHand?.surveyTypes ?? branch.releaseTypes, existing)
  const document = JSON.stringify(order)
  // A repeated PUT, or a GET answer sent back, changes nothing.
  const isSame = before?.document === document && isSameVehicle(remembered, completed)
  if (isSame && before.branch_id === branch.branchId && due.length === 0) return 'changed'

  const place = { branchId: branch.branchId, make: order.vehicle?.make }
  const made = await planSurveys(scope, due, place, byHand?.begun)
  const header = followHeader(remembered, { ...order, branch: branch.code, filledFromVin: completed?.filled })
  const surveyHeader = JSON.stringify(header)
  const contacts = followContacts(before?.contact_corrections ?? null, remembered, header)
  const row: store.OrderToSave = {
    id,
    branchId: branch.branchId,
    closed: order.closed === true,
    rejected: order.rejected === true,
    parentOrderId: order.parentOrderId || undefined,
    plannedStart: order.plannedStartTimestamp
      ? toInstant(order.plannedStartTimestamp, scope.client.timeZone)
      : undefined,
    document,
    surveyHeader,
    searchText: searchTextOf(id, header),
    isManual: byHand !== undefined,
    contactCorrections: contacts.corrections,
    surveys: JSON.stringify([...existing, ...toRefs(made)]),
  }
  if (before) await store.updateOrder(scope, row)
  else if (!(await store.insertOrder(scope, row))) throw new RetryTransaction()
  if (before && before.branch_id !== branch.branchId)
    await tellFormerBranch(scope, before.branch_id, `order/${id}`)
  await insertPlanned(scope, { orderId: id, vehicleKey: vehicleKeyOf(header) }, made)
  await followVehicle(scope, { orderId: id }, existing, remembered, header)
  await endLinksOfFormer(scope, idsOf(existing), remembered, header)
  if (completed && !isSameVehicle(remembered, completed)) {
    await rememberVehicle(scope, completed.supplied, { source, orderId: id, before: remembered.vehicle })
  }
  await recordOrderServices(
    scope,
    id,
    { vehicle: remembered.vehicle, contents: known?.contents },
    { vehicle: header.vehicle, contents: order.contents, plannedStart: row.plannedStart },
  )
  const surveyId = isOver(order)
    ? undefined
    : findSurveyToQuote(existing, made, remembered.vehicle, header.vehicle)
  if (surveyId) {
    await proposeQuotes(scope, {
      surveyId,
      isNew: made.some((survey) => survey.id === surveyId),
      vehicle: header.vehicle,
      filledFromVin: header.filledFromVin ?? [],
    })
  }
  if (isOver(order) && existing.length > 0) await closeAll(scope, { orderId: id }, contacts.shownHeader())
  if (!isOver(order) && header.vehicle && row.parentOrderId === undefined) {
    const at = row.plannedStart ?? scope.now
    const isManual = byHand !== undefined
    await joinSameCar(scope, { id, branchId: branch.branchId, isManual, at, vehicle: header.vehicle })
  }
  return before ? 'changed' : 'created'
}
