// What the board shows: the device's copy at once, then the server's; a search in both. No markup.
import type { Board, BoardCard } from '@walkaround/contract/app/board.ts'
import { cardName } from '@walkaround/contract/rules/board-order.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/compat'
import { useAfterOpening, useLive, useWorkshop } from '../app/context.tsx'
import { useSignal } from '../app/use-signal.ts'
import { isBegin, listBegunCards } from '../store/begun.ts'
import { boardKey } from '../store/board-key.ts'
import { cardChangesOf, layOnBoard, listCardChanges } from '../store/card-changes.ts'
import { findBoard } from '../store/pages.ts'
import { getSetting, setSetting } from '../store/settings.ts'
import { share } from '../store/share.ts'
import type { MediaItem, OutboxItem } from '../store/tables.ts'
import { matching } from './cards.ts'

const typingMs = 250
/** A busy workshop changes something every second; nobody reads a board that often. */
const boardPauseMs = 2_000

const none: readonly BoardCard[] = []

export interface BoardView {
  /** Undefined until the device was read. */
  cards: readonly BoardCard[] | undefined
  /** The whole board, regardless of the search. */
  all: readonly BoardCard[]
  readAt: number | undefined
  isReading: boolean
  /** The search was answered only from the device. */
  isLocalSearch: boolean
  refresh: () => Promise<boolean>
  /** Repeats the search. */
  searchAgain: () => void
}

export function useBoard(branch: string | undefined, words: string): BoardView {
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  const [isReading, setReading] = useState(true)
  const { login = '', name } = workshop.session() ?? {}
  const row = useLive(
    async () =>
      clientId === undefined
        ? { row: undefined, begun: [], changes: [] }
        : {
            row: await findBoard(workshop.store, clientId, branch),
            begun: await listBegunCards(workshop.store, { clientId, login, name, branch }),
            changes: await listCardChanges(workshop.store, clientId),
          },
    [clientId, branch, login],
    ({ board, outbox }) => {
      if (clientId === undefined || board?.key !== boardKey(clientId, branch) || outbox.some(isBegin))
        return undefined
      return {
        row: board,
        begun: [],
        changes: cardChangesOf(outbox.filter((item) => item.clientId === clientId)),
      }
    },
  )
  const readBoard = useCallback(
    async (changed?: ReadonlySet<string>) => {
      setReading(true)
      try {
        return (await workshop.refreshBoard(branch, changed)) !== undefined
      } finally {
        setReading(false)
      }
    },
    [workshop, branch],
  )
  const refresh = useCallback(() => readBoard(), [readBoard])
  useAfterOpening(() => {
    if (clientId === undefined) return undefined
    const read = spaced((changed) => readBoard(changed).catch((error: unknown) => console.error(error)))
    return workshop.onLive((changed) => read(changed?.cards))
  }, [workshop, clientId, readBoard])
  const [turn, setTurn] = useState(0)
  const searchAgain = useCallback(() => setTurn((before) => before + 1), [])
  const found = useSearch(branch, words, turn)
  const kept = useRef<Board>(undefined)
  const board = useMemo(() => row?.row && share(kept.current, layOnBoard(row.row.board, row.changes)), [row])
  useEffect(() => {
    kept.current = board
  }, [board])
  // Inspections started here are listed until the service has them.
  const withBegun = (cards: readonly BoardCard[]) => [
    ...(row?.begun ?? []).filter(({ id }) => !cards.some((card) => card.id === id)),
    ...cards,
  ]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same board and the same begun cars are the same list
  const all = useMemo(
    () => (board || row?.begun.length ? withBegun(board?.cards ?? []) : undefined),
    [board, row?.begun],
  )
  const matches = matching(words)
  const local = all?.filter(matches)
  const isSearching = words.trim() !== ''
  // A car of the board is shown as the board has it: that follows every change.
  const onBoard = new Map(all?.map((card) => [cardName(card), card]))
  const answered =
    found &&
    withBegun(found)
      .filter((card) => found.includes(card) || matches(card))
      .map((card) => onBoard.get(cardName(card)) ?? card)
  const shown = isSearching ? (answered ?? local) : local
  return {
    cards: shown,
    all: all ?? none,
    readAt: row?.row?.readAt,
    isReading: isReading || row === undefined,
    isLocalSearch: isSearching && found === undefined,
    refresh,
    searchAgain,
  }
}

/**
 * Reads the whole board at once. What changes during a read, or in the pause after it, is read together at the end: the cards that
 * changed, or everything if one of the calls does not say which.
 */
function spaced(
  work: (changed: ReadonlySet<string> | undefined) => Promise<unknown>,
): (changed: ReadonlySet<string> | undefined) => void {
  let isBusy = false
  let waiting: { changed: ReadonlySet<string> | undefined } | undefined
  const run = async (changed: ReadonlySet<string> | undefined) => {
    isBusy = true
    await work(changed)
    setTimeout(() => {
      isBusy = false
      const next = waiting
      waiting = undefined
      if (next) run(next.changed)
    }, boardPauseMs)
  }
  const ask = (changed: ReadonlySet<string> | undefined) => {
    if (changed?.size === 0) return
    if (!isBusy) run(changed)
    else if (!waiting) waiting = { changed }
    else waiting = { changed: waiting.changed && changed && new Set([...waiting.changed, ...changed]) }
  }
  ask(undefined)
  return ask
}

/** Undefined until the server has replied. */
function useSearch(
  branch: string | undefined,
  words: string,
  turn: number,
): readonly BoardCard[] | undefined {
  const workshop = useWorkshop()
  const [found, setFound] = useState<{ words: string; cards: readonly BoardCard[] }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is asked for by whoever changed something
  useEffect(() => {
    if (words.trim() === '') return undefined
    let isLate = false
    const timer = setTimeout(async () => {
      const cards = await workshop.search(words.trim(), branch).catch(() => undefined)
      if (!isLate && cards) setFound({ words, cards })
    }, typingMs)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [workshop, branch, words, turn])
  return found?.words === words ? found.cards : undefined
}

/** Changes by the DMS that were seen on this device, until they happen again. */
export function useSeenChanges(): { isSeen: (card: BoardCard) => boolean; see: (card: BoardCard) => void } {
  const { store } = useWorkshop()
  const seen = useLive(
    async () => (await getSetting(store, 'seenChanges')) ?? {},
    [],
    ({ settings }) => settings.seenChanges ?? {},
  )
  const latest = useRef(seen)
  latest.current = seen
  const see = useCallback(
    (card: BoardCard) => {
      if (card.changedByDms === undefined) return
      setSetting(store, 'seenChanges', { ...latest.current, [card.id]: card.changedByDms })
    },
    [store],
  )
  return {
    isSeen: (card) => card.changedByDms === undefined || seen?.[card.id] === card.changedByDms,
    see,
  }
}

/** How many changes of each survey are not on the server yet. */
export function useUnsent(): ReadonlyMap<string, number> {
  const { store } = useWorkshop()
  const clientId = useSignal(useWorkshop().clientId)
  const countOf = (items: readonly (OutboxItem | MediaItem)[]) => {
    const found: Record<string, number> = {}
    for (const item of items)
      if (item.clientId === clientId && item.state !== 'confirmed')
        found[item.surveyId] = (found[item.surveyId] ?? 0) + 1
    return found
  }
  const counts = useLive(
    async () => countOf([...(await store.outbox.toArray()), ...(await store.media.toArray())]),
    [clientId],
    ({ outbox, media }) => countOf([...outbox, ...media]),
  )
  return useMemo(() => new Map(Object.entries(counts ?? {})), [counts])
}

export const sumUnsent = ({ surveys }: BoardCard, unsent: ReadonlyMap<string, number>): number =>
  surveys.reduce((sum, { id }) => sum + (unsent.get(id) ?? 0), 0)
