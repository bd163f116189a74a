// How the history of a car looks to people.
import { shown, table } from './table.ts'
import { toSecond } from './times.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number }) => string

const nameOf = (card: Json) =>
  [`${card.kind} ${card.externalId ?? card.id}`, card.numberPlate, card.vehicle, card.customer]
    .filter(Boolean)
    .map((part) => shown(part))
    .join(', ')

const what = (it: Json) =>
  it.kind === 'attempt' ? `callback, attempt ${it.attempt}` : (it.event ?? `request ${it.operation}`)
const about = (it: Json) => it.callbackId ?? it.requestId ?? it.subject
const outcome = (it: Json) =>
  it.kind === 'event'
    ? [it.by, it.details].filter(Boolean).join(' ')
    : [it.by, `replied ${it.status ?? 'nothing'}`, it.errorCode, it.failure].filter(Boolean).join(' ')

export const historyViews: Readonly<Record<string, View>> = {
  history: (it, { cells }) => {
    if (it.cards) {
      return [
        'Several cars are found; give more words, or the id of one:',
        ...it.cards.map((card: Json) => `  ${nameOf(card)}  (${shown(card.id)})`),
        ...(it.hasMore ? ['  and more'] : []),
      ].join('\n')
    }
    const entries = table(
      [
        { title: 'AT (UTC)', value: (one: Json) => toSecond(one.at) },
        { title: 'WHAT', value: what },
        { title: 'ABOUT', value: about },
        { title: 'WHO, AND WHAT CAME OF IT', value: outcome },
      ],
      it.entries,
      cells,
    )
    return [nameOf(it.card), '', entries, ...(it.hasMore ? ['', 'There is more: --limit'] : [])].join('\n')
  },
}
