import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LastVisit } from '@walkaround/contract/app/board.ts'
import type { Edit } from '@walkaround/contract/app/edits.ts'
import { applyEdits } from '../../store/apply-edits.ts'
import { findQuestion, type Question, selectedAnswers } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import {
  expectsPhoto,
  findAllGood,
  giveComment,
  giveNumber,
  giveWords,
  groupByStatus,
  isProposed,
  leadsOn,
  listAllGood,
  listExpectingPhotos,
  sameAsLast,
  tapAnswer,
  undoAllGood,
} from './answering.ts'
import { makePage, makeQuestion, makeTread, threeAnswers, withSelected } from './questions-fixture.ts'
import { countReadings, giveOnlyReading, giveReading } from './tyre-readings.ts'

const editsOf = (changes: readonly Change[]): Edit[] =>
  changes.flatMap((one) => (one.type === 'edit' ? [one.edit] : []))
/** What the person sees after it. */
const after = (question: Question, changes: readonly Change[]): Question =>
  findQuestion(applyEdits(makePage([question]), changes), question.id)!
const selectedIds = (question: Question) => selectedAnswers(question).map(({ id }) => id)

test('a tap selects one answer, another tap on it takes it back', () => {
  const question = makeQuestion('q')
  const red = after(question, tapAnswer(question, question.answers![2]!))
  assert.deepEqual(selectedIds(red), ['bad'])
  const amber = after(red, tapAnswer(red, red.answers![1]!))
  assert.deepEqual(selectedIds(amber), ['adv'])
  assert.deepEqual(selectedIds(after(amber, tapAnswer(amber, amber.answers![1]!))), [])
})

test('a comment moves along when the finding is graded again', () => {
  const question = withSelected(makeQuestion('q'), 'adv', { comment: 'left side' })
  const red = after(question, tapAnswer(question, question.answers![2]!))
  assert.equal(selectedAnswers(red)[0]?.comment, 'left side')
})

test('several answers may stand together, but not fine beside a finding', () => {
  const question = withSelected(makeQuestion('q', { multipleValueAnswer: true }), 'adv')
  const both = after(question, tapAnswer(question, question.answers![2]!))
  assert.deepEqual(selectedIds(both), ['adv', 'bad'])
  const fine = after(both, tapAnswer(both, both.answers![0]!))
  assert.deepEqual(selectedIds(fine), ['ok'])
})

test('answers are grouped by their finding, in the order fine, advise, urgent', () => {
  const answers = [...threeAnswers().reverse(), { id: 'adv2', status: 'amber' as const }]
  const groups = groupByStatus(makeQuestion('q', { answers }))
  assert.deepEqual(
    groups.map(({ status, answers: all }) => [status, all.map(({ id }) => id)]),
    [
      ['green', ['ok']],
      ['amber', ['adv', 'adv2']],
      ['red', ['bad']],
    ],
  )
})

test('a number selects the answer of its band and becomes its value', () => {
  const tread = makeTread('vc.treadFL')
  for (const [value, id] of [
    ['1.9', 'bad'],
    ['2', 'adv'],
    ['4.0', 'ok'],
  ] as const) {
    const [answer, ...more] = selectedAnswers(after(tread, [giveNumber(tread, value)]))
    assert.deepEqual([answer?.id, answer?.value, more.length], [id, value, 0])
  }
})

test('a number without bands is the value of the one answer there is', () => {
  const mileage = makeTread('h.mileage', {
    clientSettings: { unit: 'km', decimals: 0 },
    answers: [{ id: 'value' }],
  })
  const [answer] = selectedAnswers(after(mileage, [giveNumber(mileage, '61240', 'mi')]))
  assert.deepEqual([answer?.id, answer?.value, answer?.unitOfMeasurement], ['value', '61240', 'mi'])
})

test('own words are one answer, changed in place, and gone when emptied', () => {
  const question = makeQuestion('q', { answers: [] })
  const written = after(question, [giveWords(question, 'own', 'noise')])
  const changed = after(written, [giveWords(written, 'own', 'noise at 80')])
  assert.deepEqual(
    selectedAnswers(changed).map(({ id, value, custom }) => [id, value, custom]),
    [['own', 'noise at 80', true]],
  )
  assert.deepEqual(selectedAnswers(after(changed, [giveWords(changed, 'own', '  ')])), [])
})

test('a comment leaves the answer it belongs to as it is', () => {
  const tread = after(makeTread('t'), [giveNumber(makeTread('t'), '3.2')])
  const [answer] = selectedAnswers(
    after(tread, [giveComment(tread, selectedAnswers(tread)[0]!, 'inner edge')]),
  )
  assert.deepEqual([answer?.id, answer?.value, answer?.comment], ['adv', '3.2', 'inner edge'])
})

const last = (fields: Partial<LastVisit>): LastVisit => ({
  questionId: 'q',
  surveyId: 's0',
  at: '2026-01-01T00:00:00Z',
  ...fields,
})

test('same as last time says it again: answer, number or own words', () => {
  const question = makeQuestion('q')
  const again = sameAsLast(question, last({ answerId: 'adv', comment: 'as before' }))!
  assert.deepEqual(selectedAnswers(after(question, [again]))[0]?.comment, 'as before')
  const tread = makeTread('q')
  assert.equal(
    selectedAnswers(after(tread, [sameAsLast(tread, last({ answerId: 'ok', value: '3.1' }))!]))[0]?.id,
    'adv',
  )
  const own = sameAsLast(question, last({ answerId: 'x', value: 'rattles', status: 'amber' }))!
  assert.equal(selectedAnswers(after(question, [own]))[0]?.value, 'rattles')
  const closed = makeQuestion('q', { questionCategory: 'valueSelection' })
  assert.equal(sameAsLast(closed, last({ answerId: 'gone', value: 'x' })), undefined)
  const mileage = makeTread('q', { clientSettings: { printAs: 'mileage' } })
  assert.equal(sameAsLast(mileage, last({ value: '46549' })), undefined)
})

test('all good touches only what D4 allows', () => {
  const fast = makeQuestion('fast')
  const untouched = [
    makeTread('measured', { fastAnswer: true }),
    makeQuestion('signed', { answerSigned: true }),
    makeQuestion('video', { answerVideoMandatory: true }),
    makeQuestion('consent', { clientSettings: { consent: true } }),
    makeQuestion('slow', { fastAnswer: false }),
    makeQuestion('hidden', { visible: false }),
    withSelected(makeQuestion('found'), 'bad'),
    makeQuestion('noGreen', { answers: threeAnswers().slice(1) }),
    makeQuestion('greenVideo', { answers: [{ id: 'ok', status: 'green', videoMandatory: true }] }),
  ]
  for (const question of untouched) assert.equal(findAllGood(question), undefined, question.id)
  assert.deepEqual(listAllGood([fast, ...untouched]), [{ questionId: 'fast', answerId: 'ok' }])
})

test('undo takes back what all good gave, not what was changed since', () => {
  const [one, two] = [makeQuestion('one'), makeQuestion('two')]
  const given = listAllGood([one, two])
  const edits = editsOf(undoAllGood(given, [withSelected(one, 'ok'), withSelected(two, 'bad')]))
  assert.deepEqual(
    edits.map((one) => one.kind === 'clear' && [one.kind, one.questionId, one.answerId]),
    [['clear', 'one', 'ok']],
  )
})

test('proposals are shown until somebody answers', () => {
  const question = makeQuestion('q', { answers: [{ id: 'a', default: true }, { id: 'b' }] })
  const [a, b] = question.answers!
  assert.deepEqual([isProposed(question, a!, undefined), isProposed(question, b!, undefined)], [true, false])
  const sticky = { ...question, stickyAnswers: true }
  assert.equal(isProposed(sticky, b!, last({ answerId: 'b' })), true)
  assert.equal(isProposed(withSelected(question, 'b'), a!, undefined), false)
})

test('a photo is expected by the finding; one picture is enough for a walk without findings', () => {
  const on = makeQuestion('q', { clientSettings: { photoExpectedOn: ['red'] } })
  assert.equal(expectsPhoto(on), false)
  assert.equal(expectsPhoto(withSelected(on, 'adv')), false)
  assert.equal(expectsPhoto(withSelected(on, 'bad')), true)
  const wheel = (id: string, answerId: string) => {
    const tread = makeTread(id)
    return withSelected(
      { ...tread, clientSettings: { ...tread.clientSettings, photoExpected: true } },
      answerId,
    )
  }
  const good = [wheel('a', 'ok'), wheel('b', 'ok')]
  assert.deepEqual(
    listExpectingPhotos(good, () => 0).map(({ id }) => id),
    ['a'],
  )
  assert.deepEqual(
    listExpectingPhotos(good, ({ id }) => (id === 'b' ? 1 : 0)),
    [],
  )
  const mixed = [wheel('a', 'ok'), wheel('b', 'bad'), wheel('c', 'adv')]
  assert.deepEqual(
    listExpectingPhotos(mixed, ({ id }) => (id === 'c' ? 1 : 0)).map(({ id }) => id),
    ['b'],
  )
})

test('three readings of a tyre: each is noted, the lowest is the answer; one alone replaces them', () => {
  const tyre = makeTread('vc.treadFL', { clientSettings: { ...makeTread('t').clientSettings, tyre: true } })
  const said = (changes: readonly Change[]) =>
    changes.map((change) => {
      if (change.type !== 'edit') return change
      const { edit } = change
      return edit.kind === 'answers' ? edit.answers[0]?.value : edit.kind === 'tyre' && countReadings(edit)
    })
  const first = giveReading(tyre, { dot: '2319' }, { place: 'inner', value: '5.5', unit: 'mm' })
  assert.deepEqual(said(first.changes), [1, '5.5'])
  const second = giveReading(tyre, first.details, { place: 'middle', value: '4.0', unit: 'mm' })
  assert.deepEqual(said(second.changes), [2, '4.0'])
  const third = giveReading(tyre, second.details, { place: 'outer', value: '6', unit: 'mm' })
  assert.deepEqual(said(third.changes), [3, '4.0'])
  assert.deepEqual(third.details, { dot: '2319', inner: '5.5', middle: '4.0', outer: '6' })
  assert.deepEqual(said(giveOnlyReading({ ...tyre, tyre: third.details }, '7', 'mm')), [0, '7'])
  assert.deepEqual(said(giveOnlyReading(tyre, '7', 'mm')), ['7'])
})

test('a point in order moves on, a finding stays, and so does what wants a photo', () => {
  const question = makeQuestion('q')
  const leads = (answerId: string, fields: Partial<Question> = {}) => {
    const asked = { ...question, ...fields }
    return leadsOn(asked, asked.answers!.find(({ id }) => id === answerId)!)
  }
  assert.deepEqual(
    ['ok', 'adv', 'bad'].map((id) => leads(id)),
    [true, false, false],
  )
  assert.equal(leads('ok', { clientSettings: { photoExpected: true } }), false)
  assert.equal(leads('ok', { multipleValueAnswer: true }), false)
})
