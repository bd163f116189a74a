// The scroll position of the list: scrolls to questions and sections and reports the current section.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/compat'
import { findPlace, keepPlace } from './place.ts'
import type { PlannedSection } from './plan.ts'

export const cardId = (questionId: string) => `q-${questionId}`
export const headId = (sectionId: string) => `s-${sectionId}`

/** The next question is placed here, so that the one just answered is still visible above it. */
const restAt = 0.3
/** Distance of a chosen section from the upper edge. */
const headGap = 12
/** The place is remembered when the list has rested for this long: doing so in every frame would make scrolling jerky. */
const restedMs = 150
/** For this long after a tap that scrolled the list, nothing in it can be tapped. */
const movingMs = 400

export function useScrolling(surveyId: string, sections: readonly PlannedSection[]) {
  const list = useRef<HTMLDivElement>(null)
  const shield = useRef<HTMLDivElement>(null)
  const [sectionId, setSectionId] = useState(sections[0]?.id)
  const latest = useRef(sections)
  latest.current = sections
  const waiting = useRef(0)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  /**
   * The section chosen on the rail, and the scroll position for it: a short section stays marked although the next one is visible.
   */
  const chosen = useRef<{ id: string; top: number }>(undefined)
  const onScroll = useCallback(() => {
    clearTimeout(resting.current)
    resting.current = setTimeout(() => {
      if (list.current) remember(surveyId, list.current, latest.current)
    }, restedMs)
    if (waiting.current !== 0) return
    waiting.current = requestAnimationFrame(() => {
      waiting.current = 0
      const box = list.current
      if (!box) return
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
  // Once, before the beginning becomes visible.
  useLayoutEffect(() => {
    const place = findPlace(surveyId)
    const box = list.current
    const section = place && document.getElementById(headId(place.sectionId))?.closest('section')
    if (!box || !section) return
    box.scrollTop += section.getBoundingClientRect().top - box.getBoundingClientRect().top + place.offset
    setSectionId(place.sectionId)
  }, [surveyId])
  useEffect(
    () => () => {
      cancelAnimationFrame(waiting.current)
      clearTimeout(resting.current)
    },
    [],
  )
  const moves = useMemo(() => {
    let rested: ReturnType<typeof setTimeout>
    const scroll = (box: HTMLElement, top: number) => {
      // The second half of a double tap must not hit what has moved under the finger.
      const cover = shield.current
      cover?.setAttribute('data-moving', '')
      clearTimeout(rested)
      rested = setTimeout(() => cover?.removeAttribute('data-moving'), movingMs)
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
      shield,
      onScroll,
      /** After the next paint: the answered question may have grown. */
      toQuestion: (questionId: string) =>
        requestAnimationFrame(() => bringQuestion(document.getElementById(cardId(questionId)))),
      toSection: bringSection,
    }
  }, [onScroll])
  return { sectionId, moves }
}

/** The last section that begins above the edge; in the first one, the distance from the beginning. */
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
