import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { isSameDecision } from '@walkaround/contract/rules/recorded-decision.ts'
import {
  dueStates,
  guessRate,
  isOwnersDecision,
  listFindings,
  listOffer,
  priceOf,
  totalsOf,
} from './offer.ts'

const variant = (more: object = {}) => ({
  id: 'v',
  description: 'Pads',
  priceExVat: 100,
  priceIncVat: 119,
  labourPriceExVat: 60,
  partsPriceExVat: 40,
  contents: [
    {
      itemCategory: 'labour',
      amountExVat: 60,
      amountIncVat: 71.4,
      discountAmountExVat: 50,
      discountAmountIncVat: 59.5,
    },
    { itemCategory: 'material', amountExVat: 40, amountIncVat: 47.6 },
  ],
  ...more,
})
const question = (id: string, status: string, packages: object[] = []) => ({
  category: 'question',
  id,
  text: `About ${id}`,
  answers: [
    { id: 'a', status, selected: true, packages },
    { id: 'b', status: 'red' },
  ],
})
const pageOf = (contents: object[], quotes: object[] = [], due: object[] = []) =>
  ({ survey: { contents }, quotes, due }) as unknown as SurveyPage
const quote = (more: object = {}) => ({
  id: 'q1',
  category: 'quote',
  currency: 'EUR',
  questionId: 'x',
  answerId: 'a',
  contents: [{ itemCategory: 'labour', amountExVat: 10.1, amountIncVat: 12.02 }],
  ...more,
})
const packaged = (selected: boolean) => [{ id: 'p', currency: 'EUR', variants: [variant({ selected })] }]

test('urgent findings come first, and what is fine only when it has something to offer', () => {
  const page = pageOf([
    question('x', 'amber'),
    question('y', 'red'),
    question('z', 'green'),
    question('w', 'green', packaged(false)),
  ])
  assert.deepEqual(
    listFindings(page).map((finding) => [finding.question.id, finding.status]),
    [
      ['y', 'red'],
      ['x', 'amber'],
      ['w', 'green'],
    ],
  )
})

test('a variant chosen on the device is offered before the server made its quote, one taken back is not', () => {
  const known = quote({ id: 'pkg-1', category: 'package', packageId: 'p', variantId: 'v' })
  const chosen = listOffer(pageOf([question('x', 'red', packaged(true))]), false)
  assert.deepEqual(
    chosen.map(({ isPending, exVat, labour, parts, vat }) => [isPending, exVat, labour, parts, vat]),
    [[true, 100, 60, 40, 19]],
  )
  assert.deepEqual(
    listOffer(pageOf([question('x', 'red', packaged(true))], [known]), false).map(
      ({ isPending }) => isPending,
    ),
    [false],
  )
  assert.deepEqual(listOffer(pageOf([question('x', 'red', packaged(false))], [known]), false), [])
})

test('an own quote for a package stands in its place', () => {
  const own = quote({ packageId: 'p', variantId: 'v' })
  const offer = listOffer(pageOf([question('x', 'red', packaged(true))], [own]), false)
  assert.deepEqual(
    offer.map(({ quote: one }) => one.id),
    ['q1'],
  )
})

test('a package is called by its work, its variant beside it', () => {
  const named = [
    { id: 'p', description: 'Front pads', currency: 'EUR', variants: [variant({ selected: true })] },
  ]
  const [offered] = listOffer(pageOf([question('x', 'red', named)]), false)
  assert.deepEqual([offered?.name, offered?.variant, offered?.about], ['Front pads', 'Pads', 'About x'])
})

test('out of warranty the discount counts', () => {
  const discounted = variant({ selected: true, discountPriceExVat: 90, discountPriceIncVat: 107.1 })
  assert.deepEqual(
    [
      priceOf(discounted as never, true).incVat,
      priceOf(discounted as never, true).plainIncVat,
      priceOf(discounted as never, false).incVat,
    ],
    [107.1, 119, 119],
  )
  const [offered] = listOffer(
    pageOf([question('x', 'red', [{ id: 'p', currency: 'EUR', variants: [discounted] }])]),
    true,
  )
  assert.deepEqual([offered?.exVat, offered?.incVat], [90, 107.1])
})

test('without currency or amounts it is no quote', () => {
  const problems = [
    quote({ currency: '' }),
    quote({ contents: [] }),
    quote({ contents: [{ itemCategory: 'labour', amountExVat: 1 }] }),
    quote(),
  ].map((one) => listOffer(pageOf([question('x', 'red')], [one]), false)[0]?.problem)
  assert.deepEqual(problems, ['currency', 'amounts', 'amounts', undefined])
})

test('sums by currency leave out what was declined', () => {
  const offers = listOffer(
    pageOf(
      [question('x', 'red')],
      [
        quote({ id: '1', approvalStatus: 'approved' }),
        quote({ id: '2', approvalStatus: 'rejected' }),
        quote({ id: '3', currency: 'CHF' }),
        quote({ id: '4', contents: [{ itemCategory: 'material', amountExVat: 0.2, amountIncVat: 0.24 }] }),
      ],
    ),
    false,
  )
  assert.deepEqual(totalsOf(offers), [
    {
      currency: 'EUR',
      exVat: 10.3,
      vat: 1.96,
      incVat: 12.26,
      discount: 0,
      states: [
        { state: 'approved', incVat: 12.02 },
        { state: 'open', incVat: 0.24 },
        { state: 'rejected', incVat: 12.02 },
      ],
    },
    { currency: 'CHF', exVat: 10.1, vat: 1.92, incVat: 12.02, discount: 0, states: [] },
  ])
})

test('automatic quotes come last, with their reason', () => {
  const due = { quoteId: 'u', since: 'new', by: ['age'], months: 13, intervalMonths: 12 }
  const offers = listOffer(
    pageOf(
      [question('x', 'amber')],
      [quote({ id: 'u', category: 'upsaleQuote', questionId: 'upSale' }), quote()],
      [due],
    ),
    false,
  )
  assert.deepEqual(
    offers.map((one) => [one.quote.id, one.due?.months]),
    [
      ['q1', undefined],
      ['u', 13],
    ],
  )
})

test('the usual rate is found', () => {
  assert.equal(guessRate(pageOf([question('x', 'red', packaged(false))], [quote()])), 19)
  assert.equal(guessRate(pageOf([])), undefined)
})

test('the same decision is the same on whatever day and way it is said again', () => {
  const online = { approvalMedium: 'internet', approvalDate: '2026-11-15T18:54:00Z' }
  const same = (known: object, next: Parameters<typeof isSameDecision>[1]) =>
    isSameDecision({ ...online, ...known } as never, next, 'Europe/Berlin')
  const later = { approvalStatus: 'deferred', deferralDate: '2027-02-13T00:00:00+01:00' } as const
  const no = { approvalStatus: 'rejected', rejectionReasonCode: 'other' } as const
  assert.equal(same({ approvalStatus: 'approved' }, { approvalStatus: 'approved' }), true)
  assert.equal(same(later, { approvalStatus: 'approved' }), false)
  assert.equal(same(later, { ...later, deferralDate: '2027-02-13' }), true)
  assert.equal(same(later, { ...later, deferralDate: '2027-02-14' }), false)
  assert.equal(same(no, no), true)
  assert.equal(same(no, { ...no, rejectionReasonCode: 'tooExpensive' }), false)
  assert.equal(same({}, { approvalStatus: 'approved' }), false)
  assert.equal(isOwnersDecision({ ...online, approvalStatus: 'approved' } as never), true)
  assert.equal(isOwnersDecision({ ...later, approvalMedium: 'phone' } as never), false)
})

test('what is due says by how much it is over, and what is left only where nothing is', () => {
  const due = { quoteId: 'u', since: 'new' as const, by: ['age' as const], months: 48, intervalMonths: 24 }
  assert.deepEqual(dueStates(due), [{ kind: 'months', over: 24 }])
  const both = { ...due, by: ['mileage' as const, 'age' as const], km: 14_200, intervalKm: 15_000 }
  assert.deepEqual(dueStates(both), [{ kind: 'months', over: 24 }])
  assert.deepEqual(dueStates({ ...both, months: 23 }), [
    { kind: 'km', over: -800 },
    { kind: 'months', over: -1 },
  ])
})
