// What entries of a history are and where they lead.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryEntry } from '@walkaround/contract/app/history.ts'
import { eventKinds } from '@walkaround/contract/events.ts'
import english from '../../../../../languages/en/workshop/history.json' with { type: 'json' }
import { isBad, looksOf, routeOf } from './entry-kinds.ts'

const at = '2026-05-04T10:00:00Z'
const event = (kind: string, subject = 'order/1'): HistoryEntry => ({
  at,
  kind: 'event',
  event: kind,
  subject,
})
const attempt = (status?: number): HistoryEntry => ({
  at,
  kind: 'attempt',
  callbackId: 'c',
  ...(status === undefined ? {} : { status }),
})

test('each kind has a group and a sign, also one that is not known yet', () => {
  assert.equal(looksOf(event('order.changed')).group, 'dms')
  assert.equal(looksOf(event('owner.decided')).group, 'owner')
  assert.equal(looksOf(event('survey.completed')).group, 'people')
  assert.equal(looksOf(event('drone.landed')).group, 'people')
  assert.equal(looksOf(attempt(204)).group, 'dms')
})

test('every kind of event about a car has words', () => {
  const ofCars = new Set(['order', 'lead', 'survey', 'callback'])
  const lacking = Object.entries(eventKinds).flatMap(([kind, { about }]) =>
    about.some((subject) => ofCars.has(subject)) && !(`history.event.${kind}` in english) ? [kind] : [],
  )
  assert.deepEqual(lacking, [])
})

test('a failed attempt or message is told apart', () => {
  assert.deepEqual(
    [attempt(204), attempt(500), attempt(), event('message.failed'), event('message.sent')].map(isBad),
    [false, true, true, true, false],
  )
})

test('an event of a survey leads to it, an attempt to its callback, a request to its entry of the log', () => {
  assert.deepEqual(routeOf(event('survey.started', 'survey/s/1')), { screen: 'survey', surveyId: 's/1' })
  assert.equal(routeOf(event('order.changed')), undefined)
  assert.deepEqual(routeOf(attempt(204)), { screen: 'callbacks', entryId: 'c' })
  const request: HistoryEntry = { at, kind: 'request', requestId: 'r', logId: '1-2' }
  assert.deepEqual(routeOf(request), { screen: 'requests', entryId: '1-2' })
})
