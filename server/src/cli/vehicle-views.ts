// How the vehicle commands look to people. The views of the other commands are in views.ts.
import { fields, table } from './table.ts'
import { toMinute } from './times.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number }) => string

const vehicle: View = (it, { cells }) => {
  const known = it.known.map(({ attribute, value, from }: Json) => ({
    attribute,
    value: String(value),
    from: from === 'decoder' ? 'read from the VIN' : 'given for this vehicle before',
  }))
  const unset = it.unset.map(({ attribute, why }: Json) => ({ attribute, value: 'unset', from: why }))
  const rows = [...known, ...unset]
  const { manufacturer: by, seen } = it
  return [
    fields([
      ['VIN', it.vin],
      [
        'check digit',
        it.checkDigit === 'wrong' ? `wrong: ${it.expected} belongs at position 9` : it.checkDigit,
      ],
      ['manufacturer', by ? `${by.code}, ${by.makes.join(' or ')}, ${by.country}` : 'unknown'],
      [
        'last seen',
        seen ? `${toMinute(seen.at)} UTC${seen.orderId ? `, order ${seen.orderId}` : ''}` : 'never',
      ],
      ['plate', seen?.numberPlate ?? ''],
      ['mileage', seen?.mileageKm === undefined ? '' : `${Math.round(seen.mileageKm)} km`],
    ]),
    '',
    rows.length > 0
      ? table(
          [
            { title: 'ATTRIBUTE', value: (row: Json) => row.attribute },
            { title: 'VALUE', value: (row: Json) => row.value },
            { title: 'FROM', value: (row: Json) => row.from },
          ],
          rows,
          cells,
        )
      : 'Nothing is known about it.',
  ].join('\n')
}

const day = (at: string): string => at.slice(0, 10)

const price = ({ currency, amountIncVat, amountExVat }: Json): string =>
  currency === undefined ? '' : `${amountIncVat ?? amountExVat ?? ''} ${currency}`

const visitColumns = [
  { title: 'VISIT', value: (row: Json) => day(row.at) },
  { title: 'TYPE', value: (row: Json) => row.surveyType },
  { title: 'BRANCH', value: (row: Json) => row.branch ?? '' },
  {
    title: 'MILEAGE',
    value: (row: Json) => (row.mileage === undefined ? '' : `${row.mileage} ${row.mileageUnit}`),
  },
  { title: 'RED', value: (row: Json) => String(row.red) },
  { title: 'AMBER', value: (row: Json) => String(row.amber) },
  { title: 'GREEN', value: (row: Json) => String(row.green) },
  { title: 'SURVEY', value: (row: Json) => row.surveyId },
]

const workColumns = [
  { title: 'OPEN WORK', value: (row: Json) => row.text },
  { title: 'DECIDED', value: (row: Json) => row.decision },
  { title: 'UNTIL', value: (row: Json) => row.deferredTo ?? '' },
  { title: 'PRICE', value: price },
]

const findingColumns = [
  { title: 'OPEN FINDING', value: (row: Json) => row.text },
  { title: 'GRADE', value: (row: Json) => row.grade },
  { title: 'SINCE', value: (row: Json) => day(row.openedAt) },
  { title: 'VISITS', value: (row: Json) => String(row.visits.length) },
]

const measuredColumns = [
  { title: 'MEASURED', value: (row: Json) => row.text },
  { title: 'UNIT', value: (row: Json) => row.unit ?? '' },
  {
    title: 'VALUES, THE OLDEST FIRST',
    value: (row: Json) => row.readings.map(({ value }: Json) => value).join(', '),
  },
]

const history: View = (it, { cells }) => {
  const { vehicle: car, visits, openWork, findings, measured } = it
  const open = findings.filter(({ closedAs }: Json) => closedAs === undefined)
  const head = fields([
    ['vehicle', [car.make, car.model, car.modelYear].filter(Boolean).join(' ')],
    ['plate', car.numberPlate ?? ''],
    ['VIN', car.vin ?? ''],
    ['visits', `${visits.length}${it.hasMore ? ', and older ones' : ''}`],
    ['damage', String(it.damage.length)],
    ['photos', String(it.photos.length)],
  ])
  const tables = [
    [visitColumns, visits],
    [workColumns, openWork],
    [findingColumns, open],
    [measuredColumns, measured],
  ].flatMap(([columns, rows]) => (rows.length > 0 ? [table(columns as never, rows, cells)] : []))
  return [head, ...tables].join('\n\n')
}

export const vehicleViews: Readonly<Record<string, View>> = {
  'vehicle show': vehicle,
  'vehicle history': history,
}
