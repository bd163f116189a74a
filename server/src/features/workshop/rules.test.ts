import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Person } from '@walkaround/contract/shared.ts'
import fc from 'fast-check'
import type { TemplateVersion } from '../templates/versions.ts'
import { answerSeparators, peopleOf, progressOf, recogniseViewer, type Viewer } from './rules.ts'

const question = (id: string, more: object = {}) =>
  [id, { category: 'question', id, text: id, ...more }] as const

/** Only what counting needs. */
const template = {
  questions: new Map([
    question('a'),
    question('b'),
    question('c', { clientSettings: { visibleIf: { anyStatus: ['red'], questions: ['a'] } } }),
    question('never', { visible: false }),
  ]),
  document: {},
} as unknown as TemplateVersion

type Answer = [question: string, status: string]
const stored = (answers: readonly Answer[]) =>
  answers.map((one) => one.join(answerSeparators.status)).join(answerSeparators.answer)
const count = (answers: readonly Answer[], hidden?: string[]) =>
  progressOf(template, undefined, answers.length === 0 ? null : stored(answers), hidden && new Set(hidden))

describe('how far a survey is', () => {
  test('nothing answered is nothing found', () => {
    assert.deepEqual(count([]), { questions: 2, answered: 0, red: 0, amber: 0, green: 0 })
  })

  test('a question counts once, by its worst answer; one without a finding is answered', () => {
    const answers: Answer[] = [
      ['a', 'green'],
      ['a', 'amber'],
      ['b', ''],
    ]
    assert.deepEqual(count(answers), { questions: 2, answered: 2, red: 0, amber: 1, green: 0 })
  })

  test('what a finding shows counts while it shows it, and what was hidden then never', () => {
    const answers: Answer[] = [
      ['a', 'red'],
      ['c', 'green'],
      ['never', 'red'],
    ]
    assert.deepEqual(count(answers), { questions: 3, answered: 2, red: 1, amber: 0, green: 1 })
    assert.deepEqual(count(answers, ['a']), { questions: 3, answered: 2, red: 1, amber: 0, green: 1 })
    assert.deepEqual(count([['c', 'green']]), { questions: 2, answered: 0, red: 0, amber: 0, green: 0 })
  })

  test('whatever was answered, it is counted as by hand', () => {
    const answer = fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('green', 'amber', 'red', ''))
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 8 }), (answers) => {
        const given = (id: string): string[] =>
          answers.filter(([one]) => one === id).map(([, status]) => status)
        const worst = ['a', 'b'].map((id) => ['red', 'amber', 'green'].find((one) => given(id).includes(one)))
        const { answered, red, amber, green } = count(answers)
        assert.deepEqual(
          [answered, red, amber, green],
          [
            ['a', 'b'].filter((id) => given(id).length > 0).length,
            ...['red', 'amber', 'green'].map((one) => worst.filter((found) => found === one).length),
          ],
        )
      }),
    )
  })
})

test('a person is the viewer by id, else by the whole name in any case and spacing', () => {
  const viewer: Viewer = { login: 'ada', loginId: 'l-1', name: 'Ada  Müller', role: 'advisor' }
  const isViewer = (person: Person, viewer: Viewer) =>
    peopleOf('health', {}, person).some(recogniseViewer(viewer))
  assert.equal(isViewer({ id: 'ada' }, viewer), true)
  assert.equal(isViewer({ id: 'l-1' }, viewer), true)
  assert.equal(isViewer({ id: 'SA-3', firstName: 'ada', lastName: 'MÜLLER' }, viewer), true)
  assert.equal(isViewer({ lastName: 'Müller' }, viewer), false)
  assert.equal(isViewer({ lastName: '' }, { ...viewer, name: ' ' }), false)
})
