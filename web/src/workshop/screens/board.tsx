// The board: today's cars, my next one first, with search and branch.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { useCallback, useDeferredValue, useId, useMemo, useState } from 'preact/compat'
import { useClient, useLive, useScreensFrom, useWorkshop } from '../app/context.tsx'
import { useSignal } from '../app/use-signal.ts'
import { useWords } from '../app/words.tsx'
import { getSetting, setSetting } from '../store/settings.ts'
import { Icon } from '../ui/icons.tsx'
import { Empty, IconButton, LinkButton, Spinner } from '../ui/parts.tsx'
import { toast } from '../ui/toast.tsx'
import { CarCard } from './car-card.tsx'
import { byDay, type Days, findNext, inOrder } from './cards.ts'
import { NeighboursProvider } from './same-car.tsx'
import { openScanned } from './scan/open-scanned.ts'
import { ScanButton } from './scan/scan-button.tsx'
import { type BoardView, useBoard, useSeenChanges, useUnsent } from './use-board.ts'

export const Board = () => <Cars title="board.title" kinds={['order', 'vehicle']} isByDay />

export function Cars(props: {
  title: 'board.title' | 'leads.title'
  kinds: readonly BoardCard['kind'][]
  /** Shows today's cars and groups the others; a search covers any day. */
  isByDay?: boolean
}) {
  const { t, today, isoDay } = useWords()
  const workshop = useWorkshop()
  const [words, setWords] = useState('')
  const branch = useBranch()
  const view = useBoard(branch.id, useDeferredValue(words))
  const isOurs = ({ kind }: BoardCard) => props.kinds.includes(kind)
  const cards = view.cards?.filter(isOurs)
  const all = view.all.filter(isOurs)
  const days = byDay(cards ?? [], today(), isoDay)
  const next = findNext(props.isByDay ? byDay(all, today(), isoDay).today : all)
  const isByDay = props.isByDay === true && words.trim() === ''
  const refresh = async () => {
    workshop.poke()
    if (await view.refresh()) toast(t('board.refreshed'))
  }
  const neighbours = useNeighbours(view)
  return (
    <main id="main" className="screen board" aria-busy={view.isReading}>
      <header className="board-head">
        <div className="board-title">
          <h1>{t(props.title)}</h1>
          {cards && (
            <p className="soft">{t('board.count', { n: isByDay ? days.today.length : cards.length })}</p>
          )}
        </div>
        <Search words={words} onWords={setWords} />
        <ScanButton onFound={(text) => openScanned(text, view.all, setWords)} />
        <div className="board-tools">
          {branch.all.length > 1 && <BranchPicker branch={branch} />}
          <IconButton
            icon="sync"
            label={t('board.refresh')}
            onClick={refresh}
            className={view.isReading ? 'turning' : ''}
          />
          {useScreensFrom('board').map(({ screen, icon, label }) => (
            <LinkButton key={screen} to={{ screen }} look="main" icon={icon}>
              {t(label)}
            </LinkButton>
          ))}
        </div>
      </header>
      <Age view={view} />
      {cards && cards.length > 0 ? (
        <NeighboursProvider value={neighbours}>
          <CarsOfDays days={isByDay ? days : { today: cards, earlier: [], later: [] }} next={next} />
        </NeighboursProvider>
      ) : (
        <Nothing view={view} words={words} isLeads={props.title === 'leads.title'} />
      )}
    </main>
  )
}

/** The other card of a pair may be on another day, or not match the search. */
function useNeighbours({ cards, all, refresh, searchAgain }: BoardView) {
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

function CarsOfDays({ days, next }: { days: Days; next: BoardCard | undefined }) {
  const { t } = useWords()
  const { today, earlier, later } = days
  return (
    <>
      {today.length > 0 ? (
        <CardList cards={today} next={next} />
      ) : (
        <p className="soft board-none">{t('board.empty')}</p>
      )}
      {later.length > 0 && (
        <section className="board-day" aria-labelledby="board-later">
          <h2 id="board-later">{t('board.later')}</h2>
          <CardList cards={later} next={next} />
        </section>
      )}
      {earlier.length > 0 && (
        <details className="board-day">
          <summary>{t('board.earlier', { n: earlier.length })}</summary>
          <CardList cards={earlier} next={next} />
        </details>
      )}
    </>
  )
}

function CardList({ cards, next }: { cards: readonly BoardCard[]; next: BoardCard | undefined }) {
  const seen = useSeenChanges()
  const unsent = useUnsent()
  const isNext = ({ kind, id }: BoardCard) => kind === next?.kind && id === next.id
  return (
    <div className="cars">
      {inOrder(cards, cards.find(isNext)).map((card) => (
        <CarCard
          key={`${card.kind} ${card.id}`}
          card={card}
          isNext={isNext(card)}
          isChangeSeen={seen.isSeen(card)}
          unsent={card.surveys.reduce((sum, survey) => sum + (unsent.get(survey.id) ?? 0), 0)}
          onOpen={seen.see}
        />
      ))}
    </div>
  )
}

function Search({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  const { t } = useWords()
  const id = useId()
  return (
    <search className="search">
      <label htmlFor={id} className="unseen">
        {t('board.search')}
      </label>
      <Icon name="search" />
      <input
        id={id}
        type="search"
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

interface BranchChoice {
  id: string | undefined
  all: readonly { id: string; name: string }[]
  choose: (id: string | undefined) => void
}

function useBranch(): BranchChoice {
  const { store } = useWorkshop()
  const id = useLive(async () => ({ id: await getSetting(store, 'branchId') }), [])?.id
  const all = useClient()?.branches ?? []
  return {
    id: all.some((one) => one.id === id) ? id : undefined,
    all,
    choose: (chosen) => setSetting(store, 'branchId', chosen),
  }
}

function BranchPicker({ branch }: { branch: BranchChoice }) {
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
function Age({ view }: { view: BoardView }) {
  const { t, dayTime } = useWords()
  const isOnline = useSignal(useWorkshop().isOnline)
  if (isOnline || view.readAt === undefined) return null
  return <p className="soft board-age">{t('net.offlineFrom', { time: dayTime(view.readAt) })}</p>
}

function Nothing({ view, words, isLeads }: { view: BoardView; words: string; isLeads: boolean }) {
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
