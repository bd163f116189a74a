// The reasons to decline that a client offers, for those who set it up.
import { type Static, Type } from 'typebox'
import { conditionalWrite, etagReply, newTag, operation } from '../operation.ts'
import { LONGEST_CODE, LONGEST_REASON, MOST_REASONS } from '../rules/rejection-reasons.ts'
import { languages } from '../rules/texts.ts'
import { choice, flag, list, record, text } from '../schema.ts'

const heading = 'Words'
const path = '/system-clients/{system_client_id}/rejection-reasons'
const params = { system_client_id: 'The system client.' }

const word = (description: string) => text(description, { maxLength: LONGEST_REASON, 'x-personal': false })

const ReasonText = record(
  'ReasonText',
  'A reason in one language.',
  { language: choice('The language.', [...languages]) },
  {
    text: word('In the words of whoever declines, as the page of the owner offers it.'),
    reported: word('As others tell it of them; left out: the same.'),
  },
)

const code = text('For `rejectionReasonCode`. It never changes.', {
  minLength: 1,
  maxLength: LONGEST_CODE,
  'x-personal': false,
})
const own = {
  isOff: flag('It is not offered any more. Decisions that name it are still told in words.'),
  words: list(ReasonText, "The client's own words; a language that is left out has the delivered ones.", {
    maxItems: languages.length,
  }),
}

export const RejectionReasonsChange = record(
  'RejectionReasonsChange',
  'The reasons, in the order in which they are offered. Each that there is stays in the list.',
  {
    reasons: list(record('RejectionReasonChange', 'A reason.', { code }, own), 'The reasons.', {
      maxItems: MOST_REASONS,
    }),
  },
  {},
)
export type RejectionReasonsChange = Static<typeof RejectionReasonsChange>

export const RejectionReasons = record(
  'RejectionReasons',
  'Why customers decline, in the order in which it is offered.',
  {
    reasons: Type.Array(
      record(
        'OfferedRejectionReason',
        'A reason.',
        { code, words: Type.Array(ReasonText, { description: "The client's own words." }) },
        {
          isOff: own.isOff,
          delivered: Type.Array(ReasonText, {
            description: 'Of a reason that comes with the service: its words.',
          }),
        },
      ),
      { description: 'The reasons.' },
    ),
  },
  { isOwn: flag('The client has changed something; otherwise all is as delivered.') },
)
export type RejectionReasons = Static<typeof RejectionReasons>

export const getRejectionReasons = operation({
  id: 'getRejectionReasons',
  method: 'GET',
  path,
  heading,
  summary: 'Read the reasons to decline',
  description: 'Those that are offered and those that are not any more.',
  right: 'admin',
  params,
  replies: { 200: { description: 'The reasons.', body: RejectionReasons, headers: etagReply } },
  problems: [],
  decisions: ['B7'],
})

export const putRejectionReasons = operation({
  id: 'putRejectionReasons',
  method: 'PUT',
  path,
  heading,
  summary: 'Set the reasons to decline',
  description:
    'Pages of owners and tablets offer them from then on. A code that was there once stays: a decision may name it.',
  right: 'admin',
  params,
  body: RejectionReasonsChange,
  requestHeaders: conditionalWrite,
  replies: { 200: { description: 'The reasons as they are now.', body: RejectionReasons, headers: newTag } },
  problems: ['invalidArgument', 'preconditionFailed'],
  decisions: ['B7'],
})
