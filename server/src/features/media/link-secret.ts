// The secret that signs links, read once per process.
import type { Db } from '../../db/sql.ts'
import { ensureSecret } from './secret-store.ts'

export function linkSecretOf(db: Db): () => Promise<Buffer> {
  let reading: Promise<Buffer> | undefined
  return () => {
    // A failure is not remembered: the database may be back next time.
    reading ??= ensureSecret(db, 'media-links').catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
}
