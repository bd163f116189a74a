// Decides when a device hides everything until somebody signs in: after some time without a tap, and when the session ends. Uses
// the service's time limits with the device's clock, because it must work without a network.
import type { Session } from '@walkaround/contract/app/session.ts'

/** The service's default, for a session without a value. */
const defaultMinutes = 240
/** A clock may be set back a little; if it goes back further, the idle time is unknown. */
const backMs = 5 * 60_000

export interface Use {
  session: Pick<Session, 'expiresAt' | 'idleMinutes' | 'tablet'>
  /** Of a device that is a shared tablet, whoever is at it. */
  lockMinutes?: number | undefined
  /** By the device's clock, like `now`. */
  usedAt: number | undefined
  now: number
  /** Milliseconds the device is ahead of the service. */
  clockAhead: number | undefined
}

/**
 * `ended`: the session has expired. `idle`: nobody has touched the device for too long. What was read on a shared tablet stays, hidden,
 * as long as a PIN opens it without a network.
 */
export function judgeUse({
  session,
  lockMinutes,
  usedAt,
  now,
  clockAhead = 0,
}: Use): 'fine' | 'idle' | 'ended' {
  const isOver = (at: string) => Date.parse(at) <= now - clockAhead
  if (isOver(session.expiresAt))
    return session.tablet && !isOver(session.tablet.offlineUntil) ? 'idle' : 'ended'
  if (usedAt === undefined) return 'fine'
  const minutes = session.idleMinutes ?? defaultMinutes
  const idleMs = Math.min(minutes, lockMinutes ?? minutes) * 60_000
  return now - usedAt >= idleMs || now < usedAt - backMs ? 'idle' : 'fine'
}

const lookMs = 15_000

/** Reports every tap and key, and checks at intervals and whenever the screen comes back. */
export function watchUse({ onUse, onLook }: { onUse: () => void; onLook: () => void }): void {
  for (const kind of ['pointerdown', 'keydown'])
    window.addEventListener(kind, onUse, { capture: true, passive: true })
  window.addEventListener('pageshow', onLook)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') onLook()
  })
  setInterval(onLook, lookMs)
}
