// What was read on the tyres of a survey beside their tread, by question.
import type { TyreDetails } from '@walkaround/contract/rules/tyres.ts'
import type { Scope } from '../../scope.ts'
import { listTyres } from './tyre-store.ts'

export async function readTyres(scope: Scope, surveyId: string): Promise<Map<string, TyreDetails>> {
  const rows = await listTyres(scope, surveyId)
  return new Map(
    rows.map(({ questionId, innerDepth, middleDepth, outerDepth, dot, size }) => [
      questionId,
      {
        inner: innerDepth ?? undefined,
        middle: middleDepth ?? undefined,
        outer: outerDepth ?? undefined,
        dot: dot ?? undefined,
        size: size ?? undefined,
      },
    ]),
  )
}
