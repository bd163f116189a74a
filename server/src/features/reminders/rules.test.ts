// When a reminder is due and may go out: days, kinds, quiet hours over changes of the clock, and how often.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { usualSettings } from './model.ts'
import {
  dueOf,
  findQuietEnd,
  isDue,
  linesByHand,
  linesOf,
  mayRemind,
  readConsent,
  windowOf,
} from './rules.ts'

const settings = { ...usualSettings, deferred: true, declined: true }
const today = '2026-06-15'

describe('what is due', () => {
  test('put off: from its lead time on, until it is too late to catch up', () => {
    assert.deepEqual(windowOf(settings, 'deferred', today), { from: '2026-06-15', to: '2026-06-29' })
    const work = (until: string | null) => ({ decision: 'deferred' as const, until, due: until ?? today })
    const due = (until: string | null) => isDue(work(until), 'deferred', settings, today)
    assert.deepEqual(['2026-06-14', '2026-06-15', '2026-06-29', '2026-06-30', null].map(due), [
      false,
      true,
      true,
      false,
      false,
    ])
    assert.equal(isDue(work('2026-06-20'), 'declined', settings, today), false)
  })

  test('declined: so many days after, by the day of the decision', () => {
    assert.deepEqual(windowOf(settings, 'declined', today), { from: '2026-04-02', to: '2026-04-16' })
    const due = (day: string) =>
      isDue({ decision: 'rejected', until: null, due: day }, 'declined', settings, today)
    assert.deepEqual(['2026-04-01', '2026-04-02', '2026-04-16', '2026-04-17'].map(due), [
      false,
      true,
      true,
      false,
    ])
    assert.equal(dueOf({ decision: 'rejected', until: null, due: '2026-04-02' }, 'declined'), '2026-04-02')
  })

  test('nothing of a kind that is off', () => {
    assert.equal(windowOf(usualSettings, 'deferred', today), undefined)
    assert.equal(windowOf(usualSettings, 'declined', today), undefined)
  })

  test('all open work stands in the message; what was said before for its day is not said again as due', () => {
    const rows = [
      { surveyId: 's', quoteId: 'a', decision: 'deferred' as const, until: '2026-06-20', due: '2026-06-20' },
      { surveyId: 's', quoteId: 'b', decision: 'deferred' as const, until: '2026-12-20', due: '2026-12-20' },
    ]
    const first = linesOf(rows, [], settings, today)
    assert.deepEqual(
      first.map(({ quoteId, kind, due }) => [quoteId, kind, due]),
      [
        ['a', 'deferred', '2026-06-20'],
        ['b', 'also', today],
      ],
    )
    assert.deepEqual(
      linesOf(rows, first, settings, today).map(({ quoteId, kind }) => [quoteId, kind]),
      [['a', 'also']],
    )
    assert.deepEqual(linesByHand(rows, linesByHand(rows, [], today), today), [])
  })
})

describe('quiet hours', () => {
  const at = (time: string, quiet: [string, string] = ['19:00', '09:00'], zone = 'Europe/Berlin') =>
    findQuietEnd({ quietFrom: quiet[0], quietTo: quiet[1] }, new Date(time), zone)?.toISOString()

  test('over night, in the zone of the client', () => {
    assert.equal(at('2026-01-15T17:59:00Z'), undefined)
    assert.equal(at('2026-01-15T18:00:00Z'), '2026-01-16T08:00:00.000Z')
    assert.equal(at('2026-01-16T07:59:00Z'), '2026-01-16T08:00:00.000Z')
    assert.equal(at('2026-01-16T08:00:00Z'), undefined)
  })

  test('within a day, and none at all', () => {
    assert.equal(at('2026-01-15T11:30:00Z', ['12:00', '14:00']), '2026-01-15T13:00:00.000Z')
    assert.equal(at('2026-01-15T13:00:00Z', ['12:00', '14:00']), undefined)
    assert.equal(at('2026-01-15T03:00:00Z', ['00:00', '00:00']), undefined)
  })

  test('end at the time on the wall when the clock was changed meanwhile', () => {
    assert.equal(at('2026-03-28T20:00:00Z'), '2026-03-29T07:00:00.000Z')
    assert.equal(at('2026-10-24T20:00:00Z'), '2026-10-25T08:00:00.000Z')
  })

  test('end in an hour that does not exist or comes twice, and always later than now', () => {
    assert.equal(at('2026-03-28T23:30:00Z', ['23:00', '02:30']), '2026-03-29T01:30:00.000Z')
    for (let minute = 0; minute < 180; minute += 10) {
      const now = new Date(Date.parse('2026-10-24T23:00:00Z') + minute * 60_000).toISOString()
      const end = at(now, ['23:00', '02:30'])
      if (end !== undefined) assert.ok(end > now, now)
    }
  })
})

test('so many a year, and so many days apart', () => {
  const now = new Date('2026-06-15T10:00:00Z')
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  assert.equal(mayRemind(settings, [], now), true)
  assert.equal(mayRemind(settings, [ago(29)], now), false)
  assert.equal(mayRemind(settings, [ago(30)], now), true)
  assert.equal(mayRemind(settings, [ago(40), ago(364)], now), false)
  assert.equal(mayRemind(settings, [ago(40), ago(365)], now), true)
})

test('whom the client may remind', () => {
  assert.deepEqual(readConsent('customer'), { kind: 'customer' })
  assert.deepEqual(readConsent('h.extras=v5'), { kind: 'answer', questionId: 'h.extras', answerId: 'v5' })
  for (const text of ['', 'everybody', '=v5', 'h.extras=', 'a=b=c'])
    assert.equal(readConsent(text), undefined, text)
})
