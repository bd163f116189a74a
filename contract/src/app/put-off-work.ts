// Work that customers put off or declined and that is still open: a list to be worked through, and what people do with it.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { callOutcomes, endReasons, followUpActs } from '../rules/follow-up.ts'
import { languages } from '../rules/texts.ts'
import { amount, choice, flag, list, record, requiredIdentifier, text } from '../schema.ts'

const clientPath = '/system-clients/{system_client_id}'
const params = { system_client_id: 'The system client.' }
const day = (description: string) => Type.String({ description })
const price = (description: string) => amount(description)

export const FollowUp = record(
  'FollowUp',
  'What people did with a work so far.',
  {
    revision: Type.Integer({ description: 'Goes up with every change; 0 if there was none.' }),
    calls: Type.Integer({ description: 'How often somebody called.' }),
  },
  {
    claimedBy: Type.String({ description: 'Who takes care of it, by name.' }),
    isMine: flag('The person who asks takes care of it.'),
    lastCall: choice('What came of the last call.', [...callOutcomes]),
    calledAt: Type.String({ description: 'When that was.' }),
    dueOn: day('The day that staff set: to call again, or put off to.'),
    bookedAt: Type.String({ description: 'When an appointment was noted.' }),
    bookedFor: day('The day of the appointment, if it is known.'),
    ended: choice('It is out of the list: done, or nobody shall ask again.', ['done', 'stopped']),
    endedReason: choice('Why.', [...endReasons]),
    changedBy: Type.String({ description: 'Who changed it last, by name.' }),
    changedAt: Type.String({ description: 'When that was.' }),
  },
)
export type FollowUp = Static<typeof FollowUp>

export const PutOffFinding = record(
  'PutOffFinding',
  'A finding that the work covers, as it was found then.',
  {
    questionId: Type.String({ description: 'The question.' }),
    title: Type.String({ description: 'What it is called.' }),
    grade: choice('Its grade then.', ['amber', 'red']),
  },
  {
    value: Type.String({ description: 'What was measured then.' }),
    unitOfMeasurement: Type.String({ description: 'Of the value.' }),
  },
)

export const PutOffWork = record(
  'PutOffWork',
  'Offered work that the customer put off or declined, and that is still open.',
  {
    surveyId: Type.String({ description: 'The survey it was offered on.' }),
    quoteId: Type.String({ description: 'The quote of that survey.' }),
    car: Type.String({ description: 'The same for all work on the same car.' }),
    decision: choice('What the customer said.', ['deferred', 'rejected']),
    text: Type.String({ description: 'What it is, as it was offered.' }),
    findings: Type.Array(PutOffFinding, {
      description: 'What was found, the first the one it was offered on.',
    }),
    followUp: FollowUp,
  },
  {
    branchId: Type.String({ description: 'The branch.' }),
    orderId: Type.String({ description: 'The order.' }),
    decidedAt: Type.String({ description: 'When the customer said so.' }),
    until: day('The day it was put off to, by the customer or by staff since.'),
    overdueDays: Type.Integer({ description: 'So many days that day is past.' }),
    reasonCode: Type.String({ description: 'Why it was declined: the code.' }),
    reason: Type.String({ description: 'The same in words.' }),
    currency: Type.String({ description: 'Of the amounts then.' }),
    amountExVat: price('What it cost then without VAT.'),
    amountIncVat: price('What it cost then with VAT.'),
    today: record(
      'PutOffPrice',
      'What the same variant of the package costs today; left out where that is not known.',
      { currency: Type.String({ description: 'Of the amounts.' }) },
      {
        amountExVat: price('Without VAT.'),
        amountIncVat: price('With VAT; left out where it is not known.'),
      },
    ),
    numberPlate: Type.String({ description: 'Plate.' }),
    vehicle: Type.String({ description: 'Make and model.' }),
    vin: Type.String({ description: 'VIN.' }),
    customer: Type.String({ description: 'By name.' }),
    telephone: Type.String({ description: 'The first number the customer can be called at.' }),
    bookingLink: Type.String({ description: 'Where appointments at the site are booked.' }),
  },
)
export type PutOffWork = Static<typeof PutOffWork>

const PutOffTotal = record(
  'PutOffTotal',
  'All that was asked for, of one currency.',
  { works: Type.Integer({ description: 'How many works.' }) },
  {
    currency: Type.String({ description: 'Left out: of works without a currency.' }),
    exVat: price('The sum without VAT of those whose amount is known.'),
    incVat: price('The sum with VAT of those whose amount is known.'),
    withoutExVat: Type.Integer({ description: 'Of so many the amount without VAT is not known.' }),
    withoutIncVat: Type.Integer({ description: 'Of so many the amount with VAT is not known.' }),
  },
)

export const PutOffList = record(
  'PutOffList',
  'A page of the list.',
  { work: Type.Array(PutOffWork, { description: 'What is due first at the top.' }) },
  {
    next: Type.String({ description: 'Give it as `after` for the next page; left out: this is the last.' }),
    totals: Type.Array(PutOffTotal, { description: 'With the first page: of all pages.' }),
  },
)
export type PutOffList = Static<typeof PutOffList>

export const listPutOffWork = operation({
  id: 'listPutOffWork',
  method: 'GET',
  path: `${clientPath}/put-off-work`,
  heading: 'Put-off work',
  summary: 'Read the work that was put off or declined',
  description:
    'Of the branches of the person who asks, for people who may advise. In the order in which it is due: the day it was put off to, ' +
    'or the day of the decision. Rejected orders are left out.',
  right: 'quotes',
  params,
  query: record(
    'PutOffQuery',
    'What to tell.',
    {},
    {
      branch: list(requiredIdentifier('A branch.'), 'Only of these branches.', { maxItems: 200 }),
      decision: choice('Only what was put off, or only what was declined.', ['deferred', 'rejected']),
      overdue: flag('Only what is past its day.'),
      claimed: choice('Only what the person who asks takes care of, or what nobody does.', ['me', 'nobody']),
      after: text('`next` of the page before.', { maxLength: 600 }),
      limit: Type.Integer({ description: 'At most so many; 50 if left out.', minimum: 1, maximum: 200 }),
      language: choice('Of titles and reasons.', [...languages]),
    },
  ),
  replies: { 200: { description: 'The work.', body: PutOffList } },
  problems: ['unknownPlace', 'invalidCursor'],
  decisions: ['I4', 'I7'],
})

export const FollowUpAct = record(
  'FollowUpAct',
  'What somebody did with a work.',
  {
    act: choice(
      '`claim`: I take care of it · `release`: nobody does · `call`: the owner was called · `book`: there is an appointment · ' +
        '`putOff`: ask again on another day · `done`: it was done without an invoice of ours · `stop`: nobody shall ask again · ' +
        '`undo`: back into the list.',
      [...followUpActs],
    ),
    revision: Type.Integer({ description: 'The revision that the person saw.', minimum: 0 }),
  },
  {
    outcome: choice('Of a call, which needs it.', [...callOutcomes]),
    on: Type.String({
      description: 'A day such as 2026-03-31: of the appointment, to call again, or put off to.',
      maxLength: 10,
    }),
    reason: choice('Of `done` and `stop`, which need it.', [...endReasons]),
  },
)
export type FollowUpAct = Static<typeof FollowUpAct>

export const putFollowUpAct = operation({
  id: 'putFollowUpAct',
  method: 'PUT',
  path: `${clientPath}/surveys/{survey_id}/put-off-work/{quote_id}/acts/{act_id}`,
  heading: 'Put-off work',
  summary: 'Say what was done with work that was put off',
  description:
    'Its id is made by the page; sending it again changes nothing. If somebody else changed the work since `revision`, nothing is ' +
    'changed and the refusal says what it was. `done` and `stop` close the findings that the work covers.',
  right: 'quotes',
  params: {
    ...params,
    survey_id: 'The survey it was offered on.',
    quote_id: 'The quote of that survey.',
    act_id: 'Of this act.',
  },
  body: FollowUpAct,
  replies: { 200: { description: 'As it is now.', body: FollowUp } },
  problems: ['noSuchResource', 'preconditionFailed', 'missingField', 'invalidDate', 'invalidArgument'],
  decisions: ['I4', 'I7'],
})
