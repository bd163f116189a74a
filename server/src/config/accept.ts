// Checks that the schema of a setting cannot express: each returns the value in its final form, or throws the reason why not.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { toSafeUrl, toUrl } from '@walkaround/contract/rules/urls.ts'
import { secretBytes } from '../lib/webhook-signature.ts'

export function toBindHost(given: string): string {
  const host = given.replace(/^\[(.*)\]$/, '$1')
  const isName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i.test(
    host,
  )
  // Four numbers that are not an address, such as 300.1.1.1, would pass as a host name and fail later without a reason.
  if (isIP(host) === 0 && (!isName || /^[\d.]+$/.test(host)))
    throw new Error('it is neither an IP address nor a host name')
  return host
}

// The interface keeps plain HTTP on port 80 closed, and H1 serves nothing there.
export function toPort(port: number): number {
  if (port === 80) throw new Error('the service never listens on port 80')
  return port
}

export function toBaseUrl(given: string): string {
  const url = toUrl(given)
  if (url.protocol !== 'https:') throw new Error(`it starts with ${url.protocol}`)
  if (url.username || url.password) throw new Error('it has a user or a password')
  if (given.includes('?') || given.includes('#')) throw new Error('it has a query or a fragment')
  if (url.port === '80') throw new Error('the service never listens on port 80')
  const path = url.pathname.replace(/\/+$/, '')
  if (/\/v1$/i.test(path)) throw new Error('/v1 is added by the service itself, leave it off')
  return url.origin + path
}

export function toProviderUrl(given: string): string {
  if (given.split('{vin}').length !== 2) throw new Error('it does not name {vin} once')
  const sample = '11111111111111111'
  const address = given.replace('{vin}', sample)
  const url = toUrl(address)
  if (url.protocol !== 'https:') throw new Error(`it starts with ${url.protocol}`)
  if (url.username || url.password) throw new Error('it has a user or a password')
  if (url.hash) throw new Error('it has a fragment')
  if (!`${url.pathname}${url.search}`.includes(sample)) throw new Error('{vin} is not in its path or query')
  return given
}

export function toS3Endpoint(given: string): string {
  if (toSafeUrl(given).search) throw new Error('it has a query')
  return given.replace(/\/+$/, '')
}

/** 32 bytes as base64. Buffer.from skips invalid characters, so it would turn a cut or mistyped key into another one. */
export const isKeyText = (text: string): boolean => /^[A-Za-z0-9+/]{43}=$/.test(text)

export function toKeyText(given: string): string {
  if (!isKeyText(given)) throw new Error('it is not 32 bytes in base64')
  return given
}

export function toSecretKey(given: string): string {
  const keys = given.trim().split(/[\s,]+/)
  return keys.map(toKeyText).join(' ')
}

export const SHORTEST_PASSPHRASE = 12

export function toPassphrase(given: string): string {
  if ([...given].length < SHORTEST_PASSPHRASE) throw new Error('it is too short')
  return given
}

export function toProxyList(items: string[]): string[] {
  const everybody = toNetworkList(items).find((item) => item.endsWith('/0'))
  if (everybody !== undefined)
    throw new Error(`"${everybody}" covers every address, so anybody could pose as the proxy`)
  return items
}

export function toNetworkList(items: string[]): string[] {
  for (const item of items) {
    const [address = '', prefix, ...more] = item.split('/')
    const family = isIP(address)
    if (family === 0 || more.length > 0) throw new Error(`"${item}" is neither an address nor a network`)
    if (prefix === undefined) continue
    const bits = family === 4 ? 32 : 128
    if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits)
      throw new Error(`"${item}" has no prefix length from 1 to ${bits}`)
  }
  return items
}

export function toDatabaseUrl(given: string): string {
  if (!/^postgres(ql)?:\/\//.test(given))
    throw new Error('it starts with neither postgres:// nor postgresql://')
  // An address without a host means the server's socket file, which PostgreSQL allows and URL does not.
  if (!URL.canParse(given.replace('@/', '@localhost/'))) throw new Error('it is not a valid address')
  return given
}

export function toPemPath(given: string): string {
  // The easy mistake: …_CERT_FILE=/path/cert.pem. The _FILE form holds the value, and the value is a path.
  if (given.includes('-----BEGIN'))
    throw new Error('it is the PEM text itself; set the variable without _FILE to the path')
  return resolve(given)
}

const schemesOfSyslog = ['tls:', 'tcp:', 'udp:']

export function toSyslogUrl(given: string): string {
  const url = toUrl(given)
  if (!schemesOfSyslog.includes(url.protocol)) throw new Error(`it starts with ${url.protocol}`)
  if (url.hostname === '') throw new Error('it has no host')
  if (url.port === '' || url.port === '0') throw new Error('it has no port')
  if (url.username || url.password) throw new Error('it has a user or a password')
  if (/^\w+:\/\/[^/?#]+\/?$/.test(given)) return given.replace(/\/$/, '')
  throw new Error('it has a path, a query or a fragment')
}

export function toSinkUrl(given: string): string {
  toSafeUrl(given)
  return given
}

export function toWebhookSecret(given: string): string {
  if (secretBytes(given) === undefined) throw new Error('it is not whsec_ and 24 to 64 bytes as base64')
  return given
}
