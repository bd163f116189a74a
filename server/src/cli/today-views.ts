// How the lists of today look to people.
import { shown, table } from './table.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number }) => string

const titles = {
  notOffered: 'Found, and nothing offered',
  undecided: 'Offered, and not sent or not decided',
  notOrdered: 'Approved, and on no order',
  notApproved: 'Invoiced without an approval',
} as const

function money({ sums, isIncomplete }: Json): string {
  const sum = sums.map(({ currency, amount }: Json) => `${amount} ${currency}`).join(' + ')
  return sum !== '' && isIncomplete ? `${sum} and more` : sum
}

function age(minutes: number): string {
  if (minutes < 120) return `${minutes} min`
  return minutes < 2 * 1440 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`
}

const stateOf = ({ state, isLate, isClosed }: Json): string =>
  [state, isLate ? 'LATE' : '', isClosed ? 'closed' : ''].filter(Boolean).join(' ')

const columns = [
  { title: 'ORDER', value: (car: Json) => shown(car.externalId ?? car.orderId) },
  {
    title: 'CAR',
    value: (car: Json) => shown([car.numberPlate, car.vehicle, car.customer].filter(Boolean).join(', ')),
  },
  { title: 'BRANCH', value: (car: Json) => shown(car.branchId) },
  { title: 'RED', value: (car: Json) => String(car.red) },
  { title: 'AGE', value: (car: Json) => age(car.minutes) },
  { title: 'WORTH', value: money },
  { title: 'STATE', value: stateOf },
]

export const todayViews: Readonly<Record<string, View>> = {
  today: (it, { cells }) =>
    [
      ...Object.entries(titles).map(([name, title]) => {
        const own = it[name]
        const head = `${title}: ${own.count}${money(own) ? `, ${money(own)}` : ''}`
        return own.count === 0 ? head : `${head}\n${table(columns, own.cars, cells)}`
      }),
      `Rejected orders and checks without an order: ${it.apart.cars} cars, ${it.apart.findings} findings, ${it.apart.offers} offers`,
    ].join('\n\n'),
}
