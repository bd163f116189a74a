// The lanes of the board: where a car stands, since when, what is late, what waits for whom, and in which order cars are shown.
// The rule in words is in docs/decisions/0084-lanes-of-the-board.md. Pure.
import type { BoardCard, BoardSums, BoardSurvey } from '../app/board.ts'
import { addDays } from './days.ts'
import { sum } from './money.ts'

/** From the arrival of a car to its end. */
export const lanes = ['receive', 'bay', 'price', 'owner', 'decided', 'done'] as const
export type Lane = (typeof lanes)[number]

const isOpen = ({ completed, closed }: BoardSurvey) => !completed && !closed
const isBegun = ({ answered, completed, closed }: BoardSurvey) => answered > 0 || completed || closed
const hasFindings = ({ red, amber }: BoardSurvey) => red + amber > 0

/** Somebody has to send the result, or another link. */
const sendAgain = ['failed', 'linkAsked', 'linkEnded']

const isAllDecided = (sums: readonly BoardSums[] = []) =>
  sums.length > 0 && sums.every(({ undecided }) => undecided === 0)

/** A car is in one lane: that of the earliest step that is not finished and needs a person. */
export function laneOf(card: BoardCard): Lane {
  const { surveys, ownerState, sums } = card
  if (card.closed) return 'done'
  // Without a reception to begin with, a car goes straight to the bay.
  const isReceived = surveys.length > 0 && !surveys.some(({ surveyType }) => surveyType === 'health')
  if (!surveys.some(isBegun)) return isReceived ? 'bay' : 'receive'
  // A quality check comes after the work, so it holds nothing up until somebody begins it.
  if (surveys.some((survey) => isOpen(survey) && (survey.surveyType !== 'QC' || isBegun(survey))))
    return 'bay'
  const openEnd = surveys.some(isOpen)
  const hasEnd = surveys.some(({ surveyType }) => surveyType === 'QC')
  if (ownerState === 'linkAsked') return 'owner'
  if (ownerState === 'decided' || isAllDecided(sums)) return hasEnd && !openEnd ? 'done' : 'decided'
  if (ownerState !== undefined) return 'owner'
  if (surveys.some(hasFindings) || (sums ?? []).length > 0) return 'price'
  return openEnd ? 'bay' : 'done'
}

/** When the car should be ready; before it is received, when it should come. */
export function dueOf(card: BoardCard, lane: Lane): string | undefined {
  if (lane === 'done') return undefined
  return card.promisedAt ?? (lane === 'receive' ? card.plannedStart : undefined)
}

/** Rounded down; negative if it is late. */
export const minutesTo = (moment: string, now: number): number =>
  Math.floor((Date.parse(moment) - now) / 60_000)

export function isLate(card: BoardCard, lane: Lane, now: number): boolean {
  const due = dueOf(card, lane)
  return due !== undefined && minutesTo(due, now) < 0
}

export const isRed = ({ surveys }: BoardCard): boolean => surveys.some(({ red }) => red > 0)

/** The advisor's order, or an inspection planned for or begun by the person. */
export const isMine = ({ isAdvisedByMe, surveys }: BoardCard): boolean =>
  isAdvisedByMe === true || surveys.some((survey) => survey.isMine)

/** The next step is that person's: an open inspection of theirs; for the advisor a price, a decision, or a result to send again. */
export function waitsForMe(card: BoardCard, lane: Lane): boolean {
  if (lane === 'done') return false
  if (
    card.surveys.some((survey) => survey.isMine && isOpen(survey) && (lane === 'receive' || lane === 'bay'))
  )
    return true
  if (!card.isAdvisedByMe) return false
  if (card.surveys.some(({ openQuestions }) => openQuestions)) return true
  return lane === 'price' || lane === 'decided' || sendAgain.includes(card.ownerState ?? '')
}

/** Since when it is in its lane, as far as the card knows. */
export function waitingSince(card: BoardCard, lane: Lane): string {
  const latest = (...moments: (string | undefined)[]) =>
    moments.reduce<string | undefined>(
      (last, one) =>
        one !== undefined && (last === undefined || Date.parse(one) > Date.parse(last)) ? one : last,
      undefined,
    )
  const completed = latest(...card.surveys.map(({ completedAt }) => completedAt))
  const started = latest(...card.surveys.map(({ startedAt }) => startedAt))
  const since = {
    receive: card.plannedStart,
    bay: latest(completed, started) ?? card.plannedStart,
    price: completed,
    owner: card.ownerStateAt,
    decided: card.decidedAt ?? card.ownerStateAt,
    done: card.closedAt ?? completed,
  }[lane]
  return since ?? card.changedAt
}

/** What counts in a lane: what is offered, what is still with the owner, or what was agreed to. By currency. */
export function laneSums(
  cards: readonly BoardCard[],
  lane: Lane,
): { currency: string; amount: number; isIncomplete: boolean }[] {
  const all = cards.flatMap(({ sums = [] }) => sums)
  return [...new Set(all.map(({ currency }) => currency))].flatMap((currency) => {
    const own = all.filter((one) => one.currency === currency)
    const amount = sum(own.flatMap((one) => amountsIn(one, lane)))
    return amount === 0 ? [] : [{ currency, amount, isIncomplete: own.some((one) => one.isIncomplete) }]
  })
}

function amountsIn({ offered, approved, later, declined }: BoardSums, lane: Lane): number[] {
  if (lane === 'decided' || lane === 'done') return [approved]
  return lane === 'owner' ? [offered, -approved, -later, -declined] : [offered]
}

export const spans = ['day', 'week'] as const
export type Span = (typeof spans)[number]

/** Days as ISO, by the calendar at the site of the car. */
interface Calendar {
  today: string
  isoDay: (moment: string) => string
}

/**
 * Whether a car belongs to the span, is left over from an earlier day, or comes later. A car counts for the day it is promised or
 * planned for; one that is begun before its day is here now, and so is one without a time.
 */
export function dayOf(
  card: BoardCard,
  lane: Lane,
  span: Span,
  { today, isoDay }: Calendar,
): 'earlier' | 'now' | 'later' {
  const { promisedAt } = card
  const moment = lane === 'done' ? card.closedAt : (promisedAt ?? card.plannedStart)
  const day = moment === undefined ? today : isoDay(moment)
  if (day < today) return 'earlier'
  const last = span === 'day' ? today : addDays(today, 6)
  return day > last && lane === 'receive' ? 'later' : 'now'
}

export const sorts = ['promised', 'red', 'waiting'] as const
export type Sort = (typeof sorts)[number]

const timeOf = (moment: string | undefined) =>
  moment === undefined ? Number.POSITIVE_INFINITY : Date.parse(moment)

/** By promised time, red first, or waiting longest; ties by planned start and id, so that a card never jumps. */
export function sortInLane(
  cards: readonly BoardCard[],
  lane: (card: BoardCard) => Lane,
  sort: Sort,
): BoardCard[] {
  const keyed = cards.map((card) => {
    const at = timeOf(dueOf(card, lane(card)) ?? card.plannedStart)
    const first =
      sort === 'red'
        ? -card.surveys.reduce((worst, { red }) => worst + red, 0)
        : sort === 'waiting'
          ? Date.parse(waitingSince(card, lane(card)))
          : 0
    return { card, first, at }
  })
  return keyed
    .sort(
      (a, b) =>
        a.first - b.first ||
        (a.at === b.at ? 0 : a.at - b.at) ||
        (a.card.id < b.card.id ? -1 : a.card.id > b.card.id ? 1 : 0),
    )
    .map(({ card }) => card)
}

/** Of a name: first and last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const signs = [words[0], words.length > 1 ? words.at(-1) : undefined].flatMap(
    (word) => [...(word ?? '')][0] ?? [],
  )
  return signs.join('').toUpperCase()
}
