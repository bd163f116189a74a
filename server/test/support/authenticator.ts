// A device with passkeys, in software: it makes ES256 keys and signs as WebAuthn says, and can be told to do so wrongly.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@walkaround/contract/app/second-factor.ts'
import { BASE_URL } from './api.ts'

interface Oddity {
  /** The page that asks. */
  origin?: string
  /** The name of the service that asks. */
  rpId?: string
  challenge?: string
  /** Instead of the next number. */
  counter?: number
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** CBOR of what WebAuthn needs: small integers, byte strings, texts, maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, of]) => [cbor(key), cbor(of as Parameters<typeof cbor>[0])]),
  ])
}

export function makeAuthenticator() {
  const keys = new Map<string, { privateKey: KeyObject; counter: number }>()
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const dataOf = (rpId: string, flags: number, counter: number) => {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), number])
  }

  return {
    create(creation: PasskeyCreation, name: string, odd: Oddity = {}): NewPasskey {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const id = randomBytes(32)
      keys.set(id.toString('base64url'), { privateKey, counter: 1 })
      const point = (part: string) => Buffer.from(part, 'base64url')
      const cose = new Map<number | string, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ])
      const length = Buffer.from([0, id.length])
      // Present, verified, with a new key.
      const data = dataOf(odd.rpId ?? creation.rp.id, 0x45, odd.counter ?? 1)
      const authData = Buffer.concat([data, Buffer.alloc(16), length, id, cbor(cose)])
      const attestation = new Map<number | string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      const { challenge = creation.challenge, origin = BASE_URL } = odd
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
        name,
      }
    },

    /** With the first passkey it knows, or any of its own if the service asks for none of them. */
    get(request: PasskeyRequest, odd: Oddity = {}): PasskeyAssertion {
      const wanted = request.allowCredentials.map(({ id }) => id).find((id) => keys.has(id))
      const id = wanted ?? ([...keys.keys()][0] as string)
      const key = keys.get(id) as { privateKey: KeyObject; counter: number }
      key.counter = odd.counter ?? key.counter + 1
      const data = dataOf(odd.rpId ?? request.rpId, 0x05, key.counter)
      const client = clientData('webauthn.get', odd.challenge ?? request.challenge, odd.origin ?? BASE_URL)
      return {
        id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), key.privateKey).toString(
          'base64url',
        ),
      }
    },
  }
}
export type Authenticator = ReturnType<typeof makeAuthenticator>
