// How the commands on figures look to people. The views of the other commands are in views.ts.
import type {
  FigureCar,
  FigureCars,
  FigureDefinition,
  Figures,
  FigureValue,
  QuestionFigures,
} from '@walkaround/contract/dms/figures.ts'
import { figuresOfCars } from '@walkaround/contract/figures.ts'
import { sayFigure, toCsv, toWideCsv } from '@walkaround/contract/rules/figure-texts.ts'
import { table } from './table.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number; args: Json }) => string

const look = { language: 'en', small: '{count} of {of}', none: '–' }

interface Line {
  place: string
  name: string
  now: string
  before: string
}

function linesOf(
  place: string,
  figures: readonly FigureValue[],
  definitions: readonly FigureDefinition[],
): Line[] {
  const known = new Map(definitions.map((one) => [one.id, one]))
  return figures.flatMap(({ id, currency, before, ...value }) => {
    const definition = known.get(id)
    if (!definition) return []
    const say = (one: FigureValue | Omit<FigureValue, 'id'>) =>
      sayFigure(definition.kind, one, currency, look)
    return [{ place, name: definition.name, now: say(value), before: before ? say(before) : '' }]
  })
}

const columns = (what: string) => [
  { title: what, value: (it: Line) => it.place },
  { title: 'FIGURE', value: (it: Line) => it.name },
  { title: 'VALUE', value: (it: Line) => it.now },
  { title: 'BEFORE', value: (it: Line) => it.before },
]

const periodText = ({ period, before }: Figures | QuestionFigures) =>
  `${period.from} to ${period.to}, compared with ${before.from} to ${before.to}`

const namesOf = ({ persons = [] }: FigureCar) => persons.map(({ name }) => name).join(', ')

/** Of several currencies, each: "EUR 99.00, CHF 12.00". */
const carFigure = (id: string) => ({
  title: carTitles[id] ?? id.toUpperCase(),
  value: ({ figures }: FigureCar) =>
    figures
      .filter((one) => one.id === id && (one.currency === undefined || one.value !== 0))
      .map(({ currency, value }) =>
        value === undefined ? '' : [currency, value].filter((one) => one !== undefined).join(' '),
      )
      .join(', '),
})
const carTitles: Readonly<Record<string, string>> = {
  redPerCar: 'RED',
  amberPerCar: 'AMBER',
  notOffered: 'WITHOUT OFFER',
  offeredMoney: 'OFFERED, MONEY',
  soldMoney: 'SOLD, MONEY',
  checkMinutes: 'CHECK, MINUTES',
}
const carColumns = [
  { title: 'DAY', value: (it: FigureCar) => it.day },
  { title: 'ORDER', value: (it: FigureCar) => it.externalId ?? it.orderId },
  { title: 'PLATE', value: (it: FigureCar) => it.numberPlate ?? '' },
  { title: 'CAR', value: (it: FigureCar) => [it.make, it.model].filter(Boolean).join(' ') },
  { title: 'BRANCH', value: (it: FigureCar) => it.branch ?? it.branchId },
  { title: 'PERSONS', value: namesOf },
  ...figuresOfCars.map(carFigure),
]

export const figureViews: Readonly<Record<string, View>> = {
  'figures show': (it: Figures, { cells, args }) => {
    if (args.csv)
      return toCsv(
        ['key', 'name'],
        it.groups.map(({ key, name, figures }) => ({ place: [key, name], figures })),
      )
    const lines = it.groups.flatMap(({ key, name, figures }) =>
      linesOf(name ?? key ?? '', figures, it.definitions),
    )
    const shown = args.by && args.by !== 'none' ? columns(args.by.toUpperCase()) : columns('').slice(1)
    return lines.length > 0
      ? `${periodText(it)}\n\n${table(shown, lines, cells)}`
      : 'Nothing was counted in this period.'
  },
  'figures questions': (it: QuestionFigures, { cells, args }) => {
    if (args.csv)
      return toCsv(
        ['template', 'question', 'text'],
        it.questions.map(({ templateId, questionId, text, figures }) => ({
          place: [templateId, questionId, text],
          figures,
        })),
      )
    const lines = it.questions.flatMap(({ questionId, text, figures }) =>
      linesOf(text ?? questionId, figures, it.definitions),
    )
    return lines.length > 0
      ? `${periodText(it)}\n\n${table(columns('QUESTION'), lines, cells)}`
      : 'Nothing was counted in this period.'
  },
  'figures cars': (it: FigureCars, { cells, args }) => {
    if (args.csv)
      return toWideCsv(
        ['day', 'orderId', 'order', 'plate', 'make', 'model', 'vin', 'branch', 'persons'],
        it.cars.map((car) => ({
          place: [
            car.day,
            car.orderId,
            car.externalId,
            car.numberPlate,
            car.make,
            car.model,
            car.vin,
            car.branch ?? car.branchId,
            namesOf(car),
          ],
          figures: car.figures,
        })),
      )
    if (it.cars.length === 0) return 'Nothing was counted in this period.'
    const more = it.next === undefined ? '' : `\n\nMore with --cursor ${it.next}`
    return `${it.period.from} to ${it.period.to}\n\n${table(carColumns, it.cars, cells)}${more}`
  },
  'figures rebuild': (it) => `Counted ${it.orders} orders and summed ${it.days} days of branches.`,
}
