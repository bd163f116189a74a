// Which quotes a customer is offered together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Quote } from '../dms/quotes.ts'
import { withoutRepeats } from './without-repeats.ts'

test('an automatic quote steps back where its package is offered, unless it was decided', () => {
  const quote = (id: string, fields: Partial<Quote>) => ({
    quote: { id, category: 'quote', ...fields } as Quote,
  })
  const automatic = (id: string, fields: Partial<Quote>) => quote(id, { category: 'upsaleQuote', ...fields })
  const shown = withoutRepeats([
    quote('own line', {}),
    quote('on a finding', { packageId: 'wipers' }),
    quote('rejected on a finding', { packageId: 'filter', approvalStatus: 'rejected' }),
    automatic('due, offered above', { packageId: 'wipers' }),
    automatic('due, rejected above', { packageId: 'filter' }),
    automatic('due and approved', { packageId: 'wipers', approvalStatus: 'approved' }),
    automatic('due', { packageId: 'oil' }),
  ])
  assert.deepEqual(
    shown.map(({ quote: { id } }) => id),
    ['own line', 'on a finding', 'rejected on a finding', 'due and approved', 'due'],
  )
})
