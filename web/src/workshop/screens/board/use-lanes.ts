// What of the board is shown, in which lane and order, as the person chose it on this device. No markup.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import {
  dayOf,
  isLate,
  isMine,
  isRed,
  type Lane,
  laneOf,
  lanes,
  sortInLane,
  waitsForMe,
} from '@walkaround/contract/rules/board-lanes.ts'
import { useCallback, useMemo, useRef } from 'preact/compat'
import { useLive, useWorkshop } from '../../app/context.tsx'
import { useWords, type Words } from '../../app/words.tsx'
import { type BoardChoice, getSetting, setSetting } from '../../store/settings.ts'
import { findNext } from '../cards.ts'
import { technicianOf } from './marks.ts'

export const filters = ['mine', 'late', 'red', 'waits'] as const
export type Filter = (typeof filters)[number]

const first: BoardChoice = { lane: 'all', filters: [], sort: 'promised', span: 'day', look: 'cards' }

export function useChoice(): { choice: BoardChoice; choose: (more: Partial<BoardChoice>) => void } {
  const { store } = useWorkshop()
  const kept = useLive(
    async () => (await getSetting(store, 'boardChoice')) ?? {},
    [],
    ({ settings }) => settings.boardChoice ?? {},
  )
  const choice = useMemo(() => ({ ...first, ...kept }), [kept])
  const latest = useRef(choice)
  latest.current = choice
  const choose = useCallback(
    (more: Partial<BoardChoice>) => setSetting(store, 'boardChoice', { ...latest.current, ...more }),
    [store],
  )
  return { choice, choose }
}

export interface LaneView {
  lane: Lane
  cards: BoardCard[]
  earlier: BoardCard[]
  later: BoardCard[]
}

export interface Lanes {
  views: LaneView[]
  next: BoardCard | undefined
  /** How many cars each filter would leave, whatever the others say. */
  counts: Record<Filter, number>
  technicians: string[]
}

/** The day of each clock is found once: on a slow tablet that takes long. */
function calendarsOf(at: Words['at']) {
  const days = new Map<Words, string>()
  return (branchId: string) => {
    const words = at(branchId)
    const today = days.get(words) ?? words.today()
    days.set(words, today)
    return { today, isoDay: words.isoDay }
  }
}

export function useLanes(all: readonly BoardCard[], choice: BoardChoice, now: number): Lanes {
  const { at } = useWords()
  return useMemo(() => {
    const known = new Map(all.map((card) => [card, laneOf(card)]))
    const laneOfCard = (card: BoardCard) => known.get(card) as Lane
    const tests: Record<Filter, (card: BoardCard) => boolean> = {
      mine: isMine,
      late: (card) => isLate(card, laneOfCard(card), now),
      red: isRed,
      waits: (card) => waitsForMe(card, laneOfCard(card)),
    }
    const technicians = [...new Set(all.flatMap((card) => technicianOf(card) ?? []))].sort()
    const technician = technicians.find((name) => name === choice.technician)
    // Whoever asks for some cars wants all of them, also those left over.
    const isFiltered = choice.filters.length > 0 || technician !== undefined
    const fits = (card: BoardCard) =>
      choice.filters.every((filter) => tests[filter](card)) &&
      (technician === undefined || technicianOf(card) === technician)
    const calendarOf = calendarsOf(at)
    const days = new Map(
      all.map((card) => [card, dayOf(card, laneOfCard(card), choice.span, calendarOf(card.branchId))]),
    )
    const dayOfCard = (card: BoardCard) => days.get(card) as ReturnType<typeof dayOf>
    const next = findNext(all.filter((card) => dayOfCard(card) === 'now'))
    const sorted = sortInLane(all.filter(fits), laneOfCard, choice.sort)
    const views = lanes.map((lane): LaneView => {
      const own = sorted.filter((card) => laneOfCard(card) === lane)
      const of = (...wanted: ReturnType<typeof dayOfCard>[]) =>
        own.filter((card) => wanted.includes(dayOfCard(card)))
      const cards = isFiltered ? of('now', 'earlier') : of('now')
      const isNextHere = next !== undefined && cards.includes(next)
      return {
        lane,
        cards: isNextHere ? [next, ...cards.filter((card) => card !== next)] : cards,
        earlier: isFiltered ? [] : of('earlier'),
        later: of('later'),
      }
    })
    const counts = Object.fromEntries(filters.map((filter) => [filter, all.filter(tests[filter]).length]))
    return { views, next, counts: counts as Lanes['counts'], technicians }
  }, [all, choice, now, at])
}
