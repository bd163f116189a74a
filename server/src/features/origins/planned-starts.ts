// Recomputes the planned starts of orders and leads when their client or site moves to another time zone (A8). The same function parses
// them as on input, so that both always mean the same instant.
import { parseIso, toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import type { Db } from '../../db/sql.ts'
import { atBranch, type ClientSettings } from '../../scope.ts'
import * as store from './planned-start-store.ts'

const STEP = 5_000

/** `branchIds`: of these only. Changes only wrong values, so it may run again at any time; returns how many it changed. */
export async function recomputePlannedStarts(
  db: Db,
  client: ClientSettings,
  branchIds?: readonly string[],
): Promise<number> {
  const { clientId } = client
  const zoneOf = ({ branchId }: store.PlannedStart) => atBranch({ client }, branchId).client.timeZone
  let changed = 0
  for (const kind of ['order', 'lead'] as const) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const starts: store.PlannedStart[] = await store.listStarts(db, clientId, kind, {
        branchIds,
        after,
        limit: STEP,
      })
      const local = starts.flatMap((start) => {
        const parts = parseIso(start.text)
        const isLocal = parts !== undefined && parts.offset === undefined
        return isLocal ? [{ ...start, at: toInstant(start.text, zoneOf(start)) }] : []
      })
      if (local.length > 0) changed += await store.updateStarts(db, clientId, kind, local)
      after = starts.length === STEP ? starts.at(-1)?.id : undefined
    }
  }
  return changed
}
