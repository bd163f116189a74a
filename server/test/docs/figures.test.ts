// The guide to figures says of every figure what the service says, and nothing of figures that do not exist.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figures, questionFigures } from '@walkaround/contract/figures.ts'
import { listDefinitions, listQuestionDefinitions } from '../../src/features/figures/words.ts'
import { textOf } from '../support/source-files.ts'

test('every figure is in the guide, in the words of the service', () => {
  const lines = textOf('docs/figures.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const expected = [...listDefinitions('en'), ...listQuestionDefinitions('en')].map(
    ({ id, name, words }) => `| \`${id}\` | ${name} | ${words} |`,
  )
  assert.deepEqual(lines, expected)
  assert.equal(lines.length, figures.length + questionFigures.length)
})

test('definitions name the limits that the rules have', () => {
  const words = JSON.stringify(listDefinitions('en')) + JSON.stringify(listQuestionDefinitions('en'))
  assert.match(words, /more than 12 hours/)
  assert.match(words, /more than 5 minutes/)
})
