// The secret that signs links, read every few seconds at most: it changes with the installation's key.
import type { Db } from '../../db/sql.ts'
import { ensureSecret, replaceSecret } from './secret-store.ts'

/** Of links to photos and videos, which live for minutes. */
const LINK_SECRET = 'media-links'

const REMEMBERED_MS = 2_000

export function linkSecretOf(db: Db, clock: () => number = Date.now): () => Promise<Buffer> {
  let reading: { at: number; secret: Promise<Buffer> } | undefined
  return () => {
    const now = clock()
    if (reading && now - reading.at < REMEMBERED_MS) return reading.secret
    const secret = ensureSecret(db, LINK_SECRET)
    const mine = { at: now, secret }
    reading = mine
    // A failure is not remembered: the database may be back next time.
    secret.catch(() => {
      if (reading === mine) reading = undefined
    })
    return secret
  }
}

/** Links that were signed with the former one are over; whoever shows a photo asks for a new one. */
export const renewLinkSecret = (db: Db): Promise<void> => replaceSecret(db, LINK_SECRET)
