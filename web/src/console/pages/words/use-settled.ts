// What was typed, once somebody pauses.
import { useEffect, useState } from 'preact/compat'

/** Somebody who types is not asked about after each letter. */
const PAUSE_MS = 350

export function useSettled(value: string): string {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
