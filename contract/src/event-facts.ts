// What events say of answers, quotes, orders and contacts before and after a change. Nothing personal: no names, no addresses of
// people, no text of a quote's lines.
import { type Static, Type } from 'typebox'
import { approvalMedia } from './dms/quotes.ts'
import { amount, choice, fields, flag, identifier, moment, text } from './schema.ts'
import { currency } from './shared.ts'

const answerValues = {
  status: choice('The grade.', ['green', 'amber', 'red']),
  value: text('The value, as entered.'),
  unitOfMeasurement: text('The unit of the value.'),
  comment: text('The comment.'),
}

/** An answer without its place. */
export const AnswerValues = fields(
  {},
  { selected: flag('Whether it is selected.'), ...answerValues },
  { title: 'answer' },
)

/** An answer that stood in a question. */
export const StandingAnswer = fields({ answerId: identifier('The answer.') }, answerValues, {
  title: 'former answer',
  description:
    'What stood there before: the other standard answer of a question that takes one, otherwise the former state of the same ' +
    'answer. Left out if nothing did.',
})
export type StandingAnswer = Static<typeof StandingAnswer>

export const GivenAnswer = fields(
  { questionId: identifier('The question.'), answerId: identifier('The answer.') },
  { ...answerValues, before: StandingAnswer },
)

export const Tap = fields(
  {
    version: identifier('The edit that gave it.'),
    at: moment("When it was tapped, by the service's clock."),
  },
  {
    deviceAt: moment("The same by the device's own clock, as it was sent."),
    device: text('The device.'),
  },
  { title: 'tap', description: 'One deliberate act of a person on a tablet, possibly without a network.' },
)

export const AnswerVersion = fields(
  {
    version: identifier('The edit.'),
    at: moment("When it was tapped, by the service's clock."),
    arrivedAt: moment('When it arrived.'),
  },
  {
    answer: fields(
      {
        questionId: identifier('The question.'),
        id: identifier('The answer.'),
        custom: flag('It was entered.'),
        isOnlyOne: flag('Selecting it deselects the others.'),
      },
      answerValues,
      { description: 'Left out if it was taken back.' },
    ),
    actor: text('Who gave it, as the actor of an event.'),
    login: identifier('The name somebody signs in with; no longer written, because it may be personal.'),
    deviceAt: moment("By the device's own clock."),
    device: text('The device.'),
  },
  { title: 'version' },
)

/** How the customer decided. */
const decisionFields = {
  approvalStatus: choice("The customer's decision.", ['approved', 'rejected', 'deferred']),
  deferralDate: moment('To when it is deferred.'),
  rejectionReasonCode: text('Why it was declined, as a code.'),
  approvalMedium: choice('How the customer decided.', [...approvalMedia]),
  approvalDate: moment('When the customer decided.'),
}

export const DecisionFacts = fields({}, decisionFields, {
  title: 'decision',
  description: "The customer's decision.",
})
export type DecisionFacts = Static<typeof DecisionFacts>

const amountFields = {
  exVat: amount('The total without VAT; left out if a line lacks its amount or there are no lines.'),
  incVat: amount('The same with VAT.'),
}

export const QuoteFacts = fields(
  {
    category: choice('How it was made.', ['quote', 'package', 'upsaleQuote']),
    questionId: identifier('The question it belongs to.'),
    answerId: identifier('The answer it belongs to.'),
    currency: currency('ISO 4217.'),
    lines: Type.Integer({ description: 'How many lines it has.', minimum: 0 }),
  },
  {
    packageId: identifier('The package.'),
    variantId: identifier('The variant of the package.'),
    ...amountFields,
    ...decisionFields,
  },
  { title: 'quote', description: 'A quote: its place, its amounts and its decision.' },
)
export type QuoteFacts = Static<typeof QuoteFacts>

export const DecidedLine = fields(
  {
    quoteId: identifier('The quote.'),
    currency: currency('ISO 4217.'),
    after: DecisionFacts,
  },
  { ...amountFields, before: DecisionFacts },
)

export const OriginFacts = fields(
  {
    branchId: identifier('Its branch.'),
    closed: flag('Whether it is closed.'),
    rejected: flag('Whether it was cancelled without work.'),
  },
  {
    plannedStartTimestamp: moment('Planned start, as it was sent.'),
    defaultSurveyReleaseDisabled: flag('Of an order: no `health` survey is made.'),
    technicianSurveyRelease: flag('Of an order: a `VC` survey is made.'),
    qcSurveyRelease: flag('Of an order: a `QC` survey is made.'),
    reviewSurveyRelease: flag('Of a lead: a `CVR` survey is made.'),
    currency: currency('Of an order: ISO 4217.'),
    soldExVat: amount('Of an order: what was invoiced, without VAT.'),
    soldIncVat: amount('Of an order: what was invoiced, with VAT.'),
  },
  { title: 'order or lead', description: 'An order or lead: its flags and what was sold.' },
)
export type OriginFacts = Static<typeof OriginFacts>

export const SurveyFlags = fields(
  { completed: flag('Completed.'), closed: flag('Closed.') },
  {},
  { title: 'flags' },
)

export const ContactFields = Type.Array(
  choice('A field of a contact.', ['email', 'mobilePhone', 'landline']),
  {
    description: 'Which fields changed; their values are not in the log.',
  },
)

export const ContactChange = fields(
  {
    changeId: identifier('Names the row that keeps the former and the new value.'),
    partner: choice('Whose contact it is.', ['customer', 'owner', 'driver']),
    fields: ContactFields,
  },
  { isContactPerson: flag('It is the contact of a contact person.') },
  { title: 'contact' },
)

export const PlanFacts = fields(
  {},
  {
    promisedTimestamp: moment('When the car was promised, as it was sent.'),
    hasTechnician: flag('Somebody is named to work on it.'),
    technicianLoginId: identifier('The login of the technician; left out for one whom only the DMS knows.'),
  },
  { title: 'plan', description: 'The work plan of a car.' },
)
export type PlanFacts = Static<typeof PlanFacts>

export const KeyFacts = fields(
  {},
  {
    label: text('What it is for.'),
    requestsPerMinute: Type.Integer({
      description: 'Most requests a minute; left out: as the installation says.',
    }),
    addresses: Type.Array(Type.String(), {
      description: 'Networks it may be used from; left out: from anywhere.',
    }),
  },
  { title: 'key', description: 'What a key is for, and its limits.' },
)
