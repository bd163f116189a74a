// What the pages of the desk ask: each of a branch, of the whole client, and by somebody who is limited to many branches.
import { figuresCompared } from '@walkaround/contract/figures.ts'
import { addDays, dateIn } from '@walkaround/contract/rules/days.ts'
import { writePlace } from '../server/src/features/follow-up/rules.ts'
import { branchId } from './growth-prototype.ts'
import type { Asked } from './growth-requests.ts'
import type { Size } from './growth-rows.ts'

const REQUESTS = 6
const ZONE = 'Europe/Berlin'

/** The last day is yesterday, so that every day of it is over. With the steps that the page offers for it. */
const periods = [
  { period: 'a month', days: 30, steps: ['day', 'week'] },
  { period: 'a quarter', days: 92, steps: ['day', 'week', 'month'] },
  { period: 'a year', days: 365, steps: ['week', 'month'] },
  { period: 'five years', days: 1825, steps: ['month'] },
]
const places: readonly { place: string; where: string; as?: Asked['as'] }[] = [
  { place: 'client', where: '' },
  { place: 'nearly all branches', where: '', as: 'group' },
  { place: 'half of the branches', where: '', as: 'half' },
  { place: 'branch', where: `&branch=${branchId(7)}` },
]
/** As the page asks for those that it compares. */
const compared = figuresCompared.map((id) => `&figure=${id}`).join('')

export function deskRequests(
  vinOf: (size: Size, i: number) => string,
  plateOf: (size: Size, i: number) => string,
): Asked[] {
  const read = (name: string, path: string | Asked['ask'], as?: Asked['as']): Asked => ({
    name: `desk, ${name}`,
    method: 'GET',
    door: 'app',
    requests: REQUESTS,
    expect: 200,
    ask: typeof path === 'string' ? () => ({ path }) : path,
    ...(as ? { as } : {}),
  })
  const to = addDays(dateIn(new Date(), ZONE), -1)
  const ofPlaces = places.flatMap(({ place, where, as }) => {
    const figures = periods.flatMap(({ period, days, steps }) => {
      const asked = `from=${addDays(to, 1 - days)}&to=${to}${where}`
      const by = (grouping: string, more = '') =>
        read(`figures by ${grouping}, ${period}, ${place}`, `/figures?${asked}&by=${grouping}${more}`, as)
      return [
        ...['none', ...steps].map((grouping) => by(grouping)),
        ...['site', 'branch', 'person'].map((grouping) => by(grouping, compared)),
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
