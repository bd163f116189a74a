// What the pages of the desk ask: each of a branch, of the whole client, and by somebody who was named a thousand branches.
import { groupings } from '@walkaround/contract/figures.ts'
import { addDays, dateIn } from '@walkaround/contract/rules/days.ts'
import { writePlace } from '../server/src/features/follow-up/rules.ts'
import { branchId } from './growth-prototype.ts'
import type { Asked } from './growth-requests.ts'
import type { Size } from './growth-rows.ts'

const REQUESTS = 6
const ZONE = 'Europe/Berlin'

/** The last day is yesterday, so that every day of it is over. */
const periods = { 'a month': 30, 'a year': 365, 'five years': 1825 } as const
const places = {
  client: { where: '' },
  'named branches': { where: '', as: 'group' },
  branch: { where: `&branch=${branchId(7)}` },
} as const

export function deskRequests(
  vinOf: (size: Size, i: number) => string,
  plateOf: (size: Size, i: number) => string,
): Asked[] {
  const read = (name: string, path: string | Asked['ask'], as?: 'busy' | 'group'): Asked => ({
    name: `desk, ${name}`,
    method: 'GET',
    door: 'app',
    requests: REQUESTS,
    expect: 200,
    ask: typeof path === 'string' ? () => ({ path }) : path,
    ...(as ? { as } : {}),
  })
  const to = addDays(dateIn(new Date(), ZONE), -1)
  const ofPlaces = Object.entries(places).flatMap(([place, { where, ...who }]) => {
    const as = 'as' in who ? who.as : undefined
    const figures = Object.entries(periods).flatMap(([period, days]) => {
      const asked = `from=${addDays(to, 1 - days)}&to=${to}${where}`
      return [
        ...groupings.map((by) =>
          read(`figures by ${by}, ${period}, ${place}`, `/figures?${asked}&by=${by}`, as),
        ),
        read(`questions, ${period}, ${place}`, `/figures/questions?${asked}`, as),
      ]
    })
    return [
      ...figures,
      read(`today, ${place}`, `/today?${where.slice(1)}`, as),
      read(`put-off work, ${place}`, `/put-off-work?${where.slice(1)}`, as),
      read(`put-off work, a later page, ${place}`, `/put-off-work?after=${laterPage(to)}${where}`, as),
      read(`put-off work, overdue, ${place}`, `/put-off-work?overdue=true${where}`, as),
    ]
  })
  return [
    ...ofPlaces,
    read('figures of reminders', '/put-off-work/reminder-figures'),
    read('history by VIN', (size, i) => ({ path: `/vehicles/${vinOf(size, i)}/history` })),
    read('history by plate', (size, i) => ({
      path: `/vehicles/${encodeURIComponent(plateOf(size, i))}/history`,
    })),
  ]
}

/** After all that is due two months before. */
const laterPage = (to: string) => writePlace({ due: addDays(to, -60), surveyId: '', quoteId: '' })
