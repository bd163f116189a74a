// How the log of events and how long it is kept look to people.
import { fields, table } from './table.ts'
import { toSecond } from './times.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number }) => string

const kept: View = (it, { cells }) => {
  const head = fields([
    ['events', String(it.events)],
    ['complete from', `event ${it.completeFrom}`],
  ])
  if (it.rules.length === 0) return `${head}\n\nAll events are kept for ever.`
  const rules = table(
    [
      { title: 'KIND', value: (rule: Json) => rule.kind },
      { title: 'DAYS', value: (rule: Json) => String(rule.days) },
      { title: 'WRITTEN TO A FILE', value: (rule: Json) => (rule.isExported ? 'yes' : 'no') },
    ],
    it.rules,
    cells,
  )
  return `${head}\n\n${rules}\n\nOther kinds are kept for ever.`
}

export const eventViews: Readonly<Record<string, View>> = {
  'event list': ({ events, next }, { cells }) => {
    const shown =
      events.length === 0
        ? 'No events.'
        : table(
            [
              { title: 'WHEN (UTC)', value: (it: Json) => toSecond(it.at) },
              { title: 'KIND', value: (it: Json) => it.kind },
              { title: 'SUBJECT', value: (it: Json) => it.subject },
              { title: 'CARD', value: (it: Json) => it.card ?? '' },
              { title: 'BRANCH', value: (it: Json) => it.branchId ?? '' },
              { title: 'BY', value: (it: Json) => it.actor },
            ],
            events,
            cells,
          )
    return `${shown}\n\nGo on with --after ${next}`
  },
  'event show': kept,
  'event keep': kept,
  'event remove': (it) =>
    [
      it.events === 0 ? 'No event is older than it is kept.' : `Removed ${it.events} events.`,
      ...it.files.map((file: string) => `They are in ${file}`),
    ].join('\n'),
}
