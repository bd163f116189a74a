// Signing out at both ends: a person here, who is then sent to the provider; and the provider, which tells of it by a token it signed.
import { inTransaction } from '../../db/transaction.ts'
import { endProviderSessions, endSession, findProviderSessionOf } from '../../identity/sessions.ts'
import { isClientId } from '../../organisation/rules.ts'
import { discover, endAddressOf, OidcFailure, readLogoutToken } from '../../outside/oidc.ts'
import { SecretBoxError } from '../../outside/secret-box.ts'
import type { Actor } from '../../scope.ts'
import type { SignInPlace } from './begin-sign-in.ts'
import { idTokenPurpose } from './finish-sign-in.ts'
import { addressesOf } from './rules.ts'
import { placeOfProvider } from './set-provider.ts'
import * as store from './store.ts'

/** The session here ends in any case; the address is left out if the provider has no end, or does not answer. */
export async function signOut(
  { database, outgoing, clock, baseUrl }: SignInPlace,
  { token, actor }: { token: string; actor: Actor },
): Promise<{ address?: string }> {
  const session = await findProviderSessionOf(database, token)
  await inTransaction(database, (db) => endSession({ db, actor, now: clock() }, token))
  if (!session) return {}
  const { clientId, providerId, sealedIdToken } = session
  const row = await store.findProviderRow({ db: database, clientId }, providerId)
  if (!row) return {}
  try {
    const place = await placeOfProvider(outgoing, clientId, row)
    const config = await discover(outgoing.http, place, clock())
    const idToken =
      sealedIdToken === null ? undefined : await outgoing.box.open(sealedIdToken, idTokenPurpose(clientId))
    const { signedOut } = addressesOf(baseUrl(), clientId, providerId)
    const address = endAddressOf(config, { idToken, signedOut })
    return address === undefined ? {} : { address }
  } catch (error) {
    if (error instanceof OidcFailure || error instanceof SecretBoxError) return {}
    throw error
  }
}

/** Undefined if there is no such provider; `refused` says what is wrong with the token. */
export async function endByProvider(
  { database, outgoing, clock }: SignInPlace,
  { clientId, providerId, token }: { clientId: string; providerId: string; token: string },
): Promise<{ ended: number } | { refused: string } | undefined> {
  const row = isClientId(clientId)
    ? await store.findProviderRow({ db: database, clientId }, providerId)
    : undefined
  if (!row) return undefined
  const place = await placeOfProvider(outgoing, clientId, row)
  try {
    const config = await discover(outgoing.http, place, clock())
    const { at: before, ...which } = await readLogoutToken(outgoing.http, config, token, place, clock())
    const ended = await inTransaction(database, (db) =>
      endProviderSessions(
        { db, now: clock(), actor: { kind: 'system', id: `sign-in provider ${providerId}` } },
        { clientId, providerId },
        { ...which, before },
      ),
    )
    return { ended }
  } catch (error) {
    if (error instanceof OidcFailure) return { refused: error.message }
    throw error
  }
}
