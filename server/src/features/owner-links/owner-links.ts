// Links to the owner's page: making, listing, withdrawing, finding. Several per survey; the token is told and kept nowhere
// (G1). One made with the installation's key can be told again, to be printed on a form.
import { timingSafeEqual } from 'node:crypto'
import { newId } from '../../lib/ids.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { getLoadedSurvey } from '../surveys/load-survey.ts'
import * as store from './store.ts'
import { deriveToken, hashToken, makeToken, toLinkName } from './token.ts'

export type { OwnerLink } from './store.ts'

const DAY_MS = 86_400_000
const MOST_DAYS = 3650
/** A new link is asked for at most once in this time. */
const ASK_PAUSE_MS = 3_600_000

export interface NewLink {
  /** Under which people reach the service; doors and jobs know it, use cases are told. */
  baseUrl: string
  messageId?: string | undefined
  /** With it the link can be printed later. */
  box?: Pick<SecretBox, 'derive'> | undefined
  /** Else the client's setting, 30 days at first. */
  validUntil?: Date | undefined
}

export interface CreatedLink {
  id: string
  url: string
  token: string
  validUntil: Date
}

export async function createOwnerLink(
  scope: Scope,
  surveyId: string,
  { baseUrl, messageId, validUntil, box }: NewLink,
): Promise<CreatedLink> {
  await getLoadedSurvey(scope, surveyId)
  if (validUntil && !(validUntil > scope.now)) {
    throw problem('invalidArgument', 'validUntil: must be a time in the future')
  }
  const until = validUntil ?? (await defaultLinkEnd(scope))
  const id = newId(scope.now.getTime())
  const token = box ? await deriveToken(box, scope.clientId, id) : makeToken()
  await store.insertLink(scope, {
    id,
    surveyId,
    tokenHash: hashToken(token),
    validUntil: until,
    messageId,
  })
  return { id, url: urlOf(baseUrl, scope.clientId, token), token, validUntil: until }
}

const urlOf = (baseUrl: string, clientId: string, token: string) =>
  `${baseUrl}/o/${toLinkName(clientId, token)}`

/** The address of the newest link that still opens the page, if it can be told again. */
export async function findPrintableLink(
  scope: Scope,
  surveyId: string,
  { box, baseUrl }: { box: Pick<SecretBox, 'derive'>; baseUrl: string },
): Promise<string | undefined> {
  const links = await store.listLinks(scope, [surveyId])
  for (const link of links.filter((one) => linkState(one, scope.now) === 'valid').reverse()) {
    const token = await deriveToken(box, scope.clientId, link.id)
    if (hashToken(token).equals(link.tokenHash)) return urlOf(baseUrl, scope.clientId, token)
  }
  return undefined
}

/** How long a link opens, if nobody says otherwise. */
export async function getLinkDays(scope: Scope): Promise<number> {
  return (await store.findLinkDays(scope)) ?? 30
}

/** When a link made now ends, if nobody says otherwise. */
export async function defaultLinkEnd(scope: Scope): Promise<Date> {
  return new Date(scope.now.getTime() + (await getLinkDays(scope)) * DAY_MS)
}

export async function setOwnerLinkDays(scope: Scope, days: number): Promise<void> {
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS) {
    throw problem('invalidArgument', `days: ${days} is not a whole number from 1 to ${MOST_DAYS}`)
  }
  if ((await store.findLinkDays(scope)) !== days) await store.setLinkDays(scope, days)
}

/** Undefined for a stranger's token. Whether the link still opens anything is linkState's to say. */
export async function findOwnerLink(scope: Scope, hash: Buffer): Promise<store.OwnerLink | undefined> {
  const link = await store.findLinkByHash(scope, hash)
  return link && timingSafeEqual(link.tokenHash, hash) ? link : undefined
}

export type LinkState = 'valid' | 'expired' | 'withdrawn'

export function linkState(link: store.OwnerLink, now: Date): LinkState {
  if (link.withdrawnAt) return 'withdrawn'
  return link.validUntil > now ? 'valid' : 'expired'
}

export async function listOwnerLinks(scope: Scope, surveyId: string): Promise<store.OwnerLink[]> {
  await getLoadedSurvey(scope, surveyId)
  return store.listLinks(scope, [surveyId])
}

export function listLinksOfSurveys(scope: Scope, surveyIds: readonly string[]): Promise<store.OwnerLink[]> {
  return store.listLinks(scope, surveyIds)
}

/** One of them, or all. Returns those that opened the page until now. */
export async function withdrawOwnerLinks(scope: Scope, surveyId: string, linkId?: string): Promise<string[]> {
  const links = await listOwnerLinks(scope, surveyId)
  if (linkId !== undefined && !links.some(({ id }) => id === linkId)) {
    throw problem('noSuchResource', `the survey has no link "${linkId}"`)
  }
  return store.withdrawLinks(scope, surveyId, linkId)
}

/** False when it was known already. */
export function markOpened(scope: Scope, link: store.OwnerLink): Promise<boolean> {
  return store.setOpened(scope, link)
}

/** False when somebody asked by the same link within the hour: the advisor knows. */
export function askForLink(scope: Scope, link: store.OwnerLink): Promise<boolean> {
  return store.setAsked(scope, link, new Date(scope.now.getTime() - ASK_PAUSE_MS))
}

export interface LinkRequest {
  surveyId: string
  linkId: string
  /** Left out for a link that no message brought. */
  messageId?: string
  at: Date
}

/** By survey who waits for a new link, whichever way the old one came; a link made since is the answer. */
export async function listLinkRequests(
  scope: Scope,
  surveyIds: readonly string[],
): Promise<Map<string, LinkRequest>> {
  if (surveyIds.length === 0) return new Map()
  const rows = await store.listAskedLinks(scope, surveyIds)
  return new Map(
    rows.map(({ messageId, ...row }) => [
      row.surveyId,
      { ...row, ...(messageId === null ? {} : { messageId }) },
    ]),
  )
}
