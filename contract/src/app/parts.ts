// Requests for parts in the apps: asked for on a tablet, also without a network; queue and reply as a DMS has them.
import { type Static, Type } from 'typebox'
import { listPartRequests, partParams, partPath, putPartReply } from '../dms/parts.ts'
import { operation } from '../operation.ts'
import { partLimits, partStates } from '../rules/parts.ts'
import { choice, identifier, moment, record, text } from '../schema.ts'
import { clockAhead } from './edits.ts'

const at = moment("When it was tapped, by the device's clock; left out: now.")

export const NewPartRequest = record(
  'NewPartRequest',
  'Parts that somebody asks for.',
  { tap: identifier('Made by the device; the same tap sent again changes nothing.', { minLength: 1 }) },
  { text: text('What is needed, in words.', { maxLength: partLimits.text }), at, clockAhead },
)
export type NewPartRequest = Static<typeof NewPartRequest>

export const putPartRequest = operation({
  id: 'putPartRequest',
  method: 'PUT',
  path: partPath,
  heading: 'Parts',
  summary: 'Ask for parts for a finding',
  description:
    'Also after the inspection was completed, until the survey is closed. Asking with other words, or after a reply, opens the request ' +
    'again. The later tap counts, not the later arrival.',
  right: 'notes',
  params: partParams,
  body: NewPartRequest,
  replies: { 204: { description: 'It is asked for, or somebody changed the request later.' } },
  problems: ['noSuchResource', 'surveyClosed', 'partsStepOff'],
  decisions: ['D5'],
})

export const deletePartRequest = operation({
  id: 'deletePartRequest',
  method: 'DELETE',
  path: partPath,
  heading: 'Parts',
  summary: 'Take back a request for parts',
  description: 'Once more it changes nothing. A request that was made after `at` stays.',
  right: 'notes',
  params: partParams,
  query: record('PartWithdrawal', 'When it was done.', {}, { at, clockAhead }),
  replies: { 204: { description: 'It is taken back, or somebody asked later.' } },
  problems: ['noSuchResource', 'surveyClosed'],
  decisions: ['D5'],
})

/** Who has no right to reply has no use for the queue. */
export const showPartRequests = operation({ ...listPartRequests, id: 'showPartRequests', right: 'parts' })
export const replyToPartRequest = operation({ ...putPartReply, id: 'replyToPartRequest' })

/** What a list of cars says of the parts of a finding. */
export const PartsOfFinding = record(
  'PartsOfFinding',
  'How far the parts of a finding are.',
  {
    state: choice('`requested`: the parts desk has to reply · `priced` · `unavailable`: cannot be had.', [
      ...partStates,
    ]),
    since: Type.String({ description: 'Since when.' }),
  },
  { availableOn: Type.String({ description: 'The day on which they will be there.' }) },
)
export type PartsOfFinding = Static<typeof PartsOfFinding>
