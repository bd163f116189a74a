// Whether a callback is genuine: the signature of Standard Webhooks, checked with Web Crypto, which compares without telling by its
// time how much was right. It runs in Node and in any other runtime that has `crypto.subtle`.

export interface SignedHeaders {
  readonly id: string | undefined
  /** Seconds since 1970. */
  readonly timestamp: string | undefined
  /** `v1,` and the signature in Base64; several are separated by spaces. */
  readonly signature: string | undefined
}

export interface SignatureOptions {
  /** `whsec_…`; several while a secret is being changed. */
  secret: string | readonly string[]
  /** How far the clocks of both sides may differ; 300 unless given. */
  toleranceSeconds?: number
  now?: () => Date
}

const TOLERANCE_SECONDS = 300
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** Why the body is not genuine; undefined if it is. `body` is the text as it came, before it is parsed. */
export async function verifySignature(
  { id, timestamp, signature }: SignedHeaders,
  body: string | Uint8Array,
  { secret, toleranceSeconds = TOLERANCE_SECONDS, now = () => new Date() }: SignatureOptions,
): Promise<string | undefined> {
  if (!id || !timestamp || !signature) {
    return 'Webhook-Id, Webhook-Timestamp and Webhook-Signature are needed: is a secret set at the sender?'
  }
  if (!/^\d{1,15}$/.test(timestamp)) return 'Webhook-Timestamp is not a number of seconds'
  const age = now().getTime() / 1000 - Number(timestamp)
  if (Math.abs(age) > toleranceSeconds) {
    return `Webhook-Timestamp is ${Math.round(Math.abs(age))} seconds ${age > 0 ? 'ago' : 'ahead'}: more than ${toleranceSeconds}`
  }
  const given = signature
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .flatMap((one) => bytesOf(one.slice('v1,'.length)) ?? [])
  const signed = joined(`${id}.${timestamp}.`, body)
  let isGenuine = false
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await crypto.subtle.importKey('raw', secretBytes(one), HMAC, false, ['verify'])
    for (const bytes of given) {
      if (await crypto.subtle.verify('HMAC', key, bytes, signed)) isGenuine = true
    }
  }
  return isGenuine
    ? undefined
    : 'No signature matches: is the secret that of this receiver, and the body as it came?'
}

type Bytes = Uint8Array<ArrayBuffer>

/** Throws if the secret is none: that is a mistake of the receiver's owner, not of the sender. */
export function secretBytes(secret: string): Bytes {
  const bytes = secret.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : undefined
  if (!bytes || bytes.length < 24)
    throw new TypeError('secret must be whsec_ and at least 24 bytes in Base64')
  return bytes
}

function bytesOf(base64: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(start: string, body: string | Uint8Array): Bytes {
  const encoder = new TextEncoder()
  const [one, other] = [encoder.encode(start), typeof body === 'string' ? encoder.encode(body) : body]
  const all = new Uint8Array(one.length + other.length)
  all.set(one)
  all.set(other, one.length)
  return all
}

/** Whether two keys are equal, in a time that does not depend on where they differ. */
export async function isSameKey(given: string, expected: string): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  const [one, other] = [await digest(given), await digest(expected)]
  let difference = 0
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0)
  return difference === 0
}
