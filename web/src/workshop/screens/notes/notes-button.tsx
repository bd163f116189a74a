// Opens the notes on a car, from its card or from a survey; says how many are unread.
import type { BoardCard, SurveyPage } from '@walkaround/contract/app/board.ts'
import { cardName } from '@walkaround/contract/rules/board-order.ts'
import { Suspense, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { late } from '../late.tsx'
import { useNotes } from './use-notes.ts'

const sheet = late(async () => (await import('./notes-sheet.tsx')).NotesSheet)

type Props = { card: BoardCard } | { survey: SurveyPage['survey'] }

/** The card of a survey, as events name it. */
export const cardOfSurvey = ({ id, surveyType, referenceObject }: SurveyPage['survey']): string =>
  referenceObject?.id === undefined
    ? `vehicle/${id}`
    : `${surveyType === 'CVR' ? 'lead' : 'order'}/${referenceObject.id}`

export const NotesButton = (props: Props) =>
  'card' in props ? (
    <Opener card={cardName(props.card)} unread={props.card.unreadNotes ?? 0} />
  ) : (
    <OfSurvey card={cardOfSurvey(props.survey)} />
  )

function OfSurvey({ card }: { card: string }) {
  const notes = useNotes(card)
  return <Opener card={card} unread={notes?.filter(({ isUnread }) => isUnread).length ?? 0} isShort />
}

function Opener({ card, unread, isShort = false }: { card: string; unread: number; isShort?: boolean }) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const words = unread > 0 ? t('notes.unread', { n: unread }) : t('notes.title')
  return (
    <>
      <button
        type="button"
        className={isShort ? 'icon-button notes-open' : 'button quiet notes-open'}
        aria-label={isShort ? words : undefined}
        title={isShort ? words : undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="note" />
        {isShort ? unread > 0 && <span className="notes-count">{unread}</span> : <span>{words}</span>}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <sheet.Shown card={card} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
