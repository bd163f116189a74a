// What earlier visits left open, whether it was offered or not: at the top of the reception and of the check, one tap to check it again.

import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { OpenFinding } from '@walkaround/contract/app/reception.ts'
import { askForQuestion } from '../../app/focus-request.ts'
import { useWords } from '../../app/words.tsx'
import { findQuestion, isAnswered } from '../../store/survey-elements.ts'
import { Icon } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { StatusBadge } from '../../ui/parts.tsx'

export function LeftOpen({ surveyId, page }: { surveyId: string; page: SurveyPage }) {
  const { t } = useWords()
  const { open = [] } = page.reception ?? {}
  if (open.length === 0) return null
  return (
    <section className="panel left-open" aria-label={t('reception.open')}>
      <h2>{t('reception.open')}</h2>
      <ul className="visit-findings">
        {open.map((one) => (
          <Finding key={`${one.surveyId} ${one.questionId}`} surveyId={surveyId} page={page} finding={one} />
        ))}
      </ul>
    </section>
  )
}

const decided = {
  approved: 'reception.wasApproved',
  rejected: 'reception.wasRejected',
  deferred: 'reception.wasDeferred',
} as const

interface FindingProps {
  surveyId: string
  page: SurveyPage
  finding: OpenFinding
}

function Finding({ surveyId, page, finding }: FindingProps) {
  const { t, date, measured } = useWords()
  const { title, grade, at, value, unitOfMeasurement, isOffered, decision, until } = finding
  const question = findQuestion(page, finding.questionId)
  const said = decision ? decided[decision] : isOffered ? 'reception.wasOffered' : 'reception.notOffered'
  const facts = [
    date(at),
    value !== undefined && measured(value, unitOfMeasurement),
    t(said),
    until && t('reception.until', { date: date(until) }),
  ]
  return (
    <li>
      <StatusBadge status={grade} />
      <span>
        <strong>{question?.text ?? title}</strong>
        <span className="soft"> · {facts.filter(Boolean).join(' · ')}</span>
      </span>
      {question && question.visible !== false && <Again surveyId={surveyId} question={question} />}
    </li>
  )
}

/** The checklist opens at the question; where it is open already, it moves there. */
function Again({
  surveyId,
  question,
}: {
  surveyId: string
  question: NonNullable<ReturnType<typeof findQuestion>>
}) {
  const { t } = useWords()
  if (isAnswered(question))
    return (
      <span className="fact good">
        <Icon name="fine" size={20} /> {t('reception.checkedToday')}
      </span>
    )
  return (
    <LinkButton
      to={{ screen: 'survey', surveyId }}
      icon="sync"
      aria-label={`${t('reception.checkAgain')}: ${question.text ?? question.id}`}
      onClick={() => askForQuestion(surveyId, question.id)}
    >
      {t('reception.checkAgain')}
    </LinkButton>
  )
}
