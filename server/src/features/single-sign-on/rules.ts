// What a provider may be set to, and where its addresses are. Pure.
import type { SignInProviderChange } from '@walkaround/contract/app/sign-in-providers.ts'
import type { ClaimRule, ProviderRefusal } from '@walkaround/contract/rules/provider-claims.ts'
import { limitableRoles } from '@walkaround/contract/rules/roles.ts'
import { shownAddress } from '../../lib/texts.ts'
import { problem } from '../../problems.ts'

export const USUAL_SCOPES = 'openid profile email'
export const USUAL_TOLERANCE_S = 30

const refused = (field: string, value: string, rule: string) =>
  problem('invalidArgument', `${field}: ${JSON.stringify(value)} ${rule}`)
const issuerRefused = (issuer: string, rule: string) =>
  problem('invalidArgument', `issuer: ${shownAddress(issuer)} ${rule}`)

const isProviderId = (id: string) => /^[a-z0-9][a-z0-9-]{0,39}$/.test(id)

export function assertProviderId(id: string): void {
  if (!isProviderId(id))
    throw refused('provider_id', id, 'must be 1 to 40 of a–z, 0–9 and "-", beginning with a letter or digit')
}

/** Loopback and networks of one's own are judged when they are reached. */
export function assertProvider(
  {
    issuer,
    scopes = USUAL_SCOPES,
    domains = [],
    rules,
    joinsByEmail,
    isPublic,
    secret,
  }: SignInProviderChange,
  whyRefused: (url: string) => string | undefined,
): void {
  const why = whyRefused(issuer)
  if (why !== undefined) throw issuerRefused(issuer, `cannot be used: ${why}`)
  if (URL.parse(issuer)?.search) throw issuerRefused(issuer, 'has a query, which no issuer has')
  const all = scopes.split(' ')
  if (!all.includes('openid')) throw refused('scopes', scopes, 'must contain "openid"')
  if (!all.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)))
    throw refused('scopes', scopes, 'must be names with one space between them')
  for (const domain of domains)
    if (!/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(domain.toLowerCase()))
      throw refused('domains', domain, 'is not a domain such as dealer.example')
  if (joinsByEmail && domains.length === 0)
    throw problem('invalidArgument', 'joinsByEmail: needs domains, so that no other address counts')
  if (isPublic && secret !== undefined)
    throw problem('invalidArgument', 'secret: a public client has none; leave one of the two out')
  assertRules(rules)
}

export function assertRules(rules: readonly ClaimRule[]): void {
  for (const [index, { role, branches }] of rules.entries()) {
    const at = `rules[${index}].branches`
    if (branches && !(limitableRoles as readonly string[]).includes(role))
      throw problem(
        'invalidArgument',
        `${at}: the role "${role}" is for the whole client; only ${limitableRoles.join(', ')} can be limited to branches`,
      )
    if (branches?.length === 0)
      throw problem('invalidArgument', `${at}: name at least one branch, or leave them out for all`)
  }
}

/** What signs a person in at a client besides one of their providers. */
interface OtherWays {
  hasPassword: boolean
  /** Passwords are off there, and the login is no spare one. */
  isPasswordOff: boolean
  /** With how many others that are in use the login is joined. */
  providers: number
}

export const isOnlyWay = ({ hasPassword, isPasswordOff, providers }: OtherWays): boolean =>
  providers === 0 && (!hasPassword || isPasswordOff)

const GOAL = /^(?!\/)[\w\-./~%?=&:+,@]*$/

const isGoal = (path: string): boolean =>
  path.length <= 500 && GOAL.test(path) && !path.split(/[?/]/).includes('..') && !path.includes('//')

/** A page of our own: no other address may be smuggled in. */
export function toGoal({ goesTo, path = '' }: { goesTo: string; path?: string }): string {
  if (!isGoal(path)) throw refused('path', path, 'is not a page of this service')
  return `${goesTo}/${path}`
}

/** What the sign-in page says of somebody who was refused. */
export type ShownRefusal = ProviderRefusal

const FIRST_GOAL = 'workshop/'

/** From an address or a form: a page of one of the bundles, or the app. */
export function goalIn(text: unknown): string {
  const [, goesTo = '', path = ''] =
    /^(workshop|desk|admin)\/(.*)$/.exec(typeof text === 'string' ? text : '') ?? []
  return goesTo !== '' && isGoal(path) ? `${goesTo}/${path}` : FIRST_GOAL
}

interface ProviderAddresses {
  callback: string
  backChannel: string
  signedOut: string
}

export function addressesOf(baseUrl: string, clientId: string, providerId: string): ProviderAddresses {
  const place = `${baseUrl}/sign-in/${encodeURIComponent(clientId)}/${encodeURIComponent(providerId)}`
  return {
    callback: `${place}/callback`,
    backChannel: `${place}/back-channel-logout`,
    signedOut: `${baseUrl}/sign-in/signed-out`,
  }
}
