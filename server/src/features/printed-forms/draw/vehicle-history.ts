// The history of a vehicle for its owner: the car, values over time, what is still to be done and what was done, damage, visits.
import { fill } from '@walkaround/contract/rules/texts.ts'
import type { FormHistory, FormWork } from '../model.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, type Stacked, stack, tagged } from './block.ts'
import { keyValueGrid } from './key-values.ts'
import { part, plain } from './part.ts'
import { type Column, table } from './table.ts'
import { text } from './text.ts'
import { contentWidth, type as typeScale } from './theme.ts'

const GAP = 12

/** The widths of the columns beside the first, which gets the rest. */
function cols(first: string, others: readonly Column[]): Column[] {
  const used = others.reduce((sum, { width }) => sum + width + GAP, 0)
  return [{ title: first, width: contentWidth - used }, ...others]
}

export function vehicleHistory(sheet: Sheet): Stacked[] {
  const { history } = sheet.model
  if (!history) return []
  const { history: words } = sheet.texts
  const { numberPlate, make, model: name } = sheet.model.vehicle
  const car = [numberPlate, make, name].filter((one) => one?.trim()).join('   ')
  const lead = car !== '' && text(car, typeScale.lead, contentWidth)
  const items: (Stacked | false)[] = [
    plain(tagged('Sect', stack([lead, carOf(sheet, history)], 6)), 0),
    history.open.length > 0 && part(words.open, [workTable(sheet, history.open, 'open')]),
    history.findings.length > 0 && part(words.findings, [findingTable(sheet, history)]),
    history.values.length > 0 && part(words.values, [valueTable(sheet, history)]),
    history.done.length > 0 && part(words.done, [workTable(sheet, history.done, 'done')]),
    history.damage.length > 0 && part(words.damage, [damageTable(sheet, history)]),
    part(words.visits, [
      visitTable(sheet, history),
      history.hasMore === true && text(words.hasMore, typeScale.small, contentWidth),
    ]),
  ]
  return items.filter((item) => item !== false)
}

function carOf({ model: { vehicle }, texts, formats }: Sheet, { visits }: FormHistory): Block {
  const known = visits.find(({ mileage }) => mileage)?.mileage
  return keyValueGrid(
    [
      { label: texts.vehicle.vin, value: vehicle.vin, span: 2 },
      { label: texts.vehicle.modelYear, value: vehicle.modelYear?.toString() },
      { label: texts.history.mileage, value: known && formats.quantity(known.value, known.unit) },
    ],
    contentWidth,
    4,
  )
}

function valueTable({ texts: { history: words, status }, formats }: Sheet, { values }: FormHistory): Block {
  const columns = cols(words.what, [
    { title: words.course, width: 215 },
    { title: words.last, width: 95, align: 'right' },
  ])
  const rows = values.map(({ text: what, unit, readings }) => {
    const last = readings.at(-1)
    const course = readings.map(({ at, value }) => `${formats.number(value)} (${formats.briefDate(at)})`)
    const state = last?.status && status[last.status]
    return {
      cells: [
        what,
        course.join(' · '),
        last ? [formats.quantity(last.value, unit), state].filter(Boolean).join(', ') : '',
      ],
    }
  })
  return table(columns, rows)
}

function findingTable({ texts: { history: words, status }, formats }: Sheet, history: FormHistory): Block {
  const columns = cols(words.what, [
    { title: words.state, width: 95 },
    { title: words.since, width: 95 },
  ])
  return table(
    columns,
    history.findings.map(({ text: what, grade, since }) => ({
      cells: [what, status[grade], formats.shortDate(since)],
    })),
  )
}

function workTable(sheet: Sheet, all: readonly FormWork[], kind: 'open' | 'done'): Block {
  const { texts, formats, car } = sheet
  const { history: words } = texts
  const columns = cols(words.work, [
    { title: kind === 'open' ? words.decision : words.day, width: 150 },
    { title: words.price, width: 90, align: 'right' },
  ])
  const said = ({ decision, until, at }: FormWork) =>
    kind === 'done'
      ? at && formats.shortDate(at)
      : [decision && car.decisions[decision], until && fill(words.until, { day: formats.shortDate(until) })]
          .filter(Boolean)
          .join(' ')
  return table(
    columns,
    all.map((work) => ({
      cells: [
        work.text,
        said(work) || texts.frame.none,
        work.amount === undefined ? texts.frame.none : formats.money(work.amount, work.currency),
      ],
    })),
  )
}

function damageTable({ texts: { damage: words, history, kinds }, formats }: Sheet, all: FormHistory): Block {
  const columns = cols(words.kind, [
    { title: words.panel, width: 200 },
    { title: history.since, width: 95 },
  ])
  return table(
    columns,
    all.damage.map(({ kind, panel, since }) => ({
      cells: [kinds[kind], panel ?? '–', formats.shortDate(since)],
    })),
  )
}

function visitTable({ texts: { history: words }, formats }: Sheet, { visits }: FormHistory): Block {
  const columns = cols(words.checklist, [
    { title: words.day, width: 110 },
    { title: words.mileage, width: 95, align: 'right' },
  ])
  return table(
    columns,
    visits.map(({ at, text: name, mileage }) => ({
      cells: [name, formats.shortDate(at), mileage ? formats.quantity(mileage.value, mileage.unit) : '–'],
    })),
  )
}
