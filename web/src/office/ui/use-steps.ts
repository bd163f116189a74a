// How much of a long list is built: what a screen shows at first, more when the end comes near, all of it on paper, and the first rows again
// when the list is another one. To build a thousand rows would take longer than a tap may.
import { type RefObject, useEffect, useRef, useState } from 'preact/compat'

const firstRows = 30
const stepRows = 100

/** `of`: the list is the same one as long as this is; a list that is read again and again gives its name. */
export function useSteps(
  rows: readonly unknown[],
  of: unknown = rows,
): readonly [number, RefObject<HTMLParagraphElement | null>] {
  const [steps, setSteps] = useState({ of, shown: firstRows })
  const shown = steps.of === of ? steps.shown : firstRows
  const end = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (shown >= rows.length) return undefined
    const show = (next: number) => setSteps({ of, shown: next })
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) show(shown + stepRows)
      },
      { rootMargin: '800px' },
    )
    const showAll = () => show(rows.length)
    if (end.current) watcher.observe(end.current)
    window.addEventListener('beforeprint', showAll)
    return () => {
      watcher.disconnect()
      window.removeEventListener('beforeprint', showAll)
    }
  }, [shown, rows.length, of])
  return [shown, end]
}
