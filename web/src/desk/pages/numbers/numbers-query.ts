// What the address of the page asks the service for. Pure.
import type { Period } from '@walkaround/contract/rules/periods.ts'
import type { Query } from '../../paths.ts'

export const comparisons = ['site', 'branch', 'person', 'day', 'week', 'month'] as const
export type By = (typeof comparisons)[number]

export const byOf = ({ by }: Query): By => comparisons.find((one) => one === by) ?? 'branch'

/** Groups that lead to the figures of each of them. */
export const leadsOn = (by: By): by is 'site' | 'branch' | 'person' =>
  by === 'site' || by === 'branch' || by === 'person'

/** What follows when a site, a branch or a person is chosen: the next smaller groups. */
export const nextBy: Readonly<Record<'site' | 'branch' | 'person', By>> = {
  site: 'branch',
  branch: 'person',
  person: 'week',
}

interface Asked {
  from: string
  to: string
  beforeFrom: string
  beforeTo: string
  site?: string[]
  branch?: string[]
  person?: string
}

export function queryOf({ site, branch, person }: Query, { days, before }: Period): Asked {
  return {
    ...days,
    beforeFrom: before.from,
    beforeTo: before.to,
    ...(site ? { site: [site] } : {}),
    ...(branch ? { branch: [branch] } : {}),
    ...(person ? { person } : {}),
  }
}
