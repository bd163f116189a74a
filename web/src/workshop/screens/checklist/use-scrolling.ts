// The scroll position of the list: scrolls to questions and sections and reports the current section.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/compat'
import { painted } from '../../app/painted.ts'
import { currentRoute } from '../../app/router.tsx'
import { findPlace, forgetPlace, keepPlace } from './place.ts'
import { findFirstOpen, type PlannedSection } from './plan.ts'

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
/** For this long nothing can be tapped where the finger was: the next question came there, and nobody has read it yet. */
const coveredMs = 600
/** The next question is placed where the answered one was, but within this part of the list: in reach, with the following in sight. */
const reach = { wide: [0, 0.6], narrow: [0.35, 0.62] } as const
/** From here on the sections are at the side, and the list is as high as the screen. */
const wide = '(min-width: 900px)'

export function useScrolling(surveyId: string, sections: readonly PlannedSection[]) {
  const list = useRef<HTMLDivElement>(null)
  const shield = useRef<HTMLDivElement>(null)
  const patch = useRef<HTMLDivElement>(null)
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
    if (box && !place) openAtGap(box, latest.current)
    if (!box || !section) return
    box.scrollTop += section.getBoundingClientRect().top - box.getBoundingClientRect().top + place.offset
    setSectionId(place.sectionId)
  }, [surveyId])
  useEffect(
    () => () => {
      cancelAnimationFrame(waiting.current)
      clearTimeout(resting.current)
      // Whoever comes from the board begins at the first gap; every other way leads back to the same place.
      if (currentRoute().screen === 'board') forgetPlace()
    },
    [],
  )
  const moves = useMemo(() => {
    let rested: ReturnType<typeof setTimeout>
    let uncovered: ReturnType<typeof setTimeout>
    let tapped: DOMRect | undefined
    const cover = () => {
      const [place, part] = [tapped, patch.current]
      tapped = undefined
      if (!place || !part) return
      const { left, top, width, height } = place
      part.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`
      part.hidden = false
      clearTimeout(uncovered)
      uncovered = setTimeout(() => {
        part.hidden = true
      }, coveredMs)
    }
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
    const bringNext = (next: HTMLElement | null, from: HTMLElement | null) => {
      const box = list.current
      // Whoever types is not moved.
      if (!box || !next || document.activeElement?.matches('input, textarea')) return
      cover()
      const [answers, before] = [next, from].map((card) => card?.querySelector('[data-answers]'))
      if (!answers || !before) return bringQuestion(next)
      const outer = box.getBoundingClientRect()
      const [least, most] = matchMedia(wide).matches ? reach.wide : reach.narrow
      const was = before.getBoundingClientRect().top - outer.top
      const wanted = Math.min(outer.height * most, Math.max(outer.height * least, was))
      const target = box.scrollTop + answers.getBoundingClientRect().top - outer.top - wanted
      const top = Math.max(0, Math.min(target, box.scrollHeight - box.clientHeight))
      if (Math.abs(top - box.scrollTop) > 1) scroll(box, top)
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
      patch,
      onScroll,
      /** Remembers what is tapped: the next question comes to this place. */
      onTap: (event: { target: EventTarget | null }) => {
        const control = event.target instanceof Element ? event.target.closest('button') : null
        tapped = control?.getBoundingClientRect()
      },
      /** The answer is shown first, then the list moves. The finger need not. */
      toNext: async (questionId: string, fromId: string) => {
        await painted()
        bringNext(document.getElementById(cardId(questionId)), document.getElementById(cardId(fromId)))
      },
      /** When the answer is shown and what follows from it has been drawn: the question may have grown. */
      toQuestion: async (questionId: string) => {
        await painted()
        requestAnimationFrame(() => bringQuestion(document.getElementById(cardId(questionId))))
      },
      toSection: bringSection,
    }
  }, [onScroll])
  return { sectionId, moves }
}

/** The first question without an answer, with what precedes it in sight; at the beginning, the beginning. */
function openAtGap(box: HTMLElement, sections: readonly PlannedSection[]): void {
  const first = findFirstOpen(sections)
  const card = first === undefined ? undefined : document.getElementById(cardId(first))
  if (!card) return
  const { top } = card.getBoundingClientRect()
  const outer = box.getBoundingClientRect()
  if (top - outer.top > outer.height * restAt) box.scrollTop += top - outer.top - outer.height * restAt
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
