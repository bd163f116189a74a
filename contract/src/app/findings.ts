// Findings that people close by hand, with a reason: whether work was offered for them or not.
import type { Static } from 'typebox'
import { operation } from '../operation.ts'
import { endReasons } from '../rules/follow-up.ts'
import { choice, record } from '../schema.ts'

const closing = {
  path: '/system-clients/{system_client_id}/surveys/{survey_id}/findings/{question_id}/closing',
  heading: 'Findings',
  right: 'quotes',
  params: {
    system_client_id: 'The system client.',
    survey_id: 'A survey that saw the finding.',
    question_id: 'Its question.',
  },
} as const

export const FindingClosing = record(
  'FindingClosing',
  'Why a finding is closed by hand.',
  { reason: choice('Why.', [...endReasons]) },
  {},
)
export type FindingClosing = Static<typeof FindingClosing>

export const closeFinding = operation({
  id: 'closeFinding',
  method: 'PUT',
  ...closing,
  summary: 'Close a finding by hand',
  description:
    'For a finding that no green answer and no invoice will close. What is found there later is a finding of its own. Closing it ' +
    'again for the same reason changes nothing.',
  body: FindingClosing,
  replies: { 204: { description: 'It is closed.' } },
  problems: ['noSuchResource', 'preconditionFailed'],
  decisions: ['I7'],
})

export const reopenFinding = operation({
  id: 'reopenFinding',
  method: 'DELETE',
  ...closing,
  summary: 'Take back that a finding was closed by hand',
  description: 'Only what `closeFinding` did. What closed with put-off work is opened again with that work.',
  replies: { 204: { description: 'It is open again, as far as nothing else closed it.' } },
  problems: ['noSuchResource'],
  decisions: ['I7'],
})
