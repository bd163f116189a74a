// A finding that people close by hand, whether work was offered for it or not, and take back.
import type { EndReason } from '@walkaround/contract/rules/follow-up.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import * as ledger from '../ledger/rows.ts'
import { holdSurvey } from '../surveys/hold-survey.ts'

interface At {
  surveyId: string
  questionId: string
}

const unknown = ({ surveyId, questionId }: At, what: string) =>
  problem('noSuchResource', `no finding of question "${questionId}" ${what} on survey "${surveyId}"`)

export async function closeFinding(scope: Scope, at: At, reason: EndReason): Promise<void> {
  await holdSurvey(scope, at.surveyId)
  const found = await ledger.findFindingAt(scope, at)
  if (!found) throw unknown(at, 'was seen')
  if (found.reason === reason) return
  if (found.closedAs !== null)
    throw problem('preconditionFailed', `the finding is ${closedSo[found.closedAs]}`)
  await ledger.closeFinding(scope, at, reason)
}

export async function reopenFinding(scope: Scope, at: At): Promise<void> {
  await holdSurvey(scope, at.surveyId)
  if (!(await ledger.reopenFinding(scope, at))) throw unknown(at, 'was closed by itself')
}

const closedSo = {
  green: 'closed: it was found to be fine',
  sold: 'closed: its work was sold',
  byHand: 'closed by hand already',
} as const
