// Links to the owner's page: make, list, withdraw, find. A survey may have several. Each has a deciding address, which is shown
// once and never stored (G1), and a viewing one, which can be derived again with the installation's key (I3).
import { timingSafeEqual } from 'node:crypto'
import { newId } from '../../lib/ids.ts'
import { findOwnerLinkDays, saveOwnerLinkDays } from '../../organisation/client-store.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { getLoadedSurvey } from '../surveys/load-survey.ts'
import { openKept } from './change-key.ts'
import * as store from './store.ts'
import {
  deriveViewingToken,
  hashToken,
  makeToken,
  parseLinkName,
  toLinkName,
  viewingSealPurpose,
  viewingTokens,
} from './token.ts'

export type { LinkKind, OwnerLink } from './store.ts'

const DAY_MS = 86_400_000
const MOST_DAYS = 3650
/** A new link is asked for at most once in this time. */
const ASK_PAUSE_MS = 3_600_000

interface NewLink {
  /** The public address of the service; routes and jobs know it and pass it to use cases. */
  baseUrl: string
  messageId?: string | undefined
  /** If given, the link has a viewing address. */
  box?: ViewingBox | undefined
  /** By default the client's setting, initially 30 days. */
  validUntil?: Date | undefined
}

export interface CreatedLink {
  id: string
  /** The deciding address: only for the person it was made for. */
  url: string
  token: string
  validUntil: Date
}

/** Makes a link that can decide; the caller must send it to the stored address of its recipient (I3). */
export async function createOwnerLink(
  scope: Scope,
  surveyId: string,
  { baseUrl, messageId, validUntil, box }: NewLink,
): Promise<CreatedLink> {
  const made = await planLink(scope, surveyId, { validUntil, box })
  const token = makeToken()
  await store.insertLink(scope, { ...made, surveyId, tokenHash: hashToken(token), messageId })
  return {
    id: made.id,
    url: urlOf(baseUrl, scope.clientId, token),
    token,
    validUntil: made.validUntil,
  }
}

/** Makes a link that shows the page and cannot decide. */
export async function createViewingLink(
  scope: Scope,
  surveyId: string,
  { baseUrl, validUntil, box }: Omit<NewLink, 'messageId' | 'box'> & { box: ViewingBox },
): Promise<Omit<CreatedLink, 'token'>> {
  const made = await planLink(scope, surveyId, { validUntil, box })
  await store.insertLink(scope, { ...made, surveyId, tokenHash: null })
  const url = urlOf(baseUrl, scope.clientId, await deriveViewingToken(box, scope.clientId, made.id))
  return { id: made.id, url, validUntil: made.validUntil }
}

/**
 * Makes a link that opens one form for the person who signed it. Its token is random and told once: unlike a viewing address, which
 * shows no names, nobody but this person needs it again.
 */
export async function createCopyLink(
  scope: Scope,
  surveyId: string,
  { baseUrl, form }: { baseUrl: string; form: string },
): Promise<Omit<CreatedLink, 'token'>> {
  const { id, validUntil } = await planLink(scope, surveyId, {})
  const token = makeToken()
  // Under the hash of viewing links: a process of an older version takes it for one, never for a link that decides.
  const viewingHash = hashToken(token)
  await store.insertLink(scope, { id, surveyId, tokenHash: null, viewingHash, validUntil, form })
  return { id, url: urlOf(baseUrl, scope.clientId, token), validUntil }
}

type ViewingBox = Pick<SecretBox, 'derive' | 'unlock'>

async function planLink(
  scope: Scope,
  surveyId: string,
  { validUntil, box }: { validUntil?: Date | undefined; box?: ViewingBox | undefined },
): Promise<{ id: string; viewingHash: Buffer | null; validUntil: Date }> {
  await getLoadedSurvey(scope, surveyId)
  if (validUntil && !(validUntil > scope.now)) {
    throw problem('invalidArgument', 'validUntil: must be a time in the future')
  }
  const id = newId(scope.now.getTime())
  return {
    id,
    viewingHash: box ? hashToken(await deriveViewingToken(box, scope.clientId, id)) : null,
    validUntil: validUntil ?? (await defaultLinkEnd(scope)),
  }
}

const urlOf = (baseUrl: string, clientId: string, token: string) =>
  `${baseUrl}/o/${toLinkName(clientId, token)}`

/** What is needed to derive a viewing address. */
export interface Viewing {
  box: ViewingBox
  baseUrl: string
}

/** The viewing address of the newest link that is still valid. */
export async function findViewingUrl(
  scope: Scope,
  surveyId: string,
  viewing: Viewing,
): Promise<string | undefined> {
  const links = await store.listLinks(scope, [surveyId])
  for (const link of links.filter((one) => linkState(one, scope.now) === 'valid').reverse()) {
    const url = await viewingUrlOf(scope, link, viewing)
    if (url !== undefined) return url
  }
  return undefined
}

/** Undefined for a link from before there were two kinds, or made with a key that is gone. */
export async function viewingUrlOf(
  { clientId }: Pick<Scope, 'clientId'>,
  link: Pick<store.OwnerLink, 'id' | 'viewingHash' | 'sealedViewing'>,
  { box, baseUrl }: Viewing,
): Promise<string | undefined> {
  const { id, viewingHash, sealedViewing } = link
  if (viewingHash === null) return undefined
  const unlocked = await box.unlock()
  const kept = sealedViewing && openKept(unlocked, sealedViewing, viewingSealPurpose(clientId, id))
  const token = [...(kept ? [kept] : []), ...viewingTokens(unlocked, clientId, id)].find((one) =>
    hashToken(one).equals(viewingHash),
  )
  return token === undefined ? undefined : urlOf(baseUrl, clientId, token)
}

const ADDRESS = /^(.*)\/o\/([^/?#]+)$/

/** The address to show instead of a deciding one; an address of another page is shown unchanged. */
export async function toShownUrl(scope: Scope, url: string, box: ViewingBox): Promise<string> {
  const [, baseUrl, name] = ADDRESS.exec(url) ?? []
  const parts = name === undefined ? undefined : parseLinkName(name)
  if (baseUrl === undefined || !parts) return url
  const link = parts.clientId === scope.clientId ? await findOwnerLink(scope, parts.hash) : undefined
  return (link && (await viewingUrlOf(scope, link, { box, baseUrl }))) ?? `${baseUrl}/o/…`
}

/** How long a link is valid by default. */
export async function getLinkDays(scope: Scope): Promise<number> {
  return (await findOwnerLinkDays(scope)) ?? 30
}

/** When a link made now ends by default. */
export async function defaultLinkEnd(scope: Scope): Promise<Date> {
  return new Date(scope.now.getTime() + (await getLinkDays(scope)) * DAY_MS)
}

export async function setOwnerLinkDays(scope: Scope, days: number): Promise<void> {
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS) {
    throw problem('invalidArgument', `days: ${days} is not a whole number from 1 to ${MOST_DAYS}`)
  }
  if ((await findOwnerLinkDays(scope)) !== days) await saveOwnerLinkDays(scope, days)
}

/** A link with the kind of address somebody opened it by. */
export type HeldLink = store.OwnerLink & { kind: store.LinkKind }

/** Undefined for an unknown token. linkState says whether the link is still valid. */
export async function findOwnerLink(scope: Scope, hash: Buffer): Promise<HeldLink | undefined> {
  const link = await store.findLinkByHash(scope, hash)
  const isTheirs = (known: Buffer | null) => known !== null && timingSafeEqual(known, hash)
  if (!link) return undefined
  if (isTheirs(link.tokenHash)) return { ...link, kind: 'deciding' }
  if (!isTheirs(link.viewingHash)) return undefined
  return { ...link, kind: link.form === null ? 'viewing' : 'copy' }
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

/** One entry per link, in the order they were made: of all of them the board only needs whether there are any, and which ended. */
export const listLinkEnds = store.listLinkEnds

/** Withdraws one of them, or all. Returns those that were valid until now. */
export async function withdrawOwnerLinks(scope: Scope, surveyId: string, linkId?: string): Promise<string[]> {
  const links = await listOwnerLinks(scope, surveyId)
  if (linkId !== undefined && !links.some(({ id }) => id === linkId)) {
    throw problem('noSuchResource', `the survey has no link "${linkId}"`)
  }
  return store.withdrawLinks(scope, surveyId, linkId)
}

/** Ends links whose recipient has changed. */
export async function endOwnerLinks(scope: Scope, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length > 0) await store.endLinks(scope, linkIds)
}

/** False if it was already marked. */
export function markOpened(scope: Scope, link: store.OwnerLink): Promise<boolean> {
  return store.setOpened(scope, link)
}

/** False if a video had been played by this link before. */
export function markWatched(
  scope: Scope,
  link: Pick<store.OwnerLink, 'id' | 'surveyId'>,
  videoId: string,
): Promise<boolean> {
  return store.setWatched(scope, link, videoId)
}

/** False if somebody asked with the same link within the hour: the advisor already knows. */
export function askForLink(scope: Scope, link: store.OwnerLink): Promise<boolean> {
  return store.setAsked(scope, link, new Date(scope.now.getTime() - ASK_PAUSE_MS))
}

export interface LinkRequest {
  surveyId: string
  linkId: string
  /** Absent for a link without a message. */
  messageId?: string
  at: Date
}

/** Who waits for a new link, by survey, however the old one was sent; a link made since then settles the request. */
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
