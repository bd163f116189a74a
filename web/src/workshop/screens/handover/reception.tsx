// What is known before the car is received: the request, the last visit with its findings, and work that was put off earlier and can
// be offered again today.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { DeferredWork } from '@walkaround/contract/app/reception.ts'
import { useState } from 'preact/compat'
import { type SurveyView, useRight, useWorkshop } from '../../app/context.tsx'
import { useWords, type Words } from '../../app/words.tsx'
import { mayAdvise } from '../../rights.ts'
import { findClockAhead } from '../../store/clock.ts'
import { edit } from '../../store/outbox.ts'
import { elementsOf, listQuestions } from '../../store/survey-elements.ts'
import { isCovered } from '../../store/works.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button, StatusBadge } from '../../ui/parts.tsx'
import { cardOfSurvey } from '../notes/notes-button.tsx'
import { useNotes } from '../notes/use-notes.ts'
import { LeftOpen } from './left-open.tsx'

/** `undefined` of the page: it was stored before there was a reception, or the inspection is done. */
export function Known({ surveyId, view }: { surveyId: string; view: SurveyView }) {
  const { t } = useWords()
  const { page } = view
  if (page.reception === undefined) return null
  const { deferred } = page.reception
  const request = page.act?.request
  return (
    <>
      <LeftOpen surveyId={surveyId} page={page} />
      <section className="panel" aria-label={t('reception.known')}>
        <h2>{t('reception.known')}</h2>
        <h3>{t('reception.request')}</h3>
        <p className={request ? 'reception-request' : 'soft'}>{request ?? t('reception.noRequest')}</p>
        <h3>{t('reception.visit')}</h3>
        <LastVisit page={page} />
      </section>
      {deferred.length > 0 && (
        <section className="panel" aria-label={t('reception.deferred')}>
          <h2>{t('reception.deferred')}</h2>
          <ul className="deferred">
            {deferred.map((work) => (
              <Deferred
                key={`${work.surveyId} ${work.quoteId}`}
                surveyId={surveyId}
                page={page}
                work={work}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function LastVisit({ page }: { page: SurveyPage }) {
  const { t, date, measured } = useWords()
  const visit = page.reception?.visit
  if (!visit) return <p className="soft">{t('reception.noVisit')}</p>
  const titles = new Map(listQuestions(elementsOf(page)).map(({ id, text }) => [id, text ?? id]))
  const found = (['red', 'amber'] as const).flatMap((status) =>
    page.lastVisit.filter((one) => one.status === status && titles.has(one.questionId)),
  )
  const facts = [
    date(visit.at),
    visit.mileage !== undefined && measured(String(visit.mileage), visit.mileageUnit ?? 'km'),
    !visit.isSameCustomer && t('reception.otherCustomer'),
  ]
  return (
    <>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {found.length === 0 && <p className="soft">{t('reception.nothingFound')}</p>}
      <ul className="visit-findings">
        {found.map((one) => (
          <li key={`${one.questionId} ${one.answerId}`}>
            <StatusBadge status={one.status ?? 'none'} />
            <span>
              {titles.get(one.questionId)}{' '}
              <span className="soft">{measured(one.value, one.unitOfMeasurement)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface DeferredProps {
  surveyId: string
  page: SurveyPage
  work: DeferredWork
}

const priceIn = (
  { money }: Words,
  of: { currency?: string; amountIncVat?: number; amountExVat?: number },
) => {
  const amount = of.amountIncVat ?? of.amountExVat
  return amount === undefined || of.currency === undefined ? undefined : money(amount, of.currency)
}

function Deferred({ surveyId, page, work }: DeferredProps) {
  const words = useWords()
  const { t, date } = words
  const then = priceIn(words, work)
  const today = work.offer && priceIn(words, work.offer)
  const facts = [
    work.decidedAt && t('reception.putOff', { date: date(work.decidedAt) }),
    work.until && t('reception.until', { date: date(work.until) }),
    then && t('reception.then', { sum: then }),
  ]
    .filter(Boolean)
    .join(' · ')
  const isAdvisor = useRight(mayAdvise)
  return (
    <li className="deferred-work">
      <p>
        <strong>{work.text}</strong>
        {today && <span> · {t('reception.today', { sum: today })}</span>}
      </p>
      <p className="soft">{facts}</p>
      {isAdvisor &&
        (work.offer ? (
          <OfferAgain surveyId={surveyId} page={page} work={work} offer={work.offer} />
        ) : (
          <NoteIt page={page} work={work} facts={facts} />
        ))}
    </li>
  )
}

function OfferAgain({
  surveyId,
  page,
  work,
  offer,
}: DeferredProps & { offer: NonNullable<DeferredWork['offer']> }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const { questionId, answerId, packageId, variantId } = offer
  const ref = { questionId, answerId, packageId, variantId }
  const isOffered =
    isCovered(page, ref) || page.quotes.some((one) => one.packageId === packageId) || isSelected(page, ref)
  if (isOffered)
    return (
      <p className="fact good">
        <Icon name="fine" size={20} /> {t('reception.offered')}
      </p>
    )
  return (
    <Button
      icon="plus"
      aria-label={`${t('reception.offerAgain')}: ${work.text}`}
      onClick={() => workshop.change(surveyId, [edit({ kind: 'variant', ...ref })])}
    >
      {t('reception.offerAgain')}
    </Button>
  )
}

function isSelected(
  page: SurveyPage,
  ref: { questionId: string; answerId: string; variantId: string },
): boolean {
  return listQuestions(elementsOf(page))
    .filter(({ id }) => id === ref.questionId)
    .flatMap(({ answers = [] }) => answers.filter(({ id }) => id === ref.answerId))
    .flatMap(({ packages = [] }) => packages.flatMap(({ variants = [] }) => variants))
    .some(({ id, selected }) => id === ref.variantId && selected === true)
}

/** Work without a price of today is not put onto a quote at an old one: somebody works it out. */
function NoteIt({ page, work, facts }: Omit<DeferredProps, 'surveyId'> & { facts: string }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const card = cardOfSurvey(page.survey)
  const noteId = `again-${work.surveyId}-${work.quoteId}`
  const notes = useNotes(card)
  const [isNoted, setNoted] = useState(false)
  const note = async () => {
    setNoted(true)
    const clockAhead = await findClockAhead(workshop.store)
    const text = t('reception.noteText', { work: work.text, facts }).slice(0, 1000)
    const at = new Date().toISOString()
    await workshop.change('', [
      {
        type: 'putNote',
        card,
        noteId,
        note: { text, for: 'everybody', at, ...(clockAhead === undefined ? {} : { clockAhead }) },
      },
    ])
  }
  if (isNoted || notes?.some(({ id }) => id === noteId))
    return (
      <p className="fact good">
        <Icon name="fine" size={20} /> {t('reception.noted')}
      </p>
    )
  return (
    <>
      <p className="soft">{t('reception.noPriceToday')}</p>
      <Button icon="note" aria-label={`${t('reception.note')}: ${work.text}`} onClick={note}>
        {t('reception.note')}
      </Button>
    </>
  )
}
