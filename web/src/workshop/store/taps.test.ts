// What a tap had seen, and how the tablet combines taps of several people.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AnswerTaps, SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Edit } from '@walkaround/contract/app/edits.ts'
import { applyEdits } from './apply-edits.ts'
import { findQuestion, selectedAnswers } from './survey-elements.ts'
import type { Change, ItemState } from './tables.ts'
import { listConflicts, stampSeen } from './taps.ts'

const answers = [
  { id: 'ok', status: 'green' },
  { id: 'adv', status: 'amber' },
  { id: 'bad', status: 'red' },
]

/** Ben said it is urgent at noon. */
const ben = { version: 'ben', at: '2026-05-04T12:00:00.000Z', answerId: 'bad', status: 'red' as const }

const page = (taps: AnswerTaps[]): SurveyPage =>
  ({
    survey: {
      contents: [
        {
          category: 'question',
          id: 'pads',
          answers: answers.map((answer) => ({
            ...answer,
            selected: taps.length > 0 && answer.id === taps[0]?.versions[0]?.answerId,
          })),
        },
      ],
    },
    taps,
    videos: [],
    signatures: [],
    missing: [],
  }) as unknown as SurveyPage

const tap = (id: string, answerId: string, minute: number, seen?: string[]): Change => {
  const given = { questionId: 'pads', answerId, ...(seen ? { seen } : {}) }
  return {
    type: 'edit',
    edit: {
      id,
      kind: 'answers',
      at: `2026-05-04T12:${String(minute).padStart(2, '0')}:00.000Z`,
      answers: [given],
    },
  }
}
const chosen = (shown: SurveyPage) => selectedAnswers(findQuestion(shown, 'pads')!).map(({ id }) => id)
const read = page([{ questionId: 'pads', versions: [ben] }])

describe('what a tap had seen', () => {
  it('is what the page told and what was done here since, without what was refused', () => {
    const items = [
      { change: tap('mine', 'adv', 1), state: 'device' as ItemState },
      { change: tap('refused', 'ok', 2), state: 'refused' as ItemState },
    ]
    const clear: Edit = { id: 'c', kind: 'clear', questionId: 'pads' }
    const [first, second] = stampSeen([tap('next', 'ok', 3), { type: 'edit', edit: clear }], read, items, 250)
    assert.ok(first?.type === 'edit' && first.edit.kind === 'answers')
    assert.ok(second?.type === 'edit' && second.edit.kind === 'clear')
    assert.deepEqual(first.edit.answers[0]?.seen, ['ben', 'mine'])
    assert.equal(first.edit.clockAhead, 250)
    assert.deepEqual(second.edit.seen, ['ben', 'mine', 'next'])
  })
})

describe('a tap laid over a page that tells of another’s', () => {
  it('stands when it had seen it, and when it was made on the page as it is', () => {
    for (const seen of [['ben'], undefined]) {
      const shown = applyEdits(read, [tap('mine', 'ok', 5, seen)])
      assert.deepEqual(chosen(shown), ['ok'])
      assert.deepEqual(listConflicts(shown), [])
    }
  })

  it('does not hide a worse finding it had not seen: both are shown, and one has to be chosen', () => {
    const shown = applyEdits(read, [tap('mine', 'adv', 5, [])], { name: 'Anna' })
    assert.deepEqual(chosen(shown), ['bad'])
    const [conflict] = listConflicts(shown)
    assert.equal(conflict?.isOpen, true)
    assert.equal(conflict.stands.version, 'ben')
    assert.deepEqual(
      conflict.taps.versions.map(({ version, by, isMine }) => [version, by, isMine]),
      [
        ['ben', undefined, undefined],
        ['mine', 'Anna', true],
      ],
    )
    // Choosing one's own version has seen both.
    const [choice] = stampSeen([tap('choice', 'adv', 6)], shown, [], 0)
    const decided = applyEdits(shown, [choice!])
    assert.deepEqual(chosen(decided), ['adv'])
    assert.deepEqual(listConflicts(decided), [])
  })

  it('is not laid a second time over a page that knows it', () => {
    const mine = {
      version: 'mine',
      at: '2026-05-04T12:05:00.000Z',
      answerId: 'adv',
      status: 'amber' as const,
    }
    const known = page([{ questionId: 'pads', versions: [ben, mine] }])
    assert.equal(applyEdits(known, [tap('mine', 'adv', 5, [])]).taps.length, 1)
    assert.deepEqual(chosen(applyEdits(known, [tap('mine', 'adv', 5, [])])), ['bad'])
  })
})
