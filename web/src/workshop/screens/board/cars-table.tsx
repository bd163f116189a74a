// The board as a dense table, for wide screens. Only the rows in sight are drawn.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { type Lane, laneOf } from '@walkaround/contract/rules/board-lanes.ts'
import { useLayoutEffect, useRef, useState } from 'preact/compat'
import { useRight } from '../../app/context.tsx'
import { Link } from '../../app/router.tsx'
import { useWords, type Words } from '../../app/words.tsx'
import { mayAdvise } from '../../rights.ts'
import { IconButton } from '../../ui/parts.tsx'
import { nameOf } from '../cards.ts'
import { Dots, Due, MarkButton, People } from './lane-card.tsx'
import { type Mark, marksOf, workOf } from './marks.ts'

const rowPx = 52
const spareRows = 6

interface RowProps {
  now: number
  isChangeSeen: (card: BoardCard) => boolean
  unsentOf: (card: BoardCard) => number
  onOpen: (card: BoardCard) => void
  onMore: (card: BoardCard, mark?: Mark['kind']) => void
}

export function CarsTable({
  cards,
  label,
  ...rest
}: RowProps & { cards: readonly BoardCard[]; label: string }) {
  const { t } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const [{ first, last }, setShown] = useState({ first: 0, last: 24 })
  useLayoutEffect(() => {
    const scrolled = box.current
    if (!scrolled) return undefined
    const update = () => {
      const next = {
        first: Math.max(0, Math.floor(scrolled.scrollTop / rowPx) - spareRows),
        last: Math.ceil((scrolled.scrollTop + scrolled.clientHeight) / rowPx) + spareRows,
      }
      setShown((before) => (before.first === next.first && before.last === next.last ? before : next))
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(scrolled)
    scrolled.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      scrolled.removeEventListener('scroll', update)
    }
  }, [])
  const shown = cards.slice(first, last + 1)
  const columns = ['car', 'lane', 'due', 'work', 'surveys', 'sum', 'people', 'mark'] as const
  return (
    <div className="cars-table" ref={box}>
      <table aria-label={label} aria-rowcount={cards.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`table.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <Space rows={Math.min(first, cards.length)} />}
          {shown.map((card, index) => (
            <Row key={`${card.kind} ${card.id}`} card={card} index={first + index + 2} {...rest} />
          ))}
          {cards.length > last + 1 && <Space rows={cards.length - last - 1} />}
        </tbody>
      </table>
    </div>
  )
}

const Space = ({ rows }: { rows: number }) => (
  <tr style={{ height: `${rows * rowPx}px` }}>
    <td colSpan={8} />
  </tr>
)

function Row({ card, index, ...props }: RowProps & { card: BoardCard; index: number }) {
  const words = useWords()
  const { t } = words
  const isAdvisor = useRight(mayAdvise) === true
  const lane = laneOf(card)
  const to = workOf(card, lane, isAdvisor)
  const unsent = props.unsentOf(card)
  const [mark] = marksOf(card, { isAdvisor, isChangeSeen: props.isChangeSeen(card), unsent })
  const name = nameOf(card) || card.externalId || card.id
  const plate = card.numberPlate ?? t('board.noPlate')
  const more = () => props.onMore(card)
  return (
    <tr aria-rowindex={index} style={{ height: `${rowPx}px` }}>
      <th scope="row">
        {to ? (
          <Link className="table-open" to={to} onClick={() => props.onOpen(card)}>
            {plate}
          </Link>
        ) : (
          <button type="button" className="table-open" onClick={more}>
            {plate}
          </button>
        )}
        <span className="soft">{[card.vehicle, card.customer].filter(Boolean).join(' · ')}</span>
      </th>
      <td>{t(`lane.${lane}`)}</td>
      <td>
        <Due card={card} lane={lane} now={props.now} />
      </td>
      <td className="table-work">{card.description}</td>
      <td>
        <Dots card={card} />
      </td>
      <td className="table-sum">{offerWords(card, lane, words)}</td>
      <td>
        <People card={card} />
      </td>
      <td>
        <div className="table-marks">
          {mark && (
            <MarkButton
              card={card}
              mark={mark}
              unsent={unsent}
              onOpen={() => props.onOpen(card)}
              onMore={() => props.onMore(card, mark.kind)}
            />
          )}
          <IconButton icon="more" label={t('car.more', { car: name })} onClick={more} />
        </div>
      </td>
    </tr>
  )
}

const offerWords = ({ sums = [] }: BoardCard, lane: Lane, { wholeMoney }: Words): string =>
  sums
    .map(({ currency, offered, approved }) =>
      wholeMoney(lane === 'decided' || lane === 'done' ? approved : offered, currency),
    )
    .join(' · ')
