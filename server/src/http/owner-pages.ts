// The owner's pages on the wire: their language, their headers, and whether a form came from our own page. Reads nothing of
// any system client.
import {
  type Language,
  ownerSecurityPolicy,
  pickLanguage,
  previewSecurityPolicy,
  renderOwnerNotice,
  renderOwnerPage,
  renderOwnerPhoto,
  renderReceipt,
  renderReview,
  viewOf,
} from '@walkaround/web/owner/pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

export {
  type Language,
  pickLanguage,
  renderOwnerNotice,
  renderOwnerPage,
  renderOwnerPhoto,
  renderReceipt,
  renderReview,
  viewOf,
}

/** No cookie, no cache, no index, and no word of the address to anyone. */
export const ownerHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': ownerSecurityPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  vary: 'accept-language',
}

/** Shown inside the workshop app, which has the same origin. */
export const previewHeaders: Record<string, string> = {
  ...ownerHeaders,
  'content-security-policy': previewSecurityPolicy,
}

export function sendOwnerPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .headers({ ...ownerHeaders, 'content-type': 'text/html; charset=utf-8' })
    .send(page)
}

/** What the owner asks for, else what the browser speaks, else the language of the dealership. */
export function ownerLanguage(request: FastifyRequest, ofClient: string | undefined): Language {
  const { lang } = request.query as { lang?: string | string[] }
  const otherwise = pickLanguage(undefined, ofClient)
  return pickLanguage(
    request.headers['accept-language'],
    typeof lang === 'string' ? lang : undefined,
    otherwise,
  )
}

/**
 * Under `no-referrer` browsers name no origin for a form of our own page, or `null`; a foreign page that names itself is
 * refused. There is no cookie a foreign page could use: whoever posts must know the link.
 */
export function isOwnForm(request: FastifyRequest, baseUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return false
  const { origin } = request.headers
  if (origin === undefined || origin === 'null') return true
  return (
    origin === new URL(baseUrl).origin ||
    origin === `https://${request.host}` ||
    origin === `http://${request.host}`
  )
}
