// What the address of the page asks the service for. Pure.
import type { Period } from '@walkaround/contract/rules/periods.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Query } from '../../../office/places.ts'

export const comparisons = ['site', 'branch', 'person'] as const
export type By = (typeof comparisons)[number]

export const byOf = ({ by }: Query): By => comparisons.find((one) => one === by) ?? 'branch'

/** What follows when one of them is chosen: the next smaller groups, and of a person the branches they worked for. */
export const nextBy: Readonly<Record<By, By>> = { site: 'branch', branch: 'person', person: 'branch' }

interface Asked {
  language: Language
  from: string
  to: string
  beforeFrom: string
  beforeTo: string
  site?: string[]
  branch?: string[]
  person?: string
}

/** `language`: that of the person, for names and definitions. */
export function queryOf(
  { site, branch, person }: Query,
  { days, before }: Period,
  language: Language,
): Asked {
  return {
    language,
    ...days,
    beforeFrom: before.from,
    beforeTo: before.to,
    ...(site ? { site: [site] } : {}),
    ...(branch ? { branch: [branch] } : {}),
    ...(person ? { person } : {}),
  }
}
