// When a device shows nothing any more until somebody signs in: after so long without a tap, and when the session is over.
// The same times as the service's, by the device's own clock: without a network nobody else can say so.
import type { Session } from '@walkaround/contract/app/session.ts'

/** The service's own default, for a session that does not say. */
const defaultMinutes = 240
/** A clock may be set back a little; further, nobody knows how long the device has lain about. */
const backMs = 5 * 60_000

export interface Use {
  session: Pick<Session, 'expiresAt' | 'idleMinutes'>
  /** By the device's clock, as is `now`. */
  usedAt: number | undefined
  now: number
  /** Milliseconds by which it is ahead of the service's. */
  clockAhead: number | undefined
}

/** `ended`: the shift is over, whatever was done. `idle`: nobody has touched the device for too long. */
export function judgeUse({ session, usedAt, now, clockAhead = 0 }: Use): 'fine' | 'idle' | 'ended' {
  if (Date.parse(session.expiresAt) <= now - clockAhead) return 'ended'
  if (usedAt === undefined) return 'fine'
  const idleMs = (session.idleMinutes ?? defaultMinutes) * 60_000
  return now - usedAt >= idleMs || now < usedAt - backMs ? 'idle' : 'fine'
}

const lookMs = 15_000

/** Tells of every tap and key, and asks now and then, and whenever the screen comes back, whether it is time. */
export function watchUse({ onUse, onLook }: { onUse: () => void; onLook: () => void }): void {
  for (const kind of ['pointerdown', 'keydown'])
    window.addEventListener(kind, onUse, { capture: true, passive: true })
  window.addEventListener('pageshow', onLook)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') onLook()
  })
  setInterval(onLook, lookMs)
}
