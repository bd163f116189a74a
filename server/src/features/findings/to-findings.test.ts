import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadedSurvey } from '../surveys/load-survey.ts'
import { customerWordsIn } from './customer-words.ts'
import { toFindings } from './to-findings.ts'

const words = await customerWordsIn('en')

const question = (id: string, clientSettings: Record<string, unknown> = {}) => ({
  category: 'question',
  id,
  text: `Question ${id}`,
  answers: [{ id: 'yes', value: 'Yes' }],
  clientSettings,
})

function findings(answered: readonly string[]) {
  const contents = [
    {
      category: 'section',
      id: 's',
      text: 'Counter',
      contents: [
        question('lamps'),
        question('extra', { consent: true }),
        question('left', { printAs: 'belongings' }),
      ],
    },
  ]
  const survey = {
    template: { document: { contents } },
    answers: new Map(answered.map((id) => [id, [{ id: 'yes', selected: true }]])),
    isVisible: () => true,
  } as unknown as LoadedSurvey
  return toFindings(survey, [], words)
}

const points = ({ sections }: ReturnType<typeof findings>) =>
  sections.flatMap(({ questions }) => questions.map(({ ref, answers }) => [ref, answers.length]))

test('what was not answered is a point that was not checked, what the customer agrees to is none', () => {
  const none = findings([])
  assert.deepEqual(points(none), [
    ['lamps', 0],
    ['left', 0],
  ])
  assert.deepEqual(none.consents, [{ text: 'Question extra', answer: '' }])
})

test('what has a place of its own is printed there alone', () => {
  const all = findings(['lamps', 'extra', 'left'])
  assert.deepEqual(points(all), [['lamps', 1]])
  assert.deepEqual(all.consents, [{ text: 'Question extra', answer: 'Yes' }])
  assert.equal(all.belongings?.left, 'Yes')
})
