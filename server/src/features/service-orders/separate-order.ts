// Takes an order made by hand and the order of the DMS apart again (I5): its surveys come back with everything done
// meanwhile, and what was removed at joining is made anew. Possible until the order closes.
import type { SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import type { SurveyType } from '@walkaround/contract/shared.ts'
import { tellFormerBranch } from '../../access/bind-branch.ts'
import { recordEvents } from '../../db/events.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { proposeQuotes } from '../quotes/propose-quotes.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { insertPlanned, planSurveys, toRefs } from '../surveys/release-surveys.ts'
import { searchTextOf, vehicleKeyOf } from '../surveys/search-text.ts'
import * as store from './join-store.ts'
import { findSurveyToQuote } from './rules.ts'

const refused = (info: string) => problem('matchRefused', info)

export async function separateOrder(scope: Scope, manualId: string): Promise<void> {
  const manual = await store.lockOrder(scope, manualId)
  if (!manual) throw problem('noSuchResource', `there is no service order "${manualId}"`)
  if (manual.matched_to === null) throw refused(`"${manualId}" is not matched`)
  const orderId = manual.matched_to
  const order = await store.lockOrder(scope, orderId)
  const join = await store.findJoin(scope, { manualId, orderId })
  if (!order || !join) throw refused(`"${manualId}" was matched before this could be taken back`)
  if (order.is_over) throw refused(`order "${orderId}" is closed`)

  const there = new Set((await store.lockSurveys(scope, [orderId])).map(({ id }) => id))
  const moved = (JSON.parse(join.moved) as string[]).filter((id) => there.has(id))
  const removed = JSON.parse(join.removed) as { surveyType: SurveyType; side: 'manual' | 'order' }[]
  const refs = JSON.parse(order.surveys) as SurveyRef[]
  const left = refs.filter(({ id }) => !moved.includes(id))
  const back = refs.filter(({ id }) => moved.includes(id))
  const header = JSON.parse(manual.survey_header) as SurveyHeader
  await store.moveSurveys(scope, moved, { orderId: manualId, vehicleKey: vehicleKeyOf(header) })
  const typesOf = (side: 'manual' | 'order') =>
    removed.flatMap((one) => (one.side === side ? [one.surveyType] : []))
  const made = {
    manual: await makeAnew(scope, manual, typesOf('manual')),
    order: await makeAnew(scope, order, typesOf('order')),
  }
  const surveys = { manual: [...back, ...made.manual], order: [...left, ...made.order] }
  await store.setUnmatched(
    scope,
    { manualId, orderId },
    {
      surveys: JSON.stringify(surveys.manual),
      corrections: join.corrections,
      searchText: searchTextOf(manualId, header),
    },
    JSON.stringify(surveys.order),
  )
  await quoteAgain(scope, manual, surveys.manual)
  await quoteAgain(scope, order, surveys.order)
  if (manual.branch_id !== order.branch_id) {
    await tellFormerBranch(scope, order.branch_id, `order/${manualId}`)
  }
  await recordEvents(scope, [
    { kind: 'order.unmatched', subject: `order/${manualId}`, payload: { orderId } },
    { kind: 'order.unmatched', subject: `order/${orderId}`, payload: { inspectionId: manualId } },
    ...moved.map((id) => ({ kind: 'survey.moved', subject: `survey/${id}`, payload: { orderId: manualId } })),
  ])
}

async function makeAnew(scope: Scope, order: store.LockedOrder, types: SurveyType[]): Promise<SurveyRef[]> {
  const header = JSON.parse(order.survey_header) as SurveyHeader
  const make = header.vehicle?.make
  const made = await planSurveys(scope, types, {
    branchId: order.branch_id,
    ...(make === undefined ? {} : { make }),
  })
  await insertPlanned(scope, { orderId: order.id, vehicleKey: vehicleKeyOf(header) }, made)
  return toRefs(made)
}

/** One set of automatic quotes per order (E8), by the vehicle each of them knows. */
async function quoteAgain(scope: Scope, order: store.LockedOrder, surveys: SurveyRef[]): Promise<void> {
  const { vehicle, filledFromVin = [] } = JSON.parse(order.survey_header) as SurveyHeader
  const surveyId = findSurveyToQuote(surveys, [], undefined, vehicle)
  if (surveyId) await proposeQuotes(scope, { surveyId, isNew: false, vehicle, filledFromVin })
}
