// How the message commands look to people. The views of the other commands are in views.ts.
import { fields, shown, table } from './table.ts'
import { toSecond } from './times.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number; args: Json }) => string

const stateOf = (it: Json) => (it.inOutbox ? 'in the outbox' : it.state)
/** Line by line, because names and notes may contain anything. */
const indented = (text: string) => text.split('\n').map((line) => `  ${shown(line)}`)

const detail: View = (it) =>
  [
    fields([
      ['id', it.id],
      ['type', `${it.type}, ${it.category}`],
      [
        'to',
        it.destinations.map((one: Json) => [one.name, one.address].filter(Boolean).join(', ')).join('; '),
      ],
      ['state', `${stateOf(it)}, ${it.attempts} ${it.attempts === 1 ? 'attempt' : 'attempts'}`],
      ...(it.failure ? [['failure', it.failure]] : []),
      ['created', `${toSecond(it.createdAt)} UTC`],
      ...(it.linkValidUntil ? [['link until', `${toSecond(it.linkValidUntil)} UTC`]] : []),
      ...(it.subject ? [['subject', it.subject]] : []),
    ] as [string, string][]),
    '',
    ...indented(it.text),
  ].join('\n')

const sources: Record<string, string> = {
  client: "the client's own",
  installation: "the installation's",
  none: 'none: messages stay in the outbox',
}
const whereTo = ({ email, sms, telegram }: Json): string =>
  email
    ? `${email.from} by ${email.host}`
    : sms
      ? (sms.preset ?? sms.url)
      : telegram
        ? `bot ${telegram.botId}`
        : ''
const channelOf = (it: Json) =>
  [`${it.channel}: ${sources[it.source]}`, shown(whereTo(it)), it.hasSecret ? 'with a secret' : '']
    .filter(Boolean)
    .join(', ')

const messagesOf = (messages: readonly Json[], cells: number): string =>
  messages.length === 0
    ? 'There are no messages.'
    : table(
        [
          { title: 'CREATED (UTC)', value: (it: Json) => toSecond(it.createdAt) },
          { title: 'ID', value: (it: Json) => it.id },
          { title: 'TYPE', value: (it: Json) => it.type },
          { title: 'BY', value: (it: Json) => it.category },
          { title: 'TO', value: (it: Json) => it.destinations[0]?.address ?? '' },
          { title: 'STATE', value: stateOf },
          { title: 'FAILURE', value: (it: Json) => it.failure ?? '' },
        ],
        messages,
        cells,
      )

export const messageViews: Readonly<Record<string, View>> = {
  'message-channel list': (result) => result.map(channelOf).join('\n'),
  'message-channel set': channelOf,
  'message-channel remove': ({ channel }) => `The client has no ${channel} of its own any more.`,
  'message-channel test': ({ isGood, steps }) =>
    [
      ...steps.map(
        (it: Json) => `${it.isGood ? 'ok    ' : 'failed'} ${it.step} (${it.ms} ms) ${shown(it.words)}`,
      ),
      isGood ? 'It works.' : 'It does not work.',
    ].join('\n'),
  'message list': (result, look) => messagesOf(result, look.cells),
  'message failures': ({ messages, next }, look) =>
    [messagesOf(messages, look.cells), ...(next === undefined ? [] : [`More: --after ${next}`])].join('\n'),
  'message show': detail,
  'message send': detail,
  'message preview': (it) =>
    [
      fields([
        ['type', it.type],
        ['to', [it.destination.name, it.destination.address].filter(Boolean).join(', ')],
        ['link until', `${toSecond(it.linkValidUntil)} UTC`],
        ...(it.subject ? [['subject', it.subject]] : []),
      ] as [string, string][]),
      '',
      ...indented(it.text),
    ].join('\n'),
  'message-template export': (it) => JSON.stringify(it, undefined, 2),
  'message-template preview': (result) =>
    result.length === 0
      ? 'There is no such message on that channel.'
      : result
          .map((it: Json) =>
            [
              fields([
                ['message', `${it.message}, ${it.channel}, ${it.language}`],
                ['words', it.isOwn ? "the client's own" : 'as delivered'],
                ...(it.subject ? [['subject', it.subject]] : []),
                ...(it.segments ? [['length', `${it.text.length} characters, ${it.segments} SMS`]] : []),
              ] as [string, string][]),
              '',
              ...indented(it.text),
            ].join('\n'),
          )
          .join('\n\n'),
  'message-template import': (it) =>
    it.own === 0
      ? 'All words are the delivered ones.'
      : `${it.own} ${it.own === 1 ? 'text is' : 'texts are'} the client's own.`,
}
