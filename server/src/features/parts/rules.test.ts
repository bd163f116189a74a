// What taps and replies do to a request for parts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PartReply } from '@walkaround/contract/dms/parts.ts'
import type { PartRow } from './model.ts'
import {
  afterAsk,
  afterReply,
  afterWithdrawal,
  changedMeanwhile,
  isRepeated,
  readPlace,
  writePlace,
} from './rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 19, 10, minute))
const ask = (tap: string, minute: number, text?: string) => ({
  tap,
  at: at(minute),
  text,
  by: 'login',
  name: 'Tom',
})
const where = { surveyId: 's', questionId: 'q' }

function asked(...taps: ReturnType<typeof ask>[]): PartRow {
  let row: PartRow | undefined
  for (const tap of taps) {
    const next = afterAsk(row, tap)
    row = next ? { ...next, ...where } : row
  }
  assert.ok(row)
  return row
}

const priced: PartReply = {
  revision: 1,
  outcome: 'priced',
  currency: 'EUR',
  lines: [{ description: 'Pads', quantity: 1, amountExVat: 90 }],
  availableOn: '2026-11-20',
}
const desk = { by: 'desk', name: 'Pat', now: at(30) }

test('the same tap sent again changes nothing, also after the reply', () => {
  const row = asked(ask('a', 0, 'pads'))
  assert.equal(afterAsk(row, ask('a', 0, 'pads')), undefined)
  // The clock was measured anew: another time, the same tap.
  assert.equal(afterAsk(row, ask('a', 1, 'pads')), undefined)
  assert.equal(afterAsk(afterReply(row, priced, desk), ask('a', 59, 'pads')), undefined)
})

test('the later tap counts, not the later arrival', () => {
  const row = asked(ask('b', 5, 'discs too'), ask('a', 1, 'pads'))
  assert.deepEqual([row.wanted, row.revision], ['discs too', 1])
  assert.equal(afterWithdrawal(row, { at: at(4), name: 'Ann' }), undefined)
  const gone = afterWithdrawal(row, { at: at(6), name: 'Ann' })
  assert.ok(gone)
  assert.deepEqual([gone.state, gone.revision], ['withdrawn', 2])
  assert.equal(afterAsk(gone, ask('c', 5, 'pads')), undefined)
  assert.equal(afterAsk(gone, ask('d', 7))?.state, 'requested')
  assert.equal(afterWithdrawal(gone, { at: at(8), name: 'Ann' }), undefined)
  assert.equal(afterWithdrawal(undefined, { at: at(8), name: 'Ann' }), undefined)
})

test('asking for the same without knowing of it or of its reply changes nothing; with other words it is open again', () => {
  const row = asked(ask('a', 0, 'pads'))
  assert.equal(afterAsk(row, ask('b', 3, ' pads ')), undefined)
  const done = afterReply(row, priced, desk)
  assert.equal(afterAsk(done, ask('b', 20, 'pads')), undefined)
  const again = afterAsk(done, ask('b', 40, 'pads'))
  assert.deepEqual(
    [again?.state, again?.revision, again?.lines, again?.availableOn],
    ['requested', 3, null, null],
  )
  assert.equal(afterAsk(done, ask('b', 20, 'discs'))?.state, 'requested')
})

test('a reply that comes twice is known by its content and its author', () => {
  const done = afterReply(asked(ask('a', 0)), priced, desk)
  assert.equal(done.revision, 2)
  assert.ok(isRepeated(done, priced, 'desk'))
  assert.ok(!isRepeated(done, priced, 'somebody'))
  assert.ok(!isRepeated(done, { ...priced, availableOn: '2026-11-21' }, 'desk'))
  assert.ok(!isRepeated(done, { ...priced, revision: 2 }, 'desk'))
})

test('who replies to something else is told who did what', () => {
  const row = asked(ask('a', 0))
  assert.equal(changedMeanwhile(afterReply(row, priced, desk)), 'revision: it is 2 now: Pat entered a price')
  const again = { ...row, ...afterAsk(row, ask('b', 40, 'discs')) } as PartRow
  assert.equal(changedMeanwhile(again), 'revision: it is 2 now: Tom asked again')
})

test('the place where a page ends is read back, and nothing else is', () => {
  const place = { rank: 1, since: at(0).toISOString(), surveyId: 'survey', questionId: 'h.wipers/ä' }
  assert.deepEqual(readPlace(writePlace(place)), place)
  const bad = [
    [],
    [1, 2, 3, 4],
    [1e9, place.since, 's', 'q'],
    [1, '2026', 's', 'q'],
    [1, place.since, 's\0', 'q'],
  ]
  for (const parts of bad)
    assert.equal(readPlace(Buffer.from(JSON.stringify(parts)).toString('base64url')), undefined)
  for (const text of ['', 'x', '%', Buffer.from('{}').toString('base64url')])
    assert.equal(readPlace(text), undefined, text)
})
