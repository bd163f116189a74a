// What a mail server, an SMS gateway and a bot may be set to, by the operator or by a client: each returns the value in its final form,
// or throws the reason why not. Pure.
import { isEmail } from './contact-address.ts'
import { toSafeUrl, toUrl } from './urls.ts'

export function toSmtpUrl(given: string): string {
  const url = toUrl(given)
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') throw new Error(`it starts with ${url.protocol}`)
  if (url.hostname === '') throw new Error('it names no host')
  if ((url.pathname !== '' && url.pathname !== '/') || url.search || url.hash)
    throw new Error('it has a path, a query or a fragment')
  try {
    decodeURIComponent(url.username + url.password)
  } catch {
    throw new Error('its user or password is not percent-encoded')
  }
  return given
}

export function toMailFrom(given: string): { address: string; name?: string } {
  const [, name = '', address = given] = /^([^\p{C}<>"]*)<([^<>]+)>$/u.exec(given) ?? []
  if (!isEmail(address)) throw new Error('it has no valid e-mail address')
  return { address, name: name.trim() || undefined }
}

export function toGatewayUrl(given: string): string {
  toSafeUrl(given.replaceAll(/\{(to|text|from|id|key)\}/g, '0'))
  return given.replace(/\/+$/, '')
}

export function toHeaders(given: string): Readonly<Record<string, string>> {
  let headers: unknown
  try {
    headers = JSON.parse(given)
  } catch {
    throw new Error('it is not JSON')
  }
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers) || !canBeSent(headers))
    throw new Error('a header has a name or a value that cannot be sent')
  return headers as Record<string, string>
}

const canBeSent = (headers: object): boolean =>
  Object.entries(headers).every(
    ([name, value]: [string, unknown]) =>
      /^[\w-]+$/.test(name) && typeof value === 'string' && /^[\x20-\x7e]*$/.test(value),
  )

export function toSmsBody(given: string): string {
  if (!given.includes('{to}') || !given.includes('{text}')) throw new Error('it lacks {to} or {text}')
  return given
}

export function toBotToken(given: string): string {
  if (!/^\d{3,20}:[\w-]{6,200}$/.test(given)) throw new Error('it does not look like a token from BotFather')
  return given
}

export function toHeaderValue(given: string): string {
  if (!/^[\x21-\x7e]+$/.test(given)) throw new Error('it contains a space or a character outside of ASCII')
  return given
}
