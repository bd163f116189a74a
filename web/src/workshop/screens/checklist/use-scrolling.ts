// Where the list stands: brings questions and sections into sight and tells which section is read.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PlannedSection } from './plan.ts'

export const cardId = (questionId: string) => `q-${questionId}`
export const headId = (sectionId: string) => `s-${sectionId}`

/** A question that was moved on to stands here, so that the one just answered is still seen above it. */
const restAt = 0.3

export function useScrolling(sections: readonly PlannedSection[]) {
  const list = useRef<HTMLDivElement>(null)
  const [sectionId, setSectionId] = useState(sections[0]?.id)
  const latest = useRef(sections)
  latest.current = sections
  const waiting = useRef(0)
  const onScroll = useCallback(() => {
    if (waiting.current !== 0) return
    waiting.current = requestAnimationFrame(() => {
      waiting.current = 0
      const box = list.current
      if (!box) return
      const top = box.getBoundingClientRect().top
      const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 4
      let found = latest.current[0]?.id
      for (const { id } of latest.current) {
        const head = document.getElementById(headId(id))
        if (head && head.getBoundingClientRect().top - top <= box.clientHeight * 0.35) found = id
      }
      setSectionId(isAtEnd ? latest.current.at(-1)?.id : found)
    })
  }, [])
  useEffect(() => () => cancelAnimationFrame(waiting.current), [])
  const moves = useMemo(() => {
    const bring = (element: HTMLElement | null, rest: number, isAlways: boolean) => {
      const box = list.current
      if (!box || !element) return
      const outer = box.getBoundingClientRect()
      const inner = element.getBoundingClientRect()
      const isSeen =
        inner.top >= outer.top + outer.height * 0.12 && inner.bottom <= outer.bottom - outer.height * 0.12
      if (isSeen && !isAlways) return
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
      const top =
        box.scrollTop +
        inner.top -
        outer.top -
        Math.min(outer.height * rest, Math.max(12, outer.height - inner.height - 12))
      box.scrollTo({ top, behavior: isStill ? 'auto' : 'smooth' })
    }
    return {
      list,
      onScroll,
      /** After the next paint: what was just answered may have grown. */
      toQuestion: (questionId: string) =>
        requestAnimationFrame(() => bring(document.getElementById(cardId(questionId)), restAt, false)),
      toSection: (id: string) => bring(document.getElementById(headId(id)), 0.03, true),
    }
  }, [onScroll])
  return { sectionId, moves }
}
