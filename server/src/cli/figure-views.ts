// How the commands on figures look to people. The views of the other commands are in views.ts.
import type {
  FigureDefinition,
  Figures,
  FigureValue,
  QuestionFigures,
} from '@walkaround/contract/dms/figures.ts'
import { sayFigure, toCsv } from '@walkaround/contract/rules/figure-texts.ts'
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
  'figures rebuild': (it) => `Counted ${it.orders} orders and summed ${it.days} days of branches.`,
}
