// How far the owners of cars are: the result on its way, sent, opened, decided, a new link asked for, or a message that did not
// reach them.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import type { Scope } from '../../scope.ts'
import { listResultStates } from '../messages/read-messages.ts'
import { listOwnerActs } from '../owner-page/owner-acts.ts'

export type OwnerState = NonNullable<BoardCard['ownerState']>

/** By survey, of the last result that is or was to be sent. */
export async function ownerStates(
  scope: Scope,
  surveyIds: readonly string[],
): Promise<Map<string, { state: OwnerState; at: Date }>> {
  const results = await listResultStates(scope, surveyIds)
  const acts = new Map((await listOwnerActs(scope, [...results.keys()])).map((one) => [one.surveyId, one]))
  const states = new Map<string, { state: OwnerState; at: Date }>()
  for (const [surveyId, { state, at }] of results) {
    const { decidedAt, openedAt, linkAskedAt } = acts.get(surveyId) ?? {}
    // What an owner did with an earlier link says nothing of the one that was sent since.
    if (linkAskedAt && linkAskedAt >= at) states.set(surveyId, { state: 'linkAsked', at })
    else if (decidedAt && decidedAt >= at) states.set(surveyId, { state: 'decided', at })
    else if (openedAt && openedAt >= at) states.set(surveyId, { state: 'opened', at })
    else states.set(surveyId, { state, at })
  }
  return states
}

/** Of several surveys of a car the one that was sent last. */
export function latestState(
  states: ReadonlyMap<string, { state: OwnerState; at: Date }>,
  surveyIds: readonly string[],
): OwnerState | undefined {
  return surveyIds.flatMap((id) => states.get(id) ?? []).sort((a, b) => b.at.getTime() - a.at.getTime())[0]
    ?.state
}
