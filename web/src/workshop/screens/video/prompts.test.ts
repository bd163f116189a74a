import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Question } from '../../store/survey-elements.ts'
import type { PlannedSection } from '../checklist/plan.ts'
import { listPrompts } from './prompts.ts'

const question = (id: string, status?: 'green' | 'amber' | 'red'): Question => ({
  category: 'question',
  id,
  text: `About ${id}`,
  questionCategory: 'valueSelection',
  answerCategory: 'text',
  answers: [{ id: 'a', value: 'A', selected: status !== undefined, ...(status ? { status } : {}) }],
})
const sections = (...questions: Question[]): PlannedSection[] => [
  { id: 's', text: 'Section', allowSelectAll: false, rows: [], questions },
]
const said = (all: ReturnType<typeof listPrompts>) =>
  all.map((prompt) => (prompt.kind === 'words' ? prompt.name : `${prompt.status} ${prompt.text}`))

test('prompts are this car, urgent first; greeting and plate before, advice and goodbye after', () => {
  const car = sections(question('wipers', 'amber'), question('glass', 'green'), question('pads', 'red'))
  assert.deepEqual(said(listPrompts(car)), [
    'hello',
    'plate',
    'good',
    'red About pads',
    'amber About wipers',
    'advice',
    'goodbye',
  ])
})

test('without findings the usual words stay', () => {
  assert.deepEqual(said(listPrompts(sections(question('glass', 'green'), question('pads')))), [
    'hello',
    'plate',
    'good',
    'finding',
    'measure',
    'advice',
    'goodbye',
  ])
})
