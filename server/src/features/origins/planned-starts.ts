// Recomputes the planned starts of orders and leads when their client moves to another time zone (A8). The same function parses
// them as on input, so that both always mean the same instant.
import { parseIso, toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import type { Db } from '../../db/sql.ts'
import type { ClientSettings } from '../../scope.ts'
import * as store from './planned-start-store.ts'

const STEP = 5_000

/** Changes only wrong values, so it may run again at any time; returns how many it changed. */
export async function recomputePlannedStarts(
  db: Db,
  { clientId, timeZone }: Pick<ClientSettings, 'clientId' | 'timeZone'>,
): Promise<number> {
  let changed = 0
  for (const kind of ['order', 'lead'] as const) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const starts: store.PlannedStart[] = await store.listStarts(db, clientId, kind, { after, limit: STEP })
      const local = starts.flatMap((start) => {
        const parts = parseIso(start.text)
        const isLocal = parts !== undefined && parts.offset === undefined
        return isLocal ? [{ ...start, at: toInstant(start.text, timeZone) }] : []
      })
      if (local.length > 0) changed += await store.updateStarts(db, clientId, kind, local)
      after = starts.length === STEP ? starts.at(-1)?.id : undefined
    }
  }
  return changed
}
