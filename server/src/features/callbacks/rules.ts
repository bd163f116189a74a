// What a receiver may be, what a request contains, and what follows from a reply. Pure: no database, no clock.
import { type CallbackKind, callbackKindNames } from '@walkaround/contract/callback-kinds.ts'
import { shown, shownAddress } from '../../lib/texts.ts'
import { secretBytes, signatureHeaders } from '../../lib/webhook-signature.ts'
import { problemOf, type Violation } from '../../problems.ts'

/** Prefix of the ids of tests; no message has such an id. */
export const TEST_PREFIX = 'test-'
/** Attempts before a callback leaves the queue (G2). */
export const MOST_ATTEMPTS = 5
/** Requests at once to one receiver: enough to be quick, few enough not to be a burden. */
export const LANE_WIDTH = 4

const LONGEST_URL = 2_000
const LONGEST_KEY = 500
const HINT_LENGTH = 4

export interface ReceiverFields {
  url: string
  /** May be left out while the host stays the same. */
  key?: string | undefined
  /** whsec_…; `new` makes one, `none` removes it, absent keeps it. */
  secret?: string | undefined
  /** The site it is for; absent: for every site without its own. */
  siteId?: string | undefined
  /** The further kinds it gets, all of them; absent keeps them. */
  kinds?: readonly string[] | undefined
}

/** `whyRefused` knows which addresses may be reached. */
export function assertReceiver(
  { url, key, secret, kinds = [] }: ReceiverFields,
  whyRefused: (url: string) => string | undefined,
): void {
  const violations: Violation[] = []
  const refuse = (kind: Violation['kind'], info: string) => violations.push({ kind, info })
  const why = url.length > LONGEST_URL ? `has more than ${LONGEST_URL} characters` : whyRefused(url)
  if (why !== undefined) refuse('receiverRefused', `url: ${shownAddress(url)} is refused: ${why}`)
  else if (url.includes('?')) {
    refuse(
      'receiverRefused',
      `url: ${shownAddress(url)} is refused: it must have no query, because the id of the message is appended to it`,
    )
  }
  if (key !== undefined && !isHeaderValue(key)) {
    refuse('receiverRefused', `key: must be 1 to ${LONGEST_KEY} printable ASCII characters without spaces`)
  }
  if (secret !== undefined && secret !== 'new' && secret !== 'none' && secretBytes(secret) === undefined) {
    refuse('receiverRefused', 'secret: must be whsec_ and 24 to 64 bytes as base64, or new, or none')
  }
  for (const kind of kinds) {
    if (!isCallbackKind(kind))
      refuse('notInList', `kinds: ${shown(kind)} is not one of ${callbackKindNames.join(', ')}`)
  }
  if (violations.length > 0) throw problemOf(violations)
}

export const isCallbackKind = (name: string): name is CallbackKind =>
  callbackKindNames.some((kind) => kind === name)

const isHeaderValue = (text: string) => text.length <= LONGEST_KEY && /^[\x21-\x7e]+$/.test(text)

export const withoutSlash = (url: string) => url.replace(/\/+$/, '')

export const originOf = (url: string) => new URL(url).origin

/** Deliveries to one receiver share a lane: they are dead or slow together. That of a site has its own, even at the same host. */
export const laneOf = (url: string, siteId: string) =>
  siteId === '' ? originOf(url) : `${originOf(url)}#${siteId}`

/** Enough to distinguish keys, and never most of one. */
const startOf = (key: string) => key.slice(0, Math.min(HINT_LENGTH, Math.floor(key.length / 3)))

export const hintOf = (key: string) => `${startOf(key)}…`

export interface Sending {
  id: string
  url: string
  body: string | Uint8Array
  key: string
  /** Of a callback of our own; the callback of the interface has none. */
  kind?: string | null | undefined
  /** Several signatures while a secret is being changed; the receiver accepts any that matches. */
  secrets?: readonly string[] | undefined
}

export const addressOf = ({ url, id }: Pick<Sending, 'url' | 'id'>) => `${url}/${encodeURIComponent(id)}`

/** The key goes in X-Api-Key (G2); with a secret the three headers of Standard Webhooks are added (G3). */
export function headersOf(
  { id, body, key, kind, secrets = [] }: Sending,
  now: Date,
  version: string,
): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': `Walkaround/${version}`,
    'x-api-key': key,
    ...(kind == null ? {} : { 'webhook-kind': kind }),
    ...signatureHeaders({ id, body, secrets }, now),
  }
}

/** As the log keeps it. In plain ASCII, which is sent to databases several times faster than other text. */
export function requestText(sending: Sending, headers: Readonly<Record<string, string>>): string {
  let text = `PUT ${addressOf(sending)}`
  for (const name in headers) {
    text += name === 'x-api-key' ? `\n${name}: ${startOf(sending.key)}***` : `\n${name}: ${headers[name]}`
  }
  return text
}

const isSuccess = (status: number | undefined) => status !== undefined && status >= 200 && status < 300

/** Why an attempt failed; undefined if it did not. */
export function failureOf({
  status,
  failure,
}: {
  status?: number | undefined
  failure?: string | undefined
}): string | undefined {
  if (failure !== undefined || status === undefined) return failure ?? 'no answer'
  if (isSuccess(status)) return undefined
  if (status >= 300 && status < 400) return `answered ${status}: redirects are not followed`
  if (status === 401 || status === 403) return `answered ${status}: is the key right?`
  if (status === 410) return 'answered 410: the receiver says that this address is gone for good'
  return `answered ${status}, not 2XX`
}

const WEB_PAGE = /^\s*(?:<!doctype html|<html)/i

/** A success that looks wrong: the reply probably did not come from the receiver. */
export function isWebPage({
  status,
  responseHead,
  responseBody,
}: {
  status?: number | null | undefined
  responseHead?: string | null | undefined
  responseBody?: string | null | undefined
}): boolean {
  if (!isSuccess(status ?? undefined)) return false
  return /^content-type:\s*text\/html/im.test(responseHead ?? '') || WEB_PAGE.test(responseBody ?? '')
}

export type State = 'waiting' | 'delivered' | 'givenUp'

/** `attempts`: those that ended before this one. */
export function stateAfter(failure: string | undefined, attempts: number, mostAttempts: number): State {
  if (failure === undefined) return 'delivered'
  return attempts + 1 >= mostAttempts ? 'givenUp' : 'waiting'
}
