// Separates a manual order and its DMS order again (I5): its surveys come back with everything done meanwhile, and surveys removed
// when joining are made again. Possible until the order closes.

import type { SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import type { LoggedEvent } from '@walkaround/contract/events.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { recordEvents } from '../../db/events.ts'
import { tellFormerBranch } from '../../organisation/bind-branch.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { moveNotesBack } from '../car-notes/rows.ts'
import { saveSurveys, setUnmatched } from '../origins/rows.ts'
import { proposeQuotes } from '../quotes/propose-quotes.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { insertPlanned, planSurveys, toRefs } from '../surveys/release-surveys.ts'
import { searchTextOf, vehicleKeyOf } from '../surveys/search-text.ts'
import { moveSurveysTo } from './join-order.ts'
import * as store from './join-store.ts'
import { findSurveyToQuote } from './rules.ts'

const refused = (info: string) => problem('matchRefused', info)

export async function separateOrder(scope: Scope, manualId: string): Promise<void> {
  const manual = await store.lockOrder(scope, manualId)
  if (!manual) throw problem('noSuchResource', `there is no service order "${manualId}"`)
  if (manual.matchedTo === null) throw refused(`"${manualId}" is not matched`)
  const orderId = manual.matchedTo
  const order = await store.lockOrder(scope, orderId)
  const join = await store.findJoin(scope, { manualId, orderId })
  if (!order || !join) throw refused(`"${manualId}" was matched by an older version, which cannot be undone`)
  if (order.isOver) throw refused(`order "${orderId}" is closed`)

  const there = new Set((await store.lockSurveys(scope, [orderId])).map(({ id }) => id))
  const moved = (JSON.parse(join.moved) as string[]).filter((id) => there.has(id))
  const removed = JSON.parse(join.removed) as { surveyType: SurveyType; side: 'manual' | 'order' }[]
  const refs = JSON.parse(order.surveys) as SurveyRef[]
  const left = refs.filter(({ id }) => !moved.includes(id))
  const back = refs.filter(({ id }) => moved.includes(id))
  const header = JSON.parse(manual.surveyHeader) as SurveyHeader
  await moveSurveysTo(scope, manualId, moved, header)
  const typesOf = (side: 'manual' | 'order') =>
    removed.flatMap((one) => (one.side === side ? [one.surveyType] : []))
  const made = {
    manual: await makeAnew(scope, manual, typesOf('manual')),
    order: await makeAnew(scope, order, typesOf('order')),
  }
  const surveys = { manual: [...back, ...made.manual], order: [...left, ...made.order] }
  await setUnmatched(scope, manualId, {
    surveys: JSON.stringify(surveys.manual),
    corrections: join.corrections,
    searchText: searchTextOf(manualId, header),
  })
  await saveSurveys(scope, orderId, JSON.stringify(surveys.order))
  moveNotesBack(scope, { manualId, orderId })
  await store.setUndone(scope, { manualId, orderId })
  await quoteAgain(scope, manual, surveys.manual)
  await quoteAgain(scope, order, surveys.order)
  if (manual.branchId !== order.branchId) {
    await tellFormerBranch(scope, order.branchId, `order/${manualId}`)
  }
  await recordEvents(scope, [
    { kind: 'order.unmatched', subject: `order/${manualId}`, payload: { orderId } },
    { kind: 'order.unmatched', subject: `order/${orderId}`, payload: { inspectionId: manualId } },
    ...moved.map(
      (id): LoggedEvent => ({
        kind: 'survey.moved',
        subject: `survey/${id}`,
        payload: { orderId: manualId },
      }),
    ),
  ])
}

async function makeAnew(scope: Scope, order: store.LockedOrder, types: SurveyType[]): Promise<SurveyRef[]> {
  const header = JSON.parse(order.surveyHeader) as SurveyHeader
  const place = { branchId: order.branchId, make: header.vehicle?.make }
  const made = await planSurveys(scope, types, place)
  insertPlanned(scope, { orderId: order.id, vehicleKey: vehicleKeyOf(header) }, made)
  return toRefs(made)
}

/** One set of automatic quotes per order (E8), for the vehicle each of them has. */
async function quoteAgain(scope: Scope, order: store.LockedOrder, surveys: SurveyRef[]): Promise<void> {
  const { vehicle, filledFromVin = [] } = JSON.parse(order.surveyHeader) as SurveyHeader
  const surveyId = findSurveyToQuote(surveys, [], undefined, vehicle)
  if (surveyId) await proposeQuotes(scope, { surveyId, isNew: false, vehicle, filledFromVin })
}
