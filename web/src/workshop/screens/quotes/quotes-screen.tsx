// The quote builder: findings in groups on the left, offers on the right, the total always in sight. What the customer says by phone
// or at the counter is entered in a sheet.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { EditFields } from '@walkaround/contract/app/edits.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { withoutApproval } from '@walkaround/contract/rules/quote-decision.ts'
import { isOutOfWarranty, type VehicleWarranty } from '@walkaround/contract/rules/warranty.ts'
import { useEffect, useState } from 'preact/compat'
import { type SurveyView, useClient, useRight, useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { mayAdvise } from '../../rights.ts'
import { recordedOf } from '../../store/decisions.ts'
import { newId } from '../../store/ids.ts'
import { edit } from '../../store/outbox.ts'
import { partsOf } from '../../store/part-requests.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Button, Empty, Note } from '../../ui/parts.tsx'
import { loadPhrases, setOwnPhrases } from '../finding/phrases.ts'
import { PricedParts } from '../parts/priced-parts.tsx'
import { WaitingQuestions } from '../questions/line-question.tsx'
import { QuestionSheet } from '../questions/question-sheet.tsx'
import { useQuestions } from '../questions/use-questions.ts'
import type { ScreenProps } from '../screen-props.ts'
import { FrozenNote, SurveyShell } from '../survey-shell.tsx'
import { CustomerSays } from './customer-says.tsx'
import { FindingGroup } from './finding-group.tsx'
import { listGroups, type Work } from './groups.ts'
import { urgentFrom } from './later.ts'
import { type Finding, guessRate, listOffer, type Offered, overlapsIn, ratesOf, totalsOf } from './offer.ts'
import { OfferCard } from './offer-card.tsx'
import { OwnQuoteSheet, type OwnQuoteStart } from './own-quote-sheet.tsx'
import { OwnerPreview } from './owner-preview.tsx'
import { OwnerWords } from './owner-words.tsx'
import { isOffered, quoteOfParts } from './parts-quote.ts'
import { reasonsOf } from './reasons.ts'
import { listAskable } from './said.ts'

/** The offer and the owner's page side by side; on narrower screens one or the other. The same as in quotes.css. */
const hasRoom = '(min-width: 1000px)'

export function QuotesScreen({ route: { surveyId } }: ScreenProps<'quotes'>) {
  const { t } = useWords()
  const [isPreviewed, setPreviewed] = useState(() => matchMedia(hasRoom).matches)
  useEffect(() => {
    loadPhrases().catch(() => {})
  }, [])
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
  const { t, timeZone, today } = useWords()
  const workshop = useWorkshop()
  const [writing, write] = useState<OwnQuoteStart>()
  const { page } = view
  useEffect(() => setOwnPhrases(page.phrases), [page.phrases])
  const [isSaying, setSaying] = useState(false)
  const mayRead = useRight(mayAdvise)
  const isReader = mayRead === false
  const [asked, open] = useState<string>()
  const questions = { threads: useQuestions(surveyId, mayRead === true) ?? [], onOpen: open }
  const mayChange = !isReader && !page.survey.closed
  const vehicle = page.survey.surveyObject as VehicleWarranty | undefined
  const isOut = isOutOfWarranty(vehicle, new Date(), timeZone)
  const groups = listGroups(page)
  const offer = listOffer(page, isOut)
  const overlaps = overlapsIn(page, offer)
  const own = offer.filter(({ quote }) => quote.category !== 'upsaleQuote')
  const due = offer.filter(({ quote }) => quote.category === 'upsaleQuote')
  const send = (fields: Parameters<typeof edit>[0]) => workshop.change(surveyId, [edit(fields)])
  const rate = guessRate(page)
  const partsFor = (finding: Finding) => {
    const request = partsOf(page, finding.question.id)
    if (!request) return null
    const use = () =>
      write({ ...startOf(finding), quote: quoteOfParts(request, finding.answer.id, rate), isOfParts: true })
    return (
      <PricedParts
        request={request}
        isOffered={isOffered(request, page.quotes)}
        {...(mayChange ? { onUse: use } : {})}
      />
    )
  }
  const currencies = listCurrencies(page, offer, useClient()?.currency)

  const cardOf = (offered: Offered) => (
    <OfferCard
      key={offered.quote.id}
      offered={offered}
      reasons={reasonsOf(page)}
      mayChange={mayChange}
      mayDecide={!isReader}
      overlaps={overlaps}
      questions={questions}
      recorded={recordedOf(page, offered.quote)}
      takenBack={page.recordedDecisions?.find(({ quoteId }) => quoteId === offered.quote.id)?.takenBack}
      onTakeBack={(reason) => send({ kind: 'removeDecision', quoteId: offered.quote.id, reason })}
      {...removalOf(offered, (fields) => workshop.remove(surveyId, edit(fields)))}
      {...(offered.quote.category === 'upsaleQuote' || offered.isPending
        ? {}
        : { onChange: () => write(changeOf(offered)) })}
    />
  )
  return (
    <>
      <FrozenNote view={view} />
      {isReader && <Note tone="plain" icon="lock" title={t('quotes.reader')} />}
      <WaitingQuestions {...questions} />
      <OwnerWords surveyId={surveyId} page={page} />
      <div className={`quote-columns ${isPreviewed ? 'with-preview' : ''}`}>
        <section className="quote-left" aria-label={t('quotes.findings')}>
          <h2>{t('quotes.findings')}</h2>
          {groups.length === 0 && (
            <Empty icon="fine" title={t('quotes.noFindings')} what={t('quotes.noFindingsWhat')} />
          )}
          <div className="quote-list">
            {groups.map((group) => (
              <FindingGroup
                key={group.key}
                surveyId={surveyId}
                group={group}
                isOut={isOut}
                mayChange={mayChange}
                questions={questions}
                urgentFrom={(finding) => urgentFrom(page, finding, today())}
                partsOf={partsFor}
                onChoose={(on, off) => workshop.change(surveyId, toEdits(on, off))}
                onOwn={(finding) => write(startOf(finding))}
              />
            ))}
          </div>
        </section>
        <section className="quote-right" aria-label={t('quotes.offer')}>
          <div className="quote-bar">
            <h2>{t('quotes.offer')}</h2>
            {!isReader && listAskable(offer).length > 0 && (
              <Button icon="person" onClick={() => setSaying(true)}>
                {t('says.title')}
              </Button>
            )}
          </div>
          {offer.length === 0 && <p className="soft">{t('quotes.nothing')}</p>}
          <ul className="quote-list">{own.map(cardOf)}</ul>
          {due.length > 0 && (
            <>
              <h2>{t('quotes.alsoDue')}</h2>
              <ul className="quote-list">{due.map(cardOf)}</ul>
            </>
          )}
          {!isReader && (
            <LinkButton to={{ screen: 'send', surveyId }} look="main" icon="letter">
              {t('send.to')}
            </LinkButton>
          )}
        </section>
        {isPreviewed && <OwnerPreview surveyId={surveyId} view={view} />}
      </div>
      <Sums offer={offer} />
      {isSaying && (
        <CustomerSays
          page={page}
          offer={offer}
          reasons={reasonsOf(page)}
          onClose={() => setSaying(false)}
          onRecord={(edits) => {
            setSaying(false)
            workshop.change(
              surveyId,
              edits.map((one) => edit(one)),
            )
          }}
        />
      )}
      {asked !== undefined && (
        <QuestionSheet surveyId={surveyId} questionId={asked} onClose={() => open(undefined)} />
      )}
      {writing && (
        <OwnQuoteSheet
          start={writing}
          currencies={currencies}
          rate={rate}
          rates={ratesOf(page, currencies[0] ?? '')}
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

/** A package is replaced by a quote with its lines (E7), because its own prices come from the catalogue. */
function changeOf({ quote, about = '' }: Offered): OwnQuoteStart {
  const isPackage = quote.category === 'package'
  const own = isPackage ? { ...withoutApproval(quote), category: 'quote' as const, id: newId() } : quote
  return { ...placeOf(quote), about, quote: own as Quote & { id: string }, isPackage }
}

const toEdits = (on: Work | undefined, off: readonly Work[]) =>
  [...off.map((work) => ({ work, selected: false })), ...(on ? [{ work: on, selected: true }] : [])].map(
    ({ work: { place, packageId, variantId }, selected }) =>
      edit({ kind: 'variant', ...place, packageId, variantId, selected }),
  )

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

/** Stays in sight while the offer is scrolled. */
function Sums({ offer }: { offer: readonly Offered[] }) {
  const { t, money } = useWords()
  const totals = totalsOf(offer)
  if (totals.length === 0) return null
  return (
    <section className="quote-totals" aria-label={t('quotes.total')}>
      {totals.map(({ currency, exVat, vat, incVat, discount, states }) => (
        <dl key={currency} className="offer-sums">
          <TotalSum label={t('quotes.exVat')} value={money(exVat, currency)} />
          <TotalSum label={t('quotes.vat')} value={money(vat, currency)} />
          {discount > 0 && <TotalSum label={t('quotes.discount')} value={money(discount, currency)} />}
          <TotalSum label={t('quotes.total')} value={money(incVat, currency)} look="whole" />
          {states.map(({ state, incVat: amount }) => (
            <TotalSum
              key={state}
              label={t(`quotes.is.${state}`)}
              value={money(amount, currency)}
              look={state === 'approved' ? 'state good' : 'state'}
            />
          ))}
        </dl>
      ))}
    </section>
  )
}

function TotalSum({ label, value, look = '' }: { label: string; value: string; look?: string }) {
  return (
    <div className={`sum ${look}`}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
