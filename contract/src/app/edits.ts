// Every tap in a survey as an operation with its own id, applied once however often it arrives.
import { type Static, type TProperties, Type } from 'typebox'
import { Quote } from '../dms/quotes.ts'
import { operation } from '../operation.ts'
import { languages } from '../rules/texts.ts'
import {
  choice,
  eachAlone,
  flag,
  identifier,
  list,
  moment,
  record,
  requiredIdentifier,
  text,
} from '../schema.ts'
import { Status, UnitOfMeasure } from '../shared.ts'

/** A hundred years: tablets have woken up in 1970. */
const MOST_CLOCK_ERROR = 3_155_760_000_000

export const clockAhead = Type.Integer({
  minimum: -MOST_CLOCK_ERROR,
  maximum: MOST_CLOCK_ERROR,
  description:
    "Milliseconds by which the device's clock was ahead of the service's, as last measured by the header " +
    'X-Walkaround-Time; taken off `at`.',
})

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

const quoteId = requiredIdentifier('The quote.')

/** Who tells staff a decision. */
export const tellers = ['customer', 'driver', 'other'] as const

/** The fields of one kind of edit, in addition to those of every edit. */
const edit = <const K extends string, R extends TProperties, O extends TProperties>(
  kind: K,
  description: string,
  required: R,
  optional: O,
) =>
  record(
    `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Edit`,
    description,
    {
      id: requiredIdentifier('Made by the device; an edit with an id that was applied is not applied again.'),
      kind: Type.Literal(kind, { description: 'Which kind of edit this is.' }),
      ...required,
    },
    {
      at: moment("When it was done, by the device's clock."),
      clockAhead,
      ...optional,
    },
  )

export const Edit = Type.Union(
  [
    edit('start', 'Sets the surveyor.', {}, {}),
    edit(
      'answers',
      'Gives one or several answers at once.',
      { answers: list(GivenAnswer, 'The answers.', { minItems: 1, maxItems: 200 }) },
      {},
    ),
    edit(
      'clear',
      'Takes an answer back.',
      { questionId: requiredIdentifier('The question.') },
      { answerId: identifier('The answer; left out: every answer of the question.'), seen: seenVersions },
    ),
    edit(
      'tyre',
      'Notes what was read on a tyre beside its tread; replaces what was noted before. The answer itself is given by `answers`.',
      { questionId: requiredIdentifier('The question, one with `tyre` in its settings.') },
      {
        inner: text('Depth at the inner edge, in millimetres.', { maxLength: 16 }),
        middle: text('Depth in the middle.', { maxLength: 16 }),
        outer: text('Depth at the outer edge.', { maxLength: 16 }),
        dot: text('Week and year of production, as stamped: `2319`.', { maxLength: 16 }),
        size: text('The size, as on the sidewall: `205/55 R16 91V`.', { minLength: 1, maxLength: 40 }),
      },
    ),
    edit(
      'variant',
      'Selects or deselects a package variant.',
      {
        questionId: requiredIdentifier('The question.'),
        answerId: requiredIdentifier('The answer it is offered on.'),
        packageId: requiredIdentifier('The package.'),
        variantId: requiredIdentifier('The variant.'),
      },
      { selected: flag('Left out it is true.') },
    ),
    edit('quote', 'Sets an own quote line.', { quoteId, quote: Quote }, {}),
    edit('removeQuote', 'Takes an own quote line away.', { quoteId }, {}),
    edit(
      'decision',
      'Records what the customer decided by phone or in person.',
      { quoteId, approvalStatus: choice('The decision.', ['approved', 'rejected', 'deferred']) },
      {
        approvalMedium: choice('How it was told; left out it is `direct`.', ['phone', 'direct']),
        deferralDate: moment('When deferred work is wanted.'),
        rejectionReasonCode: text('Why it was rejected.', { maxLength: 128 }),
        spokeWith: text('With whom, by name.', { maxLength: 200 }),
        toldBy: choice('Who that was.', [...tellers]),
        note: text('What else was said; for staff.', { maxLength: 1000 }),
        replaces: text(
          'The `approvalDate` of the online decision the person was shown and replaces, empty when it has none. A decision the ' +
            'owner took online is replaced in no other way.',
          { maxLength: 64 },
        ),
      },
    ),
    edit(
      'removeDecision',
      'Takes a recorded decision back.',
      { quoteId },
      { reason: text('Why.', { maxLength: 1000 }) },
    ),
    edit(
      'contact',
      'Corrects an address: `email`, `mobilePhone` or both.',
      { partner: choice('Whose.', ['customer', 'owner', 'driver']) },
      {
        contactId: identifier(
          'Of a contact person of a company, their id, or their name when they have none.',
        ),
        email: text('Empty takes the correction back.', { maxLength: 200 }),
        mobilePhone: text('Empty takes the correction back.', { maxLength: 60 }),
      },
    ),
    edit(
      'actLanguage',
      'Chooses the language in which the customer reads everything about this car: messages, pages, forms, and the act until the survey ' +
        'is completed.',
      { language: choice('The language.', [...languages]) },
      {},
    ),
    edit('complete', 'Completes the survey (D5).', {}, {}),
    edit(
      'reopen',
      'Reopens a completed survey.',
      { reason: text('Why.', { minLength: 1, maxLength: 1000 }) },
      {},
    ),
  ],
  { $id: 'Edit', description: 'One edit. Its kind tells what it does and which fields it holds.' },
)
export type Edit = Static<typeof Edit>
export type EditKind = Edit['kind']
export type EditOf<K extends EditKind> = Extract<Edit, { kind: K }>
/** What a person does, before it gets an id and a time. */
export type EditFields = Edit extends infer E ? (E extends Edit ? Omit<E, 'id' | 'at'> : never) : never

export const editKinds: readonly EditKind[] = Edit.anyOf.map(({ properties }) => properties.kind.const)

export const EditResult = record(
  'EditResult',
  'What became of an edit.',
  {
    id: Type.String({ description: 'The edit, by the id the device gave it.' }),
    state: choice('`repeated`: it was applied before.', ['applied', 'repeated', 'refused']),
  },
  {
    hasConflict: flag(
      'Somebody else answered one of its questions without having seen this answer, or it theirs: `taps` of the survey holds both.',
    ),
    errorCode: Type.Integer({ description: 'Of the error catalogue, when it was refused.' }),
    error: Type.String({ description: 'The short text of that error.' }),
    errorInfo: Type.String({ description: 'What was refused and by which rule.' }),
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
    { edits: eachAlone(list(Edit, 'The edits.', { minItems: 1, maxItems: 500 })) },
    { device: identifier('Which device sends them; made by it once and kept.') },
  ),
  replies: {
    200: {
      description: 'What became of each.',
      body: record(
        'EditResults',
        'One result per edit, in their order.',
        {
          results: Type.Array(EditResult, { description: 'One for each edit, in the same order.' }),
          sequence: Type.String({
            description: 'Number of the last event in the log; those of these edits may follow.',
          }),
        },
        {},
      ),
    },
  },
  problems: ['noSuchResource', 'missingField'],
  decisions: ['C6', 'D3', 'D4', 'D5', 'E2', 'I1'],
})
