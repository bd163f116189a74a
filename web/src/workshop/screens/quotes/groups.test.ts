// Findings in groups with the work that answers them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { chosenOf, listGroups } from './groups.ts'

const offered = (id: string, price: number, more: object = {}) => ({
  id,
  description: id,
  currency: 'EUR',
  variants: [{ id: 'v', priceExVat: price, priceIncVat: price, contents: [], ...more }],
})
const bounds = [{ lt: 3, status: 'red', answerId: 'bad' }]
const pad = (id: string, value: string, status: string, packages: object[] = []) => ({
  category: 'question',
  id,
  text: `Pad ${id} (thinner one)`,
  clientSettings: { bounds },
  answers: [
    { id: status === 'red' ? 'bad' : 'ok', selected: true, value, unitOfMeasurement: 'mm', status, packages },
  ],
})
const disc = (packages: object[]) => ({
  category: 'question',
  id: 'discF',
  text: 'Front discs',
  answers: [{ id: 'adv', selected: true, value: 'Lip', status: 'amber', packages }],
})

function pageOf(contents: object[], more: Partial<SurveyPage> = {}): SurveyPage {
  const sections = [{ category: 'section', id: 's', text: 'Brakes', contents }]
  return { survey: { contents: sections }, quotes: [], ...more } as unknown as SurveyPage
}

const contained = { set: ['pads'] }

test('a group tells both sides as soon as one is a finding, then the rest by title and answer', () => {
  const [group, ...others] = listGroups(
    pageOf([disc([]), pad('padFR', '6.1', 'green'), pad('padFL', '1.9', 'red'), pad('padRL', '7', 'green')]),
  )
  assert.deepEqual(others, [])
  assert.deepEqual([group?.section, group?.axle, group?.status], ['Brakes', 'front', 'red'])
  assert.deepEqual(group?.mentions, [
    { kind: 'value', side: 'left', value: '1.9', unit: 'mm', title: undefined },
    { kind: 'value', side: 'right', value: '6.1', unit: 'mm', title: undefined },
    { kind: 'words', title: 'Front discs', text: 'Lip' },
  ])
  assert.deepEqual(
    group?.findings.map(({ question }) => question.id),
    ['padFL', 'discF'],
  )
})

test('work stands in it once; what has work in common is one choice, the rest another', () => {
  const page = pageOf(
    [
      pad('padFL', '1.9', 'red', [offered('pads', 100), offered('set', 300), offered('clean', 20)]),
      pad('padFR', '2.1', 'red', [offered('pads', 100), offered('set', 300, { selected: true })]),
    ],
    { contained },
  )
  const [group] = listGroups(page)
  assert.deepEqual(
    group?.choices.map((choice) => choice.map(({ packageId }) => packageId)),
    [['pads', 'set'], ['clean']],
  )
  const chosen = chosenOf(group?.choices[0] ?? [])
  assert.deepEqual([chosen?.packageId, chosen?.place.questionId], ['set', 'padFR'], 'where it was chosen')
  assert.equal(
    group?.choices[0]?.[0]?.place.questionId,
    'padFL',
    'at the worst finding, in the order of the list',
  )
})

test('work of the order says which line has it', () => {
  const orderLines = [{ description: 'Discs and pads', healthPackageId: 'set' }]
  const packages = [offered('pads', 100), offered('clean', 20)]
  const [group] = listGroups(pageOf([pad('padFL', '1.9', 'red', packages)], { contained, orderLines }))
  assert.deepEqual(
    group?.choices.flat().map(({ packageId, heldBy }) => [packageId, heldBy?.description]),
    [
      ['pads', 'Discs and pads'],
      ['clean', undefined],
    ],
  )
})

test('a page stored before packages said what they contain has groups all the same', () => {
  const [group] = listGroups(pageOf([pad('padFL', '1.9', 'red', [offered('pads', 1), offered('set', 2)])]))
  assert.equal(group?.choices.length, 2)
})
