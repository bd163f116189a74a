// What an owner does besides deciding: opening, asking for a new link, feedback; and what the board shows about it.
import { newId } from '../../lib/ids.ts'
import type { Scope } from '../../scope.ts'
import { notifyOfLinkRequest } from '../messages/notify-advisor.ts'
import { askForLink, markWatched } from '../owner-links/owner-links.ts'
import { holdSurvey } from '../surveys/hold-survey.ts'
import type { Feedback } from './rules.ts'
import { listShownVideos } from './shown-videos.ts'
import * as store from './store.ts'
import { tellAdvisor } from './tell-advisor.ts'
import { hasFeedbackSince } from './told-store.ts'
import type { Visit } from './visit.ts'

export { markOpened } from '../owner-links/owner-links.ts'

export interface OwnerActs {
  surveyId: string
  /** By a deliberate action (G4). */
  openedAt?: Date
  /** When a video was first played. */
  watchedAt?: Date
  decidedAt?: Date
  receiptId?: string
  linkAskedAt?: Date
  feedback?: { stars: number; text?: string; at: Date }
}

/** One entry per survey, in the order of their ids. */
export async function listOwnerActs(scope: Scope, surveyIds: readonly string[]): Promise<OwnerActs[]> {
  if (surveyIds.length === 0) return []
  const rows = await store.listActs(scope, [...new Set(surveyIds)])
  return rows.map((row) => ({
    surveyId: row.surveyId,
    ...(row.openedAt ? { openedAt: row.openedAt } : {}),
    ...(row.watchedAt ? { watchedAt: row.watchedAt } : {}),
    ...(row.decidedAt ? { decidedAt: row.decidedAt } : {}),
    ...(row.receiptId ? { receiptId: row.receiptId } : {}),
    ...(row.askedAt ? { linkAskedAt: row.askedAt } : {}),
    ...(row.stars !== null && row.feedbackAt
      ? {
          feedback: {
            stars: row.stars,
            ...(row.feedback === null ? {} : { text: row.feedback }),
            at: row.feedbackAt,
          },
        }
      : {}),
  }))
}

/** Of what the page plays alone: false for anything else. */
export async function noteWatched({ scope, link }: Visit, videoId: string): Promise<boolean> {
  const videos = await listShownVideos(scope, link.surveyId)
  const isPlayed = videos.some(({ id, isBeingPrepared }) => id === videoId && !isBeingPrepared)
  if (isPlayed) await markWatched(scope, link, videoId)
  return isPlayed
}

/** With an expired link. The advisor is told in the same transaction, only once however often it is asked. */
export async function askForNewLink({ scope, link }: Visit): Promise<void> {
  if (await askForLink(scope, link)) await notifyOfLinkRequest(scope, link.surveyId)
}

const FEEDBACK_PAUSE_MS = 3_600_000

/** Once per form and hour (I9): false if it came too soon. The advisor is told in the same transaction. */
export async function giveFeedback(
  { scope, link }: Visit,
  formId: string,
  { stars, text }: Feedback,
): Promise<boolean> {
  // Two at once run one after the other.
  await holdSurvey(scope, link.surveyId)
  const since = new Date(scope.now.getTime() - FEEDBACK_PAUSE_MS)
  if (await hasFeedbackSince(scope, link, { formId, since })) return false
  const isNew = await store.insertFeedback(scope, {
    id: newId(scope.now.getTime()),
    surveyId: link.surveyId,
    linkId: link.id,
    formId,
    stars,
    text,
  })
  if (isNew) await tellAdvisor(scope, link.surveyId)
  return true
}
