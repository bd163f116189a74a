// Operations of sandboxes alone: the clock and starting over. All of it is our addition, and so are the people who are simulated
// (simulate-advisor.ts, simulate-workshop.ts, simulate-owner.ts).
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { moment, record, text } from '../schema.ts'

export const sandboxHeading = 'Sandbox'
export const sandboxPath = '/system-clients/{system_client_id}/sandbox'
export const simulatedSurveyPath = `${sandboxPath}/surveys/{survey_id}` as const
export const sandboxParams = { system_client_id: 'The system client, a sandbox.' }
export const simulatedSurveyParams = { ...sandboxParams, survey_id: 'The survey.' }

export const SandboxClock = record(
  'SandboxClock',
  'The clock of a sandbox.',
  {
    now: Type.String({ description: 'The time by this clock.' }),
    aheadSeconds: Type.Integer({ description: 'How far it is ahead of the real time.' }),
  },
  {},
)
export type SandboxClock = Static<typeof SandboxClock>

export const ClockChange = record(
  'ClockChange',
  'Where the clock is set; neither field: back to the real time.',
  {},
  {
    at: moment('To this time, not before the real one.'),
    forward: text(
      'Ahead by a number of seconds, minutes, hours, days or weeks: `90s`, `10m`, `2h`, `3d`, `1w`.',
      {
        maxLength: 12,
      },
    ),
  },
)
export type ClockChange = Static<typeof ClockChange>

export const getSandboxClock = operation({
  id: 'getSandboxClock',
  method: 'GET',
  path: `${sandboxPath}/clock`,
  heading: sandboxHeading,
  summary: 'Read the clock of a sandbox',
  description: 'What the service takes for the present time in everything it does for this client.',
  right: 'read',
  params: sandboxParams,
  replies: { 200: { description: 'The clock.', body: SandboxClock } },
  problems: ['notSandbox'],
  decisions: [],
  ours: true,
})

export const putSandboxClock = operation({
  id: 'putSandboxClock',
  method: 'PUT',
  path: `${sandboxPath}/clock`,
  heading: sandboxHeading,
  summary: 'Move the clock of a sandbox',
  description:
    'From now on everything of this client happens at that time: links end, messages and callbacks that wait become due. The clock ' +
    'goes on from there. It cannot be before the real time. Keys, sessions, certificates and links to files keep to the real time. ' +
    'The process that is asked follows at once, all others within a second.',
  right: 'admin',
  params: sandboxParams,
  body: ClockChange,
  replies: { 200: { description: 'The clock as it is now.', body: SandboxClock } },
  problems: ['notSandbox', 'clockOutOfReach', 'invalidArgument'],
  decisions: ['A8'],
  ours: true,
  example: { forward: '3d' },
})

export const resetSandbox = operation({
  id: 'resetSandbox',
  method: 'POST',
  path: `${sandboxPath}/reset`,
  heading: sandboxHeading,
  summary: 'Start over in a sandbox',
  description:
    'Removes orders, leads, surveys, quotes, messages, files, callbacks and events, and sets the clock to the real time. Settings, ' +
    'sites, branches, logins, keys, templates, packages, prices, texts and the receiver of callbacks stay.',
  right: 'admin',
  params: sandboxParams,
  replies: {
    200: {
      description: 'What was removed.',
      body: record(
        'SandboxReset',
        'What was removed.',
        { rows: Type.Integer({ description: 'How many rows of all tables.' }) },
        {},
      ),
    },
  },
  problems: ['notSandbox'],
  decisions: [],
  ours: true,
})
