// Where the list stands: brings questions and sections into sight and tells which section is read.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { findPlace, keepPlace } from './place.ts'
import type { PlannedSection } from './plan.ts'

export const cardId = (questionId: string) => `q-${questionId}`
export const headId = (sectionId: string) => `s-${sectionId}`

/** A question that was moved on to stands here, so that the one just answered is still seen above it. */
const restAt = 0.3
/** A section that was chosen stands so far below the upper edge. */
const headGap = 12
/** So long after a tap that moved the list nothing in it can be tapped. */
const movingMs = 400

export function useScrolling(surveyId: string, sections: readonly PlannedSection[]) {
  const list = useRef<HTMLDivElement>(null)
  const [sectionId, setSectionId] = useState(sections[0]?.id)
  const latest = useRef(sections)
  latest.current = sections
  const waiting = useRef(0)
  /** Chosen on the rail, and where the list came to stand for it: what is short does not lose its mark to the next one. */
  const chosen = useRef<{ id: string; top: number }>(undefined)
  const onScroll = useCallback(() => {
    if (waiting.current !== 0) return
    waiting.current = requestAnimationFrame(() => {
      waiting.current = 0
      const box = list.current
      if (!box) return
      remember(surveyId, box, latest.current)
      const kept = chosen.current
      if (kept && Math.abs(box.scrollTop - kept.top) < 2) return setSectionId(kept.id)
      const top = box.getBoundingClientRect().top
      let found = latest.current[0]?.id
      for (const { id } of latest.current) {
        const head = document.getElementById(headId(id))
        if (head && head.getBoundingClientRect().top - top <= box.clientHeight * 0.35) found = id
      }
      setSectionId(found)
    })
  }, [surveyId])
  // Once, before anybody sees the beginning.
  useLayoutEffect(() => {
    const place = findPlace(surveyId)
    const box = list.current
    const section = place && document.getElementById(headId(place.sectionId))?.closest('section')
    if (!box || !section) return
    box.scrollTop += section.getBoundingClientRect().top - box.getBoundingClientRect().top + place.offset
    setSectionId(place.sectionId)
  }, [surveyId])
  useEffect(() => () => cancelAnimationFrame(waiting.current), [])
  const moves = useMemo(() => {
    let rested: ReturnType<typeof setTimeout>
    const scroll = (box: HTMLElement, top: number) => {
      // The second half of a double tap must not hit what has come under the finger.
      box.setAttribute('data-moving', '')
      clearTimeout(rested)
      rested = setTimeout(() => box.removeAttribute('data-moving'), movingMs)
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
      box.scrollTo({ top, behavior: isStill ? 'auto' : 'smooth' })
    }
    const bringQuestion = (element: HTMLElement | null) => {
      const box = list.current
      if (!box || !element) return
      const outer = box.getBoundingClientRect()
      const inner = element.getBoundingClientRect()
      const isSeen =
        inner.top >= outer.top + outer.height * 0.12 && inner.bottom <= outer.bottom - outer.height * 0.12
      if (isSeen) return
      const rest = Math.min(outer.height * restAt, Math.max(12, outer.height - inner.height - 12))
      scroll(box, box.scrollTop + inner.top - outer.top - rest)
    }
    const bringSection = (id: string) => {
      const box = list.current
      const section = document.getElementById(headId(id))?.closest('section')
      if (!box || !section) return
      const { top } = section.getBoundingClientRect()
      const wanted = box.scrollTop + top - box.getBoundingClientRect().top - headGap
      const furthest = box.scrollHeight - box.clientHeight
      chosen.current = { id, top: Math.round(Math.min(Math.max(0, wanted), furthest)) }
      setSectionId(id)
      scroll(box, chosen.current.top)
    }
    return {
      list,
      onScroll,
      /** After the next paint: what was just answered may have grown. */
      toQuestion: (questionId: string) =>
        requestAnimationFrame(() => bringQuestion(document.getElementById(cardId(questionId)))),
      toSection: bringSection,
    }
  }, [onScroll])
  return { sectionId, moves }
}

/** The last section that begins above the edge; in the first one, how far it is from the beginning. */
function remember(surveyId: string, box: HTMLElement, sections: readonly PlannedSection[]): void {
  const edge = box.getBoundingClientRect().top
  let place: { sectionId: string; offset: number } | undefined
  for (const { id } of sections) {
    const section = document.getElementById(headId(id))?.closest('section')
    const offset = section ? Math.round(edge - section.getBoundingClientRect().top) : -Infinity
    if (place === undefined || offset >= -headGap) place = { sectionId: id, offset }
  }
  if (place) keepPlace({ surveyId, ...place })
}
