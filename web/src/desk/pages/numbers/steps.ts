// The steps of a line over time: which of them a period has, and which days each begins with. Pure.
import { addDays } from '@walkaround/contract/rules/days.ts'
import { beginOf } from '@walkaround/contract/rules/figure-periods.ts'
import type { Days } from '@walkaround/contract/rules/periods.ts'
import type { Query } from '../../../office/places.ts'

export const steps = ['day', 'week', 'month'] as const
export type Step = (typeof steps)[number]

/** More points than this are no line that one can read; months are always offered. */
const mostPoints = 100
/** What a period begins with: finer ones have too many points for marks. */
const firstPoints = 45

const next = (step: Step, begin: string): string => {
  if (step === 'month') return beginOf('month', addDays(begin, 31))
  return addDays(begin, step === 'week' ? 7 : 1)
}

/** The first day of every step that has a day of the period: of a week its Monday, also if the period begins later. */
export function beginsOf(step: Step, { from, to }: Days): string[] {
  const begins: string[] = []
  for (let begin = beginOf(step, from); begin <= to; begin = next(step, begin)) begins.push(begin)
  return begins
}

/** A single point is no line, so a step that has but one is not offered; a day is, if there is nothing else. */
export function stepsFor(days: Days): readonly Step[] {
  const found = steps.filter((step) => {
    const { length } = beginsOf(step, days)
    return length > 1 && (step === 'month' || length <= mostPoints)
  })
  return found.length > 0 ? found : ['day']
}

export function stepOf({ step }: Query, days: Days): Step {
  const offered = stepsFor(days)
  return (
    offered.find((one) => one === step) ??
    offered.find((one) => beginsOf(one, days).length <= firstPoints) ??
    offered.at(-1) ??
    'day'
  )
}

/** The days of a step that belong to the period. */
export function daysOfStep(step: Step, begin: string, { from, to }: Days): Days {
  const last = addDays(next(step, begin), -1)
  return { from: begin < from ? from : begin, to: last > to ? to : last }
}

export const isStep = (word: string): word is Step => steps.some((step) => step === word)
