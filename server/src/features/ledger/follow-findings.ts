// Writes the ledger of the vehicles that a transaction changed something about, before it commits; and of a whole client again.
import { hash } from 'node:crypto'
import type { Follow } from '../../db/followed.ts'
import type { Moved } from '../../db/sql.ts'
import type { FindingRow } from './model.ts'
import { readHistories } from './read-history.ts'
import { toLedger } from './rules.ts'
import { type Asked, lockVehicles, type Reader, type Touched } from './sources-store.ts'
import * as store from './store.ts'

/** The follower of every database on which answers, offers and orders change. */
export const followFindings: Follow = async (db, moved) => {
  for (const [clientId, ofClient] of Map.groupBy(moved, (one) => one.clientId))
    await writeLedger({ db, clientId }, touchedBy(ofClient), askedBy(ofClient))
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
  const { histories, isAsked, questionIds } = await readHistories(scope, touched, asked)
  if (histories.length === 0) return
  const ledgers = histories.map((history) => toLedger(history, isAsked))
  const written = { vehicleKeys: histories.map(({ vehicleKey }) => vehicleKey), questionIds }
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
  store.saveWork(
    scope,
    written,
    ledgers.flatMap(({ work }) => work),
  )
  store.saveMatches(
    scope,
    ledgers.flatMap(({ lines }) => lines),
  )
}

type Named = Pick<FindingRow, 'vehicleKey' | 'masterClientId' | 'templateId' | 'questionId' | 'openedIn'>

/** The same chain always has the same id. */
const findingId = ({ vehicleKey, masterClientId, templateId, questionId, openedIn }: Named): string =>
  `fnd-${hash('sha1', JSON.stringify([vehicleKey, masterClientId, templateId, questionId, openedIn]), 'base64url').slice(0, 20)}`
