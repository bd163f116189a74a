// The figures: what came, was found, offered, decided and sold in a period, compared with the period before.
import { type Static, Type } from 'typebox'
import {
  carOrders,
  figureIds,
  figures,
  groupings,
  MOST_GROUPS,
  MOST_SORTED_ORDERS,
  MOST_YEARS,
  ordersByMoney,
  questionFigures,
  SMALL_NUMBER,
} from '../figures.ts'
import { operation } from '../operation.ts'
import { choice, flag, identifier, list, moment, number, plain, record, text } from '../schema.ts'
import { currency } from '../shared.ts'

const params = { system_client_id: 'The system client.' }

const valueFields = {
  value: number(
    `The value; of a share between 0 and 1. Left out if there was nothing to divide by, and of a share of fewer than ${SMALL_NUMBER}: then say "\`count\` of \`of\`".`,
  ),
  count: number('Of a ratio: what was divided. Times are in seconds.'),
  of: number('Of a ratio: by what it was divided.'),
}

export const FigureBefore = record('FigureBefore', 'The same in the period before.', {}, valueFields)

export const FigureValue = record(
  'FigureValue',
  'A figure with its value.',
  { id: Type.String({ description: 'Which figure, as in `definitions`.' }) },
  {
    currency: Type.String({ description: 'Of money: the currency. Currencies are never added up.' }),
    ...valueFields,
    before: FigureBefore,
  },
)
export type FigureValue = Static<typeof FigureValue>

export const FigureDefinition = record(
  'FigureDefinition',
  'What a figure means.',
  {
    id: Type.String({ description: 'Of the figure.' }),
    kind: choice('How its value is read; `money` is without VAT, `minutes` and `seconds` are averages.', [
      'count',
      'share',
      'average',
      'minutes',
      'seconds',
      'stars',
      'money',
    ]),
    name: Type.String({ description: 'What it is called.' }),
    words: Type.String({ description: 'How it is counted.' }),
  },
  {},
)
export type FigureDefinition = Static<typeof FigureDefinition>

const Day = (description: string) => Type.String({ description })

export const FigurePeriod = record(
  'FigurePeriod',
  'Days in the time zone of the system client.',
  { from: Day('The first day.'), to: Day('The last day.') },
  {},
)

const common = {
  period: FigurePeriod,
  before: FigurePeriod,
  definitions: Type.Array(FigureDefinition, { description: 'Every figure in words.' }),
}
const commonOptions = {
  asOf: Type.String({
    description: 'What happened up to then is counted; usually some seconds ago. Left out if nothing is yet.',
  }),
}

export const FigureGroup = record(
  'FigureGroup',
  'The figures of one branch, site, person or time.',
  { figures: Type.Array(FigureValue, { description: 'The figures, in the order of `definitions`.' }) },
  {
    key: Type.String({
      description:
        'The id of the branch or site, the key of the person, or the first day; left out if nothing is grouped.',
    }),
    name: Type.String({ description: 'What the branch, site or person is called.' }),
    isOwn: flag('It is the person who asks.'),
  },
)
export type FigureGroup = Static<typeof FigureGroup>

export const Figures = record(
  'Figures',
  'Figures of a period.',
  {
    ...common,
    groups: Type.Array(FigureGroup, {
      description: 'One for each group of which there is anything; without a grouping exactly one.',
    }),
    arePersonsNamed: flag('The setting of the system client lets people see the figures of other persons.'),
    isOwnOnly: flag('The role of the caller sees only its own figures.'),
  },
  {
    ...commonOptions,
    more: number(
      `How many branches, sites or persons are left out: of more than ${MOST_GROUPS.toLocaleString('en')}, those with the most orders are returned. Name branches or sites to see the others.`,
    ),
  },
)
export type Figures = Static<typeof Figures>

export const QuestionGroup = record(
  'QuestionFigures',
  'The figures of one question.',
  {
    templateId: Type.String({ description: 'The template.' }),
    questionId: Type.String({ description: 'The question.' }),
    figures: Type.Array(FigureValue, {
      description: 'Seconds, find rate, and money per minute by currency.',
    }),
  },
  { text: Type.String({ description: 'The question in words; left out if no template has it any more.' }) },
)

export const QuestionFigures = record(
  'QuestionFigureList',
  'Figures of questions in a period.',
  {
    ...common,
    questions: Type.Array(QuestionGroup, { description: 'By template, in the order of their ids.' }),
  },
  commonOptions,
)
export type QuestionFigures = Static<typeof QuestionFigures>

export const FigurePerson = record(
  'FigurePerson',
  'Somebody who had to do with an order.',
  {
    key: Type.String({ description: 'The key of the person, as `person` takes it.' }),
    name: Type.String({ description: 'What the person is called.' }),
  },
  { isOwn: flag('It is the person who asks.') },
)

export const FigureCar = record(
  'FigureCar',
  'An order behind the figures, with the figures of it alone.',
  {
    orderId: Type.String({ description: 'The service order.' }),
    day: Day('The day it counts on.'),
    branchId: Type.String({ description: 'The branch.' }),
    figures: Type.Array(FigureValue, {
      description:
        'As of a group: added up over all orders, `value` of what is counted or paid, and `count` and `of` of everything else, are those of the figures.',
    }),
  },
  {
    branch: Type.String({ description: 'What the branch is called.' }),
    externalId: Type.String({ description: 'The number people know the order by.' }),
    numberPlate: Type.String({ description: 'Plate.' }),
    vin: Type.String({ description: 'VIN.' }),
    make: Type.String({ description: 'Make.' }),
    model: Type.String({ description: 'Model.' }),
    isRejected: flag('The order was rejected: it counts as that and nowhere else.'),
    persons: Type.Array(FigurePerson, {
      description:
        'Who advised and checked; of others than the person who asks only if the system client has allowed it.',
    }),
  },
)
export type FigureCar = Static<typeof FigureCar>

export const FigureCars = record(
  'FigureCars',
  'Orders behind the figures of a period: one page of them.',
  {
    period: FigurePeriod,
    cars: Type.Array(FigureCar, { description: 'In the order that was asked for.' }),
    definitions: common.definitions,
    arePersonsNamed: flag('The setting of the system client lets people see the figures of other persons.'),
    isOwnOnly: flag('The role of the caller sees only its own orders.'),
  },
  {
    ...commonOptions,
    next: Type.String({ description: 'Give it as `cursor` for the next page; left out: this is the last.' }),
  },
)
export type FigureCars = Static<typeof FigureCars>

const compared = {
  beforeFrom: moment(
    'The first day of the period to compare with. Left out, with `beforeTo`: as many days before, or as many whole months.',
  ),
  beforeTo: moment('The last day of the period to compare with.'),
}
const where = {
  branch: list(identifier('Dealer code or branch id.'), 'Only these branches; may be repeated.', {
    maxItems: 100,
  }),
  site: list(identifier('Id of a site.'), 'Only the branches of these sites; may be repeated.', {
    maxItems: 100,
  }),
}
const period = {
  from: {
    ...moment(
      'The first day. A date, or a date with a time, which then means its day in the time zone of the system client.',
    ),
    examples: ['2026-03-01'],
  },
  to: {
    ...moment(`The last day, which is included; at most ${MOST_YEARS} years after the first.`),
    examples: ['2026-03-31'],
  },
}
const language = Type.String({
  description:
    'The language of names and definitions, as a tag such as `de`; otherwise that of the system client.',
  maxLength: 35,
})

const person = plain(
  text('Only the orders of this person: the `key` of a group of persons, or `me`.', { maxLength: 300 }),
)

export const FigureQuery = record('FigureQuery', 'Which figures.', period, {
  ...compared,
  by: choice('How they are grouped; `none` unless said.', [...groupings]),
  ...where,
  person,
  figure: list(
    choice('Id of a figure.', [...figureIds]),
    'Only these figures; may be repeated. Shorter where there are many groups.',
    { maxItems: figureIds.length },
  ),
  language,
})
export type FigureQuery = Static<typeof FigureQuery>

export const QuestionFigureQuery = record('QuestionFigureQuery', 'Of which questions.', period, {
  ...compared,
  ...where,
  language,
})
export type QuestionFigureQuery = Static<typeof QuestionFigureQuery>

/** Orders on a page, and the most that may be asked for. */
export const CARS_LISTED = 50
export const MOST_CARS_LISTED = 200

export const FigureCarQuery = record('FigureCarQuery', 'Which orders.', period, {
  ...where,
  person,
  sort: choice(
    'What comes first: `day` the newest, unless said otherwise; `sold` what sold for most; `notSold` of which most was offered and not ' +
      'sold; `notOffered` with most findings without an offer. All but `day` are for at most ' +
      `${MOST_SORTED_ORDERS.toLocaleString('en')} orders.`,
    [...carOrders],
  ),
  currency: currency(
    `Of the money to sort by, which ${ordersByMoney.map((name) => `\`${name}\``).join(' and ')} need: currencies are never compared.`,
  ),
  limit: Type.Integer({
    description: `At most so many; ${CARS_LISTED} if left out.`,
    minimum: 1,
    maximum: MOST_CARS_LISTED,
  }),
  cursor: text('`next` of the page before, with the same query.', { maxLength: 1000 }),
  language,
})
export type FigureCarQuery = Static<typeof FigureCarQuery>

const rights =
  'Technicians and advisors see their own figures, everybody else those of the branches they reach. The figures of other persons are shown only if the system client has allowed it.'

export const getFigures = operation({
  id: 'getFigures',
  method: 'GET',
  path: '/system-clients/{system_client_id}/figures',
  heading: 'Figures',
  summary: 'Read the figures of a period',
  description: `What came, was found, offered, decided and sold, and how long it took, compared with the period before: ${figures.length} figures, each with its definition. ${rights}`,
  right: 'read',
  params,
  query: FigureQuery,
  replies: { 200: { description: 'The figures.', body: Figures } },
  problems: ['missingField', 'invalidDate', 'invalidText', 'unknownPlace'],
  decisions: ['A8', 'F1'],
  ours: true,
})

export const getQuestionFigures = operation({
  id: 'getQuestionFigures',
  method: 'GET',
  path: '/system-clients/{system_client_id}/figures/questions',
  heading: 'Figures',
  summary: 'Read the figures of single questions',
  description: `What each question of a check takes, finds and brings: ${questionFigures.length} figures. For roles that see more than their own figures.`,
  right: 'read',
  params,
  query: QuestionFigureQuery,
  replies: { 200: { description: 'The figures.', body: QuestionFigures } },
  problems: ['missingField', 'invalidDate', 'unknownPlace'],
  decisions: ['A8', 'F1'],
  ours: true,
})

export const getFigureCars = operation({
  id: 'getFigureCars',
  method: 'GET',
  path: '/system-clients/{system_client_id}/figures/cars',
  heading: 'Figures',
  summary: 'Read the orders behind the figures',
  description: `Every order that the figures of the same query count, page by page, with its car and its own figures: added up, they are the figures. ${rights}`,
  right: 'read',
  params,
  query: FigureCarQuery,
  replies: { 200: { description: 'A page of the orders.', body: FigureCars } },
  problems: ['missingField', 'invalidDate', 'invalidText', 'unknownPlace', 'invalidCursor'],
  decisions: ['A8', 'F1'],
  ours: true,
})
