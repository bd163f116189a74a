// What an order means for its surveys: the decisions of A2, A9 and C2, without a database.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import { type SurveyType, surveyTypes } from '@walkaround/contract/survey-types.ts'
import fc from 'fast-check'
import { isOver } from '../surveys/header.ts'
import { currencyViolations, surveysToRelease, toStoredOrder } from './rules.ts'

const order = (more: Partial<ServiceOrder> = {}): ServiceOrder => ({ externalBranchId: 'B1', ...more })
const ref = (surveyType: SurveyType): SurveyRef => ({ id: `id-${surveyType}`, surveyType, templateId: 't' })

describe('toStoredOrder', () => {
  test('A1: the body replaces what was there', () => {
    const before = order({ id: '1', description: 'old', currency: 'EUR', closed: true })
    assert.deepEqual(toStoredOrder('1', order({ departmentId: 'D' }), before), {
      id: '1',
      externalBranchId: 'B1',
      departmentId: 'D',
    })
  })

  test('A2: each release flag keeps its value when the body does not speak of it', () => {
    const flag = fc.constantFrom(undefined, true, false)
    const flags = fc.record({
      defaultSurveyReleaseDisabled: flag,
      technicianSurveyRelease: flag,
      qcSurveyRelease: flag,
    })
    fc.assert(
      fc.property(flags, flags, (given, known) => {
        const given_ = JSON.parse(JSON.stringify(given)) as Partial<ServiceOrder>
        const stored = toStoredOrder('1', order(given_), order(JSON.parse(JSON.stringify(known))))
        for (const name of Object.keys(given) as (keyof typeof given)[]) {
          assert.equal(stored[name], given[name] ?? known[name])
          assert.equal(name in stored, (given[name] ?? known[name]) !== undefined)
        }
      }),
    )
  })

  test('the same order is the same text, whoever spoke of its flags', () => {
    const known = order({ technicianSurveyRelease: true, qcSurveyRelease: false })
    const silent = JSON.stringify(toStoredOrder('1', order({ description: 'd' }), known))
    const spoken = JSON.stringify(
      toStoredOrder(
        '1',
        order({ qcSurveyRelease: false, technicianSurveyRelease: true, description: 'd' }),
        known,
      ),
    )
    assert.equal(silent, spoken)
    const again = JSON.parse(silent) as ServiceOrder
    assert.equal(JSON.stringify(toStoredOrder('1', again, again)), silent)
  })
})

describe('isOver', () => {
  test('closed or rejected, and nothing else', () => {
    for (const closed of [undefined, false, true]) {
      for (const rejected of [undefined, false, true]) {
        const more = {
          ...(closed === undefined ? {} : { closed }),
          ...(rejected === undefined ? {} : { rejected }),
        }
        assert.equal(isOver(order(more)), closed === true || rejected === true)
      }
    }
  })
})

describe('surveysToRelease', () => {
  const types = fc.subarray([...surveyTypes])
  const orders = fc.record(
    {
      closed: fc.boolean(),
      rejected: fc.boolean(),
      parentOrderId: fc.constantFrom('', 'main'),
      defaultSurveyReleaseDisabled: fc.boolean(),
      technicianSurveyRelease: fc.boolean(),
      qcSurveyRelease: fc.boolean(),
    },
    { requiredKeys: [] },
  )

  test('C2: never a type twice, never one that is there, never for sub-orders or orders that are over', () => {
    fc.assert(
      fc.property(orders, types, types, (more, released, existing) => {
        const due = surveysToRelease(order(more), released, existing.map(ref))
        assert.equal(new Set(due).size, due.length)
        for (const type of due) assert.ok(!existing.includes(type))
        if (more.closed || more.rejected || more.parentOrderId) assert.deepEqual(due, [])
        // Once they exist, nothing more is due.
        assert.deepEqual(surveysToRelease(order(more), released, [...existing, ...due].map(ref)), [])
      }),
    )
  })

  test('C2: of an open main order exactly the released types and those of its flags', () => {
    fc.assert(
      fc.property(orders, types, types, (more, released, existing) => {
        fc.pre(!more.closed && !more.rejected && !more.parentOrderId)
        const due = surveysToRelease(order(more), released, existing.map(ref))
        for (const type of surveyTypes) {
          const isWanted =
            (released.includes(type) && !(type === 'health' && more.defaultSurveyReleaseDisabled)) ||
            (type === 'VC' && more.technicianSurveyRelease === true) ||
            (type === 'QC' && more.qcSurveyRelease === true)
          assert.equal(due.includes(type), isWanted && !existing.includes(type), type)
        }
      }),
    )
  })

  test('C2: a flag set back asks for nothing and takes nothing', () => {
    assert.deepEqual(surveysToRelease(order({ technicianSurveyRelease: false }), ['health', 'VC'], []), [
      'health',
      'VC',
    ])
  })
})

describe('currencyViolations', () => {
  test('A9: no amount, no violation', () => {
    assert.deepEqual(currencyViolations(order({ contents: [{ itemCategory: 'labour', quantity: 1 }] })), [])
    assert.deepEqual(currencyViolations(order()), [])
  })

  test('A9: one violation per item with an amount, naming it', () => {
    const contents: ServiceOrder['contents'] = [
      { itemCategory: 'labour', deferredAmountIncVat: 0 },
      { itemCategory: 'labour' },
      { itemCategory: 'material', amountExVat: -5, amountIncVat: 1 },
    ]
    assert.deepEqual(
      currencyViolations(order({ contents })).map(({ kind, info }) => [kind, info.split(':')[0]]),
      [
        ['missingCurrency', 'contents[0].deferredAmountIncVat'],
        ['missingCurrency', 'contents[2].amountExVat'],
      ],
    )
    assert.deepEqual(currencyViolations(order({ contents, currency: 'EUR' })), [])
  })

  test("A9: the vehicle's price needs its own currency", () => {
    const [violation] = currencyViolations(order({ currency: 'EUR', vehicle: { estimatedPrice: 0 } }))
    assert.match(violation?.info ?? '', /^vehicle\.estimatedPrice: 0 /)
    const whole = { estimatedPrice: 1, estimatedPriceCurrency: 'USD' }
    assert.deepEqual(currencyViolations(order({ vehicle: whole })), [])
    assert.deepEqual(currencyViolations(order({ vehicle: { estimatedPriceCurrency: 'USD' } })), [])
  })
})
