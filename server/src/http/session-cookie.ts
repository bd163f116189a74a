// The cookie of a session, and the proof that a change made with it comes from our own page. Reads no database.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { problem } from '../problems.ts'

export interface SessionCookie {
  name: string
  isSecure: boolean
}

/** A browser accepts this name only over TLS, for this host alone and for all its paths. */
export const secureCookie: SessionCookie = { name: '__Host-walkaround', isSecure: true }
/** For the demo's pages on plain loopback HTTP (H1). */
export const plainCookie: SessionCookie = { name: 'walkaround-demo', isSecure: false }

/** Says that people have signed in on this device before; it gives no access and stays after signing out. */
export const deviceCookieOf = ({ name, isSecure }: SessionCookie): SessionCookie => ({
  name: `${name}-device`,
  isSecure,
})

/** Of a shared tablet: opens a list of names, from which a person and their PIN are chosen. */
export const tabletCookieOf = ({ name, isSecure }: SessionCookie): SessionCookie => ({
  name: `${name}-tablet`,
  isSecure,
})

/** Between a right password and a second factor; it opens nothing by itself. */
export const stepCookieOf = ({ name, isSecure }: SessionCookie): SessionCookie => ({
  name: `${name}-step`,
  isSecure,
})

/** Binds somebody's way back from a sign-in provider to the browser that went there; for minutes. */
export const signInCookieOf = ({ name, isSecure }: SessionCookie): SessionCookie => ({
  name: `${name}-sign-in`,
  isSecure,
})

/** Where somebody on this device signed in last; it gives no access. */
export const providerCookieOf = ({ name, isSecure }: SessionCookie): SessionCookie => ({
  name: `${name}-provider`,
  isSecure,
})

/** Ids may have any characters; cookies may not. */
export const toProviderToken = (clientId: string, providerId: string): string =>
  `${encodePart(clientId)}.${encodePart(providerId)}`

export function providerIn(
  header: string | undefined,
  cookie: SessionCookie,
): { clientId: string; providerId: string } | undefined {
  const found = valueIn(header, cookie)
  const [, clientId, providerId] = /^([\w-]{1,700})\.([\w-]{1,700})$/.exec(found ?? '') ?? []
  if (clientId === undefined || providerId === undefined) return undefined
  return { clientId: decodePart(clientId), providerId: decodePart(providerId) }
}

const encodePart = (text: string) => Buffer.from(text).toString('base64url')
const decodePart = (text: string) => Buffer.from(text, 'base64url').toString('utf8')

const CSRF_HEADER = 'x-walkaround-csrf'

export const tokenOf = (request: FastifyRequest, cookie: SessionCookie): string | undefined =>
  tokenIn(request.headers.cookie, cookie)

export function tokenIn(header: string | undefined, cookie: SessionCookie): string | undefined {
  const found = valueIn(header, cookie)
  return found !== undefined && /^[\w-]{20,100}$/.test(found) ? found : undefined
}

/** A token that names its client, as links do. */
export function linkNameIn(header: string | undefined, cookie: SessionCookie): string | undefined {
  const found = valueIn(header, cookie)
  return found !== undefined && /^[\w-]{1,100}\.[\w-]{20,100}$/.test(found) ? found : undefined
}

function valueIn(header: string | undefined, cookie: SessionCookie): string | undefined {
  const prefix = `${cookie.name}=`
  return header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix))
    ?.slice(prefix.length)
}

export function setCookie(
  { name, isSecure }: SessionCookie,
  token: string,
  seconds: number,
  site: 'Strict' | 'Lax' = 'Strict',
): string {
  return `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${site}${isSecure ? '; Secure' : ''}`
}

export const removeCookie = (cookie: SessionCookie): string => setCookie(cookie, '', 0)

/** Derived from the cookie, which scripts cannot read; the cookie cannot be derived from it. */
export const csrfOf = (token: string): string =>
  createHmac('sha256', token).update('walkaround csrf').digest('base64url')

export function assertCsrf(request: FastifyRequest, token: string): void {
  const given = Buffer.from(String(request.headers[CSRF_HEADER] ?? ''))
  const wanted = Buffer.from(csrfOf(token))
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    throw problem('wrongOrigin', 'X-Walkaround-Csrf: send the value that the session gives as csrf')
  }
}

/** Checks what the browser says about the calling page; a caller that is not a browser sends nothing. */
export function assertOwnOrigin(request: FastifyRequest, isSecure: boolean, baseUrl: string): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') {
    throw problem('wrongOrigin', 'Sec-Fetch-Site: only pages of this service may call')
  }
  const { origin } = request.headers
  if (origin === undefined) return
  const own = `${isSecure ? 'https' : 'http'}://${request.host}`
  if (origin !== own && origin !== new URL(baseUrl).origin) {
    throw problem('wrongOrigin', 'Origin: only pages of this service may call')
  }
}
