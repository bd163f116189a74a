// Totals of an offer: once by currency, and by decision once there is one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offerTotals } from './offer-totals.ts'

const offer = (incVat: number, more = {}) => ({
  currency: 'EUR',
  exVat: incVat - 0.19,
  incVat,
  isHeld: false,
  ...more,
})

test('without a decision there is one sum; amounts of two currencies are never added', () => {
  assert.deepEqual(offerTotals([offer(0.3, { before: 0.4 }), offer(0.6), offer(5, { currency: 'CHF' })]), [
    { currency: 'EUR', exVat: 0.52, vat: 0.38, incVat: 0.9, discount: 0.1, states: [] },
    { currency: 'CHF', exVat: 4.81, vat: 0.19, incVat: 5, discount: 0, states: [] },
  ])
  assert.deepEqual(offerTotals([offer(1, { currency: '' })]), [])
})

test('with a decision every state has its sum, and what was declined is in no total', () => {
  const [total] = offerTotals([
    offer(10, { approvalStatus: 'approved', before: 12 }),
    offer(20, { approvalStatus: 'rejected', before: 30 }),
    offer(40, { approvalStatus: 'deferred' }),
    offer(80),
  ])
  assert.deepEqual([total?.incVat, total?.discount], [130, 2])
  assert.deepEqual(total?.states, [
    { state: 'approved', incVat: 10 },
    { state: 'open', incVat: 80 },
    { state: 'deferred', incVat: 40 },
    { state: 'rejected', incVat: 20 },
  ])
})

test('what the order already has is counted only if the customer approved it here', () => {
  const held = offer(10, { isHeld: true })
  assert.equal(offerTotals([held, offer(1)])[0]?.incVat, 1)
  assert.equal(offerTotals([{ ...held, approvalStatus: 'approved' }, offer(1)])[0]?.incVat, 11)
})
