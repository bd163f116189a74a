import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PartRequest } from '@walkaround/contract/dms/parts.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { toQuote, toTyped } from './own-quote.ts'
import { isOffered, quoteOfParts } from './parts-quote.ts'

const request: PartRequest = {
  questionId: 'pads',
  state: 'priced',
  revision: 2,
  requestedAt: '2026-11-19T08:00:00Z',
  requestedBy: 'Kim',
  currency: 'EUR',
  lines: [
    { description: 'Pads', itemCode: '8V0', quantity: 1, unitOfMeasure: 'pac', amountExVat: 84.5 },
    { description: 'Discs', quantity: 2, amountExVat: 129.8 },
  ],
}
const place = { questionId: 'pads', answerId: 'bad' }

test('parts become lines of an own quote: number, quantity, unit and price as the parts desk gave them', () => {
  const draft = quoteOfParts(request, 'bad', 19)
  const kept = toQuote(toTyped(draft, '19'), place, draft)
  assert.deepEqual(kept.contents, [
    {
      id: '10',
      itemCategory: 'material',
      description: 'Pads',
      itemCode: '8V0',
      quantity: 1,
      unitOfMeasure: 'pac',
      amountExVat: 84.5,
      amountIncVat: 100.56,
    },
    {
      id: '20',
      itemCategory: 'material',
      description: 'Discs',
      quantity: 2,
      unitOfMeasure: 'ea',
      amountExVat: 129.8,
      amountIncVat: 154.46,
    },
  ])
  assert.equal(toTyped(draft, '19').lines[1]?.exVat, '64.90')
})

test('without a rate the price with VAT is left to the advisor', () => {
  const [line] = toTyped(quoteOfParts(request, 'bad', undefined), '').lines
  assert.deepEqual([line?.exVat, line?.incVat, line?.kept], ['84.50', '', undefined])
})

test('the offer has the parts as soon as each is in a quote for the same finding', () => {
  const quote = (questionId: string, ...contents: object[]) => ({ ...place, questionId, contents }) as Quote
  const pads = { itemCode: '8V0', description: 'Pads, front' }
  assert.equal(isOffered(request, [quote('pads', pads, { description: 'Discs' })]), true)
  assert.equal(isOffered(request, [quote('pads', pads), quote('pads', { description: 'Discs' })]), true)
  assert.equal(isOffered(request, [quote('pads', pads)]), false)
  assert.equal(isOffered(request, [quote('discs', pads, { description: 'Discs' })]), false)
})
