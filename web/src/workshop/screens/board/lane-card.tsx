// A car in its lane: plate, promised time, one line of work, a dot per inspection, who works on it, and what is new.
import type { BoardCard, BoardSurvey } from '@walkaround/contract/app/board.ts'
import { dueOf, initialsOf, isLate, type Lane, minutesTo } from '@walkaround/contract/rules/board-lanes.ts'
import { memo } from 'preact/compat'
import { useRight } from '../../app/context.tsx'
import { Link } from '../../app/router.tsx'
import { useWords, type Words } from '../../app/words.tsx'
import { mayAdvise } from '../../rights.ts'
import type { TextKey } from '../../texts/texts.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { IconButton } from '../../ui/parts.tsx'
import { byType, nameOf } from '../cards.ts'
import { minutesInWords } from '../minutes-in-words.ts'
import { type Mark, marksOf, technicianOf, workOf } from './marks.ts'

interface LaneCardProps {
  card: BoardCard
  lane: Lane
  /** The present minute (ms since 1970). */
  now: number
  isNext?: boolean
  isChangeSeen: boolean
  unsent: number
  /** Told beside a hit of a search. */
  isLaneShown?: boolean
  onOpen: (card: BoardCard) => void
  /** A mark without a screen opens what it speaks of. */
  onMore: (card: BoardCard, mark?: Mark['kind']) => void
}

/** A board has hundreds of cards and is read every few seconds: only changed ones are rendered again. */
export const LaneCard = memo(function LaneCard(props: LaneCardProps) {
  const { card, lane } = props
  const words = useWords()
  const { t } = words
  const isAdvisor = useRight(mayAdvise) === true
  const to = workOf(card, lane, isAdvisor)
  const name = nameOf(card) || card.externalId || card.id
  const plate = card.numberPlate ?? t('board.noPlate')
  const [first, second] = marksOf(card, { isAdvisor, isChangeSeen: props.isChangeSeen, unsent: props.unsent })
  const open = () => props.onOpen(card)
  const more = () => props.onMore(card)
  return (
    <article
      className={`lane-car ${props.isNext ? 'next' : ''} ${card.closed ? 'is-closed' : ''}`}
      aria-label={name}
    >
      <h3 className={card.numberPlate ? '' : 'soft'}>
        {to ? (
          <Link
            className="lane-car-open"
            to={to}
            onClick={open}
            aria-label={`${plate}: ${targetWords(card, to, t)}`}
          >
            {plate}
          </Link>
        ) : (
          <button type="button" className="lane-car-open" onClick={more}>
            {plate}
          </button>
        )}
      </h3>
      <IconButton className="lane-car-more" icon="more" label={t('car.more', { car: name })} onClick={more} />
      <p className="lane-car-due">
        {props.isNext && <strong className="next-word">{t('board.next')}</strong>}
        <Due card={card} lane={lane} now={props.now} />
        {props.isLaneShown && <span className="lane-word">{t(`lane.${lane}`)}</span>}
      </p>
      <div className="lane-car-work">
        {card.surveys.length > 0 && <Dots card={card} />}
        <p>{card.description ?? card.vehicle ?? card.vin ?? '–'}</p>
      </div>
      <div className="lane-car-foot">
        {first && (
          <MarkButton
            card={card}
            mark={first}
            unsent={props.unsent}
            onOpen={open}
            onMore={() => props.onMore(card, first.kind)}
          />
        )}
        {second && (
          <MarkButton
            card={card}
            mark={second}
            unsent={props.unsent}
            isShort
            onOpen={open}
            onMore={() => props.onMore(card, second.kind)}
          />
        )}
        <People card={card} />
      </div>
    </article>
  )
})

type Translate = Words['t']

const targetWords = (card: BoardCard, to: NonNullable<ReturnType<typeof workOf>>, t: Translate): string => {
  if (to.screen === 'send') return t('send.title')
  if (to.screen === 'quotes') return t('quotes.title')
  const survey = 'surveyId' in to ? card.surveys.find(({ id }) => id === to.surveyId) : undefined
  return survey ? t(`survey.${survey.surveyType}` as TextKey) : ''
}

/** The promised time with what is left or how late it is; otherwise when it was planned. */
export function Due({ card, lane, now }: { card: BoardCard; lane: Lane; now: number }) {
  const { t, dayTime, isZoneNamed } = useWords().at(card.branchId)
  // A zone that is cut off is a time that is misread.
  const wraps = isZoneNamed ? 'wraps' : ''
  const due = dueOf(card, lane)
  if (due === undefined)
    return card.plannedStart ? <span className={`soft ${wraps}`}>{dayTime(card.plannedStart)}</span> : null
  const late = isLate(card, lane, now)
  const time = minutesInWords(Math.abs(minutesTo(due, now)), t)
  return (
    <span className={`${late ? 'due-late' : 'due'} ${wraps}`}>
      {late && <Icon name="clock" size={16} />}
      {`${dayTime(due)} · ${t(late ? 'due.late' : 'due.left', { time })}`}
    </span>
  )
}

/** One for each inspection, always in the same order: the sign says how far it is or the worst it found. */
export function Dots({ card }: { card: BoardCard }) {
  const { t } = useWords()
  return (
    <ul className="dots">
      {byType(card.surveys).map((survey) => {
        const [icon, tone] = dotOf(survey)
        return (
          <li key={survey.id} className={`dot ${tone}`} title={wordsOf(survey, t)}>
            <Icon name={icon} size={20} />
            <span className="unseen">{wordsOf(survey, t)}</span>
          </li>
        )
      })}
    </ul>
  )
}

function dotOf({ red, amber, answered, completed, closed }: BoardSurvey): readonly [IconName, string] {
  if (red > 0) return ['urgent', 'red']
  if (!completed && !closed) return answered > 0 ? ['play', 'running'] : ['none', 'none']
  return amber > 0 ? ['advise', 'amber'] : ['fine', 'green']
}

function wordsOf(survey: BoardSurvey, t: Translate): string {
  const { answered, questions, completed, closed, red, amber } = survey
  const state =
    completed || closed
      ? t(closed ? 'survey.closed' : 'survey.completed')
      : answered > 0
        ? t('survey.progress', { answered, questions })
        : t('survey.notBegun')
  const found = [red > 0 && `${red} ${t('status.red')}`, amber > 0 && `${amber} ${t('status.amber')}`]
  return `${t(`survey.${survey.surveyType}` as TextKey)}: ${[state, ...found].filter(Boolean).join(', ')}`
}

export function People({ card }: { card: BoardCard }) {
  const { t } = useWords()
  const technician = technicianOf(card)
  const people = [
    card.serviceAdvisor && {
      name: card.serviceAdvisor,
      words: t('car.advisor', { name: card.serviceAdvisor }),
    },
    technician && { name: technician, words: t('car.technician', { name: technician }) },
  ].filter((one) => one !== undefined && one !== '')
  return (
    <ul className="people">
      {people.map(({ name, words }, index) => (
        <li
          key={words}
          className={index === 0 && card.serviceAdvisor ? 'advisor' : 'technician'}
          title={words}
        >
          <span aria-hidden="true">{initialsOf(name)}</span>
          <span className="unseen">{words}</span>
        </li>
      ))}
    </ul>
  )
}

export function MarkButton(props: {
  card: BoardCard
  mark: Mark
  unsent: number
  isShort?: boolean
  onOpen: () => void
  onMore: () => void
}) {
  const words = useWords()
  const { mark } = props
  const text = markWords(props.card, mark.kind, props.unsent, words)
  const shown = (
    <>
      <Icon name={mark.icon} size={18} />
      <span className={props.isShort ? 'unseen' : ''}>{text}</span>
    </>
  )
  const className = `mark ${mark.tone} ${props.isShort ? 'is-short' : ''}`
  return mark.to ? (
    <Link className={className} to={mark.to} onClick={props.onOpen} title={text}>
      {shown}
    </Link>
  ) : (
    <button type="button" className={className} onClick={props.onMore} title={text}>
      {shown}
    </button>
  )
}

function markWords(card: BoardCard, kind: Mark['kind'], unsent: number, words: Words): string {
  const { t } = words
  switch (kind) {
    case 'decided':
      return decisionWords(card, words) || t('mark.decided')
    case 'changed':
      return t('mark.changed')
    case 'conflicts':
      return t('car.conflicts', { n: card.surveys.reduce((sum, { conflicts = 0 }) => sum + conflicts, 0) })
    case 'unsent':
      return t('board.unsent', { n: unsent })
    case 'notes':
      return t('notes.unread', { n: card.unreadNotes ?? 0 })
    case 'sameCar':
      return t('mark.sameCar')
    case 'manual':
      return t('mark.manual')
    case 'stars':
      return t('board.stars', { n: card.ownerStars ?? 0 })
    default:
      return t(`mark.${kind}`)
  }
}

/** €570 yes, €232 later. */
export function decisionWords({ sums = [] }: BoardCard, { t, wholeMoney }: Words): string {
  return sums
    .flatMap(({ currency, approved, later, declined }) => {
      const told = (amount: number, key: 'mark.yes' | 'mark.later' | 'mark.no') =>
        amount === 0 ? [] : [t(key, { sum: wholeMoney(amount, currency) })]
      return [...told(approved, 'mark.yes'), ...told(later, 'mark.later'), ...told(declined, 'mark.no')]
    })
    .join(', ')
}
