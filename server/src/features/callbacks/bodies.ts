// Stored bodies: sealed, because they contain the link of the owner's page, and byte for byte the same when opened. Bodies from
// before sealing was introduced are plain and read as they are.
import { type SecretBox, SecretBoxError, type UnlockedBox } from '../../outside/secret-box.ts'

export interface StoredBody {
  body: string | null
  sealedBody: Uint8Array | null
}

export const bodyPurpose = (clientId: string, id: string) =>
  `callback body of ${JSON.stringify([clientId, id])}`

/**
 * Never fails because the key is missing: the message has gone out, and its callback must not be lost. The body then stays plain.
 * It cannot contain a secret link, because the message's own link could not have been opened either.
 */
export async function sealBody(
  box: SecretBox,
  { clientId, id, text }: { clientId: string; id: string; text: string },
): Promise<StoredBody> {
  try {
    return { body: null, sealedBody: await box.seal(text, bodyPurpose(clientId, id)) }
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    return { body: text, sealedBody: null }
  }
}

/** The bytes that are sent. Throws a SecretBoxError while the key is missing. */
export const openBody = (
  box: UnlockedBox,
  { clientId, id, body, sealedBody }: StoredBody & { clientId: string; id: string },
): Buffer =>
  sealedBody ? box.openBytes(sealedBody, bodyPurpose(clientId, id)) : Buffer.from(body ?? '', 'utf8')
