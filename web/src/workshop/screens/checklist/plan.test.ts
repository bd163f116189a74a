import assert from 'node:assert/strict'
import { test } from 'node:test'
import { share } from '../../store/share.ts'
import type { SurveyElement } from '../../store/survey-elements.ts'
import { doubtsOf } from './number-doubts.ts'
import { findFirstOpen, findGap, findNeighbour, findNextOpen, planChecklist, progressOf } from './plan.ts'
import { makePage, makeQuestion, makeTread, withSelected } from './questions-fixture.ts'
import { commonEnd, commonWords, findWheel, ownWords, wheelsOf } from './wheels.ts'

const section = (id: string, contents: SurveyElement[]): SurveyElement => ({
  category: 'section',
  id,
  text: id,
  contents,
})

test('measured questions that follow each other are one row, others stand alone', () => {
  const brakes = [
    makeTread('padFL'),
    makeTread('padFR'),
    makeQuestion('disc'),
    makeTread('fluid', { clientSettings: { unit: '%', decimals: 1 } }),
    makeTread('padRL'),
  ]
  const [planned] = planChecklist(makePage([section('brakes', brakes)]))
  assert.deepEqual(
    planned?.rows.map((row) => (row.kind === 'measured' ? row.questions.map(({ id }) => id) : row.id)),
    [['padFL', 'padFR'], 'disc', ['fluid'], ['padRL']],
  )
})

test('hidden questions are left out, sections within sections follow, references show their question', () => {
  const request = makeQuestion('request')
  const page = makePage([
    section('outer', [
      request,
      makeQuestion('hidden', { visible: false }),
      section('inner', [
        makeQuestion('deep'),
        { category: 'referenceQuestion', id: 'again', referenceQuestionId: 'request' },
      ]),
    ]),
    section('empty', [makeQuestion('gone', { visible: false })]),
  ])
  const planned = planChecklist(page)
  assert.deepEqual(
    planned.map(({ text, questions }) => [text, questions.map(({ id }) => id)]),
    [
      ['outer', ['request']],
      ['outer · inner', ['deep']],
    ],
  )
  const [, row] = planned[1]!.rows
  assert.equal(row?.kind === 'reference' && row.of, request)
})

test('progress counts answers and never takes nothing for green', () => {
  const open = makeQuestion('a')
  assert.deepEqual(progressOf([open]), { done: 0, total: 1, red: 0, amber: 0, green: 0, worst: undefined })
  const { done, worst, green } = progressOf([
    open,
    withSelected(makeQuestion('b'), 'ok'),
    withSelected(makeQuestion('c'), 'adv'),
  ])
  assert.deepEqual([done, worst, green], [2, 'amber', 1])
})

test('a question about the video of the staff is answered and no finding', () => {
  const video = withSelected(makeQuestion('video', { answerVideoMandatory: true }), 'ok')
  const { done, worst, green } = progressOf([video, withSelected(makeQuestion('b'), 'ok')])
  assert.deepEqual([done, worst, green], [2, 'green', 1])
})

test('after an answer comes the next open question, never one before it', () => {
  const sections = planChecklist(
    makePage([section('s', [makeQuestion('a'), withSelected(makeQuestion('b'), 'ok'), makeQuestion('c')])]),
  )
  assert.equal(findNextOpen(sections, 'a'), 'c')
  assert.equal(findNextOpen(sections, 'c'), undefined)
  assert.equal(findNeighbour(sections, undefined, 1), 'a')
  assert.equal(findNeighbour(sections, 'a', 1), 'b')
  assert.equal(findNeighbour(sections, 'a', -1), 'a')
  assert.equal(findNeighbour(sections, 'c', 1), 'c')
})

test('wheels are found by the end of the id, and a walk has each of them once', () => {
  assert.equal(findWheel({ id: 'vc.treadFL' }), 'FL')
  assert.equal(findWheel({ id: 'vc.battery' }), undefined)
  assert.deepEqual(wheelsOf([{ id: 'xFL' }, { id: 'xRR' }]), ['FL', 'RR'])
  assert.equal(wheelsOf([{ id: 'xFL' }, { id: 'yFL' }]), undefined)
  assert.equal(wheelsOf([{ id: 'xFL' }]), undefined)
})

test('a walk is named by what its questions have in common', () => {
  const texts = [
    'Tread depth front left (lowest of inner, outer)',
    'Tread depth rear right (lowest of inner, outer)',
  ]
  assert.equal(commonWords(texts), 'Tread depth')
  assert.equal(commonEnd(texts), '(lowest of inner, outer)')
  assert.equal(ownWords(texts[0]!, texts), 'front left')
  assert.equal(ownWords('Battery', ['Battery']), 'Battery')
})

test('a slip of the finger is asked about: out of range, mileage below or far above what is known', () => {
  const page = makePage([])
  assert.equal(doubtsOf(makeTread('t'), '6.5', page), undefined)
  assert.equal(doubtsOf(makeTread('t'), '31', page)?.kind, 'range')
  const mileage = makeTread('m', {
    clientSettings: { min: 0, warn: { lowerThanRecorded: true, aboveRecordedBy: 60_000 } },
  })
  assert.deepEqual(doubtsOf(mileage, '49999', page), { kind: 'lower', min: 50_000 })
  assert.deepEqual(doubtsOf(mileage, '110001', page), { kind: 'above', max: 50_000 })
  assert.equal(doubtsOf(mileage, '50001', page), undefined)
})

test('what is equal stays the same object, what changed is new', () => {
  const before = { a: [{ x: 1 }, { y: [1, 2] }], b: { c: 'd' } }
  const same = share(before, structuredClone(before))
  assert.equal(same, before)
  const next = share(before, { a: [{ x: 1 }, { y: [1, 3] }], b: { c: 'd' } })
  assert.notEqual(next, before)
  assert.equal(next.a[0], before.a[0])
  assert.equal(next.b, before.b)
  assert.deepEqual(next.a[1], { y: [1, 3] })
  const fewer = share(before, { a: [{ x: 1 }], b: { c: 'd' } } as typeof before)
  assert.equal(fewer.a.length, 1)
  const bytes = { preview: new ArrayBuffer(1) }
  assert.notEqual(share(bytes, { preview: new ArrayBuffer(1) }), bytes)
})

test('gaps are walked in both directions, and after the last comes the first', () => {
  const [a, b, c] = [makeQuestion('a'), withSelected(makeQuestion('b'), 'ok'), makeQuestion('c')]
  const sections = planChecklist(makePage([section('s', [a, b, c])]))
  assert.equal(findFirstOpen(sections), 'a')
  const steps = (['a', 'b', 'c', undefined] as const).map((id) => [
    findGap(sections, id, 1),
    findGap(sections, id, -1),
  ])
  assert.deepEqual(steps, [
    ['c', 'c'],
    ['c', 'a'],
    ['a', 'a'],
    ['a', 'c'],
  ])
  assert.equal(findNextOpen(sections, 'a', new Set(['c'])), undefined)
})
