// Forecasts beside what really happens, on thousands of generated cars whose wear is known: the true date has to lie in the band in at
// least 80 % of the cases, and the band has to say something. The cars know nothing of how forecasts are made.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Bound } from '../dms/client-settings.ts'
import { addDays, daysBetween } from './days.ts'
import { forecastWear, type WearReading } from './wear-forecast.ts'

const CARS = 8000
const START = '2020-01-01'
const LIFE_DAYS = 12 * 365

/** What wears: its bands, the value of a new part, and how much goes in 10,000 km. */
const kinds = {
  pad: { limits: { amber: 5, red: 3 }, fresh: [9, 13], wear: 2.2, unit: 'mm', sign: 1 },
  tread: { limits: { amber: 4, red: 2 }, fresh: [7, 8.5], wear: 1.5, unit: 'mm', sign: 1 },
  /** Rises: as a wear gauge tells it. */
  used: { limits: { amber: 60, red: 80 }, fresh: [0, 5], wear: -18, unit: '%', sign: -1 },
} as const
type Kind = keyof typeof kinds

const boundsOf = (kind: Kind): Bound[] => {
  const { limits, sign } = kinds[kind]
  const [worst, middle, best] = (['red', 'amber', 'green'] as const).map((status) => ({
    status,
    answerId: status,
  }))
  return (
    sign > 0
      ? [{ ...worst, lt: limits.red }, { ...middle, lt: limits.amber }, best]
      : [{ ...best, lt: limits.amber }, { ...middle, lt: limits.red }, worst]
  ) as Bound[]
}

/** Mulberry32: the same cars every time. */
function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + (high - low) * next()
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    between,
    normal,
    is: (share: number) => next() < share,
    around: (middle: number, share: number) => middle * Math.exp(share * normal()),
  }
}

type Chance = ReturnType<typeof chance>

interface Car {
  readings: WearReading[]
  today: string
  /** The first day on which a limit is reached. */
  reachedAt(limit: number): string
  /** The part was replaced between two readings that do not show it. */
  isHidden: boolean
}

/** Months differ, years differ, readings are misread, and some parts are replaced between two visits. */
function makeCar({ between, normal, is, around }: Chance, kind: Kind): Car {
  const { fresh, wear, unit, sign } = kinds[kind]
  const newPart = () => between(fresh[0], fresh[1])
  const perKm = around(Math.abs(wear), 0.4) * (sign / 10_000)
  const perDay = around(38, 0.45)
  const [ofMonths, ofYears] = [between(0.1, 0.6), between(0, 0.25)]
  const visits = [Math.floor(between(0, 200))]
  for (let count = between(1, 5); count >= 1; count--)
    visits.push((visits.at(-1) ?? 0) + Math.floor(between(60, 540)))
  const last = visits.at(-1) ?? 0
  const renewedAt = is(0.3) ? Math.floor(between(visits[0] ?? 0, last)) : undefined
  let [km, value, month, year] = [between(0, 120_000), newPart() - sign * between(0, 3), 1, 1]
  const days: { km: number; value: number }[] = []
  for (let day = 0; day < LIFE_DAYS; day++) {
    days.push({ km, value })
    if (day % 30 === 0) month = around(1, ofMonths)
    if (day % 365 === 0) year *= around(1, ofYears)
    if (day === renewedAt) value = newPart()
    const driven = perDay * month * year
    km += driven
    value -= driven * perKm
  }
  const error = unit === 'mm' ? 0.3 : 3
  const decimals = unit === 'mm' ? 10 : 1
  const misread = () => (is(0.5) ? normal() * (error / 2) : between(-error, error))
  const readings = visits.map((day): WearReading => {
    const { km: at = 0, value: is = 0 } = days[day] ?? {}
    return {
      at: addDays(START, day),
      km: Math.round(at),
      value: Math.round((is + misread()) * decimals) / decimals,
      unit,
    }
  })
  const waited = is(0.3) ? Math.floor(between(0, 40)) : 0
  const today = addDays(START, last + waited)
  const seen = visits.map((day) => (days[day]?.value ?? 0) * sign)
  const isRenewed = renewedAt !== undefined && renewedAt >= (visits[0] ?? 0)
  return {
    readings,
    today,
    reachedAt(limit) {
      const left = days.findIndex((one, day) => day >= last && one.value * sign <= limit * sign)
      const date = addDays(START, left < 0 ? LIFE_DAYS : left)
      return date < today ? today : date
    },
    isHidden: isRenewed && seen.every((level, index) => index === 0 || level <= (seen[index - 1] ?? 0)),
  }
}

interface Outcome {
  kind: Kind
  grade: 'amber' | 'red'
  readings: number
  isHidden: boolean
  isInside: boolean
  /** Of the band, as a share of the time to go. */
  width: number
}

function play(cars: number): { outcomes: Outcome[]; refused: number } {
  const luck = chance(17)
  const outcomes: Outcome[] = []
  let refused = 0
  for (let index = 0; index < cars; index++) {
    const kind = (['pad', 'tread', 'used'] as const)[index % 3] as Kind
    const { readings, today, reachedAt, isHidden } = makeCar(luck, kind)
    const forecast = forecastWear({ bounds: boundsOf(kind), readings, today })
    for (const grade of ['amber', 'red'] as const) {
      const outcome = forecast[grade]
      if (outcome.kind === 'refused') refused++
      if (outcome.kind !== 'ahead') continue
      const { from, date, to } = outcome
      assert.ok(today <= from && from <= date && date <= to, `${from} ${date} ${to} of ${today}`)
      const truth = reachedAt(kinds[kind].limits[grade])
      const left = Math.max(30, daysBetween(readings.at(-1)?.at ?? today, date))
      outcomes.push({
        kind,
        grade,
        readings: readings.length,
        isHidden,
        isInside: from <= truth && truth <= to,
        width: daysBetween(from, to) / left,
      })
    }
  }
  return { outcomes, refused }
}

const shareInside = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ isInside }) => isInside).length / outcomes.length

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

describe('forecasts on generated histories', () => {
  let outcomes: Outcome[]
  let refused: number
  before(() => {
    ;({ outcomes, refused } = play(CARS))
  })

  test('the true date lies in the band in at least 80 % of the cases', () => {
    assert.ok(outcomes.length > CARS / 2, `${outcomes.length} forecasts`)
    assert.ok(shareInside(outcomes) >= 0.8, `${shareInside(outcomes)} of all`)
  })

  test('of every kind of part, for both limits, however many readings there are', () => {
    const groups = Map.groupBy(
      outcomes.filter(({ isHidden }) => !isHidden),
      ({ kind, grade, readings }) => `${kind} ${grade} ${readings > 2 ? 'several' : 'two'}`,
    )
    assert.equal(groups.size, 12)
    for (const [group, own] of groups) {
      assert.ok(own.length > 80, `${group}: ${own.length}`)
      assert.ok(shareInside(own) >= 0.8, `${group}: ${shareInside(own)} of ${own.length}`)
    }
  })

  test('the band says something: half of them are no wider than the time to go', () => {
    const widths = outcomes.map(({ width }) => width)
    assert.ok(median(widths) <= 1, `${median(widths)}`)
    const ofSeveral = outcomes.filter(({ readings }) => readings > 3).map(({ width }) => width)
    assert.ok(
      median(ofSeveral) < median(outcomes.filter(({ readings }) => readings === 2).map(({ width }) => width)),
    )
  })

  test('a forecast is the rule, not the exception', () => {
    assert.ok(outcomes.length > refused, `${outcomes.length} forecasts, ${refused} refused`)
  })
})
