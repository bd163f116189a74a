// Asks the browser to make a passkey or to sign with one. What it takes and gives is JSON here, and bytes there.
import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@walkaround/contract/app/second-factor.ts'

export const canHavePasskeys = (): boolean =>
  isSecureContext && typeof PublicKeyCredential === 'function' && navigator.credentials !== undefined

const toBytes = (text: string): ArrayBuffer =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    .buffer

const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const toKnown = (all: PasskeyCreation['excludeCredentials']): PublicKeyCredentialDescriptor[] =>
  all.map(({ id, transports, ...rest }) => ({
    ...rest,
    id: toBytes(id),
    ...(transports ? { transports: transports as AuthenticatorTransport[] } : {}),
  }))

/** Throws what the browser throws: a NotAllowedError if the person did not agree. */
export async function makePasskey(
  { challenge, user, excludeCredentials, ...rest }: PasskeyCreation,
  name: string,
): Promise<NewPasskey> {
  const made = (await navigator.credentials.create({
    publicKey: {
      ...rest,
      challenge: toBytes(challenge),
      user: { ...user, id: toBytes(user.id) },
      excludeCredentials: toKnown(excludeCredentials),
    },
  })) as PublicKeyCredential
  const response = made.response as AuthenticatorAttestationResponse
  const transports = response.getTransports?.() ?? []
  return {
    id: made.id,
    clientDataJSON: toText(response.clientDataJSON),
    attestationObject: toText(response.attestationObject),
    ...(transports.length > 0 ? { transports } : {}),
    name,
  }
}

export async function signWithPasskey({
  challenge,
  allowCredentials,
  ...rest
}: PasskeyRequest): Promise<PasskeyAssertion> {
  const used = (await navigator.credentials.get({
    publicKey: { ...rest, challenge: toBytes(challenge), allowCredentials: toKnown(allowCredentials) },
  })) as PublicKeyCredential
  const response = used.response as AuthenticatorAssertionResponse
  return {
    id: used.id,
    clientDataJSON: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
  }
}
