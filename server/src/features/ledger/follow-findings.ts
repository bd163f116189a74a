// Writes the ledger of the vehicles that a transaction changed something about, before it commits; and of a whole client again.
import { hash } from 'node:crypto'
import type { Follow } from '../../db/followed.ts'
import type { Moved } from '../../db/sql.ts'
import type { FindingRow, Ledger } from './model.ts'
import { readAfterAnswers, readHistories } from './read-history.ts'
import { toLedger } from './rules.ts'
import { type Asked, lockVehicleOf, lockVehicles, type Reader, type Touched } from './sources-store.ts'
import * as store from './store.ts'

/** The follower of every database on which answers, offers and orders change. */
export const followFindings: Follow = async (db, moved) => {
  for (const [clientId, ofClient] of Map.groupBy(moved, (one) => one.clientId)) {
    const scope = { db, clientId }
    const [touched, asked] = [touchedBy(ofClient), askedBy(ofClient)]
    if (!(await isDoneByAnswers(scope, touched, asked))) await writeLedger(scope, touched, asked)
  }
}

/** Where only answers to questions of one survey changed, most of the time nothing follows, or little. */
async function isDoneByAnswers(scope: Reader, touched: Touched, asked: Asked): Promise<boolean> {
  const { surveyIds, orderIds, leadIds } = touched
  const { questionIds = [], withKnown } = asked
  const [surveyId, ...others] = surveyIds
  if (surveyId === undefined || withKnown || questionIds.length === 0) return false
  if ([others, orderIds, leadIds].some((ids) => ids.length > 0)) return false
  lockVehicleOf(scope, surveyId)
  const after = await readAfterAnswers(scope, surveyId, questionIds)
  if (after === 'more') return false
  if (after !== 'nothing')
    saveFound(scope, [toLedger(after, () => true)], { vehicleKeys: [after.vehicleKey], questionIds })
  return true
}

const unique = (lists: readonly (readonly string[] | undefined)[]) => [
  ...new Set(lists.flatMap((list) => list ?? [])),
]

const touchedBy = (moved: readonly Moved[]): Touched => ({
  surveyIds: unique(moved.map(({ surveyIds }) => surveyIds)),
  orderIds: unique(moved.map(({ orderIds }) => orderIds)),
  leadIds: unique(moved.map(({ leadIds }) => leadIds)),
})

/** Where only offers or orders changed, the answers are read of which something is known. */
const askedBy = (moved: readonly Moved[]): Asked => ({
  questionIds: moved.some(({ questionIds }) => questionIds === undefined)
    ? undefined
    : unique(moved.map(({ questionIds }) => questionIds)),
  withKnown: moved.some(({ questionIds }) => questionIds?.length === 0),
})

export const everything: Asked = { questionIds: undefined, withKnown: false }

export async function writeLedger(scope: Reader, touched: Touched, asked: Asked): Promise<void> {
  lockVehicles(scope, touched)
  const { histories, isAsked, questionIds, movedClosings } = await readHistories(scope, touched, asked)
  if (histories.length === 0) return
  const ledgers = histories.map((history) => toLedger(history, isAsked))
  const written = { vehicleKeys: histories.map(({ vehicleKey }) => vehicleKey), questionIds }
  saveFound(scope, ledgers, written)
  store.saveWork(
    scope,
    written,
    ledgers.flatMap(({ work }) => work),
  )
  store.saveMatches(
    scope,
    ledgers.flatMap(({ lines }) => lines),
  )
  store.moveClosings(scope, movedClosings)
}

function saveFound(scope: Reader, ledgers: readonly Ledger[], written: store.Written): void {
  store.saveFindings(
    scope,
    written,
    ledgers.flatMap(({ findings }) => findings.map((one) => ({ ...one, id: findingId(one) }))),
  )
  store.saveVisits(
    scope,
    written,
    ledgers.flatMap(({ visits }) => visits.map((one) => ({ ...one, findingId: findingId(one) }))),
  )
}

type Named = Pick<FindingRow, 'vehicleKey' | 'masterClientId' | 'templateId' | 'questionId' | 'openedIn'>

/** The same chain always has the same id. */
const findingId = ({ vehicleKey, masterClientId, templateId, questionId, openedIn }: Named): string =>
  `fnd-${hash('sha256', JSON.stringify([vehicleKey, masterClientId, templateId, questionId, openedIn]), 'base64url').slice(0, 20)}`
