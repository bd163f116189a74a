// The board that is worked: cars in the lanes from reception to done, with filters, order and search.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { type Lane, laneOf } from '@walkaround/contract/rules/board-lanes.ts'
import { cardName } from '@walkaround/contract/rules/board-order.ts'
import { type ReactNode, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'preact/compat'
import { useScreensFrom, useWorkshop } from '../../app/context.tsx'
import { CarClock, useWords } from '../../app/words.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Button, Empty, IconButton } from '../../ui/parts.tsx'
import { toast } from '../../ui/toast.tsx'
import { Age, Nothing, Search, useBranch, useNeighbours } from '../board-head.tsx'
import { inOrder } from '../cards.ts'
import { late } from '../late.tsx'
import { NeighboursProvider } from '../neighbours.ts'
import { openScanned } from '../scan/open-scanned.ts'
import { ScanButton } from '../scan/scan-button.tsx'
import { sumUnsent, useBoard, useSeenChanges, useUnsent } from '../use-board.ts'
import { useMinute } from '../use-minute.ts'
import { Filters, Views } from './filters.tsx'
import { LaneCard } from './lane-card.tsx'
import { CardList, LaneBar, LaneColumns, LaneStack, useRems } from './lanes.tsx'
import type { Mark } from './marks.ts'
import { useChoice, useLanes } from './use-lanes.ts'

const sheet = late(async () => (await import('./car-sheet.tsx')).CarSheet)
const notesSheet = late(async () => (await import('../notes/notes-sheet.tsx')).NotesSheet)
const table = late(async () => (await import('./cars-table.tsx')).CarsTable)

/** Six lanes beside the navigation need so many rem. */
const columnsFrom = 60
/** A desk: 1200 px. */
const tableFrom = 70.5

const isOurs = ({ kind }: BoardCard) => kind !== 'lead'

export function Board() {
  const { t } = useWords()
  const workshop = useWorkshop()
  const [words, setWords] = useState('')
  const [opened, setOpened] = useState<BoardCard>()
  const [notes, setNotes] = useState<BoardCard>()
  const branch = useBranch()
  const view = useBoard(branch.id, useDeferredValue(words))
  const seen = useSeenChanges()
  const unsent = useUnsent()
  const now = useMinute()
  const rems = useRems()
  const { choice, choose } = useChoice()
  const all = useMemo(() => view.all.filter(isOurs), [view.all])
  const { views, next, counts, technicians } = useLanes(all, choice, now)
  const neighbours = useNeighbours(view)
  const isSearch = words.trim() !== ''
  const hits = isSearch ? inOrder((view.cards ?? []).filter(isOurs), undefined) : []
  const refresh = async () => {
    workshop.poke()
    if (await view.refresh()) toast(t('board.refreshed'))
  }
  const { see } = seen
  const openMore = useCallback(
    (card: BoardCard, mark?: Mark['kind']) => {
      if (mark === 'notes') return setNotes(card)
      see(card)
      setOpened(card)
    },
    [see],
  )
  const draw = (card: BoardCard, lane: Lane) => (
    <LaneCard
      card={card}
      lane={lane}
      now={now}
      isNext={!isSearch && card === next}
      isChangeSeen={seen.isSeen(card)}
      unsent={sumUnsent(card, unsent)}
      isLaneShown={isSearch}
      onOpen={see}
      onMore={openMore}
    />
  )
  const hasTable = rems >= tableFrom
  const isTable = hasTable && choice.look === 'table'
  const isWide = rems >= columnsFrom
  const shownViews =
    isWide && !isTable ? views : views.filter(({ lane }) => ['all', lane].includes(choice.lane))
  const count = views.reduce((sum, { cards }) => sum + cards.length, 0)
  const hasCards = views.some(({ cards, earlier, later }) => cards.length + earlier.length + later.length > 0)
  const isFiltered = choice.filters.length > 0 || choice.technician !== undefined
  // As the sheet shows it now, while the board is read anew behind it.
  const current = opened && [...all, ...hits].find(({ kind, id }) => kind === opened.kind && id === opened.id)
  return (
    <main
      id="main"
      className={`screen board worked ${isWide && !isSearch ? 'is-wide' : ''}`}
      aria-busy={view.isReading}
    >
      <header className="board-head">
        <div className="board-title">
          <h1>{t('board.title')}</h1>
          {view.cards && <p className="soft">{t('board.count', { n: isSearch ? hits.length : count })}</p>}
        </div>
        <Search words={words} onWords={setWords} />
        <Views choice={choice} onChoose={choose} hasTable={hasTable} />
        <div className="board-tools">
          <ScanButton onFound={(text) => openScanned(text, view.all, setWords)} />
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
      <NeighboursProvider value={neighbours}>
        {!isSearch && (
          <Filters
            choice={choice}
            onChoose={choose}
            branch={branch}
            counts={counts}
            technicians={technicians}
          />
        )}
        {!isSearch && hasCards && (!isWide || isTable) && (
          <LaneBar views={views} lane={choice.lane} onLane={(lane) => choose({ lane })} />
        )}
        {isSearch && hits.length > 0 && <Hits hits={hits} draw={draw} />}
        {!isSearch && hasCards && isTable && (
          <Suspense fallback={null}>
            <table.Shown
              label={t('board.title')}
              cards={shownViews.flatMap(({ cards, later, earlier }) => [...cards, ...later, ...earlier])}
              now={now}
              isChangeSeen={seen.isSeen}
              unsentOf={(card) => sumUnsent(card, unsent)}
              onOpen={see}
              onMore={openMore}
            />
          </Suspense>
        )}
        {!isSearch && hasCards && !isTable && isWide && <LaneColumns views={views} draw={draw} />}
        {!isSearch && hasCards && !isTable && !isWide && <LaneStack views={shownViews} draw={draw} />}
        {!isSearch && !hasCards && isFiltered && all.length > 0 && (
          <Empty icon="search" title={t('filter.nothing')}>
            <Button icon="close" onClick={() => choose({ filters: [], technician: undefined })}>
              {t('filter.clear')}
            </Button>
          </Empty>
        )}
        {(isSearch ? hits.length === 0 : all.length === 0) && (
          <Nothing view={view} words={words} isLeads={false} />
        )}
        {notes && (
          <Suspense fallback={null}>
            <CarClock branchId={notes.branchId}>
              <notesSheet.Shown card={cardName(notes)} onClose={() => setNotes(undefined)} />
            </CarClock>
          </Suspense>
        )}
        {current && (
          <Suspense fallback={null}>
            <sheet.Shown
              card={current}
              unsent={sumUnsent(current, unsent)}
              isChangeSeen={seen.isSeen(current)}
              onOpen={see}
              onClose={() => setOpened(undefined)}
            />
          </Suspense>
        )}
      </NeighboursProvider>
    </main>
  )
}

/** Hits stand in one list: whoever searches wants that car, in whichever lane it is. */
function Hits(props: { hits: readonly BoardCard[]; draw: (card: BoardCard, lane: Lane) => ReactNode }) {
  const { t } = useWords()
  return (
    <>
      <h2 className="unseen">{t('board.count', { n: props.hits.length })}</h2>
      <CardList
        label={t('board.count', { n: props.hits.length })}
        cards={props.hits}
        lane="receive"
        draw={(card) => props.draw(card, laneOf(card))}
      />
    </>
  )
}
