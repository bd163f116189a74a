// What browsers are asked for and give back (WebAuthn), and whether it is valid. Knows no database.
import { isIP } from 'node:net'
import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@walkaround/contract/app/second-factor.ts'

/** The service as browsers know it: a passkey belongs to a name, and is used on pages of one origin. */
export interface RelyingParty {
  id: string
  origin: string
}

/** Undefined for an address by number: browsers bind passkeys to names. */
export function relyingPartyOf(baseUrl: string): RelyingParty | undefined {
  const { hostname, origin } = new URL(baseUrl)
  return isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? { id: hostname, origin } : undefined
}

const NAME = 'Walkaround'
/** So long a browser waits for the person. */
const TIMEOUT_MS = 5 * 60_000
/** EdDSA, ECDSA with P-256, RSA. */
const ALGORITHMS = [-8, -7, -257]

interface Known {
  credentialId: string
  transports: string[]
}

const toCredential = ({ credentialId, transports }: Known) => ({
  type: 'public-key' as const,
  id: credentialId,
  ...(transports.length > 0 ? { transports } : {}),
})

export const toRequest = (
  { id }: RelyingParty,
  challenge: string,
  known: readonly Known[],
): PasskeyRequest => ({
  challenge,
  rpId: id,
  timeout: TIMEOUT_MS,
  userVerification: 'preferred',
  allowCredentials: known.map(toCredential),
})

export const toCreation = (
  { id }: RelyingParty,
  challenge: string,
  who: { loginId: string; login: string; name: string },
  known: readonly Known[],
): PasskeyCreation => ({
  challenge,
  rp: { id, name: NAME },
  user: {
    id: Buffer.from(who.loginId).toString('base64url'),
    name: who.login,
    displayName: who.name,
  },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout: TIMEOUT_MS,
  attestation: 'none',
  excludeCredentials: known.map(toCredential),
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
})

export interface MadePasskey {
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
  isSynced: boolean
}

/** Loaded when the first passkey is checked: start and commands, which need none, would wait for it. */
const loadChecks = () => import('@simplewebauthn/server')

/** Undefined if it was not made for this challenge on a page of ours. */
export async function readMade(
  party: RelyingParty,
  challenge: string,
  made: Omit<NewPasskey, 'name'>,
): Promise<MadePasskey | undefined> {
  const { id, clientDataJSON, attestationObject, transports = [] } = made
  const { verifyRegistrationResponse } = await loadChecks()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: transports.filter((way) => /^[\w-]+$/.test(way)),
      isSynced: credentialBackedUp,
    }
  } catch {
    return undefined
  }
}

/** Undefined if the signature, the challenge, the page or the counter is wrong: a counter that goes back tells of a copied key. */
export async function readProof(
  party: RelyingParty,
  challenge: string,
  passkey: Known & { publicKey: Uint8Array; counter: number },
  given: PasskeyAssertion,
): Promise<{ counter: number; isSynced: boolean } | undefined> {
  const { id, clientDataJSON, authenticatorData, signature } = given
  const { verifyAuthenticationResponse } = await loadChecks()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    if (!verified) return undefined
    return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
  } catch {
    return undefined
  }
}
