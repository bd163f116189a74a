// What the customer says, before it is recorded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Offered } from './offer.ts'
import { listChanges, namesOf, problemsOf, type Said, sumsOf, toEdits } from './said.ts'

const offered = (id: string, more: object = {}, quote: object = {}) =>
  ({
    quote: { id, currency: 'EUR', ...quote },
    incVat: 10.1,
    isPending: false,
    ...more,
  }) as unknown as Offered
const said: Said = {
  toldBy: 'driver',
  medium: 'phone',
  note: ' Call first ',
  decisions: { a: { approvalStatus: 'approved' }, b: { approvalStatus: 'approved' } },
}

test('knows customer, contact person of a company and driver by name', () => {
  const person = { firstName: 'Ada', lastName: 'Example' }
  const survey = {
    customer: { category: 'person', ...person },
    surveyObject: { driver: { lastName: 'Sample' } },
  }
  assert.deepEqual(namesOf({ survey } as unknown as SurveyPage), {
    customer: 'Ada Example',
    driver: 'Sample',
    other: '',
  })
  assert.deepEqual(namesOf({ survey: {} } as SurveyPage), { customer: '', driver: '', other: '' })
})

test('only what changes is recorded; a decision made online says that it is replaced', () => {
  const online = {
    approvalStatus: 'rejected',
    approvalMedium: 'internet',
    approvalDate: '2026-11-16T08:00:00Z',
  }
  const offers = [
    offered('a', {}, { approvalStatus: 'approved', approvalMedium: 'phone' }),
    offered('b', {}, online),
    offered('c'),
  ]
  const changes = listChanges(offers, said, 'Europe/Berlin')
  assert.deepEqual(toEdits(said, ' Jo Sample ', changes), [
    {
      kind: 'decision',
      quoteId: 'b',
      approvalStatus: 'approved',
      approvalMedium: 'phone',
      toldBy: 'driver',
      spokeWith: 'Jo Sample',
      note: 'Call first',
      replaces: online.approvalDate,
    },
  ])
  assert.deepEqual(
    listChanges([offered('a', { isPending: true }), offered('b', { problem: 'amounts' })], said, 'UTC'),
    [],
  )
})

test('reads back the sum of every decision, by currency', () => {
  const all = {
    ...said.decisions,
    c: { approvalStatus: 'rejected' },
    d: { approvalStatus: 'approved' },
  } as const
  const offers = [offered('a'), offered('b'), offered('c'), offered('d', {}, { currency: 'CHF' })]
  assert.deepEqual(sumsOf(listChanges(offers, { decisions: all }, 'UTC')), [
    { status: 'approved', currency: 'EUR', incVat: 20.2 },
    { status: 'approved', currency: 'CHF', incVat: 10.1 },
    { status: 'rejected', currency: 'EUR', incVat: 10.1 },
  ])
})

test('says what is missing', () => {
  const cases = [
    [said, 'Jo', 1, []],
    [said, ' ', 1, ['name']],
    [{ ...said, medium: 'direct' }, '', 1, []],
    [{ ...said, medium: 'direct', toldBy: 'other' }, '', 1, ['name']],
    [
      { ...said, decisions: { a: { approvalStatus: 'deferred', deferralDate: '' } } },
      'Jo',
      0,
      ['nothing', 'date'],
    ],
  ] as const
  for (const [one, name, changes, expected] of cases)
    assert.deepEqual(problemsOf(one, { name, changes }), expected, JSON.stringify(one))
})
