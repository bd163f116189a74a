// One car on the board: plate, car, customer, time, its inspections with progress and findings, what the owner did.

import type { BoardCard, BoardSurvey } from '@walkaround/contract/app/board.ts'
import { memo } from 'preact/compat'
import { useRight } from '../app/context.tsx'
import { Link } from '../app/router.tsx'
import { useWords } from '../app/words.tsx'
import { mayAdvise } from '../rights.ts'
import type { TextKey } from '../texts/texts.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Ring, StatusBadge } from '../ui/parts.tsx'
import { byType, findResult, nameOf } from './cards.ts'
import { NotesButton } from './notes/notes-button.tsx'
import { PlanButton } from './plan/plan-button.tsx'
import { SameCar } from './same-car.tsx'

const ownerLooks = {
  waiting: ['clock', 'plain'],
  sent: ['letter', 'plain'],
  opened: ['opened', 'plain'],
  watched: ['video', 'plain'],
  decided: ['hand', 'good'],
  failed: ['urgent', 'bad'],
  linkAsked: ['letter', 'bad'],
  linkEnded: ['letter', 'bad'],
} as const

/** A board has hundreds of cards and is read every few seconds: only changed ones are rendered again. */
export const CarCard = memo(function CarCard(props: {
  card: BoardCard
  isNext: boolean
  isChangeSeen: boolean
  unsent: number
  onOpen: (card: BoardCard) => void
}) {
  const { t, dayTime } = useWords()
  const { card } = props
  const isAdvisor = useRight(mayAdvise)
  const sendable = isAdvisor ? findResult(card) : undefined
  const id = card.externalId ?? card.id
  // An order made by hand has no number that people use.
  const hasNumber = card.externalId !== undefined || !card.isManual
  return (
    <article
      className={`car ${props.isNext ? 'next' : ''} ${card.closed ? 'is-closed' : ''}`}
      aria-label={nameOf(card) || id}
    >
      {props.isNext && (
        <p className="car-next">
          <Icon name="next" size={18} /> {t('board.next')}
        </p>
      )}
      <header className="car-head">
        <h2 className={`plate ${card.numberPlate ? '' : 'no-plate'}`}>
          {card.numberPlate ?? t('board.noPlate')}
        </h2>
        {card.plannedStart && (
          <p className="car-time">
            <Icon name="clock" size={20} /> {dayTime(card.plannedStart)}
          </p>
        )}
      </header>
      <div className="car-words">
        <p className="car-vehicle">{card.vehicle ?? card.vin ?? '–'}</p>
        <p className="soft">
          {[card.customer, hasNumber && t(card.kind === 'lead' ? 'board.lead' : 'board.order', { id })]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {card.description && <p className="car-request">{card.description}</p>}
      </div>
      <ul className="chips">
        {byType(card.surveys).map((survey) => (
          <li key={survey.id}>
            <SurveyChip survey={survey} onOpen={() => props.onOpen(card)} />
          </li>
        ))}
        {card.surveys.length === 0 && <li className="soft chips-none">{t('board.noSurveys')}</li>}
      </ul>
      <Facts card={card} isChangeSeen={props.isChangeSeen} unsent={props.unsent} />
      <div className="car-team">
        <PlanButton card={card} />
        <NotesButton card={card} />
      </div>
      {isAdvisor && (card.sameCar || card.joined) && <SameCar card={card} />}
      {sendable && (
        <LinkButton
          className="car-send"
          look="quiet"
          icon="letter"
          to={{ screen: 'send', surveyId: sendable.id }}
        >
          {t('send.to')}
          {card.surveys.length > 1 && `: ${t(`survey.${sendable.surveyType}` as TextKey)}`}
        </LinkButton>
      )}
    </article>
  )
})

function Facts({ card, isChangeSeen, unsent }: { card: BoardCard; isChangeSeen: boolean; unsent: number }) {
  const { t } = useWords()
  const facts: { key: string; icon: IconName; tone: string; word: string }[] = []
  if (card.changedByDms && !isChangeSeen)
    facts.push({ key: 'changed', icon: 'sync', tone: 'news', word: t('board.changed') })
  if (unsent > 0)
    facts.push({ key: 'unsent', icon: 'device', tone: 'soon', word: t('board.unsent', { n: unsent }) })
  if (card.isManual) facts.push({ key: 'manual', icon: 'pen', tone: 'plain', word: t('board.manual') })
  if (card.joined) facts.push({ key: 'joined', icon: 'car', tone: 'plain', word: t('joining.fact') })
  if (card.ownerState) {
    const state = card.ownerState === 'opened' && card.ownerWatched ? 'watched' : card.ownerState
    const [icon, tone] = ownerLooks[state]
    facts.push({ key: 'owner', icon, tone, word: t(`board.owner.${state}`) })
  }
  if (card.ownerStars)
    facts.push({
      key: 'stars',
      icon: 'star',
      tone: 'plain',
      word: t('board.stars', { n: card.ownerStars }),
    })
  if (card.closed) facts.push({ key: 'closed', icon: 'lock', tone: 'plain', word: t('board.closed') })
  if (facts.length === 0) return null
  return (
    <ul className="car-facts">
      {facts.map(({ key, icon, tone, word }) => (
        <li key={key} className={`fact ${tone}`}>
          <Icon name={icon} size={18} /> {word}
        </li>
      ))}
    </ul>
  )
}

function SurveyChip({ survey, onOpen }: { survey: BoardSurvey; onOpen: () => void }) {
  const { t } = useWords()
  const { answered, questions } = survey
  const state = survey.closed
    ? 'closed'
    : survey.completed
      ? 'completed'
      : answered > 0
        ? 'running'
        : 'notBegun'
  const isDone = survey.closed || survey.completed
  const counts = (['red', 'amber', 'green'] as const).filter((status) => survey[status] > 0)
  return (
    <Link className="chip" to={{ screen: 'survey', surveyId: survey.id }} onClick={onOpen}>
      <Ring part={questions === 0 ? 0 : answered / questions} tone={isDone ? 'good' : 'accent'}>
        {isDone ? (
          <Icon name={survey.closed ? 'lock' : 'check'} size={20} />
        ) : answered === 0 ? (
          <Icon name="play" size={18} />
        ) : (
          <span className="ring-number" aria-hidden="true">
            {percent(answered, questions)}
          </span>
        )}
      </Ring>
      <span className="chip-words">
        <span className="chip-name">
          {t(`survey.${survey.surveyType}` as TextKey)}
          {survey.isMine && <span className="mine">{t('survey.mine')}</span>}
        </span>
        <span className="soft">
          {state === 'running' ? t('survey.progress', { answered, questions }) : t(`survey.${state}`)}
          {survey.surveyor ? ` · ${survey.surveyor}` : ''}
        </span>
        {counts.length > 0 && (
          <span className="chip-counts">
            {counts.map((status) => (
              <StatusBadge key={status} status={status} count={survey[status]} />
            ))}
          </span>
        )}
      </span>
      <Icon name="next" size={20} />
    </Link>
  )
}

const percent = (answered: number, questions: number) =>
  questions === 0 ? '–' : `${Math.max(1, Math.floor((answered / questions) * 100))}`
