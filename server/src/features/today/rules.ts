// How findings, offers and lines become lists of cars: one entry per car, the worst and the oldest first. Pure.
import type { TodayCar, TodayItem, TodayList, TodaySum } from '@walkaround/contract/app/today.ts'
import { sum } from '@walkaround/contract/rules/money.ts'
import { mostTodayCars, type TodayListName } from '@walkaround/contract/rules/today.ts'

const MINUTE_MS = 60_000

/** A finding, an offer or a line that belongs in a list, before anything is said about its car. */
export interface Draft {
  orderId: string
  branchId: string
  isClosed: boolean
  /** The person who asks answers for the car. */
  isMine: boolean
  surveyId: string | null
  /** Since when it waits. */
  since: Date
  kind: TodayItem['kind']
  grade: 'amber' | 'red' | null
  questionId?: string
  quoteId?: string
  value?: string
  unit?: string
  /** Of a line. */
  position?: number
  /** What it is worth; the same work at several findings has one key and counts once. */
  worth: readonly { key: string; currency: string; amount: number }[]
  /** Something that it is worth is not known. */
  isIncomplete: boolean
  /** Of the template from which its question has its text. */
  template?: { masterClientId: string; templateId: string; version: number }
}

/** What the owner of a survey was sent. */
export interface Sent {
  state: 'waiting' | 'sent' | 'failed'
  at: Date
}

export interface Asked {
  now: Date
  /** After so many minutes urgent work that nobody decided is late. */
  redMinutes: number
  /** By survey. */
  sent: ReadonlyMap<string, Sent>
}

/** A car with its drafts; texts are added to those that are shown. */
export interface Car {
  drafts: readonly Draft[]
  facts: Omit<TodayCar, 'items'>
}

export function toCars(name: TodayListName, drafts: readonly Draft[], asked: Asked): Car[] {
  const cars = [...Map.groupBy(drafts, ({ orderId }) => orderId).values()].map((own) =>
    toCar(name, own.toSorted(byUrgency), asked),
  )
  return cars.toSorted(byPlace)
}

/** Those of the first cars are shown; everything is counted. */
export function toList(cars: readonly Car[], shown: readonly TodayCar[]): TodayList {
  const isIncomplete = cars.some(({ facts }) => facts.isIncomplete)
  return {
    count: cars.length,
    items: cars.reduce((count, { drafts }) => count + drafts.length, 0),
    red: cars.filter(({ facts }) => facts.red > 0).length,
    late: cars.filter(({ facts }) => facts.isLate).length,
    sums: addSums(cars.flatMap(({ facts }) => facts.sums)),
    ...(isIncomplete ? { isIncomplete } : {}),
    cars: [...shown],
  }
}

export const shownOf = (cars: readonly Car[]): readonly Car[] => cars.slice(0, mostTodayCars)

function toCar(name: TodayListName, drafts: readonly Draft[], { now, redMinutes, sent }: Asked): Car {
  const [first] = drafts as [Draft, ...Draft[]]
  const urgent = drafts.filter(({ grade }) => grade === 'red')
  const since = oldestOf(drafts)
  const minutes = minutesSince(since, now)
  const worth = new Map(drafts.flatMap((draft) => draft.worth.map((one) => [one.key, one])))
  const owner = name === 'undecided' ? ownerOf(drafts, sent) : undefined
  const isLate =
    name === 'undecided' && urgent.length > 0 && minutesSince(oldestOf(urgent), now) >= redMinutes
  return {
    drafts,
    facts: {
      orderId: first.orderId,
      branchId: first.branchId,
      since: since.toISOString(),
      minutes,
      red: urgent.length,
      amber: drafts.filter(({ grade }) => grade === 'amber').length,
      sums: addSums([...worth.values()]),
      ...(drafts.some(({ isIncomplete }) => isIncomplete) ? { isIncomplete: true } : {}),
      ...(first.isMine ? { isMine: true } : {}),
      ...(first.isClosed ? { isClosed: true } : {}),
      ...(isLate ? { isLate: true } : {}),
      ...owner?.facts,
      ...placeOf(name, owner?.draft ?? first, owner?.facts.state),
    },
  }
}

const oldestOf = (drafts: readonly Draft[]): Date =>
  new Date(Math.min(...drafts.map(({ since }) => since.getTime())))

const minutesSince = (since: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - since.getTime()) / MINUTE_MS))

/** Of several surveys, what is furthest from a decision counts: that of a result nobody has got. */
function ownerOf(
  drafts: readonly Draft[],
  sent: ReadonlyMap<string, Sent>,
): { draft: Draft; facts: Pick<TodayCar, 'state' | 'sentAt'> } {
  const states = drafts.map((draft) => {
    const last = draft.surveyId === null ? undefined : sent.get(draft.surveyId)
    const state = !last ? 'notSent' : last.state === 'failed' ? 'notDelivered' : 'sent'
    return {
      draft,
      facts: { state, ...(last && state === 'sent' ? { sentAt: last.at.toISOString() } : {}) },
    } as const
  })
  for (const state of ['notSent', 'notDelivered', 'sent'] as const) {
    const found = states.find(({ facts }) => facts.state === state)
    if (found) return found
  }
  throw new Error('a car without offers is in the list of offers')
}

type Place = Pick<TodayCar, 'surveyId' | 'screen' | 'questionId'>

/**
 * Where it is solved: a package is chosen at its finding, where there is one; results are sent; everything else is written among the
 * offers.
 */
function placeOf(
  name: TodayListName,
  { surveyId, questionId, worth }: Draft,
  state: TodayCar['state'] | undefined,
): Place {
  if (surveyId === null) return {}
  if (name === 'notOffered' && questionId !== undefined && worth.length > 0)
    return { surveyId, screen: 'finding', questionId }
  if (name === 'undecided' && state !== 'sent') return { surveyId, screen: 'send' }
  return { surveyId, screen: 'quotes' }
}

export function addSums(sums: readonly TodaySum[]): TodaySum[] {
  const byCurrency = Map.groupBy(sums, ({ currency }) => currency)
  return [...byCurrency]
    .map(([currency, own]) => ({ currency, amount: sum(own.map(({ amount }) => amount)) }))
    .toSorted((one, other) => compare(one.currency, other.currency))
}

const rank = { red: 0, amber: 1 } as const
const rankOf = ({ grade }: Draft) => (grade === null ? 2 : rank[grade])
const keyOf = ({ surveyId, questionId, quoteId, position }: Draft) =>
  JSON.stringify([surveyId, questionId, quoteId, position])
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const byUrgency = (one: Draft, other: Draft) =>
  rankOf(one) - rankOf(other) ||
  one.since.getTime() - other.since.getTime() ||
  compare(keyOf(one), keyOf(other))

/** A person's own cars, then urgent ones, then what waits longest. */
export const byPlace = ({ facts: one }: Car, { facts: other }: Car) =>
  Number(other.isMine ?? false) - Number(one.isMine ?? false) ||
  Number(other.red > 0) - Number(one.red > 0) ||
  compare(one.since, other.since) ||
  compare(one.orderId, other.orderId)
