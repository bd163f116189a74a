// The secret that signs links, read again every few seconds: it changes with the installation's key.

import { ensureSecret, replaceSecret } from '../../db/installation-secrets.ts'
import type { Db } from '../../db/sql.ts'

/** For links to photos and videos, which are valid for minutes. */
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
    // A failure is not cached: the database may be back next time.
    secret.catch(() => {
      if (reading === mine) reading = undefined
    })
    return secret
  }
}

/** Links signed with the former secret end; a page that shows a photo asks for a new link. */
export const renewLinkSecret = (db: Db): Promise<void> => replaceSecret(db, LINK_SECRET)
