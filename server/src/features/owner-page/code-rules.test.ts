import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OwnerLine, OwnerReview, OwnerWord } from '@walkaround/contract/owner-page.ts'
import { needsCode, readCode } from './code-rules.ts'

const line = (id: string, more: Partial<OwnerLine> = {}): OwnerLine =>
  ({ id, currency: 'EUR', total: { exVat: 0.1, incVat: 0.1 }, isOpen: true, ...more }) as OwnerLine

const review = (lines: OwnerLine[], words: Record<string, OwnerWord>): OwnerReview =>
  ({
    page: { findings: [], others: lines, alsoDue: [] },
    choices: lines.flatMap((one) => (words[one.id] ? [{ line: one, word: words[one.id] }] : [])),
  }) as unknown as OwnerReview

test('a code is needed above the sum, exactly counted, and never without a setting', () => {
  const three = [line('a'), line('b'), line('c')]
  const all = { a: 'approve', b: 'approve', c: 'approve' } as const
  assert.equal(needsCode(review(three, all), undefined), false)
  assert.equal(needsCode(review(three, all), 0.3), false, '0.1 three times is 0.3')
  assert.equal(needsCode(review(three, all), 0.29), true)
  assert.equal(needsCode(review(three, { a: 'no', b: 'later', c: 'no' }), 0), false)
})

test('what was approved before counts, so that a large sum cannot be approved in small parts', () => {
  const before = line('a', { decision: { status: 'approved' }, total: { incVat: 400 } })
  assert.equal(needsCode(review([before, line('b')], { b: 'approve' }), 400), true)
  assert.equal(needsCode(review([before, line('b')], { a: 'no', b: 'approve' }), 400), false)
})

test('currencies are not added, and a price that is not stated may be any', () => {
  const [euro, dollar] = [
    line('a', { total: { incVat: 90 } }),
    line('b', { currency: 'USD', total: { exVat: 90 } }),
  ]
  assert.equal(needsCode(review([euro, dollar], { a: 'approve', b: 'approve' }), 100), false)
  const { total: _, ...unpriced } = line('c')
  assert.equal(needsCode(review([unpriced as OwnerLine], { c: 'approve' }), 100), true)
})

test('a code is read as people write it', () => {
  assert.equal(readCode(' 123 456 '), '123456')
  assert.equal(readCode(''), undefined)
})
