// The versions of answers as the app shows them (I1): who, when and what, where people did not see each other.
import type { AnswerTaps, AnswerVersion } from '@walkaround/contract/app/board.ts'
import type { Scope } from '../../scope.ts'
import { countConflicts, listTaps, type StoredVersion } from './tap-store.ts'

export const countConflictsOf = countConflicts

export async function listAnswerTaps(scope: Scope, surveyId: string, login: string): Promise<AnswerTaps[]> {
  const rows = await listTaps(scope, surveyId)
  return rows.map(({ questionId, slot, versions }) => ({
    questionId,
    ...(slot === '' ? {} : { answerId: slot }),
    versions: versions.map((one) => toShown(one, versions.length > 1, login)),
  }))
}

function toShown(stored: StoredVersion, isTold: boolean, login: string): AnswerVersion {
  const { version, at, answer } = stored
  const { id: answerId, value, unitOfMeasurement, status, comment, custom } = answer ?? {}
  const said = {
    answerId,
    value: value || undefined,
    unitOfMeasurement,
    status,
    comment: comment || undefined,
  }
  return {
    version,
    at,
    ...(Object.fromEntries(Object.entries(said).filter(([, one]) => one !== undefined)) as typeof said),
    ...(custom ? { custom } : {}),
    ...(isTold ? { by: stored.name, arrivedAt: stored.arrivedAt } : {}),
    ...(isTold && stored.login === login ? { isMine: true } : {}),
  } as AnswerVersion
}
