// Reads messages: those of a survey, and the outbox of messages that were not really sent.
import type { Message, SentMessage } from '@walkaround/contract/app/messages.ts'
import type { ChannelName } from '@walkaround/contract/messages.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import { type Scope, sendsNothing } from '../../scope.ts'
import { listLinksOfSurveys, type OwnerLink, viewingUrlOf } from '../owner-links/owner-links.ts'
import { getSubject } from './compose.ts'
import { putLink } from './render.ts'
import { linkPurpose } from './send-message.ts'
import type { Post } from './send-results.ts'
import * as store from './store.ts'

const MOST_IN_OUTBOX = 200
/** Replaces the link, which only its recipient may have. */
const HIDDEN = '…'

export async function listMessages(scope: Scope, surveyId: string): Promise<Message[]> {
  await getSubject(scope, surveyId)
  return toMessages(scope, await store.listMessages(scope, surveyId))
}

export async function getMessage(scope: Scope, messageId: string): Promise<Message> {
  const row = await store.findMessage(scope, messageId)
  const [message] = row ? await toMessages(scope, [row]) : []
  if (!message) throw problem('noSuchResource', `there is no message "${messageId}"`)
  return message
}

interface SentMessagesQuery {
  /** Left out: those that failed. */
  state?: Message['state'] | undefined
  channel?: ChannelName | undefined
  after?: string | undefined
  limit?: number | undefined
}

const USUAL_PAGE = 50

/** Of all surveys, without the texts: what became of them, the newest first. */
export async function listSentMessages(
  scope: Scope,
  { state = 'failed', channel, after, limit = USUAL_PAGE }: SentMessagesQuery,
): Promise<{ messages: SentMessage[]; next?: string }> {
  const last = after === undefined ? undefined : await store.findMessage(scope, after)
  if (after !== undefined && !last)
    throw problem('invalidCursor', `after: there is no message ${JSON.stringify(after)}; begin anew`)
  // What goes out later by mail is a mail.
  const categories: store.MessageRow['category'][] | undefined =
    channel === 'email' ? ['email', 'delayedEmail'] : channel && [channel]
  const rows = await store.listByState(scope, { state, categories }, limit + 1, last)
  const shown = rows.slice(0, limit)
  const messages = shown.map((row) => ({
    id: row.id,
    surveyId: row.surveyId,
    category: row.category,
    type: row.type,
    destinations: row.destinations,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    failure: row.failure ?? undefined,
    sentAt: row.sentAt?.toISOString(),
    inOutbox: row.via === 'outbox' || undefined,
  }))
  const next = rows.length > limit ? shown.at(-1)?.id : undefined
  return next === undefined ? { messages } : { messages, next }
}

/** Complete, with links that only show the page (I3); in a demo or sandbox also with the links the people would have got. */
export async function listOutbox(scope: Scope, { box, baseUrl }: Post): Promise<Message[]> {
  const rows = await store.listOutbox(scope, MOST_IN_OUTBOX)
  const links = await linksOf(scope, rows)
  return Promise.all(
    rows.map(async (row) => {
      if (row.linkPath !== null) return toMessage(row, links, `${baseUrl}${row.linkPath}`)
      const played = sendsNothing(scope.client) ? await openLink(box, scope.clientId, row) : undefined
      const link = row.linkId === null ? undefined : links.get(row.linkId)
      const shown = link && (await viewingUrlOf(scope, link, { box, baseUrl }))
      return {
        ...toMessage(row, links, played ?? shown ?? HIDDEN),
        ...(shown === undefined ? {} : { linkUrl: shown }),
        ...(played === undefined || row.linkId === null ? {} : { demoLinkUrl: played }),
      }
    }),
  )
}

/** Undefined if none is kept, or if it was sealed with a key that is gone. */
const openLink = async (
  box: SecretBox,
  clientId: string,
  { id, sealedLink }: store.MessageRow,
): Promise<string | undefined> =>
  sealedLink === null ? undefined : box.open(sealedLink, linkPurpose(clientId, id)).catch(() => undefined)

async function toMessages(scope: Scope, rows: readonly store.MessageRow[]): Promise<Message[]> {
  const links = await linksOf(scope, rows)
  return rows.map((row) => toMessage(row, links, HIDDEN))
}

async function linksOf(scope: Scope, rows: readonly store.MessageRow[]): Promise<Map<string, OwnerLink>> {
  const surveyIds = [...new Set(rows.filter(({ linkId }) => linkId !== null).map(({ surveyId }) => surveyId))]
  const links = surveyIds.length === 0 ? [] : await listLinksOfSurveys(scope, surveyIds)
  return new Map(links.map((link) => [link.id, link]))
}

function toMessage(row: store.MessageRow, links: ReadonlyMap<string, OwnerLink>, linkText: string): Message {
  const link = row.linkId === null ? undefined : links.get(row.linkId)
  const { text, html } = putLink({ text: row.text, html: row.html ?? undefined }, linkText)
  return {
    id: row.id,
    surveyId: row.surveyId,
    outputId: String(row.outputId),
    category: row.category,
    type: row.type,
    destinations: row.destinations,
    language: row.language,
    text,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    subject: row.subject ?? undefined,
    html,
    failure: row.failure ?? undefined,
    failureCode: row.failureCode ?? undefined,
    sentAt: row.sentAt?.toISOString(),
    inOutbox: row.via === 'outbox' || undefined,
    linkValidUntil:
      row.linkValidUntil === null || row.linkId === null ? undefined : row.linkValidUntil.toISOString(),
    linkWithdrawn: link?.withdrawnAt ? true : undefined,
    linkAskedAt: link?.askedAt?.toISOString(),
    openedAt: link?.openedAt?.toISOString(),
    watchedAt: link?.watchedAt?.toISOString(),
  }
}

/** The delivery state of the last result of each survey; surveys without one are left out. */
export async function listResultStates(
  scope: Scope,
  surveyIds: readonly string[],
): Promise<Map<string, { state: 'waiting' | 'sent' | 'failed'; at: Date }>> {
  if (surveyIds.length === 0) return new Map()
  const rows = await store.listLastResults(scope, surveyIds)
  return new Map(rows.map(({ surveyId, state, createdAt }) => [surveyId, { state, at: createdAt }]))
}
