// HTTP details of the owner's pages: language, headers, and whether a form came from our own page. Reads nothing of any system
// client.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import {
  findWanted,
  ownerSecurityPolicy,
  pickLanguage,
  previewSecurityPolicy,
  renderFaceStyle,
  renderJoin,
  renderOwnerCopy,
  renderOwnerNotice,
  renderOwnerPage,
  renderOwnerPhoto,
  renderProviderPage,
  renderReceipt,
  renderReminderStop,
  renderReview,
  viewOf,
} from '@walkaround/web/owner/pages.ts'
import type { FastifyRequest } from 'fastify'

export type { JoinRefusal } from '@walkaround/web/owner/pages.ts'
export {
  type Language,
  pickLanguage,
  renderFaceStyle,
  renderJoin,
  renderOwnerCopy,
  renderOwnerNotice,
  renderOwnerPage,
  renderOwnerPhoto,
  renderProviderPage,
  renderReceipt,
  renderReminderStop,
  renderReview,
  viewOf,
}

/** No cookie, no cache, no index, and no referrer that reveals the address. */
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

/** The language the owner asks for, otherwise the browser's; undefined if there are no texts in either. */
export function findAskedLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as { lang?: string | string[] }
  return findWanted(request.headers['accept-language'], typeof lang === 'string' ? lang : undefined)
}

/**
 * Under `no-referrer`, browsers send no origin or `null` for a form of our own page; a foreign page that names its origin is
 * refused. There is no cookie a foreign page could use: to post, a caller must know the link.
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
