// Says what somebody did with work that was put off or declined. Two people at once: the later one is told what the other did.
import type { FollowUp, FollowUpAct } from '@walkaround/contract/app/put-off-work.ts'
import { dateIn } from '@walkaround/contract/rules/days.ts'
import { problem } from '../../problems.ts'
import type { Fields, Scope } from '../../scope.ts'
import { closeFindings, findOfferedWork, reopenFindings } from '../ledger/rows.ts'
import { holdSurvey } from '../surveys/hold-survey.ts'
import { atSurvey } from '../surveys/rows.ts'
import type { FollowUpRow } from './model.ts'
import { namesOfStaff } from './names.ts'
import { afterAct, findActProblem } from './rules.ts'
import * as store from './store.ts'

interface At {
  surveyId: string
  quoteId: string
  actId: string
}

export async function followUp(
  scope: Scope,
  { surveyId, quoteId, actId }: At,
  fields: Fields<FollowUpAct>,
): Promise<FollowUp> {
  await holdSurvey(scope, surveyId)
  const work = await findOfferedWork(scope, surveyId, quoteId)
  if (!work || work.isApart || (work.decision !== 'deferred' && work.decision !== 'rejected'))
    throw problem('noSuchResource', `no work "${quoteId}" was put off or declined on survey "${surveyId}"`)
  const given = fields.get()
  const today = dateIn(scope.now, (await atSurvey(scope, surveyId)).client.timeZone)
  const wrong = findActProblem(given, today)
  if (wrong) throw wrong
  const row = await store.holdFollowUp(scope, surveyId, quoteId)
  if (row.lastAct === actId) return show(scope, row)
  if (row.revision !== given.revision) throw await changedMeanwhile(scope, row)
  if (work.state !== 'open' && row.endedAs === null)
    throw problem('preconditionFailed', `the work is no longer open: ${outOfList[work.state]}`)
  const next = afterAct(row, given, { me: scope.actor.id, now: scope.now })
  if (!next)
    throw problem(
      'preconditionFailed',
      row.endedAs === null ? 'act: it is in the list' : `act: it is out of the list: ${row.endedAs}`,
    )
  const saved = {
    ...next,
    revision: row.revision + 1,
    lastAct: actId,
    changedBy: scope.actor.id,
    changedAt: scope.now,
  }
  const covered = { surveyId, questionIds: work.questionIds, by: quoteId }
  if (given.act === 'undo') await reopenFindings(scope, covered)
  else if (next.endedReason !== null && next.endedAs !== null)
    await closeFindings(scope, covered, next.endedReason)
  await store.saveFollowUp(scope, { surveyId, quoteId }, { ...saved, act: given.act, on: given.on })
  // The ledger is written at the end: until then, work that was taken back still looks as if it were out of the list.
  if (given.act !== 'undo') store.tidyFollowUps(scope)
  return show(scope, saved)
}

const outOfList = {
  sold: 'it was sold',
  settled: 'its findings are closed',
  again: 'it was offered again',
} as Record<string, string>

async function changedMeanwhile(scope: Scope, row: FollowUpRow) {
  const names = await namesOfStaff(scope)
  const by = (row.changedBy !== null && names.get(row.changedBy)) || 'somebody'
  const what = row.lastKind === null ? '' : ` (${row.lastKind})`
  return problem('preconditionFailed', `revision: it is ${row.revision} now: ${by} changed the work${what}`)
}

async function show(scope: Scope, row: FollowUpRow): Promise<FollowUp> {
  return toFollowUp(row, await namesOfStaff(scope), scope.actor.id)
}

/** Names of people who have left are not known any more. */
export function toFollowUp(row: FollowUpRow, names: ReadonlyMap<string, string>, me: string): FollowUp {
  const { revision, calls, claimedBy, lastCall, calledAt, dueOn, bookedAt, bookedFor, endedAs, changedAt } =
    row
  const known = {
    claimedBy: claimedBy === null ? undefined : (names.get(claimedBy) ?? '…'),
    isMine: claimedBy === me || undefined,
    lastCall: lastCall ?? undefined,
    calledAt: calledAt?.toISOString(),
    dueOn: dueOn ?? undefined,
    bookedAt: bookedAt?.toISOString(),
    bookedFor: bookedFor ?? undefined,
    ended: endedAs ?? undefined,
    endedReason: endedAs === null ? undefined : (row.endedReason ?? undefined),
    ...(revision === 0
      ? {}
      : {
          changedBy: row.changedBy === null ? undefined : names.get(row.changedBy),
          changedAt: changedAt?.toISOString(),
        }),
  }
  const given = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
  return { revision, calls, ...given }
}
