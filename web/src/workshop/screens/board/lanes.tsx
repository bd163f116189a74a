// The lanes of the board: columns side by side where there is room, otherwise one below the other with a bar to choose one.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { type Lane, laneSums } from '@walkaround/contract/rules/board-lanes.ts'
import { type ReactNode, useEffect, useState } from 'preact/compat'
import { useWords, type Words } from '../../app/words.tsx'
import type { BoardChoice } from '../../store/settings.ts'
import type { LaneView } from './use-lanes.ts'
import { VirtualList } from './virtual-list.tsx'

/** Of a card and the gap below it. */
const cardRem = 7.75
/** With a second line for a time that names its zone. */
const zonedCardRem = 8.85
/** The narrowest card when several stand side by side in one lane. */
const columnRem = 17

type Draw = (card: BoardCard, lane: Lane) => ReactNode

const readRems = () => innerWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** How many rem the window is wide: large letters need more room. */
export function useRems(): number {
  const [rems, setRems] = useState(readRems)
  useEffect(() => {
    const update = () => setRems(readRems())
    update()
    window.addEventListener('resize', update)
    return () => window.removeEventListener('resize', update)
  }, [])
  return rems
}

export function LaneColumns({ views, draw }: { views: readonly LaneView[]; draw: Draw }) {
  const parts = views.map(({ cards, earlier, later }) =>
    cards.length + earlier.length + later.length > 0 ? 1 : 0.62,
  )
  return (
    <div
      className="lanes"
      style={{ gridTemplateColumns: parts.map((part) => `minmax(0, ${part}fr)`).join(' ') }}
    >
      {views.map((view) => (
        <LaneSection key={view.lane} view={view} draw={draw} isColumn />
      ))}
    </div>
  )
}

export function LaneStack({ views, draw }: { views: readonly LaneView[]; draw: Draw }) {
  return (
    <div className="lane-stack">
      {views
        .filter(
          ({ cards, earlier, later }) =>
            views.length === 1 || cards.length + earlier.length + later.length > 0,
        )
        .map((view) => (
          <LaneSection key={view.lane} view={view} draw={draw} />
        ))}
    </div>
  )
}

function LaneSection({ view, draw, isColumn }: { view: LaneView; draw: Draw; isColumn?: boolean }) {
  const words = useWords()
  const { t } = words
  const { lane, cards, earlier, later } = view
  const id = `lane-${lane}`
  return (
    <section className="lane" aria-labelledby={id}>
      <header className="lane-head">
        <h2 id={id}>
          {t(`lane.${lane}`)} <span className="lane-count">{cards.length}</span>
        </h2>
        <p className="lane-sum soft">{sumWords(cards, lane, words)}</p>
      </header>
      <div className="lane-cars" data-scrolls={isColumn ? '' : undefined}>
        {cards.length > 0 ? (
          <CardList label={t(`lane.${lane}`)} cards={cards} lane={lane} draw={draw} />
        ) : (
          <p className="soft lane-none">{t('lane.none')}</p>
        )}
        {later.length > 0 && (
          <Fold label={t('lane.later', { n: later.length })}>
            <CardList label={t('lane.later', { n: later.length })} cards={later} lane={lane} draw={draw} />
          </Fold>
        )}
        {earlier.length > 0 && (
          <Fold label={t('board.earlier', { n: earlier.length })}>
            <CardList
              label={t('board.earlier', { n: earlier.length })}
              cards={earlier}
              lane={lane}
              draw={draw}
            />
          </Fold>
        )}
      </div>
    </section>
  )
}

/** What is folded is not drawn. */
function Fold({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="lane-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && children}
    </details>
  )
}

export const CardList = (props: { label: string; cards: readonly BoardCard[]; lane: Lane; draw: Draw }) => (
  <VirtualList
    items={props.cards}
    keyOf={({ kind, id }) => `${kind} ${id}`}
    rem={useWords().isZoneNamed ? zonedCardRem : cardRem}
    columnRem={columnRem}
    label={props.label}
  >
    {(card) => props.draw(card, props.lane)}
  </VirtualList>
)

const sumWords = (cards: readonly BoardCard[], lane: Lane, { t, wholeMoney }: Words): string =>
  laneSums(cards, lane)
    .map(({ currency, amount, isIncomplete }) => {
      const sum = wholeMoney(amount, currency)
      return isIncomplete ? t('mark.more', { sum }) : sum
    })
    .join(' · ')

/** One lane at a time, or all of them. */
export function LaneBar(props: {
  views: readonly LaneView[]
  lane: BoardChoice['lane']
  onLane: (lane: BoardChoice['lane']) => void
}) {
  const words = useWords()
  const { t } = words
  const total = props.views.reduce((sum, { cards }) => sum + cards.length, 0)
  const entries = [
    { lane: 'all' as const, count: total, sum: '' },
    ...props.views.map(({ lane, cards }) => ({
      lane,
      count: cards.length,
      sum: sumWords(cards, lane, words),
    })),
  ]
  return (
    <fieldset className="lane-bar">
      <legend className="unseen">{t('lane.bar')}</legend>
      {entries.map(({ lane, count, sum }) => (
        <button
          key={lane}
          type="button"
          className="lane-tab"
          aria-pressed={props.lane === lane}
          onClick={() => props.onLane(lane)}
        >
          <span>
            {t(`lane.${lane}`)} <span className="lane-count">{count}</span>
          </span>
          {sum !== '' && <span className="lane-sum">{sum}</span>}
        </button>
      ))}
    </fieldset>
  )
}
