// The quote builder: findings on the left, offers on the right, the total below. Decisions by phone or at the counter are entered
// at the offer.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { EditFields } from '@walkaround/contract/app/edits.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { isOutOfWarranty, type VehicleWarranty } from '@walkaround/contract/rules/warranty.ts'
import { useState } from 'preact/compat'
import { type SurveyView, useClient, useRight, useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { mayAdvise } from '../../rights.ts'
import { recordedOf } from '../../store/decisions.ts'
import { edit } from '../../store/outbox.ts'
import { coveringIn } from '../../store/works.ts'
import { Button, Empty, LinkButton, Note } from '../../ui/parts.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { FrozenNote, SurveyShell } from '../survey-shell.tsx'
import { FindingCard } from './finding-card.tsx'
import {
  type Finding,
  guessHourly,
  guessRate,
  listFindings,
  listOffer,
  type Offered,
  totalsOf,
} from './offer.ts'
import { OfferCard } from './offer-card.tsx'
import { OwnQuoteSheet, type OwnQuoteStart } from './own-quote-sheet.tsx'
import { OwnerPreview } from './owner-preview.tsx'
import { OwnerWords } from './owner-words.tsx'
import { reasonsOf } from './reasons.ts'
import { Telling, useTelling } from './telling.tsx'

/** The offer and the owner's page side by side; on narrower screens one or the other. The same as in quotes.css. */
const hasRoom = '(min-width: 1000px)'

export function QuotesScreen({ route: { surveyId } }: ScreenProps<'quotes'>) {
  const { t } = useWords()
  const [isPreviewed, setPreviewed] = useState(() => matchMedia(hasRoom).matches)
  return (
    <SurveyShell
      surveyId={surveyId}
      title={t('quotes.title')}
      className="quotes"
      tools={() => (
        <Button
          icon="person"
          className="preview-toggle"
          aria-pressed={isPreviewed}
          onClick={() => setPreviewed(!isPreviewed)}
        >
          {t('quotes.previewShow')}
        </Button>
      )}
    >
      {(view) => <Builder surveyId={surveyId} view={view} isPreviewed={isPreviewed} />}
    </SurveyShell>
  )
}

function Builder(props: { surveyId: string; view: SurveyView; isPreviewed: boolean }) {
  const { surveyId, view, isPreviewed } = props
  const { t, timeZone } = useWords()
  const workshop = useWorkshop()
  const [writing, write] = useState<OwnQuoteStart>()
  const { page } = view
  const telling = useTelling(page)
  const isReader = useRight(mayAdvise) === false
  const mayChange = !isReader && !page.survey.closed
  const vehicle = page.survey.surveyObject as VehicleWarranty | undefined
  const isOut = isOutOfWarranty(vehicle, new Date(), timeZone)
  const findings = listFindings(page)
  const offer = listOffer(page, isOut)
  const coveringOf = coveringIn(page)
  const own = offer.filter(({ quote }) => quote.category !== 'upsaleQuote')
  const due = offer.filter(({ quote }) => quote.category === 'upsaleQuote')
  const send = (fields: Parameters<typeof edit>[0]) => workshop.change(surveyId, [edit(fields)])
  const currencies = listCurrencies(page, offer, useClient()?.currency)

  const cardOf = (offered: Offered) => (
    <OfferCard
      key={offered.quote.id}
      offered={offered}
      reasons={reasonsOf(page)}
      mayChange={mayChange}
      mayDecide={!isReader}
      recorded={recordedOf(page, offered.quote)}
      onDecide={(decision) => {
        if (telling.check())
          send({ kind: 'decision', quoteId: offered.quote.id, ...telling.way, ...decision })
      }}
      onTakeBack={() => send({ kind: 'removeDecision', quoteId: offered.quote.id })}
      {...removalOf(offered, (fields) => workshop.remove(surveyId, edit(fields)))}
      {...(offered.quote.category === 'quote'
        ? {
            onChange: () =>
              write({ ...placeOf(offered.quote), about: offered.about ?? '', quote: offered.quote }),
          }
        : {})}
    />
  )
  return (
    <>
      <FrozenNote view={view} />
      {isReader && <Note tone="plain" icon="lock" title={t('quotes.reader')} />}
      <OwnerWords surveyId={surveyId} page={page} />
      <div className={`quote-columns ${isPreviewed ? 'with-preview' : ''}`}>
        <section className="quote-left" aria-label={t('quotes.findings')}>
          <h2>{t('quotes.findings')}</h2>
          {findings.length === 0 && (
            <Empty icon="fine" title={t('quotes.noFindings')} what={t('quotes.noFindingsWhat')} />
          )}
          <ul className="quote-list">
            {findings.map((finding) => (
              <FindingCard
                key={`${finding.question.id} ${finding.answer.id}`}
                finding={finding}
                isOut={isOut}
                mayChange={mayChange}
                covering={coveringOf(finding.question.id, finding.answer)}
                onVariant={(choice) =>
                  send({
                    kind: 'variant',
                    questionId: finding.question.id,
                    answerId: finding.answer.id,
                    ...choice,
                  })
                }
                onOwn={() => write(startOf(finding))}
              />
            ))}
          </ul>
        </section>
        <section className="quote-right" aria-label={t('quotes.offer')}>
          <div className="quote-bar">
            <h2>{t('quotes.offer')}</h2>
            {!isReader && offer.length > 0 && <Telling telling={telling} />}
          </div>
          {offer.length === 0 && <p className="soft">{t('quotes.nothing')}</p>}
          <ul className="quote-list">{own.map(cardOf)}</ul>
          {due.length > 0 && (
            <>
              <h2>{t('quotes.alsoDue')}</h2>
              <ul className="quote-list">{due.map(cardOf)}</ul>
            </>
          )}
          <Sums offer={offer} />
          {!isReader && (
            <LinkButton to={{ screen: 'send', surveyId }} look="main" icon="letter">
              {t('send.to')}
            </LinkButton>
          )}
        </section>
        {isPreviewed && <OwnerPreview surveyId={surveyId} view={view} />}
      </div>
      {writing && (
        <OwnQuoteSheet
          start={writing}
          currencies={currencies}
          rate={guessRate(page)}
          hourly={guessHourly(page, currencies[0] ?? '')}
          onClose={() => write(undefined)}
          onKeep={(quoteId, quote) => {
            write(undefined)
            send({ kind: 'quote', quoteId, quote })
          }}
        />
      )}
    </>
  )
}

/** The order's first, then the dealership's, then those of existing offers. */
function listCurrencies(page: SurveyPage, offer: readonly Offered[], ofClient: string | undefined): string[] {
  const { survey } = page
  const known = [survey.currency, survey.referenceObject?.currency, ofClient]
  const all = [...known, ...offer.map(({ quote }) => quote.currency)]
  return [...new Set(all.filter((one): one is string => Boolean(one)))]
}

const placeOf = ({ questionId, answerId }: Quote) => ({ questionId, answerId })
const startOf = ({ question, answer }: Finding): OwnQuoteStart => ({
  questionId: question.id,
  answerId: answer.id,
  about: [question.text, answer.value].filter(Boolean).join(': '),
})

/** A package is removed from the offer by deselecting it, anything else by deleting it. */
function removalOf({ quote, isPending }: Offered, remove: (fields: EditFields) => void) {
  if (quote.category === 'package') {
    const { packageId, variantId, questionId, answerId } = quote
    return {
      onRemove: () =>
        remove({
          kind: 'variant',
          questionId,
          answerId,
          packageId: packageId!,
          variantId: variantId!,
          selected: false,
        }),
    }
  }
  return isPending ? {} : { onRemove: () => remove({ kind: 'removeQuote', quoteId: quote.id }) }
}

function Sums({ offer }: { offer: readonly Offered[] }) {
  const { t, money } = useWords()
  const totals = totalsOf(offer)
  if (totals.length === 0) return null
  return (
    <section className="quote-totals" aria-label={t('quotes.total')}>
      {totals.map((total) => (
        <dl key={total.currency} className="offer-sums">
          {(['labour', 'parts', 'vat'] as const).map((name) => (
            <div key={name} className="sum">
              <dt>{t(`quotes.${name}`)}</dt>
              <dd>{money(total[name], total.currency)}</dd>
            </div>
          ))}
          <div className="sum whole">
            <dt>{t('quotes.total')}</dt>
            <dd>{money(total.incVat, total.currency)}</dd>
          </div>
          {total.approved > 0 && (
            <div className="sum good">
              <dt>{t('quotes.is.approved')}</dt>
              <dd>{money(total.approved, total.currency)}</dd>
            </div>
          )}
        </dl>
      ))}
    </section>
  )
}
