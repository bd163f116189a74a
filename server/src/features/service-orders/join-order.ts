// Joins an order made by hand with the DMS order it turned out to be (I5): the work done moves over, and the old id becomes another
// name of the order.

import type { SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import type { LoggedEvent } from '@walkaround/contract/events.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { recordEvents } from '../../db/events.ts'
import { tellFormerBranch } from '../../organisation/bind-branch.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { moveNotes } from '../car-notes/rows.ts'
import { setVehicleOfMarks } from '../damage/rows.ts'
import { deleteEditsOf } from '../edits/rows.ts'
import { setMatched } from '../origins/rows.ts'
import { proposeQuotes } from '../quotes/propose-quotes.ts'
import { deleteProposed, deleteQuotesOf } from '../quotes/rows.ts'
import { type ContactCorrections, keepCorrections } from '../surveys/contacts.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { deleteSurvey, moveSurveys } from '../surveys/rows.ts'
import { vehicleKeyOf } from '../surveys/search-text.ts'
import { takePlanAlong } from '../work-plans/set-plan.ts'
import * as store from './join-store.ts'

export const holdOrder = store.lockOrder

/** Joining again changes nothing. */
export async function joinOrder(scope: Scope, manualId: string, orderId: string): Promise<void> {
  // The manual order is locked first, in the same order as a PUT under its id.
  const manual = await store.lockOrder(scope, manualId)
  if (!manual) throw noSuchOrder(manualId)
  if (manual.matchedTo === orderId) return
  if (manual.matchedTo !== null) throw refused(`"${manualId}" is already matched to "${manual.matchedTo}"`)
  if (!manual.isManual) throw refused(`"${manualId}" was not made by hand`)
  if (orderId === manualId) throw refused(`orderId: "${orderId}" is the order made by hand itself`)
  const order = await store.lockOrder(scope, orderId)
  if (!order) throw noSuchOrder(orderId)
  assertMatchable(order)
  const surveys = await store.lockSurveys(scope, [manualId, orderId])
  await join(scope, manual, order, decide(surveys, manualId), false)
}

/**
 * Joins automatically, unless somebody has worked on a survey of the DMS order whose type the manual order has too: people who work
 * on the manual order keep its surveys. Returns whether it joined.
 */
export async function joinByItself(scope: Scope, manualId: string, orderId: string): Promise<boolean> {
  const manual = await store.lockOrder(scope, manualId)
  const order = await store.lockOrder(scope, orderId)
  if (!manual || !order || !manual.isManual || manual.isOver || manual.matchedTo !== null) return false
  if (order.isOver || order.isManual || order.isPart || order.matchedTo !== null) return false
  const surveys = await store.lockSurveys(scope, [manualId, orderId])
  const own = new Set(surveys.flatMap((one) => (one.orderId === manualId ? [one.surveyType] : [])))
  const isTaken = surveys.some((one) => one.orderId === orderId && one.isTouched && own.has(one.surveyType))
  if (isTaken) return false
  await join(scope, manual, order, decide(surveys, manualId), true)
  return true
}

async function join(
  scope: Scope,
  manual: store.LockedOrder,
  order: store.LockedOrder,
  { moved, removed }: Decision,
  isByItself: boolean,
): Promise<void> {
  const [manualId, orderId] = [manual.id, order.id]
  for (const { id, kept } of removed) {
    await store.leadToKept(scope, id, kept)
    // Made by the service itself; nobody has changed it.
    await deleteQuotesOf(scope, id)
    await deleteEditsOf(scope, id)
    await deleteSurvey(scope, id)
  }
  const [before, header] = [manual, order].map((one) => JSON.parse(one.surveyHeader) as SurveyHeader) as [
    SurveyHeader,
    SurveyHeader,
  ]
  await moveSurveysTo(scope, orderId, moved, header)
  const gone = new Set(removed.map(({ id }) => id))
  const refsOf = (one: store.LockedOrder) =>
    (JSON.parse(one.surveys) as SurveyRef[]).filter(({ id }) => !gone.has(id))
  const refs = { own: refsOf(order), moved: refsOf(manual) }
  await setMatched(
    scope,
    { manualId, orderId },
    {
      surveys: JSON.stringify([...refs.own, ...refs.moved]),
      corrections: correctionsOf(manual, order, before, header),
    },
  )
  moveNotes(scope, { from: manualId, into: orderId })
  await takePlanAlong(scope, { manualId, orderId }, header)
  await store.insertJoin(
    scope,
    { manualId, orderId },
    {
      isByItself,
      moved: JSON.stringify(moved),
      removed: JSON.stringify(removed.map(({ surveyType, side }) => ({ surveyType, side }))),
      corrections: manual.contactCorrections,
    },
  )
  await proposeAgain(scope, refs, header)
  if (manual.branchId !== order.branchId) {
    await tellFormerBranch(scope, manual.branchId, `order/${manualId}`)
  }
  await recordEvents(scope, [
    { kind: 'order.matched', subject: `order/${manualId}`, payload: { orderId, isByItself } },
    {
      kind: 'order.matched',
      subject: `order/${orderId}`,
      payload: { inspectionId: manualId, isByItself },
    },
    ...moved.map(
      (id): LoggedEvent => ({ kind: 'survey.moved', subject: `survey/${id}`, payload: { orderId } }),
    ),
    ...removed.map(
      ({ id, kept }): LoggedEvent => ({
        kind: 'survey.removed',
        subject: `survey/${id}`,
        payload: { surveyId: kept },
      }),
    ),
  ])
}

/** Together with their marks. */
export async function moveSurveysTo(
  scope: Scope,
  orderId: string,
  surveyIds: string[],
  header: SurveyHeader,
): Promise<void> {
  const vehicleKey = vehicleKeyOf(header)
  await moveSurveys(scope, surveyIds, { orderId, vehicleKey })
  await setVehicleOfMarks(scope, surveyIds, vehicleKey)
}

const noSuchOrder = (id: string) => problem('noSuchResource', `there is no service order "${id}"`)
const refused = (info: string) => problem('matchRefused', info)

function assertMatchable({ id, isOver, isManual, isPart, matchedTo }: store.LockedOrder): void {
  if (isOver) throw refused(`orderId: "${id}" is closed`)
  if (isManual || matchedTo !== null) throw refused(`orderId: "${id}" was made by hand itself`)
  if (isPart) throw refused(`orderId: "${id}" is a sub-order and has no surveys`)
}

interface Decision {
  /** Surveys of the manual order that move to the other one. */
  moved: string[]
  /** Surveys nobody changed, and the one of the same type that is kept. */
  removed: { id: string; kept: string; surveyType: SurveyType; side: 'manual' | 'order' }[]
}

/** One survey per type (C2): if both orders have one, an unchanged one is removed. */
function decide(surveys: readonly store.MatchedSurvey[], manualId: string): Decision {
  const decision: Decision = { moved: [], removed: [] }
  for (const own of surveys.filter(({ orderId }) => orderId === manualId)) {
    const other = surveys.find(
      ({ orderId, surveyType }) => orderId !== manualId && surveyType === own.surveyType,
    )
    if (other?.isTouched && own.isTouched) {
      throw refused(`both orders have a ${own.surveyType} survey that somebody has worked on`)
    }
    const surveyType = own.surveyType
    if (other?.isTouched) {
      decision.removed.push({ id: own.id, kept: other.id, surveyType, side: 'manual' })
    } else {
      decision.moved.push(own.id)
      if (other) decision.removed.push({ id: other.id, kept: own.id, surveyType, side: 'order' })
    }
  }
  return decision
}

/** Corrections move along if the person is the same; corrections on the DMS order take precedence (C4). */
function correctionsOf(
  manual: store.LockedOrder,
  order: store.LockedOrder,
  before: SurveyHeader,
  header: SurveyHeader,
): string | null {
  const parse = (text: string | null) =>
    text === null ? undefined : (JSON.parse(text) as ContactCorrections)
  const merged = {
    ...keepCorrections(parse(manual.contactCorrections), before, header),
    ...parse(order.contactCorrections),
  }
  return Object.keys(merged).length > 0 ? JSON.stringify(merged) : null
}

/**
 * One set of automatic quotes per order (E8): the set of a survey the DMS order already had stays; otherwise a new one is made for
 * the vehicle as the DMS knows it. Quotes that somebody changed always stay.
 */
async function proposeAgain(
  scope: Scope,
  { own, moved }: { own: readonly SurveyRef[]; moved: readonly SurveyRef[] },
  { vehicle, filledFromVin = [] }: SurveyHeader,
): Promise<void> {
  const known = quotedOf(own)
  const surveyId = known ?? quotedOf(moved)
  await deleteProposed(
    scope,
    moved.flatMap(({ id }) => (id === surveyId ? [] : [id])),
  )
  if (known !== undefined || surveyId === undefined) return
  await proposeQuotes(scope, { surveyId, isNew: false, vehicle, filledFromVin })
}

const quotedOf = (surveys: readonly SurveyRef[]): string | undefined =>
  ['health', 'VC'].flatMap((type) => surveys.find(({ surveyType }) => surveyType === type)?.id ?? [])[0]
