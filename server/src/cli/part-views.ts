// How the queue of the parts desk looks to people. The views of the other commands are in views.ts.
import type { PartQueue, PartQueueEntry } from '@walkaround/contract/dms/parts.ts'
import { shown, table } from './table.ts'

type View = (result: PartQueue, look: { cells: number }) => string

const states = { requested: 'waits', priced: 'priced', unavailable: 'not to be had' } as const

const ageOf = ({ minutes }: PartQueueEntry) =>
  minutes < 120
    ? `${minutes} min`
    : minutes < 2 * 1440
      ? `${Math.floor(minutes / 60)} h`
      : `${Math.floor(minutes / 1440)} days`

const dayOf = ({ request }: PartQueueEntry) =>
  request.state === 'priced' ? (request.availableOn ?? 'in stock') : ''

const list: View = ({ entries, counts, next }, { cells }) => {
  const sums = `${counts.requested} wait, ${counts.priced} are priced, ${counts.unavailable} are not to be had.`
  if (entries.length === 0) return sums
  const columns = [
    { title: 'STATE', value: ({ request }: PartQueueEntry) => states[request.state] },
    { title: 'SINCE', value: ageOf },
    { title: 'GRADE', value: ({ grade }: PartQueueEntry) => grade },
    { title: 'PLATE', value: ({ numberPlate = '' }: PartQueueEntry) => shown(numberPlate) },
    { title: 'ORDER', value: (it: PartQueueEntry) => shown(it.externalId ?? it.orderId ?? '') },
    { title: 'FINDING', value: ({ title }: PartQueueEntry) => shown(title) },
    { title: 'NEEDED', value: ({ request }: PartQueueEntry) => shown(request.text ?? '') },
    { title: 'THERE ON', value: dayOf },
    { title: 'ADVISOR', value: ({ advisor = '' }: PartQueueEntry) => shown(advisor) },
  ]
  return [table(columns, entries, cells), sums, ...(next ? [`More: --after ${next}`] : [])].join('\n')
}

export const partViews = { 'parts list': list }
