// What a lead means for its deals and its survey: A2, A9, C2 and C7, without a database.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CustomerReviewRequest } from '@walkaround/contract/dms/leads.ts'
import { isOver } from '../surveys/header.ts'
import { dealViolations, leadViolations, surveysToRelease, toStoredLead } from './rules.ts'

const lead = (more: Partial<CustomerReviewRequest> = {}): CustomerReviewRequest => ({
  externalBranchId: 'B1',
  ...more,
})
const createdAt = new Date('2026-11-15T10:00:00.123Z')

describe('toStoredLead', () => {
  test('A1: the body replaces what was there; deals live elsewhere', () => {
    const before = lead({ id: '1', description: 'old', closed: true })
    const stored = toStoredLead(
      '1',
      lead({ plannedStartTimestamp: '2026-01-01', deals: [{ id: 'D' }] }),
      before,
      createdAt,
    )
    assert.deepEqual(stored, { id: '1', externalBranchId: 'B1', plannedStartTimestamp: '2026-01-01' })
  })

  test('C7: without a planned start it is the creation time, also where another was there before', () => {
    const before = lead({ plannedStartTimestamp: '2020-01-01' })
    assert.equal(
      toStoredLead('1', lead(), before, createdAt).plannedStartTimestamp,
      '2026-11-15T10:00:00.123Z',
    )
    assert.equal(
      toStoredLead('1', lead(), undefined, createdAt).plannedStartTimestamp,
      '2026-11-15T10:00:00.123Z',
    )
  })

  test('A2: reviewSurveyRelease keeps its value when the body does not speak of it', () => {
    const released = (given?: boolean, known?: boolean) => {
      const of = (value?: boolean) => lead(value === undefined ? {} : { reviewSurveyRelease: value })
      return toStoredLead('1', of(given), of(known), createdAt).reviewSurveyRelease
    }
    assert.equal(released(undefined, true), true)
    assert.equal(released(undefined, false), false)
    assert.equal(released(undefined, undefined), undefined)
    assert.equal(released(false, true), false)
    assert.equal(released(true, false), true)
  })
})

describe('surveysToRelease', () => {
  const cvr = { id: 'S', surveyType: 'CVR' as const, templateId: 't' }

  test('C2: one CVR survey, when released and not over', () => {
    assert.deepEqual(surveysToRelease(lead({ reviewSurveyRelease: true }), []), ['CVR'])
    assert.deepEqual(surveysToRelease(lead({ reviewSurveyRelease: true }), [cvr]), [])
    assert.deepEqual(surveysToRelease(lead({ reviewSurveyRelease: false }), []), [])
    assert.deepEqual(surveysToRelease(lead(), []), [])
    for (const over of [{ closed: true }, { rejected: true }]) {
      assert.equal(isOver(lead(over)), true)
      assert.deepEqual(surveysToRelease(lead({ reviewSurveyRelease: true, ...over }), []), [])
    }
    assert.equal(isOver(lead({ closed: false, rejected: false })), false)
  })
})

describe('dealViolations', () => {
  test('A9: each invoice amount needs the currency, the payment does not', () => {
    assert.deepEqual(
      dealViolations({ invoiceAmountExVat: 0, invoiceAmountIncVat: -1, payedAmount: 5 }).map(
        ({ info }) => info,
      ),
      [
        'invoiceAmountExVat: 0 is given without invoiceCurrency',
        'invoiceAmountIncVat: -1 is given without invoiceCurrency',
      ],
    )
    assert.deepEqual(dealViolations({ payedAmount: 5 }), [])
    assert.deepEqual(dealViolations({ invoiceAmountExVat: 1, invoiceCurrency: 'EUR' }), [])
  })
})

describe('leadViolations', () => {
  test('deals are checked one by one, and for ids that occur twice', () => {
    const deals = [{ id: 'A' }, { id: 'A', invoiceAmountExVat: 1 }, { id: 'B' }]
    assert.deepEqual(
      leadViolations(lead({ deals, vehicle: { estimatedPrice: 1 } })).map(({ kind, info }) => [
        kind,
        info.split(':')[0],
      ]),
      [
        ['missingCurrency', 'vehicle.estimatedPrice'],
        ['missingCurrency', 'deals[1].invoiceAmountExVat'],
        ['duplicateId', 'deals[1].id'],
      ],
    )
  })

  test('ids that differ in case are two ids', () => {
    assert.deepEqual(leadViolations(lead({ deals: [{ id: 'a' }, { id: 'A' }] })), [])
  })
})
