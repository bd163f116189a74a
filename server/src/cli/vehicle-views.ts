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

export const vehicleViews: Readonly<Record<string, View>> = { 'vehicle show': vehicle }
