// One finding inside its group: what was found, its photos and comment, an own line.

import { type WearDates, wearWords } from '@walkaround/contract/rules/wear-words.ts'
import type { ReactNode } from 'preact/compat'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Button, StatusBadge } from '../../ui/parts.tsx'
import { phrasesHere, saidIn } from '../finding/phrases.ts'
import { LineQuestion, type Questions } from '../questions/line-question.tsx'
import type { Finding } from './offer.ts'

export function FindingCard(props: {
  surveyId: string
  finding: Finding
  /** If it goes on like this, by its earlier measurements. */
  urgentFrom: WearDates | undefined
  mayChange: boolean
  questions: Questions
  /** What became of the parts that were asked for. */
  parts: ReactNode
  onOwn: () => void
}) {
  const words = useWords()
  const { t, measured, language } = words
  useSignal(phrasesHere)
  const { urgentFrom } = props
  const { question, answer, status } = props.finding
  const photos = (question.photos?.length ?? 0) + (answer.photos?.length ?? 0)
  return (
    <li className="finding-card">
      <div className="offer-head">
        <div className="offer-words">
          <h4>{question.text}</h4>
          <p>
            {measured(answer.value, answer.unitOfMeasurement)}
            {answer.comment && (
              <span className="soft"> · {saidIn(answer.comment, question.id, language)}</span>
            )}
          </p>
          {urgentFrom && <p className="soft">{wearWords('red', urgentFrom, { language, formats: words })}</p>}
        </div>
        <StatusBadge status={status ?? 'none'} />
      </div>
      {props.parts}
      <div className="finding-links">
        <LineQuestion about={{ kind: 'finding', id: question.id }} questions={props.questions} />
        <LinkButton
          to={{ screen: 'finding', surveyId: props.surveyId, questionId: question.id }}
          look="quiet"
          icon={photos > 0 ? 'camera' : 'pen'}
        >
          {photos > 0 ? t('quotes.openPhotos', { n: photos }) : t('quotes.openFinding')}
        </LinkButton>
        {props.mayChange && (
          <Button look="quiet" icon="plus" onClick={props.onOwn}>
            {t('quotes.own')}
          </Button>
        )}
      </div>
    </li>
  )
}
