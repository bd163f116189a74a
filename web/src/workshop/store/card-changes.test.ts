// What a board shows of changes that the server does not have yet.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Board, BoardCard } from '@walkaround/contract/app/board.ts'
import { layOnBoard } from './card-changes.ts'
import type { CardChange } from './tables.ts'

const card: BoardCard = {
  kind: 'order',
  id: '1',
  branchId: 'B1',
  surveys: [],
  changedAt: '2026-11-18T08:00:00Z',
  technicians: [{ name: 'Kim' }],
  technician: 'Kim',
  unreadNotes: 2,
}
const board: Board = { cards: [card, { ...card, id: '2' }], sequence: '1' }
const plan = (fields: object, technician?: string): CardChange => ({
  type: 'putPlan',
  card: 'order/1',
  plan: fields,
  ...(technician ? { technician } : {}),
})

test('a plan that waits is shown on its car alone, part by part', () => {
  const at = '2026-11-18T16:00:00.000Z'
  const changes = [plan({ promised: { timestamp: at } }), plan({ technician: { id: 'tom' } }, 'Tom')]
  const { cards } = layOnBoard(board, changes)
  assert.deepEqual(cards[0], { ...card, promisedAt: at, technician: 'Tom', isTechnicianPlanned: true })
  assert.equal(cards[1], board.cards[1])
  // Taken back, the technician of the order applies.
  const back = layOnBoard(board, [...changes, plan({ promised: {}, technician: {} })])
  assert.deepEqual(back.cards[0], card)
})

test('notes that were read are not marked any more; a note that was written marks nothing', () => {
  const read: CardChange = { type: 'putNotesRead', card: 'order/1', until: '2026-11-18T08:00:00Z' }
  const note: CardChange = { type: 'putNote', card: 'order/2', noteId: 'n', note: { text: 'x' } }
  const { cards } = layOnBoard(board, [read, note])
  assert.deepEqual([cards[0]?.unreadNotes, cards[1]?.unreadNotes], [undefined, 2])
  assert.equal(layOnBoard(board, []), board)
})
