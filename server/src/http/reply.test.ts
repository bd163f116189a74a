// What a handler may give back, proved by the compiler: every line below a `@ts-expect-error` must not compile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operation } from '@walkaround/contract/operation.ts'
import { record } from '@walkaround/contract/schema.ts'
import { type Static, Type } from 'typebox'
import { readyJson, toJson } from '../lib/ready-json.ts'
import type { Door } from './door.ts'
import { serve } from './door.ts'
import { created, noContent, ok, okJson, okPieces, type ReplyTo, redirected } from './reply.ts'

const Car = record(
  'Car',
  'A car.',
  { plate: Type.String(), doors: Type.Integer() },
  { colour: Type.String() },
)
type Car = Static<typeof Car>
const Boat = record('Boat', 'No car.', { sails: Type.Integer() }, {})
type Boat = Static<typeof Boat>

const base = {
  heading: 'Cars',
  summary: '',
  description: '',
  right: 'read',
  problems: [],
  decisions: [],
} as const
const params = { id: 'The car.' }
const getCar = operation({
  ...base,
  id: 'getCar',
  method: 'GET',
  path: '/cars/{id}',
  params,
  replies: { 200: { description: 'The car.', body: Car } },
})
const putCar = operation({
  ...base,
  id: 'putCar',
  method: 'PUT',
  path: '/cars/{id}',
  params,
  body: Car,
  replies: {
    201: { description: 'Created.', headers: { location: 'Where.' } },
    204: { description: 'Changed.' },
  },
})

const car: Car = { plate: 'WA 1', doors: 5 }

test('a reply has the shape its operation declares, as a value or as ready text', () => {
  const replies: ReplyTo<typeof getCar>[] = [
    ok(car),
    okJson(toJson(car)),
    okJson(readyJson<Car>('{"plate":"WA 1","doors":5}')),
  ]
  assert.equal(replies.length, 3)
  // @ts-expect-error: a field is missing
  const lacking: ReplyTo<typeof getCar> = ok({ plate: 'WA 1' })
  // @ts-expect-error: a field has the wrong type
  const wrong: ReplyTo<typeof getCar> = ok({ plate: 'WA 1', doors: '5' })
  // @ts-expect-error: output never contains null
  const withNull: ReplyTo<typeof getCar> = ok({ ...car, colour: null })
  // @ts-expect-error: the text holds something else
  const other: ReplyTo<typeof getCar> = okJson(readyJson<Boat>('{"sails":2}'))
  // @ts-expect-error: nobody vouches for this text
  const anyText: ReplyTo<typeof getCar> = okJson('{"plate":"WA 1","doors":5}')
  // @ts-expect-error: nor for pieces
  const anyPieces: ReplyTo<typeof getCar> = okPieces((async function* () {})())
  assert.ok([lacking, wrong, withNull, other, anyText, anyPieces])
})

test('a reply has a status its operation declares, and a body only where there is one', () => {
  const replies: ReplyTo<typeof putCar>[] = [created('/cars/1'), noContent]
  assert.equal(replies.length, 2)
  // @ts-expect-error: 200 is not declared
  const notDeclared: ReplyTo<typeof putCar> = ok(car)
  // @ts-expect-error: nor is 302
  const elsewhere: ReplyTo<typeof putCar> = redirected('/cars/1')
  // @ts-expect-error: 204 has no body
  const withBody: ReplyTo<typeof putCar> = { ...noContent, body: car }
  // @ts-expect-error: 201 says where
  const nowhere: ReplyTo<typeof putCar> = { status: 201 }
  // @ts-expect-error: 204 is not declared
  const empty: ReplyTo<typeof getCar> = noContent
  assert.ok([notDeclared, elsewhere, withBody, nowhere, empty])
})

test('what a handler returns is compared with its operation', () => {
  const handlers = (door: Door) => {
    serve(door, getCar, async () => ok(car))
    // @ts-expect-error: a boat is no car
    serve(door, getCar, async () => ok({ sails: 2 }))
    // @ts-expect-error: the handler forgets its reply
    serve(door, getCar, async () => {})
    // @ts-expect-error: one of its ways has a status that is not declared
    serve(door, putCar, async ({ params }) => (params.id === '1' ? noContent : ok(car)))
  }
  assert.ok(handlers)
})
