import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { listOffer, totalsOf } from '../screens/quotes/offer.ts'
import { applyEdits } from './apply-edits.ts'
import { findQuestion } from './survey-elements.ts'
import type { Change } from './tables.ts'
import { coveringIn } from './works.ts'

const contents = [{ itemCategory: 'labour', amountExVat: 100, amountIncVat: 119 }]
const offered = (id: string) => ({
  id,
  description: `Package ${id}`,
  currency: 'EUR',
  variants: [{ id: 'v', priceExVat: 100, priceIncVat: 119, contents, selected: false }],
})
const wheel = (id: string) => ({
  category: 'question',
  id,
  text: `About ${id}`,
  visible: true,
  answers: [{ id: 'bad', status: 'red', selected: true, packages: [offered('brakes'), offered('hub')] }],
})
const page = (quotes: object[] = []) =>
  ({
    survey: { contents: [wheel('padFL'), wheel('padFR')] },
    quotes,
    videos: [],
    signatures: [],
    missing: [],
    due: [],
    covers: { hub: 'each' },
  }) as unknown as SurveyPage

const choose = (questionId: string, packageId: string, selected = true): Change => ({
  type: 'edit',
  edit: {
    id: 'e',
    kind: 'variant',
    questionId,
    answerId: 'bad',
    packageId,
    variantId: 'v',
    selected,
  },
})
const coveredAt = (shown: SurveyPage, questionId: string) => {
  const [answer] = findQuestion(shown, questionId)?.answers ?? []
  assert.ok(answer)
  return coveringIn(shown)(questionId, answer).map(({ name, at }) => `${name} at ${at}`)
}

test('I4: work for an axle is chosen once and counted once, without a network too', () => {
  const shown = applyEdits(page(), [choose('padFL', 'brakes'), choose('padFR', 'brakes')])
  const offer = listOffer(shown, false)
  assert.deepEqual(
    offer.map(({ quote }) => quote.questionId),
    ['padFL'],
  )
  assert.equal(totalsOf(offer)[0]?.incVat, 119)
  assert.deepEqual(coveredAt(shown, 'padFR'), ['Package brakes at About padFL'])
  assert.deepEqual(coveredAt(shown, 'padFL'), [])
  const moved = applyEdits(shown, [choose('padFL', 'brakes', false), choose('padFR', 'brakes')])
  assert.deepEqual(coveredAt(moved, 'padFL'), ['Package brakes at About padFR'])
})

test('I4: what says each is separate work at both wheels', () => {
  const shown = applyEdits(page(), [choose('padFL', 'hub'), choose('padFR', 'hub')])
  assert.equal(totalsOf(listOffer(shown, false))[0]?.incVat, 238)
  assert.deepEqual(coveredAt(shown, 'padFR'), [])
})

test('I4: a quote of the DMS that names the package covers as well', () => {
  const place = { questionId: 'padFR', answerId: 'bad', packageId: 'brakes', variantId: 'v' }
  const quote = {
    id: 'D-1',
    category: 'quote',
    currency: 'EUR',
    description: 'Our price',
    contents,
    ...place,
  }
  const shown = applyEdits(page([quote]), [choose('padFL', 'brakes')])
  assert.equal(totalsOf(listOffer(shown, false))[0]?.incVat, 119)
  assert.deepEqual(coveredAt(shown, 'padFL'), ['Our price at About padFR'])
})

test('what is due by itself steps back where its package was chosen', () => {
  const due = {
    id: 'ups-1',
    category: 'upsaleQuote',
    currency: 'EUR',
    questionId: 'upSale',
    answerId: 'upSale',
  }
  const shown = applyEdits(page([{ ...due, packageId: 'brakes', variantId: 'v', contents }]), [
    choose('padFL', 'brakes'),
  ])
  assert.equal(totalsOf(listOffer(shown, false))[0]?.incVat, 119)
})
