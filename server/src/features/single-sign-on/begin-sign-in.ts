// Sends somebody to a provider: keeps what their way back is checked against, and gives the address to go to.
import { randomBytes } from 'node:crypto'
import type { NewProviderSignIn } from '@walkaround/contract/app/sign-in-providers.ts'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/sql.ts'
import { findKnownDevice } from '../../identity/devices.ts'
import { findLogin } from '../../identity/login-store.ts'
import { sessionHashOf } from '../../identity/sessions.ts'
import { isClientId } from '../../organisation/rules.ts'
import { addressOf, discover, newChecks, OidcFailure } from '../../outside/oidc.ts'
import { problem } from '../../problems.ts'
import { hashToken } from '../owner-links/token.ts'
import { addressesOf, toGoal } from './rules.ts'
import { type Outgoing, placeOfProvider } from './set-provider.ts'
import * as store from './store.ts'

/** Time to type a password and fetch a second factor. */
export const ATTEMPT_MS = 10 * 60_000
/** Of one client from one network within that time: a whole workshop behind one address, and no flood. */
const MOST_ATTEMPTS = 200

export const checksPurpose = (clientId: string) => `sign-in attempt of ${clientId}`

export interface SignInPlace {
  database: Database
  outgoing: Outgoing
  clock: () => Date
  baseUrl: () => string
}

export interface Browser {
  address: string
  /** The token of its cookie for this purpose, if it has one. */
  token: string | undefined
  /** Of the session it has. */
  formerToken: string | undefined
  /** Whose session that is, if they want to join it. */
  session?: { login: string; isByPassword: boolean; confirm(password: string): Promise<void> } | undefined
  /** The token by which it tells that people signed in there. */
  deviceToken: string | undefined
}

export async function beginSignIn(
  { database, outgoing, clock, baseUrl }: SignInPlace,
  { client, provider, isFresh: wantsFresh = false, joins = false, password, ...where }: NewProviderSignIn,
  browser: Browser,
): Promise<{ address: string; browserToken: string }> {
  const goesTo = toGoal(where)
  const at = { db: database, clientId: client }
  const row = isClientId(client) ? await store.findProviderRow(at, provider) : undefined
  if (!row?.isEnabled) throw problem('noSuchResource', 'provider: there is no such sign-in provider')
  const now = clock()
  const since = new Date(now.getTime() - ATTEMPT_MS)
  if ((await store.countAttempts(at, browser.address, since)) >= MOST_ATTEMPTS)
    throw problem('tooManySignIns', 'too many sign-ins were begun here; try again in a few minutes', {
      'retry-after': '60',
    })
  const joined = joins ? await loginToJoin(at, provider, browser, password) : undefined
  // Whoever used this browser before may still be signed in over there, and would be joined instead.
  const isFresh = wantsFresh || joins
  const checks = newChecks()
  const { callback } = addressesOf(baseUrl(), client, provider)
  const place = await placeOfProvider(outgoing, client, row)
  const address = await asking(async () =>
    addressOf(await discover(outgoing.http, place, now), checks, { scopes: row.scopes, callback, isFresh }),
  )
  const device = await findKnownDevice(database, browser.deviceToken)
  const browserToken = browser.token ?? randomBytes(32).toString('base64url')
  await store.insertAttempt(at, {
    stateHash: hashToken(checks.state),
    providerId: provider,
    browserHash: hashToken(browserToken),
    sealedChecks: await outgoing.box.seal(JSON.stringify(checks), checksPurpose(client)),
    goesTo,
    isFresh,
    formerSession: browser.formerToken === undefined ? null : sessionHashOf(browser.formerToken),
    joinsLoginId: joined ?? null,
    device: device === undefined ? null : Buffer.from(device, 'hex'),
    address: browser.address,
    createdAt: now,
    expiresAt: new Date(now.getTime() + ATTEMPT_MS),
  })
  return { address, browserToken }
}

/**
 * Whoever is signed in here by their password proves both: that the login is theirs, and soon the person at the provider. A device that was
 * left open proves neither, so the password is asked for again.
 */
async function loginToJoin(
  { db, clientId }: { db: Database; clientId: string },
  providerId: string,
  { session }: Browser,
  password: string | undefined,
): Promise<string> {
  const login = session?.isByPassword ? await findLogin(db, session.login) : undefined
  if (!session || !login || login.isSupport || !login.roles.some((role) => role.clientId === clientId))
    throw problem('notYours', 'joins: sign in first, with the password of a login of this client')
  if (await store.isJoined({ db, clientId }, providerId, login.id))
    throw problem(
      'alreadyExists',
      'joins: your login is joined with this provider; take that away before you join another account',
    )
  if (password === undefined) throw problem('invalidArgument', 'password: is needed to join')
  await session.confirm(password)
  return login.id
}

/** What an outsider's machine does wrong is no failure of ours. */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OidcFailure) throw problem('providerFailed', `provider: ${error.message}`)
    throw error
  }
}

/** Upkeep, over all clients. They are kept a day, to tell those who come back late where they wanted to go. */
export const forgetAttempts = (db: Db, now: Date): Promise<number> =>
  store.deleteAttemptsBefore(db, new Date(now.getTime() - 86_400_000))
