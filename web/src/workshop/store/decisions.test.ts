import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Edit } from '@walkaround/contract/app/edits.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { decide, recordedOf, takeBackDecision } from './decisions.ts'

const online = {
  approvalStatus: 'deferred',
  deferralDate: '2027-02-13',
  approvalMedium: 'internet',
  approvalDate: '2026-11-15T18:54:00.000Z',
} as const
const place = { id: 'q1', category: 'quote', currency: 'EUR', questionId: 'q', answerId: 'a' } as const
const pageWith = (quote: Quote) => ({ quotes: [quote] }) as SurveyPage
const told: Edit = {
  id: 'e1',
  kind: 'decision',
  quoteId: 'q1',
  approvalStatus: 'approved',
  approvalMedium: 'phone',
  spokeWith: 'Ada Example',
  at: '2026-11-16T08:00:00.000Z',
}

const takenBack = {
  id: 'e2',
  kind: 'removeDecision',
  quoteId: 'q1',
  reason: ' Wrong line ',
  at: '2026-11-16T10:00:00.000Z',
} as const

describe('what the device lays over a quote', () => {
  it('a decision by phone names who told it, and taken back it is as if nobody had', () => {
    const shown = decide(pageWith(place), told, { name: 'Jo Sample' })
    const recorded = recordedOf(shown, shown.quotes[0]!)
    assert.deepEqual([recorded?.spokeWith, recorded?.recordedBy], ['Ada Example', 'Jo Sample'])
    const back = takeBackDecision(shown, takenBack, { name: 'Jo Sample' })
    assert.deepEqual(back.quotes, [place])
    assert.deepEqual(back.recordedDecisions?.[0]?.takenBack, {
      by: 'Jo Sample',
      at: takenBack.at,
      reason: 'Wrong line',
    })
    assert.equal(recordedOf(back, { ...place, ...shown.quotes[0] }), undefined)
  })

  it('what the owner had decided online stands again, however often it was replaced', () => {
    const first = decide(pageWith({ ...place, ...online }), told, undefined)
    const second = decide(
      first,
      { ...told, approvalStatus: 'rejected', at: '2026-11-16T09:00:00.000Z' },
      undefined,
    )
    assert.deepEqual(takeBackDecision(second, takenBack, undefined).quotes, [{ ...place, ...online }])
  })

  it("the owner's own decision is not taken back", () => {
    const page = pageWith({ ...place, ...online })
    assert.equal(takeBackDecision(page, takenBack, undefined), page)
  })
})
