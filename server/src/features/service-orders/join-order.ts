// Joining an order made by hand with the order of the DMS it turned out to be (I5): what was done moves over, and the old
// id becomes another name of the order.
import type { SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import type { SurveyType } from '@walkaround/contract/shared.ts'
import { tellFormerBranch } from '../../access/bind-branch.ts'
import { recordEvents } from '../../db/events.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { proposeQuotes } from '../quotes/propose-quotes.ts'
import { type ContactCorrections, keepCorrections } from '../surveys/contacts.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { vehicleKeyOf } from '../surveys/search-text.ts'
import * as store from './join-store.ts'

export const holdOrder = store.lockOrder

/** Joining again what is joined changes nothing. */
export async function joinOrder(scope: Scope, manualId: string, orderId: string): Promise<void> {
  // The one made by hand first, as a PUT under its id takes them.
  const manual = await store.lockOrder(scope, manualId)
  if (!manual) throw noSuchOrder(manualId)
  if (manual.matched_to === orderId) return
  if (manual.matched_to !== null) throw refused(`"${manualId}" is matched to "${manual.matched_to}" already`)
  if (!manual.is_manual) throw refused(`"${manualId}" was not made by hand`)
  if (orderId === manualId) throw refused(`orderId: "${orderId}" is the order made by hand itself`)
  const order = await store.lockOrder(scope, orderId)
  if (!order) throw noSuchOrder(orderId)
  assertMatchable(order)
  const surveys = await store.lockSurveys(scope, [manualId, orderId])
  await join(scope, manual, order, decide(surveys, manualId), false)
}

/**
 * Without anybody asking: only where no survey of the order has been worked on that the other has too, so that whoever
 * works on the one made by hand keeps its surveys. Whether it did.
 */
export async function joinByItself(scope: Scope, manualId: string, orderId: string): Promise<boolean> {
  const manual = await store.lockOrder(scope, manualId)
  const order = await store.lockOrder(scope, orderId)
  if (!manual || !order || !manual.is_manual || manual.is_over || manual.matched_to !== null) return false
  if (order.is_over || order.is_manual || order.is_part || order.matched_to !== null) return false
  const surveys = await store.lockSurveys(scope, [manualId, orderId])
  const own = new Set(surveys.flatMap((one) => (one.order_id === manualId ? [one.survey_type] : [])))
  const isTaken = surveys.some(
    (one) => one.order_id === orderId && one.is_touched && own.has(one.survey_type),
  )
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
  for (const { id, kept } of removed) await store.deleteUntouched(scope, id, kept)
  const [before, header] = [manual, order].map((one) => JSON.parse(one.survey_header) as SurveyHeader) as [
    SurveyHeader,
    SurveyHeader,
  ]
  await store.moveSurveys(scope, moved, { orderId, vehicleKey: vehicleKeyOf(header) })
  const gone = new Set(removed.map(({ id }) => id))
  const refsOf = (one: store.LockedOrder) =>
    (JSON.parse(one.surveys) as SurveyRef[]).filter(({ id }) => !gone.has(id))
  const refs = { own: refsOf(order), moved: refsOf(manual) }
  await store.setMatched(
    scope,
    { manualId, orderId },
    {
      surveys: JSON.stringify([...refs.own, ...refs.moved]),
      corrections: correctionsOf(manual, order, before, header),
    },
  )
  await store.insertJoin(
    scope,
    { manualId, orderId },
    {
      isByItself,
      moved: JSON.stringify(moved),
      removed: JSON.stringify(removed.map(({ surveyType, side }) => ({ surveyType, side }))),
      corrections: manual.contact_corrections,
    },
  )
  await proposeAgain(scope, refs, header)
  if (manual.branch_id !== order.branch_id) {
    await tellFormerBranch(scope, manual.branch_id, `order/${manualId}`)
  }
  await recordEvents(scope, [
    { kind: 'order.matched', subject: `order/${manualId}`, payload: { orderId, isByItself } },
    {
      kind: 'order.matched',
      subject: `order/${orderId}`,
      payload: { inspectionId: manualId, isByItself },
    },
    ...moved.map((id) => ({ kind: 'survey.moved', subject: `survey/${id}`, payload: { orderId } })),
    ...removed.map(({ id, kept }) => ({
      kind: 'survey.removed',
      subject: `survey/${id}`,
      payload: { surveyId: kept },
    })),
  ])
}

const noSuchOrder = (id: string) => problem('noSuchResource', `there is no service order "${id}"`)
const refused = (info: string) => problem('matchRefused', info)

function assertMatchable({ id, is_over, is_manual, is_part, matched_to }: store.LockedOrder): void {
  if (is_over) throw refused(`orderId: "${id}" is closed`)
  if (is_manual || matched_to !== null) throw refused(`orderId: "${id}" was made by hand itself`)
  if (is_part) throw refused(`orderId: "${id}" is a sub-order and has no surveys`)
}

interface Decision {
  /** Surveys of the order made by hand that the other one gets. */
  moved: string[]
  /** Surveys nobody touched, and the one of their type that is kept. */
  removed: { id: string; kept: string; surveyType: SurveyType; side: 'manual' | 'order' }[]
}

/** One survey per type (C2): where both orders have one, an untouched one goes. */
function decide(surveys: readonly store.MatchedSurvey[], manualId: string): Decision {
  const decision: Decision = { moved: [], removed: [] }
  for (const own of surveys.filter(({ order_id }) => order_id === manualId)) {
    const other = surveys.find(
      ({ order_id, survey_type }) => order_id !== manualId && survey_type === own.survey_type,
    )
    if (other?.is_touched && own.is_touched) {
      throw refused(`both orders have a ${own.survey_type} survey that somebody has worked on`)
    }
    const surveyType = own.survey_type
    if (other?.is_touched) {
      decision.removed.push({ id: own.id, kept: other.id, surveyType, side: 'manual' })
    } else {
      decision.moved.push(own.id)
      if (other) decision.removed.push({ id: other.id, kept: own.id, surveyType, side: 'order' })
    }
  }
  return decision
}

/** Corrections come along where the person is the same; what was corrected on the order of the DMS goes before (C4). */
function correctionsOf(
  manual: store.LockedOrder,
  order: store.LockedOrder,
  before: SurveyHeader,
  header: SurveyHeader,
): string | null {
  const parse = (text: string | null) =>
    text === null ? undefined : (JSON.parse(text) as ContactCorrections)
  const merged = {
    ...keepCorrections(parse(manual.contact_corrections), before, header),
    ...parse(order.contact_corrections),
  }
  return Object.keys(merged).length > 0 ? JSON.stringify(merged) : null
}

/**
 * One set of automatic quotes per order (E8): that of a survey the DMS order had stays where it is, else there is a new one
 * by the vehicle as the DMS knows it. What somebody has touched stays in any case.
 */
async function proposeAgain(
  scope: Scope,
  { own, moved }: { own: readonly SurveyRef[]; moved: readonly SurveyRef[] },
  { vehicle, filledFromVin = [] }: SurveyHeader,
): Promise<void> {
  const known = quotedOf(own)
  const surveyId = known ?? quotedOf(moved)
  await store.dropProposed(
    scope,
    moved.flatMap(({ id }) => (id === surveyId ? [] : [id])),
  )
  if (known !== undefined || surveyId === undefined) return
  await proposeQuotes(scope, { surveyId, isNew: false, vehicle, filledFromVin })
}

const quotedOf = (surveys: readonly SurveyRef[]): string | undefined =>
  ['health', 'VC'].flatMap((type) => surveys.find(({ surveyType }) => surveyType === type)?.id ?? [])[0]
