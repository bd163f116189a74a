// What a service manager has to solve today: work that is lost on the way from the finding to the invoice.
import { type Static, Type } from 'typebox'
import { branchParameter } from '../dms/pages.ts'
import { operation } from '../operation.ts'
import { languages } from '../rules/texts.ts'
import { mostTodayCars } from '../rules/today.ts'
import { amount, choice, flag, record } from '../schema.ts'
import { PartsOfFinding } from './parts.ts'

const time = (description: string) => Type.String({ description })

export const TodaySum = record(
  'TodaySum',
  'Amounts of one currency, with VAT as far as it is known.',
  { currency: Type.String({ description: 'ISO 4217.' }), amount: amount('The sum.') },
  {},
)
export type TodaySum = Static<typeof TodaySum>

export const TodayItem = record(
  'TodayItem',
  'A finding, an offer, or a line of an order.',
  {
    kind: choice('What it is.', ['finding', 'offer', 'line']),
    text: Type.String({ description: 'What it is about, in the language of the client.' }),
  },
  {
    grade: choice('Of a finding, or the worst that the work covers.', ['amber', 'red']),
    questionId: Type.String({ description: 'The question of the survey.' }),
    quoteId: Type.String({ description: 'Of an offer.' }),
    value: Type.String({ description: 'Of a finding: what was measured or said.' }),
    unit: Type.String({ description: 'Of the value.' }),
    currency: Type.String({ description: 'Of the amount; ISO 4217.' }),
    amount: amount('With VAT; left out if it is not known.'),
    parts: PartsOfFinding,
  },
)
export type TodayItem = Static<typeof TodayItem>

export const TodayCar = record(
  'TodayCar',
  'A car in a list, with everything of it that belongs there.',
  {
    orderId: Type.String({ description: 'The service order.' }),
    branchId: Type.String({ description: 'Where it is.' }),
    since: time(
      'Since when it waits: since the check was completed, the approval, or the invoice. The age of the entry counts from here.',
    ),
    minutes: Type.Integer({ description: 'The same in minutes, when the list was made.' }),
    red: Type.Integer({ description: 'How many of the items are urgent.' }),
    amber: Type.Integer({ description: 'How many are to be advised.' }),
    sums: Type.Array(TodaySum, { description: 'What it is worth.' }),
    items: Type.Array(TodayItem, { description: 'The urgent ones first.' }),
  },
  {
    externalId: Type.String({ description: 'The number people know the order by.' }),
    numberPlate: Type.String({ description: 'Plate.' }),
    vehicle: Type.String({ description: 'Make and model.' }),
    customer: Type.String({ description: 'By name.' }),
    advisor: Type.String({ description: 'Who answers for the car, by name.' }),
    isMine: flag('That is the person who asks.'),
    isIncomplete: flag('The worth of something is not known; the sums are without it.'),
    state: choice(
      'Of an offer nobody has decided: `notSent` · `notDelivered`: the message failed · `sent`: the owner has it.',
      ['notSent', 'notDelivered', 'sent'],
    ),
    sentAt: time('When the owner got the result.'),
    isLate: flag('Urgent, and waits longer than the client wants.'),
    isClosed: flag('The order is closed.'),
    surveyId: Type.String({ description: 'Where it is solved; left out if no survey of ours is concerned.' }),
    screen: choice('Of the survey: where it is solved.', ['finding', 'quotes', 'send']),
    questionId: Type.String({ description: 'For the screen of a finding.' }),
  },
)
export type TodayCar = Static<typeof TodayCar>

export const TodayList = record(
  'TodayList',
  `The worst and the oldest first, at most ${mostTodayCars} cars; counts and sums are those of all.`,
  {
    count: Type.Integer({ description: 'Cars.' }),
    items: Type.Integer({ description: 'Findings, offers or lines.' }),
    red: Type.Integer({ description: 'Cars with something urgent.' }),
    late: Type.Integer({ description: 'Cars that wait longer than the client wants.' }),
    sums: Type.Array(TodaySum, { description: 'What all of them are worth.' }),
    cars: Type.Array(TodayCar, { description: 'The cars.' }),
  },
  { isIncomplete: flag('The worth of something is not known; the sums are without it.') },
)
export type TodayList = Static<typeof TodayList>

export const Today = record(
  'Today',
  'What waits between finding and invoice.',
  {
    at: time('When it was read.'),
    redMinutes: Type.Integer({
      description: 'After so many minutes urgent work that nobody decided is late.',
    }),
    notOffered: TodayList,
    undecided: TodayList,
    notOrdered: TodayList,
    notApproved: TodayList,
    apart: record(
      'TodayApart',
      'Of rejected orders, and of checks without an order: in none of the lists.',
      {
        cars: Type.Integer({ description: 'Cars.' }),
        findings: Type.Integer({ description: 'Red and amber findings.' }),
        offers: Type.Integer({ description: 'Offers.' }),
        sums: Type.Array(TodaySum, { description: 'What the offers cost.' }),
      },
      {},
    ),
  },
  {},
)
export type Today = Static<typeof Today>

export const getToday = operation({
  id: 'getToday',
  method: 'GET',
  path: '/system-clients/{system_client_id}/today',
  heading: 'Today',
  summary: 'Read what is lost between finding and invoice',
  description:
    'Four lists of cars: something was found and nothing offered; offered and not sent, or sent and not decided; approved and on no ' +
    'order; invoiced without an approval. Only what is current, of the branches that the person who asks may see; for people who ' +
    'may advise. An advisor gets his own cars first.',
  right: 'quotes',
  params: { system_client_id: 'The system client.' },
  query: Type.Object({
    ...branchParameter,
    language: Type.Optional(choice('Of texts; that of the system client if left out.', [...languages])),
  }),
  replies: { 200: { description: 'The lists.', body: Today } },
  problems: ['invalidArgument'],
  decisions: [],
})
