// The work plan of a car in the app: when it was promised and who works on it; and the people who may be chosen.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { staffRoles } from '../rules/roles.ts'
import { choice, flag, identifier, moment, record, text } from '../schema.ts'
import { clockAhead } from './edits.ts'

const clientPath = '/system-clients/{system_client_id}'
export const cardParams = {
  system_client_id: 'The system client.',
  card: 'As events name a card of the board: `order/`, `lead/` or `vehicle/`, and the id.',
}

/** What a card of the board shows of the plan. */
export const plannedOnCard = {
  promisedAt: moment('When the car was promised to its owner.'),
  technician: Type.String({
    description: 'Who works on it, by name: as planned here, otherwise as the order says.',
  }),
  isTechnicianPlanned: flag('The technician was chosen here; otherwise the order names one.'),
  technicians: Type.Array(
    record(
      'OrderTechnician',
      'A technician whom the order names.',
      { name: Type.String({ description: 'By name.' }) },
      { id: Type.String({ description: 'Of the DMS.' }) },
    ),
    { description: 'Technicians whom the order names, to be chosen from.' },
  ),
}

export const PlanChange = record(
  'PlanChange',
  'What somebody sets or takes back; a part that is left out stays as it is.',
  {},
  {
    at: moment(
      "When it was done, by the device's clock; left out: now. The later tap counts, not the later arrival.",
    ),
    clockAhead,
    promised: record(
      'PlannedPromise',
      'When the car was promised.',
      {},
      { timestamp: moment('Left out: nothing is promised any more.') },
    ),
    technician: record(
      'PlannedTechnician',
      'Who works on the car.',
      {},
      {
        id: identifier(
          'One of `people` of the branch, or a technician whom the order names; left out with `name`: nobody any more.',
        ),
        name: text('A technician whom the order names without an id.', { maxLength: 400 }),
      },
    ),
  },
)
export type PlanChange = Static<typeof PlanChange>

export const putCardPlan = operation({
  id: 'putCardPlan',
  method: 'PUT',
  path: `${clientPath}/cards/{card}/work-plan`,
  heading: 'Board',
  summary: 'Plan the work on a car',
  description:
    'Of an order or a lead. Advisors set anything; a technician takes a car for himself, or gives his own back. Sending it again ' +
    'changes nothing.',
  right: 'answers',
  params: cardParams,
  body: PlanChange,
  replies: { 204: { description: 'The plan is as said, or somebody changed it later.' } },
  problems: ['noSuchResource', 'invalidArgument', 'missingField', 'forbidden'],
  decisions: ['C6', 'F1'],
})

export const StaffMember = record(
  'StaffMember',
  'Somebody who may work at a branch.',
  {
    id: Type.String({ description: 'The login.' }),
    name: Type.String({ description: 'By name.' }),
    role: choice('What the person may do.', [...staffRoles]),
  },
  {
    branches: Type.Array(Type.String(), {
      description: 'The branches the role is limited to; left out: all of the client.',
    }),
  },
)
export type StaffMember = Static<typeof StaffMember>

export const listPeople = operation({
  id: 'listPeople',
  method: 'GET',
  path: `${clientPath}/people`,
  heading: 'Board',
  summary: 'List the people who may work on cars',
  description:
    'Logins of people at the branches of the person who asks, by name. An app keeps them for work without a network.',
  right: 'read',
  params: { system_client_id: 'The system client.' },
  replies: { 200: { description: 'The people.', body: Type.Array(StaffMember) } },
  problems: [],
  decisions: ['F1'],
})
