// Somebody comes back from a provider: what they bring is checked against what they left with, and gives them a session, which reaches
// the provider's client alone. The provider is asked outside of any transaction.
import type { JoinRefusal, ProviderRefusal } from '@walkaround/contract/rules/provider-claims.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AccessLog } from '../../identity/access-log.ts'
import { DEVICE_LIFETIME_MS, rememberDeviceByIds } from '../../identity/devices.ts'
import { createSession, endFormerSession } from '../../identity/sessions.ts'
import { findClient } from '../../organisation/client-store.ts'
import { isClientId } from '../../organisation/rules.ts'
import { type Checks, discover, OidcFailure, type SignedInClaims, takeCode } from '../../outside/oidc.ts'
import { SecretBoxError } from '../../outside/secret-box.ts'
import { Problem } from '../../problems.ts'
import { type Scope, timeOf } from '../../scope.ts'
import { hashToken } from '../owner-links/token.ts'
import { admitPerson, NotAdmitted } from './admit-person.ts'
import { checksPurpose, type SignInPlace } from './begin-sign-in.ts'
import { placeOfProvider } from './set-provider.ts'
import * as store from './store.ts'

interface WayBack {
  clientId: string
  providerId: string
  /** With what the provider wrote behind it. */
  returned: URL
  browserToken: string | undefined
  address: string
  agent: string | undefined
}

export type Arrival =
  /** `joins`: a person who is signed in wanted to join their login, and is told on the page they left. */
  | { goesTo: string; refusal: ProviderRefusal | JoinRefusal; joins: boolean }
  | { goesTo: string; token: string; expiresAt: Date; device: { token: string; seconds: number } | undefined }

export const idTokenPurpose = (clientId: string) => `ID token of ${clientId}`

/** Where people land whose way back leads nowhere. */
const NOWHERE = 'workshop/'
/** The clock of the person's proof, against the moment they were sent there. */
const FRESH_MS = 60_000

export interface FinishPlace extends SignInPlace {
  accessLog: AccessLog
}

export async function finishSignIn(place: FinishPlace, way: WayBack): Promise<Arrival> {
  const { database, clock, accessLog } = place
  const { clientId, providerId, address } = way
  const client = isClientId(clientId) ? await findClient(database, clientId) : undefined
  const row = client && (await store.findProviderRow({ db: database, clientId }, providerId))
  if (!client || !row) return { goesTo: NOWHERE, refusal: 'over', joins: false }
  const stateHash = hashToken(way.returned.searchParams.get('state') ?? '')
  const attempt =
    way.browserToken === undefined
      ? undefined
      : await store.takeAttempt(
          { db: database, clientId },
          { providerId, stateHash, browserHash: hashToken(way.browserToken) },
          clock(),
        )
  if (!attempt) {
    const goal = await store.findGoal({ db: database, clientId }, { providerId, stateHash })
    return { goesTo: NOWHERE, joins: false, ...goal, refusal: 'over' }
  }
  const { goesTo } = attempt
  try {
    if (!row.isEnabled) throw new NotAdmitted('off', 'the provider is switched off')
    const came = await ask(place, way, row, attempt)
    return { goesTo, ...(await enter(place, way, row, attempt, came)) }
  } catch (error) {
    const refused = refusalOf(error)
    accessLog.note(
      {
        kind: 'signIn.failed',
        who: { login: refused.login ?? '' },
        address,
        detail: `at ${clientId} ${providerId}: ${refused.message}`.slice(0, 200),
      },
      clock(),
    )
    return { goesTo, refusal: refused.why, joins: attempt.joinsLoginId !== null }
  }
}

/** Anything else is a failure of ours. */
function refusalOf(error: unknown): NotAdmitted {
  if (error instanceof NotAdmitted) return error
  if (error instanceof OidcFailure)
    return new NotAdmitted(error.kind === 'invalid' ? 'failed' : error.kind, error.message)
  // A role that a rule gives, and that this login may not have, such as that of the last spare login.
  if (error instanceof Problem && error.status < 500) return new NotAdmitted('noAccess', error.message)
  if (error instanceof SecretBoxError) return new NotAdmitted('failed', error.message)
  throw error
}

async function ask(
  { outgoing, clock }: SignInPlace,
  { clientId, returned }: WayBack,
  row: store.ProviderRow,
  attempt: store.AttemptRow,
): Promise<SignedInClaims> {
  const checks = JSON.parse(await outgoing.box.open(attempt.sealedChecks, checksPurpose(clientId))) as Checks
  const config = await discover(outgoing.http, await placeOfProvider(outgoing, clientId, row), clock())
  const wanted = [
    ...Object.values(row.claims),
    ...row.rules.map(({ claim }) => claim.split('.')[0] as string),
  ]
  const came = await takeCode(config, returned, checks, (claims) =>
    wanted.every((name) => Object.hasOwn(claims, name)),
  )
  const { authenticatedAt: proved } = came
  const latest = attempt.createdAt.getTime() - FRESH_MS - row.toleranceSeconds * 1000
  if (attempt.isFresh && proved && proved.getTime() < latest)
    throw new NotAdmitted('failed', 'the provider did not ask who it is')
  return came
}

async function enter(
  { database, outgoing, clock }: SignInPlace,
  { clientId, providerId, address, agent }: WayBack,
  row: store.ProviderRow,
  attempt: store.AttemptRow,
  { subject, sid, idToken, claims }: SignedInClaims,
) {
  const sealedIdToken = await outgoing.box.seal(idToken, idTokenPurpose(clientId))
  const refused: { why?: NotAdmitted } = {}
  const entered = await inTransaction(database, async (db) => {
    const client = await findClient(db, clientId)
    if (!client) throw new NotAdmitted('off', 'the client is gone')
    const real = clock()
    const scope: Scope = {
      db,
      clientId,
      client,
      now: timeOf(client, real),
      actor: { kind: 'system', id: `sign-in provider ${providerId}` },
    }
    try {
      const login = await admitPerson(scope, row, { subject, claims, joins: attempt.joinsLoginId })
      const ofAccess = { db, now: real, actor: { kind: 'login' as const, id: login.id } }
      if (attempt.formerSession) await endFormerSession(ofAccess, attempt.formerSession)
      const device = await rememberDeviceByIds(ofAccess, { loginId: login.id, device: attempt.device })
      const made = await createSession(ofAccess, {
        login: login.login,
        origin: { address, device: device.id, agent },
        at: { clientId, providerId, subject, sid, sealedIdToken },
      })
      const { token } = device
      const told = token === undefined ? undefined : { token, seconds: DEVICE_LIFETIME_MS / 1000 }
      return { ...made, device: told }
    } catch (error) {
      // A role that was taken away stays away: that is committed.
      if (!(error instanceof NotAdmitted)) throw error
      refused.why = error
      return undefined
    }
  })
  if (!entered) throw refused.why as NotAdmitted
  return entered
}
