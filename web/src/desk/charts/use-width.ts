// How wide a drawing may be: it is laid out for that width, so its letters keep their size on every screen.
import { type RefObject, useLayoutEffect, useRef, useState } from 'preact/compat'

/** Before the page is measured; what a printed page has. */
const firstWidth = 680

export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(firstWidth)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => {
      // A hidden page has none.
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [box, width]
}
