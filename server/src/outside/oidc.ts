// Speaks OpenID Connect with a sign-in provider: asks it to describe itself, makes the address to go to, takes the code that came back,
// verifies tokens. Goes out through the guard, because an admin of a client chose the address. Knows no login and no database.

import { createLocalJWKSet, errors as joseErrors, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { type GuardedHttp, NotAsked } from './guarded-http.ts'

export interface ProviderPlace {
  issuer: string
  applicationId: string
  /** Left out: a public client. */
  secret?: string | undefined
  scopes: string
  /** How wrong its clock may be. */
  toleranceSeconds: number
}

/** The provider could not be used; the message has its own words, and nothing secret. */
export class OidcFailure extends Error {
  override name = 'OidcFailure'
  /** refused: it said no to the person; invalid: what it sent does not hold. */
  readonly kind: 'unreachable' | 'refused' | 'invalid'

  constructor(kind: OidcFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** What only the browser that went out can come back with. */
export interface Checks {
  state: string
  nonce: string
  verifier: string
}

export interface SignedInClaims {
  claims: Record<string, unknown>
  subject: string
  /** Of its session, if it names one. */
  sid?: string
  /** To be shown when its session is to end. */
  idToken: string
  /** When the person last proved who they are, if it says so. */
  authenticatedAt?: Date
}

type Outgoing = Pick<GuardedHttp, 'ask'>

export const newChecks = (): Checks => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
})

const bodyOf = (body: oidc.FetchBody): string | undefined =>
  body === undefined || body === null ? undefined : String(body)

const EMPTY_STATUS = [204, 205, 304]

const fetchThrough =
  (http: Outgoing): oidc.CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const reply = await http.ask({ url, method, headers, body: bodyOf(body), signal })
    return new Response(EMPTY_STATUS.includes(reply.status) ? null : new Uint8Array(reply.body), {
      status: reply.status,
      headers: reply.headers,
    })
  }

/** Asks each time: keys and addresses are never older than the sign-in. `clock` decides what has expired. */
export async function discover(
  http: Outgoing,
  { issuer, applicationId, secret, toleranceSeconds }: ProviderPlace,
  clock: Date,
): Promise<oidc.Configuration> {
  const url = URL.parse(issuer)
  if (!url) throw new OidcFailure('invalid', 'issuer: is not an absolute address')
  try {
    const config = await oidc.discovery(
      url,
      applicationId,
      {
        [oidc.clockTolerance]: toleranceSeconds,
        [oidc.clockSkew]: Math.round((clock.getTime() - Date.now()) / 1000),
      },
      secret === undefined ? oidc.None() : oidc.ClientSecretPost(secret),
      {
        [oidc.customFetch]: fetchThrough(http),
        // The guard takes plain HTTP only for networks that the operator allows.
        ...(url.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {}),
      },
    )
    const methods = config.serverMetadata().token_endpoint_auth_methods_supported
    // Basic is what a provider takes that names none; many take only one of the two.
    if (secret !== undefined && !(methods ?? ['client_secret_basic']).includes('client_secret_post'))
      return withBasic(config, secret, http, url.protocol === 'http:', toleranceSeconds, clock)
    oidc.enableNonRepudiationChecks(config)
    return config
  } catch (error) {
    throw failureOf(error)
  }
}

function withBasic(
  found: oidc.Configuration,
  secret: string,
  http: Outgoing,
  isPlain: boolean,
  toleranceSeconds: number,
  clock: Date,
): oidc.Configuration {
  const { client_id: applicationId } = found.clientMetadata()
  const config = new oidc.Configuration(
    found.serverMetadata(),
    applicationId,
    {
      [oidc.clockTolerance]: toleranceSeconds,
      [oidc.clockSkew]: Math.round((clock.getTime() - Date.now()) / 1000),
    },
    oidc.ClientSecretBasic(secret),
  )
  config[oidc.customFetch] = fetchThrough(http)
  if (isPlain) oidc.allowInsecureRequests(config)
  oidc.enableNonRepudiationChecks(config)
  return config
}

export async function addressOf(
  config: oidc.Configuration,
  { state, nonce, verifier }: Checks,
  { scopes, callback, isFresh }: { scopes: string; callback: string; isFresh: boolean },
): Promise<string> {
  if (config.serverMetadata().authorization_endpoint === undefined)
    throw new OidcFailure('invalid', 'it has no authorization_endpoint')
  return oidc.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: scopes,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isFresh ? { prompt: 'login' } : {}),
  }).href
}

/** `wanted`: claims that are looked for; what the ID token lacks is asked for at the UserInfo endpoint. */
export async function takeCode(
  config: oidc.Configuration,
  returned: URL,
  { state, nonce, verifier }: Checks,
  wanted: (claims: Record<string, unknown>) => boolean,
): Promise<SignedInClaims> {
  try {
    const tokens = await oidc.authorizationCodeGrant(config, returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const own = tokens.claims()
    if (!own || tokens.id_token === undefined) throw new OidcFailure('invalid', 'it sent no ID token')
    const hasAll = wanted(own) || config.serverMetadata().userinfo_endpoint === undefined
    // What the signed token says counts.
    const claims = hasAll
      ? { ...own }
      : { ...(await oidc.fetchUserInfo(config, tokens.access_token, own.sub)), ...own }
    return {
      claims,
      subject: own.sub,
      idToken: tokens.id_token,
      ...(typeof own.sid === 'string' ? { sid: own.sid } : {}),
      ...(typeof own.auth_time === 'number' ? { authenticatedAt: new Date(own.auth_time * 1000) } : {}),
    }
  } catch (error) {
    throw failureOf(error)
  }
}

/** Undefined if the provider has no such end. */
export function endAddressOf(
  config: oidc.Configuration,
  { idToken, signedOut }: { idToken: string | undefined; signedOut: string },
): string | undefined {
  if (config.serverMetadata().end_session_endpoint === undefined) return undefined
  return oidc.buildEndSessionUrl(config, {
    post_logout_redirect_uri: signedOut,
    ...(idToken === undefined ? {} : { id_token_hint: idToken }),
  }).href
}

const ENDING = 'http://schemas.openid.net/event/backchannel-logout'
/** Older ones are not believed: they may have been kept. */
const LONGEST_ENDING_S = 300

/** Whose session ended at the provider, by a token that it signed; of sessions begun before it. */
export async function readLogoutToken(
  http: Outgoing,
  config: oidc.Configuration,
  token: string,
  { applicationId, toleranceSeconds }: Pick<ProviderPlace, 'applicationId' | 'toleranceSeconds'>,
  clock: Date,
): Promise<{ subject?: string; sid?: string; at: Date }> {
  const { issuer, jwks_uri: keys } = config.serverMetadata()
  if (keys === undefined) throw new OidcFailure('invalid', 'it publishes no keys')
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(await askJson(http, keys)), {
      issuer,
      audience: applicationId,
      algorithms: [
        'RS256',
        'RS384',
        'RS512',
        'PS256',
        'PS384',
        'PS512',
        'ES256',
        'ES384',
        'ES512',
        'EdDSA',
        'Ed25519',
      ],
      clockTolerance: toleranceSeconds,
      currentDate: clock,
      maxTokenAge: LONGEST_ENDING_S,
      requiredClaims: ['iat', 'jti'],
    })
    const { sub, sid, nonce, events, iat = 0 } = payload
    if (nonce !== undefined) throw new OidcFailure('invalid', 'a logout token has no nonce')
    if (typeof events !== 'object' || events === null || !Object.hasOwn(events, ENDING))
      throw new OidcFailure('invalid', 'events: is not a logout token')
    const hasSid = typeof sid === 'string' && sid !== ''
    if (sub === undefined && !hasSid) throw new OidcFailure('invalid', 'sub and sid are missing')
    return {
      ...(sub === undefined ? {} : { subject: sub }),
      ...(hasSid ? { sid: sid as string } : {}),
      at: new Date((iat + toleranceSeconds) * 1000),
    }
  } catch (error) {
    throw failureOf(error)
  }
}

async function askJson(http: Outgoing, url: string) {
  const reply = await http.ask({ url, method: 'GET', headers: { accept: 'application/json' } })
  if (reply.status !== 200) throw new OidcFailure('unreachable', `it replied with status ${reply.status}`)
  return JSON.parse(reply.body.toString('utf8')) as Parameters<typeof createLocalJWKSet>[0]
}

type ProviderSaying = 'discovery' | 'keys' | 'pkce' | 'sign-out' | 'sign-out-calls' | 'scopes'

export interface Finding {
  what: ProviderSaying
  isFine: boolean
  said?: string
}

/** What an admin wants to know before people are sent there. */
export async function examine(
  http: Outgoing,
  place: ProviderPlace,
  clock: Date,
): Promise<{ isReached: boolean; findings: Finding[] }> {
  let config: oidc.Configuration
  try {
    config = await discover(http, place, clock)
  } catch (error) {
    const said = error instanceof OidcFailure ? error.message : 'it cannot be read'
    return { isReached: false, findings: [{ what: 'discovery', isFine: false, said }] }
  }
  const about = config.serverMetadata()
  const known = about.scopes_supported
  const strange = known && place.scopes.split(' ').filter((scope) => !known.includes(scope))
  const findings: Finding[] = [
    { what: 'discovery', isFine: true, said: about.issuer },
    await keysOf(http, about.jwks_uri),
    // A provider that names no methods may still take it.
    {
      what: 'pkce',
      isFine: about.code_challenge_methods_supported?.includes('S256') ?? true,
      ...(about.code_challenge_methods_supported
        ? { said: about.code_challenge_methods_supported.join(', ') }
        : {}),
    },
    {
      what: 'sign-out',
      isFine: about.end_session_endpoint !== undefined,
      ...(about.end_session_endpoint === undefined ? {} : { said: about.end_session_endpoint }),
    },
    { what: 'sign-out-calls', isFine: about.backchannel_logout_supported === true },
    {
      what: 'scopes',
      isFine: strange === undefined || strange.length === 0,
      ...(known ? { said: known.join(' ') } : {}),
    },
  ]
  return { isReached: true, findings: findings.map(shortened) }
}

async function keysOf(http: Outgoing, url: string | undefined): Promise<Finding> {
  try {
    const { keys } = url === undefined ? { keys: [] } : await askJson(http, url)
    return { what: 'keys', isFine: keys.length > 0, said: keys.map(({ alg, kty }) => alg ?? kty).join(', ') }
  } catch (error) {
    return { what: 'keys', isFine: false, said: failureOf(error).message }
  }
}

const LONGEST_SAYING = 300

const shortened = (finding: Finding): Finding =>
  finding.said === undefined ? finding : { ...finding, said: finding.said.slice(0, LONGEST_SAYING) }

/** Chains of causes are followed as far as there is something of the provider's, or of the guard's, in them. */
function failureOf(error: unknown): OidcFailure {
  if (error instanceof OidcFailure) return error
  if (error instanceof NotAsked) return new OidcFailure('unreachable', error.message, error)
  if (error instanceof oidc.AuthorizationResponseError)
    return new OidcFailure('refused', said(error.error, error.error_description), error)
  if (error instanceof oidc.ResponseBodyError)
    return new OidcFailure('invalid', said(error.error, error.error_description), error)
  const { cause } = error as Error
  if (cause instanceof NotAsked || cause instanceof OidcFailure) return failureOf(cause)
  if (error instanceof joseErrors.JOSEError) return new OidcFailure('invalid', error.message, error)
  if ((error as Error).name === 'TimeoutError' || (error as Error).name === 'AbortError')
    return new OidcFailure('unreachable', 'no answer in time', error)
  const status = cause instanceof Response ? ` (status ${cause.status})` : ''
  return new OidcFailure('invalid', `${(error as Error).message}${status}`.slice(0, LONGEST_SAYING), error)
}

const said = (code: string, words: string | undefined) =>
  (words === undefined ? code : `${code}: ${words}`).slice(0, LONGEST_SAYING)
