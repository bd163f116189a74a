// Signatures of Standard Webhooks: the form of a secret, and the three headers of a signed request. Pure.
import { createHmac } from 'node:crypto'

/** The bytes of a secret in the form of Standard Webhooks; undefined for any other form. */
export function secretBytes(secret: string): Buffer | undefined {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  if (base64 === undefined) return undefined
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length >= 24 && bytes.length <= 64 ? bytes : undefined
}

export interface Signed {
  id: string
  body: string | Uint8Array
  /** Each makes a signature; the receiver accepts any that matches. */
  secrets: readonly string[]
}

/** None without a secret. */
export function signatureHeaders({ id, body, secrets }: Signed, now: Date): Record<string, string> {
  const keys = [...new Set(secrets)].flatMap((secret) => secretBytes(secret) ?? [])
  if (keys.length === 0) return {}
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const sign = (bytes: Buffer) =>
    `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map(sign).join(' '),
  }
}
