// Every tap in a survey as an operation with an id of its own, applied once however often it arrives.
import { type Static, Type } from 'typebox'
import { Quote } from '../dms/quotes.ts'
import { Status } from '../dms/surveys.ts'
import { operation } from '../operation.ts'
import { choice, flag, identifier, list, moment, record, requiredIdentifier, text } from '../schema.ts'
import { UnitOfMeasure } from '../shared.ts'

/** A hundred years: tablets have woken up in 1970. */
const MOST_CLOCK_ERROR = 3_155_760_000_000

export const editKinds = [
  'start',
  'answers',
  'clear',
  'variant',
  'quote',
  'removeQuote',
  'decision',
  'removeDecision',
  'contact',
  'complete',
  'reopen',
] as const

const seenVersions = list(
  identifier('A version.'),
  'Versions of the answer that the person was shown when they tapped (`taps` of the survey, or ids of own edits): these it replaces. ' +
    'Left out beside `at`: none; left out without `at`: all there are (I1).',
  { maxItems: 50 },
)

export const GivenAnswer = record(
  'GivenAnswer',
  'An answer given at the car (D3): a standard answer by its id, a number that finds its band, or words of its own.',
  { questionId: requiredIdentifier('The question.') },
  {
    answerId: identifier('A standard answer; or, with `custom`, the id the entered answer gets.'),
    custom: flag('The answer is entered, not chosen.'),
    value: text('Number or words.', { maxLength: 5000 }),
    unitOfMeasurement: UnitOfMeasure,
    status: Status,
    comment: text('Internal comment.', { maxLength: 5000 }),
    seen: seenVersions,
  },
)
export type GivenAnswer = Static<typeof GivenAnswer>

export const Edit = record(
  'Edit',
  'One edit. Which of the fields it needs is told by its kind.',
  {
    id: requiredIdentifier('Made by the device; an edit with an id that was applied is not applied again.'),
    kind: choice(
      '`start` sets the surveyor · `answers` gives one or several answers at once · `clear` takes an answer back · `variant` selects ' +
        'or deselects a package variant · `quote` sets an own quote line, `removeQuote` takes it away · `decision` records what the ' +
        'customer decided by phone or in person, `removeDecision` takes that back · `contact` corrects an address · `complete` (D5) · `reopen` with a reason.',
      [...editKinds],
    ),
  },
  {
    at: moment("When it was done, by the device's clock."),
    clockAhead: Type.Integer({
      minimum: -MOST_CLOCK_ERROR,
      maximum: MOST_CLOCK_ERROR,
      description:
        "Milliseconds by which the device's clock was ahead of the service's, as last measured by the header X-Walkaround-Time; " +
        'taken off `at`.',
    }),
    seen: seenVersions,
    answers: list(GivenAnswer, 'For `answers`.', { maxItems: 200 }),
    questionId: identifier('For `clear` and `variant`.'),
    answerId: identifier('For `clear` (left out: every answer of the question) and `variant`.'),
    packageId: identifier('For `variant`.'),
    variantId: identifier('For `variant`.'),
    selected: flag('For `variant`; left out it is true.'),
    quoteId: identifier('For `quote`, `removeQuote`, `decision` and `removeDecision`.'),
    quote: Quote,
    approvalStatus: choice('For `decision`.', ['approved', 'rejected', 'deferred']),
    approvalMedium: choice('For `decision`.', ['phone', 'direct']),
    deferralDate: moment('For `decision`: when deferred work is wanted.'),
    rejectionReasonCode: text('For `decision`.', { maxLength: 128 }),
    spokeWith: text('For `decision`: with whom, by name.', { maxLength: 200 }),
    replaces: text(
      'For `decision`: the `approvalDate` of the online decision the person was shown and replaces, empty when it has none. A ' +
        'decision the owner took online is replaced in no other way.',
      { maxLength: 64 },
    ),
    partner: choice('For `contact`: whose.', ['customer', 'owner', 'driver']),
    contactId: identifier(
      'For `contact`: of a contact person of a company, their id, or their name when they have none.',
    ),
    email: text('For `contact`; empty takes the correction back.', { maxLength: 200 }),
    mobilePhone: text('For `contact`; empty takes the correction back.', { maxLength: 60 }),
    reason: text('For `reopen`.', { maxLength: 1000 }),
  },
)
export type Edit = Static<typeof Edit>

export const EditResult = record(
  'EditResult',
  'What became of an edit.',
  {
    id: Type.String(),
    state: choice('`repeated`: it was applied before.', ['applied', 'repeated', 'refused']),
  },
  {
    hasConflict: flag(
      'Somebody else answered one of its questions without having seen this answer, or it theirs: `taps` of the survey holds both.',
    ),
    errorCode: Type.Integer({ description: 'Of the error catalogue, when it was refused.' }),
    error: Type.String(),
    errorInfo: Type.String(),
  },
)
export type EditResult = Static<typeof EditResult>

export const postEdits = operation({
  id: 'postEdits',
  method: 'POST',
  path: '/system-clients/{system_client_id}/surveys/{survey_id}/edits',
  heading: 'Edits',
  summary: 'Send edits of a survey',
  description:
    'Applied one after the other in the order given, each whole or not at all; one that is refused does not keep the next from ' +
    'being applied. Edits of different questions merge; of the same question the later tap wins, and a worse finding never gives way ' +
    'to a better one that was tapped without having seen it (I1).',
  right: 'answers',
  params: { system_client_id: 'The system client.', survey_id: 'The survey.' },
  body: record(
    'Edits',
    'Edits in their order.',
    { edits: list(Edit, 'The edits.', { minItems: 1, maxItems: 500 }) },
    { device: identifier('Which device sends them; made by it once and kept.') },
  ),
  answers: {
    200: {
      description: 'What became of each.',
      body: record(
        'EditResults',
        'One result per edit, in their order.',
        { results: Type.Array(EditResult), sequence: Type.String() },
        {},
      ),
    },
  },
  problems: ['noSuchResource', 'missingField'],
  decisions: ['C6', 'D3', 'D4', 'D5', 'E2', 'I1'],
})
