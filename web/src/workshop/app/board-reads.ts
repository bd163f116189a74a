// Reads the board, whole or only the cards that changed, and stores it. One read at a time, so that no old reply comes last.
import type { Board } from '@walkaround/contract/app/board.ts'
import { cardName, sortCards } from '@walkaround/contract/rules/board-order.ts'
import type { LiveChange } from './live.ts'

/** With more cards than this, the whole board is no more work. */
const mostCards = 30

/** Changes that the board shows nothing of. */
const isElsewhere = ({ subject }: LiveChange) => /^(package|callback)\//.test(subject)

/** The cards these changes show on; undefined if any of them may show anywhere. */
export function cardsOf(changes: readonly LiveChange[]): ReadonlySet<string> | undefined {
  const cards = new Set<string>()
  for (const change of changes) {
    if (isElsewhere(change)) continue
    if (change.card === undefined) return undefined
    cards.add(change.card)
  }
  return cards
}

/**
 * The cards to ask for: those that changed, and those that show something of them. Names of surveys stand for their cards. Undefined
 * if one of them is not on the board.
 */
export function cardsToRead(board: Board, changed: ReadonlySet<string>): string[] | undefined {
  const names = new Set<string>()
  for (const name of changed) {
    const [kind, id] = [name.slice(0, name.indexOf('/')), name.slice(name.indexOf('/') + 1)]
    const card =
      kind === 'survey'
        ? board.cards.find(({ surveys }) => surveys.some((survey) => survey.id === id))
        : undefined
    if (kind === 'survey' && !card) return undefined
    names.add(card ? cardName(card) : name)
  }
  for (const card of board.cards)
    if (card.sameCar?.some((id) => names.has(`order/${id}`))) names.add(cardName(card))
  return names.size > mostCards ? undefined : [...names]
}

/** The board with these cards as they were read now; those that were asked for and are not in the reply have left it. */
function withCards(board: Board, asked: readonly string[], read: Board): Board {
  const gone = new Set([...asked, ...read.cards.map(cardName)])
  const others = board.cards.filter((card) => !gone.has(cardName(card)))
  return { cards: sortCards([...others, ...read.cards]), sequence: read.sequence }
}

interface BoardReadsOptions {
  /** Undefined if there is no network, or nobody to read it for. */
  read: (branch: string | undefined, cards?: readonly string[]) => Promise<Board | undefined>
  find: (branch: string | undefined) => Promise<Board | undefined>
  save: (branch: string | undefined, board: Board) => Promise<void>
}

interface BoardReads {
  /** Only the cards that changed, if they are given. Undefined if it could not be read. */
  read(branch: string | undefined, changed?: ReadonlySet<string>): Promise<Board | undefined>
}

export function createBoardReads({ read, find, save }: BoardReadsOptions): BoardReads {
  let last: Promise<unknown> = Promise.resolve()

  const readSome = async (branch: string | undefined, changed: ReadonlySet<string>) => {
    const board = await find(branch)
    const asked = board && cardsToRead(board, changed)
    if (!board || !asked) return read(branch)
    const some = await read(branch, asked)
    return some && withCards(board, asked, some)
  }
  const readNow = async (branch: string | undefined, changed: ReadonlySet<string> | undefined) => {
    const board = await (changed ? readSome(branch, changed) : read(branch))
    if (board) await save(branch, board)
    return board
  }
  return {
    read(branch, changed) {
      const done = last.then(() => readNow(branch, changed))
      last = done.catch(() => {})
      return done
    },
  }
}
