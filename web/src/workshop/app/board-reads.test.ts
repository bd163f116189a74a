import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Board, BoardCard } from '@walkaround/contract/app/board.ts'
import { cardsOf, cardsToRead, createBoardReads } from './board-reads.ts'

const card = (id: string, more: Partial<BoardCard> = {}): BoardCard => ({
  kind: 'order',
  id,
  branchId: 'b',
  surveys: [],
  changedAt: '2026-11-01T08:00:00Z',
  ...more,
})
const survey = (id: string) => ({ id }) as BoardCard['surveys'][number]
const boardOf = (...cards: BoardCard[]): Board => ({ cards, sequence: '1' })
const idsOf = (board: Board | undefined) => board?.cards.map(({ id }) => id)

/** A service with these cards, and a device with the board it read last. */
function setUp(stored: Board | undefined, served: Board) {
  const asked: (readonly string[] | undefined)[] = []
  const device = { board: stored }
  const reads = createBoardReads({
    read: async (_branch, names) => {
      asked.push(names)
      const isMeant = ({ kind, id }: BoardCard) => !names || names.includes(`${kind}/${id}`)
      return { cards: served.cards.filter(isMeant), sequence: '2' }
    },
    find: async () => device.board,
    save: async (_branch, board) => {
      device.board = board
    },
  })
  return { reads, asked, device }
}

describe('reading the board again', () => {
  it('reads the cards that changed, removes those that left and keeps the order', async () => {
    const [early, late] = ['2026-11-01T08:00:00Z', '2026-11-01T09:00:00+01:00']
    const stored = boardOf(card('1'), card('2', { plannedStart: early }), card('3'))
    const served = boardOf(card('1'), card('3', { plannedStart: early }), card('4', { plannedStart: late }))
    const { reads, asked, device } = setUp(stored, served)
    const board = await reads.read(undefined, new Set(['order/2', 'order/3', 'order/4']))
    assert.deepEqual(asked, [['order/2', 'order/3', 'order/4']])
    // Nine o'clock in Berlin is eight o'clock in Greenwich: equal times stand in the order of ids.
    assert.deepEqual(idsOf(board), ['3', '4', '1'])
    assert.deepEqual(device.board, board)
  })

  it('asks for the card of a survey, and for those that name a changed car', async () => {
    const stored = boardOf(card('1', { surveys: [survey('s')] }), card('2', { sameCar: ['1'] }), card('3'))
    assert.deepEqual(cardsToRead(stored, new Set(['survey/s'])), ['order/1', 'order/2'])
    assert.equal(cardsToRead(stored, new Set(['survey/unknown'])), undefined)
  })

  it('reads everything without a board, for a survey it does not know, and for very many cards', async () => {
    const served = boardOf(card('1'))
    const many = new Set(Array.from({ length: 31 }, (_, index) => `order/${index}`))
    for (const [stored, changed] of [
      [undefined, new Set(['order/1'])],
      [served, new Set(['survey/unknown'])],
      [served, many],
      [served, undefined],
    ] as const) {
      const { reads, asked } = setUp(stored, served)
      await reads.read(undefined, changed)
      assert.deepEqual(asked, [undefined])
    }
  })

  it('reads one after the other', async () => {
    const served = boardOf(card('1', { description: 'new' }), card('2', { description: 'new' }))
    const { reads, device } = setUp(boardOf(card('1'), card('2')), served)
    await Promise.all([
      reads.read(undefined, new Set(['order/1'])),
      reads.read(undefined, new Set(['order/2'])),
    ])
    assert.deepEqual(
      device.board?.cards.map(({ description }) => description),
      ['new', 'new'],
    )
  })

  it('knows which changes show on a card, anywhere, or not at all', () => {
    const change = (subject: string, shown?: string) =>
      ({ kind: 'order.changed', subject, sequence: '1', ...(shown ? { card: shown } : {}) }) as const
    assert.deepEqual(
      cardsOf([change('survey/s', 'order/1'), change('package/p'), change('order/2', 'order/2')]),
      new Set(['order/1', 'order/2']),
    )
    assert.equal(cardsOf([change('survey/s', 'order/1'), change('template/t')]), undefined)
    assert.deepEqual(cardsOf([change('package/p')]), new Set())
  })
})
