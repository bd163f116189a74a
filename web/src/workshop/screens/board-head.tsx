// What the board and the leads have in common: the search, the choice of a branch, the age of what is shown, and why nothing is.
import { useCallback, useEffect, useId, useMemo, useRef } from 'preact/compat'
import { useClient, useLive, useWorkshop } from '../app/context.tsx'
import { useSignal } from '../app/use-signal.ts'
import { useWords } from '../app/words.tsx'
import { ownBranch } from '../store/board-key.ts'
import { getSetting, setSetting } from '../store/settings.ts'
import { Icon } from '../ui/icons.tsx'
import { Empty, IconButton, Spinner } from '../ui/parts.tsx'
import type { BoardView } from './use-board.ts'

/** The other card of a pair may be on another day, or not match the search. */
export function useNeighbours({ cards, all, refresh, searchAgain }: BoardView) {
  const onChange = useCallback(async () => {
    searchAgain()
    await refresh()
  }, [refresh, searchAgain])
  return useMemo(
    () => ({
      cards: [...new Map([...all, ...(cards ?? [])].map((card) => [card.id, card])).values()],
      onChange,
    }),
    [all, cards, onChange],
  )
}

export function Search({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  const { t } = useWords()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // As everywhere: a slash begins a search, unless somebody is typing.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog')) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <search className="search">
      <label htmlFor={id} className="unseen">
        {t('board.search')}
      </label>
      <Icon name="search" />
      <input
        ref={field}
        id={id}
        type="search"
        aria-keyshortcuts="/"
        value={words}
        onChange={(event) => onWords(event.currentTarget.value)}
        placeholder={t('board.search')}
        autoComplete="off"
        autoCapitalize="characters"
        spellcheck={false}
        enterKeyHint="search"
      />
      {words !== '' && <IconButton icon="close" label={t('board.searchClear')} onClick={() => onWords('')} />}
    </search>
  )
}

export interface BranchChoice {
  id: string | undefined
  all: readonly { id: string; name: string }[]
  choose: (id: string | undefined) => void
}

export function useBranch(): BranchChoice {
  const { store } = useWorkshop()
  const chosen = useLive(
    async () => ({ id: await getSetting(store, 'branchId') }),
    [],
    ({ settings }) => ({ id: settings.branchId }),
  )
  const all = useClient()?.branches ?? []
  return {
    id: ownBranch(all, chosen?.id),
    all,
    choose: (chosen) => setSetting(store, 'branchId', chosen),
  }
}

export function BranchPicker({ branch }: { branch: BranchChoice }) {
  const { t } = useWords()
  const id = useId()
  return (
    <div className="picker">
      <Icon name="place" />
      <label htmlFor={id} className="unseen">
        {t('board.branch')}
      </label>
      <select
        id={id}
        value={branch.id ?? ''}
        onChange={(event) => branch.choose(event.currentTarget.value || undefined)}
      >
        <option value="">{t('board.allBranches')}</option>
        {branch.all.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A board that could not be updated shows its age. */
export function Age({ view }: { view: BoardView }) {
  const { t, dayTime } = useWords()
  const isOnline = useSignal(useWorkshop().isOnline)
  if (isOnline || view.readAt === undefined) return null
  return <p className="soft board-age">{t('net.offlineFrom', { time: dayTime(view.readAt) })}</p>
}

export function Nothing({ view, words, isLeads }: { view: BoardView; words: string; isLeads: boolean }) {
  const { t } = useWords()
  const isOnline = useSignal(useWorkshop().isOnline)
  if (view.cards === undefined && view.isReading) return <Spinner>{t('app.loading')}</Spinner>
  if (view.cards === undefined)
    return <Empty icon="offline" title={t('board.offlineEmpty')} what={t('board.offlineEmptyWhat')} />
  if (words.trim() !== '')
    return (
      <Empty
        icon="search"
        title={t('board.nothing', { words: words.trim() })}
        what={view.isLocalSearch && !isOnline ? t('board.nothingOffline') : t('board.nothingWhat')}
      />
    )
  if (isLeads) return <Empty icon="lead" title={t('leads.empty')} what={t('leads.emptyWhat')} />
  return <Empty icon="car" title={t('board.empty')} what={t('board.emptyWhat')} />
}
