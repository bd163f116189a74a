// The work plan of an order: when the car was promised, and who works on it. Our addition to the heading "Service orders".
import type { Static } from 'typebox'
import {
  changedReply,
  conditionalRead,
  conditionalWrite,
  etagReply,
  newTag,
  operation,
} from '../operation.ts'
import { described, moment, record } from '../schema.ts'
import { Person } from '../shared.ts'

const HEADING = 'Service orders'
const path = '/system-clients/{system_client_id}/service-orders/{id}/work-plan'
const params = { system_client_id: 'The system client.', id: 'The service order.' }

export const WorkPlan = record(
  'WorkPlan',
  'When the car was promised to its owner, and who works on it. Our addition.',
  {},
  {
    promisedTimestamp: moment('When the car was promised to be ready.'),
    technician: described(Person, {
      description: 'Who works on the car. An `id` is that of the DMS, or the login of somebody here.',
    }),
  },
)
export type WorkPlan = Static<typeof WorkPlan>

export const getWorkPlan = operation({
  id: 'getWorkPlan',
  method: 'GET',
  path,
  heading: HEADING,
  summary: 'Read the work plan of an order',
  description:
    'What advisors and technicians have set in the app, or the DMS by PUT. Empty if nothing is planned. The technician is also ' +
    'in `plannedSurveyors` of the VC survey (C6).',
  right: 'read',
  params,
  requestHeaders: conditionalRead,
  replies: { 200: { description: 'The plan.', body: WorkPlan, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['B7', 'C6'],
  ours: true,
})

export const putWorkPlan = operation({
  id: 'putWorkPlan',
  method: 'PUT',
  path,
  heading: HEADING,
  summary: 'Set the work plan of an order',
  description:
    'Replaces the plan as a whole: what is left out is taken back. Later taps in the app change it again; the later one counts. ' +
    'The `technician` of the order itself stays as the order says it, and applies where the plan names nobody.',
  right: 'orders',
  params,
  requestHeaders: conditionalWrite,
  body: WorkPlan,
  replies: { 204: changedReply('The plan', newTag) },
  problems: ['noSuchResource', 'preconditionFailed'],
  decisions: ['A3', 'A8', 'B7', 'C6'],
  ours: true,
  example: {
    promisedTimestamp: '2026-11-16T16:30:00+01:00',
    technician: { id: 'T-7', firstName: 'Kim', lastName: 'Example' },
  },
})
