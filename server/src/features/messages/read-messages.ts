// Reading messages: those of a survey, and the outbox of what went to nobody.
import type { Message } from '@walkaround/contract/app/messages.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { listLinksOfSurveys, type OwnerLink, viewingUrlOf } from '../owner-links/owner-links.ts'
import { getSubject } from './compose.ts'
import { putLink } from './render.ts'
import { linkPurpose } from './send-message.ts'
import type { Post } from './send-results.ts'
import * as store from './store.ts'

const MOST_IN_OUTBOX = 200
/** Where a link stood: whoever was meant to have it has it. */
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

export interface OutboxPost extends Post {
  /** The demo dealership, whose people exist nowhere: its outbox is their telephone. */
  isPlayed: (clientId: string) => boolean
}

/** Whole, with links that show and decide nothing (I3); in the demo beside them those that the people would have got. */
export async function listOutbox(scope: Scope, { box, baseUrl, isPlayed }: OutboxPost): Promise<Message[]> {
  const rows = await store.listOutbox(scope, MOST_IN_OUTBOX)
  const links = await linksOf(scope, rows)
  return Promise.all(
    rows.map(async (row) => {
      if (row.linkPath !== null) return toMessage(row, links, `${baseUrl}${row.linkPath}`)
      const played = isPlayed(scope.clientId) ? await openLink(box, scope.clientId, row) : undefined
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

/** Undefined where none is kept, or it was sealed with a key that is gone. */
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
  const { text, html } = putLink(
    { text: row.text, ...(row.html === null ? {} : { html: row.html }) },
    linkText,
  )
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
    ...(row.subject === null ? {} : { subject: row.subject }),
    ...(html === undefined ? {} : { html }),
    ...(row.failure === null ? {} : { failure: row.failure }),
    ...(row.failureCode === null ? {} : { failureCode: row.failureCode }),
    ...(row.sentAt === null ? {} : { sentAt: row.sentAt.toISOString() }),
    ...(row.via === 'outbox' ? { inOutbox: true } : {}),
    ...(row.linkValidUntil === null || row.linkId === null
      ? {}
      : { linkValidUntil: row.linkValidUntil.toISOString() }),
    ...(link?.withdrawnAt ? { linkWithdrawn: true } : {}),
    ...(link?.askedAt ? { linkAskedAt: link.askedAt.toISOString() } : {}),
    ...(link?.openedAt ? { openedAt: link.openedAt.toISOString() } : {}),
  }
}

/** How the last result of each survey fared on its way to the owner; those that never had one are left out. */
export async function listResultStates(
  scope: Scope,
  surveyIds: readonly string[],
): Promise<Map<string, { state: 'waiting' | 'sent' | 'failed'; at: Date }>> {
  if (surveyIds.length === 0) return new Map()
  const rows = await store.listLastResults(scope, surveyIds)
  return new Map(rows.map(({ surveyId, state, createdAt }) => [surveyId, { state, at: createdAt }]))
}
