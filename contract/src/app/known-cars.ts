// A car the dealership has seen before, found by its plate or VIN: what a new inspection need not ask.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { record, text } from '../schema.ts'

export const KnownCar = record(
  'KnownCar',
  'What is known of a car and its customer from the last order.',
  { seenAt: Type.String({ description: 'When an order last named it.' }) },
  {
    numberPlate: Type.String({ description: 'Plate.' }),
    vin: Type.String({ description: 'VIN.' }),
    make: Type.String({ description: 'Make.' }),
    model: Type.String({ description: 'Model.' }),
    customerName: Type.String({
      description: 'Of the last order, where the person who asks reaches its branch.',
    }),
    mobilePhone: Type.String({ description: 'Of that customer.' }),
  },
)
export type KnownCar = Static<typeof KnownCar>

export const listKnownCars = operation({
  id: 'listKnownCars',
  method: 'GET',
  path: '/system-clients/{system_client_id}/known-cars',
  heading: 'Board',
  summary: 'Find a car that was here before',
  description:
    'By its whole VIN or its whole plate, which compares without blanks and hyphens. The one seen last, or none.',
  right: 'read',
  params: { system_client_id: 'The system client.' },
  query: record('KnownCarsQuery', 'Which car.', {}, { mark: text('VIN or plate.', { maxLength: 64 }) }),
  replies: {
    200: {
      description: 'The car.',
      body: record(
        'KnownCars',
        'At most one.',
        { cars: Type.Array(KnownCar, { description: 'Empty if it was never here.' }) },
        {},
      ),
    },
  },
  problems: [],
  decisions: ['C8'],
})
