// The clock of a sandbox: how far it is ahead of the real time, which never changes for other clients.
import type { ClockChange, SandboxClock } from '@walkaround/contract/dms/sandbox.ts'
import { toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { recordEvents } from '../../db/events.ts'
import { hurryJobs } from '../../jobs/job-store.ts'
import { updateClock } from '../../organisation/client-store.ts'
import { getClientForUpdate } from '../../organisation/clients.ts'
import { problem } from '../../problems.ts'
import { realTimeOf, type Scope, timeOf } from '../../scope.ts'
import { hurryDeliveries } from '../callbacks/rows.ts'
import { assertSandbox } from './assert-sandbox.ts'
import { parseForward } from './rules.ts'

const MOST_AHEAD_MS = 2 * 366 * 86_400_000

export function readClock(scope: Scope): SandboxClock {
  assertSandbox(scope)
  return toClock(scope, scope.client.clockAheadMs ?? 0)
}

const toClock = ({ client, now }: Scope, aheadMs: number): SandboxClock => ({
  now: timeOf({ clockAheadMs: aheadMs }, realTimeOf(client, now)).toISOString(),
  aheadSeconds: Math.round(aheadMs / 1000),
})

/** What waits keeps its time by the client's clock, so it moves in the queues of the machine. */
export async function moveClock(scope: Scope, change: ClockChange): Promise<SandboxClock> {
  assertSandbox(scope)
  // What came with the request may be half a second old.
  const { clockAheadMs = 0, timeZone } = await getClientForUpdate(scope, scope.clientId)
  const aheadMs = aheadAfter(change, { clockAheadMs, timeZone, real: realTimeOf(scope.client, scope.now) })
  return setClock(scope, clockAheadMs, aheadMs)
}

async function setClock(scope: Scope, before: number, aheadMs: number): Promise<SandboxClock> {
  if (aheadMs !== before) {
    const { db, clientId } = scope
    await updateClock(db, clientId, aheadMs)
    await hurryJobs(db, clientId, aheadMs - before)
    await hurryDeliveries(db, clientId, aheadMs - before)
    await recordEvents(scope, [
      { kind: 'sandbox.clockMoved', subject: `client/${clientId}`, payload: { aheadMs } },
    ])
    recordChange(scope, {
      kind: 'sandbox.clockMoved',
      subject: `client/${clientId}`,
      before: { aheadMs: before },
      after: { aheadMs },
    })
  }
  return toClock(scope, aheadMs)
}

function aheadAfter(
  { at, forward }: ClockChange,
  { clockAheadMs, timeZone, real }: { clockAheadMs: number; timeZone: string; real: Date },
): number {
  if (at !== undefined && forward !== undefined) {
    throw problem('invalidArgument', 'forward: give either `at` or `forward`, not both')
  }
  if (at === undefined && forward === undefined) return 0
  const byMs = forward === undefined ? undefined : parseForward(forward)
  if (forward !== undefined && byMs === undefined) {
    throw problem(
      'invalidArgument',
      `forward: ${JSON.stringify(forward)} is not a number of s, m, h, d or w, such as 3d`,
    )
  }
  const aheadMs =
    at === undefined ? clockAheadMs + (byMs ?? 0) : toInstant(at, timeZone).getTime() - real.getTime()
  if (aheadMs >= 0 && aheadMs <= MOST_AHEAD_MS) return aheadMs
  const field = at === undefined ? `forward: ${forward}` : `at: ${at}`
  const rule =
    aheadMs < 0
      ? `is before the real time, ${real.toISOString()}`
      : 'would be more than two years ahead of the real time'
  throw problem('clockOutOfReach', `${field} ${rule}`)
}
