// Bodies at rest: sealed, for they hold the link of the owner's page, and the same bytes again when they are opened. Those
// written before bodies were sealed lie open and are read as they are.
import { type SecretBox, SecretBoxError, type UnlockedBox } from '../../outside/secret-box.ts'

export interface StoredBody {
  body: string | null
  sealedBody: Uint8Array | null
}

export const bodyPurpose = (clientId: string, id: string) =>
  `callback body of ${JSON.stringify([clientId, id])}`

/**
 * Never fails for want of the key: the message has gone out, and its callback must not be lost. It then stays open; a link
 * that is a secret cannot be in it, for the message's own link could not have been opened either.
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

/** The bytes that are sent. Throws a SecretBoxError while the key is away. */
export const openBody = (
  box: UnlockedBox,
  { clientId, id, body, sealedBody }: StoredBody & { clientId: string; id: string },
): Buffer =>
  sealedBody ? box.openBytes(sealedBody, bodyPurpose(clientId, id)) : Buffer.from(body ?? '', 'utf8')
