// The versions of answers as the app shows them (I1): who, when and what, where people did not see each other's answers.
import type { AnswerTaps, AnswerVersion } from '@walkaround/contract/app/board.ts'
import { toAnswerVersion } from '@walkaround/contract/rules/answering.ts'
import type { Scope } from '../../scope.ts'
import { countConflicts, listTaps, type StoredVersion } from './tap-store.ts'

export const countConflictsOf = countConflicts

export async function listAnswerTaps(scope: Scope, surveyId: string, login: string): Promise<AnswerTaps[]> {
  const rows = await listTaps(scope, surveyId)
  return rows.map(({ questionId, slot, versions }) => ({
    questionId,
    answerId: slot || undefined,
    versions: versions.map((one) => toShown(one, versions.length > 1, login)),
  }))
}

const toShown = (stored: StoredVersion, isTold: boolean, login: string): AnswerVersion => ({
  ...toAnswerVersion(stored),
  ...(isTold ? { by: stored.name, arrivedAt: stored.arrivedAt } : {}),
  ...(isTold && stored.login === login ? { isMine: true } : {}),
})
