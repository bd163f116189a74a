// A key of the demo's sandbox for the page of the simulator, so that nobody has to make one before the first play.
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { issueKey } from '../../identity/issue-key.ts'

export interface DemoSandbox {
  login: string
  dealerCode: string
}

const VALID_MS = 12 * 3_600_000
/** A play that begins now ends before the key does. */
const SPARE_MS = 3_600_000

/** Issues a key when it is first asked for, keeps it in memory alone, and replaces it before it expires. */
export function createKeyLender(database: Database, { login }: DemoSandbox, clock: () => Date) {
  let lent: { key: string; until: number } | undefined
  return async (): Promise<string> => {
    const now = clock()
    if (lent && lent.until - SPARE_MS > now.getTime()) return lent.key
    const expiresAt = new Date(now.getTime() + VALID_MS)
    const { key } = await inTransaction(database, (db) =>
      issueKey(
        { db, actor: { kind: 'system', id: 'simulator' }, now },
        { login, label: 'DMS simulator', expiresAt },
      ),
    )
    lent = { key, until: expiresAt.getTime() }
    return key
  }
}
