// The state of the owners of cars: the result is being sent, sent, opened, decided, a new link was asked for, or a message did not
// reach them; and the stars they gave.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import type { Scope } from '../../scope.ts'
import { listResultStates } from '../messages/read-messages.ts'
import { type LinkRequest, listLinkEnds, listLinkRequests } from '../owner-links/owner-links.ts'
import { listOwnerActs, type OwnerActs } from '../owner-page/owner-acts.ts'
import { listOfferedAgain } from './owner-store.ts'

type OwnerState = NonNullable<BoardCard['ownerState']>
type Result = { state: 'waiting' | 'sent' | 'failed'; at: Date }

interface OwnerSide {
  surveyId: string
  /** With its time, by which the latest of several surveys is shown. */
  state?: { is: OwnerState; at: Date; isWatched?: boolean }
  feedback?: OwnerActs['feedback']
}

/** Of surveys whose owner was contacted: by a message, or by a link made by hand. */
export async function listOwnerSides(scope: Scope, surveyIds: readonly string[]): Promise<OwnerSide[]> {
  const [results, links] = await Promise.all([
    listResultStates(scope, surveyIds),
    listLinkEnds(scope, surveyIds),
  ])
  // Without a link an owner can do nothing, and most cars have none.
  const linked = new Set(links.map(({ surveyId }) => surveyId))
  const ended = new Map(
    links.flatMap(({ surveyId, personChangedAt }) => (personChangedAt ? [[surveyId, personChangedAt]] : [])),
  )
  const [requests, listed] = await Promise.all([
    listLinkRequests(scope, [...linked]),
    listOwnerActs(scope, [...linked]),
  ])
  const acts = new Map(listed.map((one) => [one.surveyId, one]))
  const decidedBefore = [...results].flatMap(([surveyId, { at }]) => {
    const { decidedAt } = acts.get(surveyId) ?? {}
    return decidedAt && decidedAt < at ? [{ surveyId, decidedAt, sentAt: at }] : []
  })
  const offeredAgain = await listOfferedAgain(scope, decidedBefore)
  return [...new Set([...results.keys(), ...linked])].map((surveyId) => {
    const act = acts.get(surveyId)
    const state = stateOf({
      result: results.get(surveyId),
      request: requests.get(surveyId),
      endedAt: ended.get(surveyId),
      acts: act,
      isOfferedAgain: offeredAgain.has(surveyId),
    })
    return { surveyId, state, feedback: act?.feedback }
  })
}

interface Known {
  result?: Result | undefined
  request?: Pick<LinkRequest, 'at'> | undefined
  /** When the DMS named another person. */
  endedAt?: Date | undefined
  acts?: Pick<OwnerActs, 'openedAt' | 'watchedAt' | 'decidedAt'> | undefined
  /** The last result offered something undecided that was new since the owner's decision. */
  isOfferedAgain: boolean
}

/**
 * A result sent after the decision does not cancel it: the owner is waited for again only if it offered something to decide. A
 * result that did not arrive is always shown, because somebody has to act.
 */
export function stateOf({ result, request, endedAt, acts, isOfferedAgain }: Known): OwnerSide['state'] {
  const { openedAt, watchedAt, decidedAt } = acts ?? {}
  const isSince = (at: Date) => result === undefined || at >= result.at
  if (request && isSince(request.at)) return { is: 'linkAsked', at: request.at }
  if (endedAt && isSince(endedAt)) return { is: 'linkEnded', at: endedAt }
  const at = result?.at
  if (decidedAt && isSince(decidedAt)) return { is: 'decided', at: at ?? decidedAt }
  if (decidedAt && result && result.state !== 'failed' && !isOfferedAgain)
    return { is: 'decided', at: result.at }
  if (openedAt && isSince(openedAt)) {
    const isWatched = watchedAt !== undefined && isSince(watchedAt)
    return { is: 'opened', at: at ?? openedAt, ...(isWatched ? { isWatched } : {}) }
  }
  return result && { is: result.state, at: result.at }
}

/** For several surveys of a car: what was sent or asked for last, and the stars given last. */
export function latestOf(
  sides: readonly OwnerSide[],
): Pick<BoardCard, 'ownerState' | 'ownerStateAt' | 'ownerWatched' | 'ownerStars'> {
  const [state] = sides.flatMap((side) => side.state ?? []).sort(byTime)
  const [feedback] = sides.flatMap((side) => side.feedback ?? []).sort(byTime)
  return {
    ownerState: state?.is,
    ownerWatched: state?.isWatched,
    ownerStateAt: state?.at.toISOString(),
    ownerStars: feedback?.stars,
  }
}

const byTime = (a: { at: Date }, b: { at: Date }) => b.at.getTime() - a.at.getTime()
