// Kinds of events: what the compiler refuses, and those in the text of a statement, which it does not read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventKinds } from '@walkaround/contract/events.ts'
import { insertEvent } from '../src/db/events.ts'
import { listStatements } from './support/statements.ts'

test('statements read and write no kind of event but those of the contract', () => {
  const named = listStatements()
    .filter(({ text }) => /\bevents\b|\bevent_inbox\b/.test(text))
    .flatMap(({ place, text }) =>
      [...text.matchAll(/'([a-zA-Z]+\.[a-zA-Z-]+)'/g)].map(([, kind = '']) => ({ place, kind })),
    )
  const known = new Set(named.map(({ kind }) => kind))
  for (const kind of ['survey.started', 'survey.answered'])
    assert.ok(known.has(kind), `${kind} is not found where it stands`)
  assert.deepEqual(
    named.filter(({ kind }) => !Object.hasOwn(eventKinds, kind)),
    [],
  )
})

test('an event of another form than the contract says does not compile', () => {
  const by = { clientId: 'c', actor: { kind: 'system' as const, id: 'test' }, now: new Date(0) }
  insertEvent(by, 'inspection.begun', 'order/1')
  insertEvent(by, 'photo.removed', 'survey/1', { photoId: 'p' })
  // @ts-expect-error no such kind
  insertEvent(by, 'order.painted', 'order/1')
  // @ts-expect-error the subject of another kind
  insertEvent(by, 'inspection.begun', 'lead/1')
  // @ts-expect-error nothing is said about it
  insertEvent(by, 'inspection.begun', 'order/1', { colour: 'red' })
  // @ts-expect-error which photo is missing
  insertEvent(by, 'photo.removed', 'survey/1')
  // @ts-expect-error a payload of another kind
  insertEvent(by, 'photo.removed', 'survey/1', { quoteId: 'q' })
})
