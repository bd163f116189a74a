// The present minute (ms since 1970), for screens that tell how many have passed or are left.
import { useEffect, useState } from 'preact/compat'

const readMinute = () => Math.floor(Date.now() / 60_000) * 60_000

export function useMinute(): number {
  const [now, setNow] = useState(readMinute)
  useEffect(() => {
    const timer = setInterval(() => setNow(readMinute()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
