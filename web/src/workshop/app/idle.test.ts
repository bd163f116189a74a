import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeUse } from './idle.ts'

const minute = 60_000
const start = Date.parse('2026-03-02T08:00:00Z')
const session = { expiresAt: '2026-03-02T20:00:00Z', idleMinutes: 60 }

describe('a device that is not used', () => {
  it('shows nothing after the time the service names', () => {
    const at = (minutes: number) =>
      judgeUse({ session, usedAt: start, now: start + minutes * minute, clockAhead: 0 })
    assert.equal(at(59), 'fine')
    assert.equal(at(60), 'idle')
  })

  it('takes the service’s own default where the session names none', () => {
    const { expiresAt } = session
    const at = (minutes: number) =>
      judgeUse({
        session: { expiresAt },
        usedAt: start,
        now: start + minutes * minute,
        clockAhead: undefined,
      })
    assert.equal(at(239), 'fine')
    assert.equal(at(240), 'idle')
  })

  it('is not fooled by a clock that is set back', () => {
    const at = (minutes: number) =>
      judgeUse({ session, usedAt: start, now: start + minutes * minute, clockAhead: 0 })
    assert.equal(at(-4), 'fine')
    assert.equal(at(-6), 'idle')
  })

  it('ends with the session, by the service’s clock, however busy somebody is', () => {
    const end = Date.parse(session.expiresAt)
    assert.equal(judgeUse({ session, usedAt: end, now: end, clockAhead: 0 }), 'ended')
    assert.equal(judgeUse({ session, usedAt: end, now: end, clockAhead: minute }), 'fine')
    assert.equal(judgeUse({ session, usedAt: undefined, now: end - 1, clockAhead: 0 }), 'fine')
  })
})
