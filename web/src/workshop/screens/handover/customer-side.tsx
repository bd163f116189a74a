// The customer's side: the tablet is turned round and shows, in the customer's language, the car, its damage, the ordered work with
// its sum, the terms and what is agreed, then a field to sign, then a code for the copy. No way leads from it into the workshop but
// one that asks first.
import { printedFacts } from '@walkaround/contract/rules/signed-text.ts'
import type { SignerRole } from '@walkaround/contract/rules/signer.ts'
import { findLanguage } from '@walkaround/contract/rules/texts.ts'
import { useEffect, useId, useMemo, useRef, useState } from 'preact/compat'
import { type SurveyView, useWorkshop } from '../../app/context.tsx'
import { WordsProvider } from '../../app/spoken.tsx'
import { type Spoken, useWords } from '../../app/words.tsx'
import { isAnswered, type Question, unitOf } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import { Button, Note } from '../../ui/parts.tsx'
import { carOf, isFrozen } from '../survey-shell.tsx'
import { ActCopy } from './act-copy.tsx'
import { ActQuestion } from './act-question.tsx'
import { givenWords, inActLanguage } from './act-words.ts'
import { DamageSummary } from './damage-summary.tsx'
import { OrderedWork, Terms } from './ordered-work.tsx'
import { Glass, Signed } from './signature-field.tsx'
import { useSigning } from './signing.ts'

interface Props {
  surveyId: string
  view: SurveyView
  questions: readonly Question[]
  /** The customer's language, with its texts. */
  spoken: Spoken
  onLeave: () => void
}

export function CustomerSide(props: Props) {
  const { spoken, onLeave } = props
  const { timeZone } = useWords()
  // Customers know one clock: that of the place where they are.
  const clocks = useMemo(() => ({ timeZone, branches: [] }), [timeZone])
  const dialog = useRef<HTMLDialogElement>(null)
  const [isTurned, setTurned] = useState(false)
  const titleId = useId()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  useStayHere()
  return (
    <WordsProvider language={spoken.language} first={spoken} clocks={clocks}>
      <dialog
        ref={dialog}
        className={`customer-side ${isTurned ? 'turned' : ''}`}
        lang={spoken.language}
        aria-labelledby={titleId}
        // Neither a key nor a gesture leaves it.
        onCancel={(event) => event.preventDefault()}
        onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
      >
        <div className="customer-side-page">
          <Side
            {...props}
            titleId={titleId}
            isTurned={isTurned}
            onTurn={() => setTurned((was) => !was)}
            onLeave={onLeave}
          />
        </div>
      </dialog>
    </WordsProvider>
  )
}

/** The button "back" of the device stays on this page: it would lead to other cars. */
function useStayHere(): void {
  useEffect(() => {
    const stay = () => history.pushState(history.state, '', location.href)
    stay()
    window.addEventListener('popstate', stay)
    return () => {
      window.removeEventListener('popstate', stay)
      history.back()
    }
  }, [])
}

function Side(props: Props & { titleId: string; isTurned: boolean; onTurn: () => void }) {
  const { surveyId, view, titleId, isTurned } = props
  const { t } = useWords()
  const workshop = useWorkshop()
  const { page } = view
  const questions = props.questions.map((question) => inActLanguage(page, question))
  const { sign, ofSide, signer, isReadOnly } = useSigning(surveyId, view, props.questions)
  const { signed, struck } = ofSide('customer')
  const agreed = questions.filter(
    ({ clientSettings, answerSigned }) => clientSettings?.consent && !answerSigned,
  )
  const change = (changes: readonly Change[]) => workshop.change(surveyId, changes)
  return (
    <>
      <header className="side-head">
        <div>
          <h1 id={titleId}>{t('side.title')}</h1>
          <p>{t('side.lead')}</p>
        </div>
        <Button icon="sync" onClick={props.onTurn}>
          {t('side.turn')}
        </Button>
      </header>
      <CarFacts view={view} questions={questions} />
      <DamageSummary surveyId={surveyId} view={view} isForCustomer />
      {page.act && <OrderedWork act={page.act} />}
      {page.act && <Terms act={page.act} />}
      {agreed.length > 0 && (
        <section className="panel" aria-label={t('side.agreed')}>
          <h2>{t('side.agreed')}</h2>
          {!isFrozen(view) && <p className="soft">{t('side.agreedWhat')}</p>}
          {agreed.map((question) => (
            <ActQuestion
              key={question.id}
              question={question}
              isReadOnly={isFrozen(view)}
              onChange={change}
              {...unitProp(unitOf(question, page))}
            />
          ))}
        </section>
      )}
      {signed ? (
        <>
          <section className="panel" aria-label={t('side.thanks')}>
            <h2>{t('side.thanks')}</h2>
            <Signed given={signed} isNamed />
          </section>
          <ActCopy surveyId={surveyId} signed={signed} isForCustomer />
        </>
      ) : (
        !isReadOnly && (
          <section className="panel signature" aria-label={t('side.sign')}>
            <h2>{t('side.sign')}</h2>
            {struck.length > 0 && <Note tone="soon" title={t('side.changed')} />}
            <Glass<SignerRole>
              // Turned, the field is another one: its ink would stand on its head.
              key={String(isTurned)}
              {...signer}
              isNameNeeded
              isTurned={isTurned}
              onSign={sign}
            />
          </section>
        )
      )}
      <Leave onLeave={props.onLeave} />
    </>
  )
}

const unitProp = (unit: string | undefined) => (unit === undefined ? {} : { unit })

function CarFacts({ view, questions }: { view: SurveyView; questions: readonly Question[] }) {
  const { t, measured } = useWords()
  const { numberPlate, make, model } = carOf(view)
  const { act } = view.page
  const read = printedFacts.flatMap((name) =>
    questions.filter((one) => one.clientSettings?.printAs === name && isAnswered(one)),
  )
  const isRead = (name: string) => read.some(({ clientSettings }) => clientSettings?.printAs === name)
  const titleOf = (name: string) =>
    questions.find(({ clientSettings }) => clientSettings?.printAs === name)?.text ?? ''
  const ofOrder = [
    !isRead('mileage') &&
      act?.mileage !== undefined && {
        label: titleOf('mileage'),
        words: measured(String(act.mileage), act.mileageUnit ?? 'km'),
      },
    !isRead('request') && act?.request && { label: titleOf('request'), words: act.request },
  ]
  const facts = [
    numberPlate && { label: t('side.plate'), words: numberPlate },
    (make || model) && { label: t('side.model'), words: [make, model].filter(Boolean).join(' ') },
    ...read.map((one) => ({ label: one.text ?? '', words: givenWords(one, measured) })),
    ...ofOrder,
  ].filter((one) => typeof one === 'object')
  return (
    <section className="panel" aria-label={t('side.car')}>
      <h2>{t('side.car')}</h2>
      <dl className="side-facts">
        {facts.map(({ label, words }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A second tap says that it was meant: a customer does not wander to other cars. */
function Leave({ onLeave }: { onLeave: () => void }) {
  const { t } = useWords()
  const [isAsked, setAsked] = useState(false)
  return (
    <footer className="side-leave">
      {isAsked ? (
        <fieldset className="choice">
          <legend>{t('side.leave')}</legend>
          <div className="actions">
            <Button onClick={() => setAsked(false)}>{t('side.leaveNo')}</Button>
            <Button icon="lock" onClick={onLeave}>
              {t('side.leaveYes')}
            </Button>
          </div>
        </fieldset>
      ) : (
        <Button look="quiet" icon="lock" onClick={() => setAsked(true)}>
          {t('side.toWorkshop')}
        </Button>
      )}
    </footer>
  )
}

/** The language of the act, if the app has texts in it. */
export const actLanguageOf = ({ page }: SurveyView) => findLanguage(page.act?.language ?? '') ?? 'en'
