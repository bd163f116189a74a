import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bySection, gradePoints } from './grading.ts'
import type { FoundAnswer } from './model.ts'

const question = (text: string, ...answers: FoundAnswer[]) => ({ text, answers })

test('the worst answer counts, and not checked is not green', () => {
  const graded = gradePoints([
    {
      text: 'A',
      questions: [
        question('both', { status: 'green' }, { status: 'red' }),
        question('soon', { status: 'amber' }, { text: 'noted' }),
        question('fine', { status: 'green' }),
        question('words', { text: 'noted' }),
        question('nothing'),
      ],
    },
  ])
  const texts = (grade: keyof typeof graded) => graded[grade].map((point) => point.question.text)
  assert.deepEqual((['red', 'amber', 'green', 'noted', 'none'] as const).map(texts), [
    ['both'],
    ['soon'],
    ['fine'],
    ['words'],
    ['nothing'],
  ])
})

test('points come back under their sections, in the order of the survey', () => {
  const { none } = gradePoints([
    { text: 'A', questions: [question('1'), question('2')] },
    { text: 'B', questions: [question('3')] },
  ])
  assert.deepEqual(
    bySection(none).map(([section, questions]) => [section, questions.map(({ text }) => text)]),
    [
      ['A', ['1', '2']],
      ['B', ['3']],
    ],
  )
})
