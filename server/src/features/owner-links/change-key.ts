// What happens to links when the installation's key is changed: existing addresses stay valid, or all of them end.
import { inBatches, type Page } from '../../lib/batches.ts'
import { isSealedBy, type Resealed, SecretBoxError, type UnlockedBox } from '../../outside/secret-box.ts'
import type { Scope } from '../../scope.ts'
import * as store from './change-key-store.ts'
import { hashToken, viewingSealPurpose, viewingTokens } from './token.ts'

const BATCH = 500

/**
 * Deciding tokens are random and stored as hashes: they do not depend on the key. Viewing tokens are derived from it; those derived
 * from a former key are kept sealed, so that forms and outbox show the same address as before.
 */
export async function keepViewingLinks(
  scope: Pick<Scope, 'db' | 'clientId' | 'now'>,
  box: UnlockedBox,
): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unopened: 0 }
  const { clientId } = scope
  const list = (page: Page) => store.listLinksAfter(scope, page)
  for await (const links of inBatches(BATCH, list))
    for (const { id, viewingHash, sealedViewing, isLive, isCopy } of links) {
      if (!isLive || isCopy || !viewingHash) continue
      const isOurs = (token: string) => hashToken(token).equals(viewingHash)
      const [present, ...former] = viewingTokens(box, clientId, id)
      if (present !== undefined && isOurs(present)) continue
      if (sealedViewing && isSealedBy(box, sealedViewing)) continue
      const token = former.find(isOurs) ?? openKept(box, sealedViewing, viewingSealPurpose(clientId, id))
      if (token === undefined) done.unopened++
      else
        done.resealed += await store.setSealedViewing(
          scope,
          id,
          box.seal(token, viewingSealPurpose(clientId, id)),
        )
    }
  return done
}

/** Undefined if it was sealed with a key that is gone. */
export function openKept(box: UnlockedBox, sealed: Uint8Array | null, purpose: string): string | undefined {
  try {
    return sealed === null ? undefined : box.open(sealed, purpose)
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}

/** For a key that others may have. Returns how many links ended. */
export async function endAllLinks(scope: Pick<Scope, 'db' | 'clientId' | 'now' | 'actor'>): Promise<number> {
  let ended = 0
  for (let after: string | null = ''; after !== null; ) {
    const batch: { ended: number; last: string | null } = await store.withdrawAfter(scope, {
      after,
      limit: BATCH,
    })
    ended += batch.ended
    after = batch.last
  }
  return ended
}
