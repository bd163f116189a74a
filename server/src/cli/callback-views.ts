// How the callback commands look to people. The views of the other commands are in views.ts.
import { fields, shown, table } from './table.ts'
import { toSecond } from './times.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number; args: Json }) => string

const one = (it: Json): string =>
  [
    fields([
      ...(it.siteId ? [['site', it.siteId]] : []),
      ['address', `${it.url}/<id of the message>`],
      ['key', it.keyHint],
      ['signed', it.isSigned ? 'yes' : 'no'],
      ...(it.formerSecretUntil
        ? [['former secret', `also signs until ${toSecond(it.formerSecretUntil)} UTC`]]
        : []),
      ['further kinds', it.kinds.join(', ') || 'none'],
      ['changed', `${toSecond(it.changedAt)} UTC`],
      ...(it.secret ? [['secret', it.secret]] : []),
    ] as [string, string][]),
    ...(it.secret ? ['', 'The secret is shown once: give it to the receiver.'] : []),
  ].join('\n')

/** The client's, then those of sites. */
const receiver: View = ({ sites = [], ...own }) => [...(own.url ? [own] : []), ...sites].map(one).join('\n\n')

const stateWords: Record<string, string> = { waiting: 'waiting', delivered: 'delivered', givenUp: 'given up' }

const stateOf = (it: Json) =>
  it.isInFlight
    ? 'being sent'
    : it.state === 'waiting'
      ? `waiting until ${toSecond(it.dueAt)}`
      : (stateWords[it.state] ?? it.state)

const detail: View = (it) =>
  [
    fields([
      ['id', it.id],
      ['type', it.outputType],
      ...(it.siteId ? [['site', it.siteId] as [string, string]] : []),
      ['order', [it.orderNumber, it.referenceObjectId].filter(Boolean).join(', id ')],
      ['state', `${stateOf(it)}, attempt ${it.attempts} of ${it.mostAttempts}`],
      ['failure', it.failure ?? ''],
    ]),
    ...it.log.flatMap((one: Json) => [
      '',
      `Attempt ${one.number}, ${toSecond(one.startedAt)} UTC, ${one.totalMs} ms: ${one.failure ?? `answered ${one.status}`}`,
      ...(one.isWebPage ? ['  That was a web page: probably not the receiver. Check the address.'] : []),
      ...indented(one.request),
      ...(one.responseHead ? ['', ...indented(one.responseHead)] : []),
      ...(one.responseBody ? ['', ...indented(one.responseBody.slice(0, 2_000))] : []),
    ]),
  ].join('\n')

/** Line by line, because a receiver's reply may contain anything. */
const indented = (text: string) => text.split('\n').map((line) => `  ${shown(line)}`)

export const callbackViews: Readonly<Record<string, View>> = {
  'callback set': receiver,
  'callback show': receiver,
  'callback remove': (it) => `The site ${it.site} has no receiver of its own any more.`,
  'callback test': (it, look) =>
    it.state === 'waiting' && it.log.length === 0
      ? `The test ${it.id} is in the queue: ${it.failure ?? 'the running service sends it'}.`
      : detail(it, look),
  'callback log': (result, look) => {
    if (!Array.isArray(result)) return detail(result, look)
    if (result.length === 0) return 'There are no callbacks.'
    return table(
      [
        { title: 'CREATED (UTC)', value: (it: Json) => toSecond(it.createdAt) },
        { title: 'ID', value: (it: Json) => it.id },
        { title: 'TYPE', value: (it: Json) => it.outputType },
        { title: 'ATTEMPTS', value: (it: Json) => `${it.attempts} of ${it.mostAttempts}` },
        { title: 'STATE', value: stateOf },
        { title: 'FAILURE', value: (it: Json) => it.failure ?? '' },
      ],
      result,
      look.cells,
    )
  },
  'callback replay': (it) =>
    it.replayed === 1
      ? '1 callback is in the queue again.'
      : `${it.replayed} callbacks are in the queue again.`,
}
