// Reads the planned starts of orders and leads again when their client moves to another time zone (A8). The texts
// are read by the same function as on their way in, so that both always mean the same instant.
import type { Db } from '../db/sql.ts'
import { parseIso, toInstant } from '../lib/iso-dates.ts'
import type { ClientSettings } from '../scope.ts'
import * as store from './planned-start-store.ts'

const STEP = 5_000

const tables = [
  { list: store.listOrderStarts, update: store.updateOrderStarts },
  { list: store.listLeadStarts, update: store.updateLeadStarts },
]

/** Changes only what is wrong, so it may run again at any time; returns how many it changed. */
export async function recomputePlannedStarts(
  db: Db,
  { clientId, timeZone }: Pick<ClientSettings, 'clientId' | 'timeZone'>,
): Promise<number> {
  let changed = 0
  for (const { list, update } of tables) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const starts: store.PlannedStart[] = await list(db, clientId, after, STEP)
      const local = starts.flatMap((start) => {
        const parts = parseIso(start.text)
        const isLocal = parts !== undefined && parts.offset === undefined
        return isLocal ? [{ ...start, at: toInstant(start.text, timeZone) }] : []
      })
      if (local.length > 0) changed += await update(db, clientId, local)
      after = starts.length === STEP ? starts.at(-1)?.id : undefined
    }
  }
  return changed
}
