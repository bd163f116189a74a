// How long to wait before the next attempt: longer each time and randomised, so that a workshop full of tablets does not call all
// at once when the Wi-Fi is back. Pure.

const firstMs = 1_000
const longestMs = 60_000

/** `random` in [0, 1). */
export function waitMs(failures: number, random: number, retryAfterSeconds?: number): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1))
  const jittered = ceiling / 2 + (ceiling / 2) * random
  return Math.round(Math.max(jittered, (retryAfterSeconds ?? 0) * 1000))
}
