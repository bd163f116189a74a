import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Question } from '../../store/survey-elements.ts'
import type { MediaItem } from '../../store/tables.ts'
import type { PlannedSection } from '../checklist/plan.ts'
import { describeQuestion, listExpected, listTargets } from './places.ts'

const question = (id: string, text: string, more: Partial<Question> = {}): Question => ({
  category: 'question',
  id,
  text,
  questionCategory: 'valueSelection',
  answerCategory: 'text',
  answers: [{ id: 'bad', value: 'Worn', status: 'red', selected: true }],
  clientSettings: { photoExpectedOn: ['red'] },
  ...more,
})
const one = (asked: Question) => ({ kind: 'question' as const, id: asked.id, question: asked })
const pad = (wheel: string, words: string, value?: string) =>
  question(`pad${wheel}`, `Pad thickness ${words} (thinner pad)`, {
    answers: [
      {
        id: 'bad',
        status: 'red',
        selected: value !== undefined,
        ...(value ? { value, unitOfMeasurement: 'mm' } : {}),
      },
    ],
  })
const pads = [pad('FL', 'front left', '2.1'), pad('RR', 'rear right')]
const glass = question('glass', 'Windscreen')
const horn = question('horn', 'Horn', { photosAllowed: false })
const wipers = question('wipers', 'Wiper blades')
const sections: PlannedSection[] = [
  {
    id: 'b',
    text: 'Brakes',
    allowSelectAll: false,
    rows: [{ kind: 'measured', id: 'padFL', questions: pads }],
    questions: pads,
  },
  {
    id: 'v',
    text: 'Sight',
    allowSelectAll: false,
    rows: [one(glass), one(horn), one(wipers)],
    questions: [glass, horn, wipers],
  },
]

test('the camera names question, wheel and value', () => {
  assert.deepEqual(describeQuestion(sections, 'padFL'), {
    section: 'Brakes',
    title: 'Pad thickness',
    wheel: 'front left',
    answers: [{ value: '2.1', unit: 'mm' }],
    status: 'red',
  })
  assert.deepEqual(describeQuestion(sections, 'padRR')?.status, 'none', 'not checked is never green')
  assert.equal(describeQuestion(sections, 'glass')?.title, 'Windscreen')
  assert.equal(describeQuestion(sections, 'glass')?.wheel, undefined)
  assert.equal(describeQuestion(sections, undefined), undefined)
})

test('expected photos follow around the checklist, without the current one and those taken', () => {
  const photo = (questionId: string) =>
    ({ id: questionId, kind: 'photo', questionId, state: 'device' }) as MediaItem
  const idsAfter = (id: string | undefined, media: MediaItem[] = []) =>
    listExpected(sections, media, id).map(({ questionId }) => questionId)
  assert.deepEqual(idsAfter(undefined), ['padFL', 'glass', 'wipers'])
  assert.deepEqual(idsAfter('glass'), ['wipers', 'padFL'], 'none where photos are not allowed')
  assert.deepEqual(idsAfter('glass', [photo('wipers')]), ['padFL'])
  assert.deepEqual(idsAfter('wipers', [photo('padFL'), photo('glass')]), [])
})

test('a photo can go to questions that take photos, to marks and to the car, found by words', () => {
  const marks = [{ id: 'm', number: 1, kind: 'scratch' as const, x: 1, y: 1 }]
  const words = { mark: () => 'Mark 1 · Scratch', whole: 'The car as a whole' }
  const found = (search: string) =>
    listTargets(sections, marks, words, search).map(({ place, text }) => [place, text])
  assert.equal(found('').length, 6)
  assert.deepEqual(found('BRAKES left'), [[{ questionId: 'padFL' }, pads[0]?.text]])
  assert.deepEqual(found('scratch'), [[{ markId: 'm' }, 'Mark 1 · Scratch']])
  assert.deepEqual(found('whole'), [[{}, 'The car as a whole']])
  assert.deepEqual(found('horn'), [])
})
