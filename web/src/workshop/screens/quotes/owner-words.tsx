// What came back from the owner besides decisions: stars and words, and the receipts of what was shown and decided. Receipts are
// pages of the service and need the network; the rest is stored with the survey.
import type { OwnerFeedback, SurveyPage } from '@walkaround/contract/app/board.ts'
import { ofSurvey } from '../../api/operations.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { operationUrl } from '../../places.ts'
import { Icon } from '../../ui/icons.tsx'

const MOST_STARS = 5

export function OwnerWords({ surveyId, page }: { surveyId: string; page: SurveyPage }) {
  const { t } = useWords()
  // A page stored by an earlier version of the app has no list.
  const { feedback, receipts = [] } = page as Partial<SurveyPage>
  if (feedback === undefined && receipts.length === 0) return null
  return (
    <section className="panel owner-words" aria-label={t('quotes.fromOwner')}>
      <h2>{t('quotes.fromOwner')}</h2>
      {feedback && <Feedback {...feedback} />}
      {receipts.length > 0 && <Receipts surveyId={surveyId} receipts={receipts} />}
    </section>
  )
}

function Feedback({ stars, text, at }: OwnerFeedback) {
  const { t, dayTime } = useWords()
  return (
    <div className="feedback">
      <p>
        <span className="stars" aria-hidden="true">
          {'★'.repeat(stars)}
          {'☆'.repeat(Math.max(0, MOST_STARS - stars))}
        </span>
        <strong>{t('board.stars', { n: stars })}</strong> <span className="soft">{dayTime(at)}</span>
      </p>
      {text && <blockquote>{text}</blockquote>}
    </div>
  )
}

function Receipts({ surveyId, receipts }: { surveyId: string; receipts: SurveyPage['receipts'] }) {
  const { t, language, dayTime } = useWords()
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId) ?? ''
  const isOnline = useSignal(workshop.isOnline)
  if (!isOnline) return <p className="soft">{t('quotes.receiptOffline')}</p>
  const addressOf = (id: string) =>
    operationUrl('getOwnerReceipt', { ...ofSurvey(clientId, surveyId), receipt_id: id }, { lang: language })
  return (
    <ul className="receipts">
      {receipts.map(({ id, at }) => (
        <li key={id}>
          <a className="button plain" href={addressOf(id)} target="_blank" rel="noopener">
            <Icon name="page" />
            <span>{t('quotes.receipt', { time: dayTime(at) })}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
