// The reception of a car and its handover act: what is known, the state of the car, its damage, what was agreed and ordered, the terms, both signatures, and the act as a
// PDF.
import { printedFacts } from '@walkaround/contract/rules/signed-text.ts'
import { ofSurvey } from '../../api/operations.ts'
import { type SurveyView, useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { operationUrl } from '../../places.ts'
import { elementsOf, listQuestions, type Question, unitOf } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import { Icon } from '../../ui/icons.tsx'
import { Note } from '../../ui/parts.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { FrozenNote, SurveyShell, useReadOnly } from '../survey-shell.tsx'
import { ActQuestion } from './act-question.tsx'
import { Contacts } from './contacts.tsx'
import { DamageSummary } from './damage-summary.tsx'
import { MileageBeside } from './mileage-beside.tsx'
import { OrderedWork, Terms } from './ordered-work.tsx'
import { listPartners } from './partners.ts'
import { Known } from './reception.tsx'
import { Signatures } from './signatures.tsx'
import { TurnToCustomer } from './turn-to-customer.tsx'

export function HandoverScreen({ route: { surveyId } }: ScreenProps<'handover'>) {
  const { t } = useWords()
  return (
    <SurveyShell surveyId={surveyId} title={t('handover.title')} className="handover">
      {(view) => <Act surveyId={surveyId} view={view} />}
    </SurveyShell>
  )
}

function Act({ surveyId, view }: { surveyId: string; view: SurveyView }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const { page } = view
  const questions = listQuestions(elementsOf(page)).filter(({ visible }) => visible !== false)
  const facts = printedFacts.flatMap((name) =>
    questions.filter(({ clientSettings }) => clientSettings?.printAs === name),
  )
  const agreed = questions.filter(({ clientSettings }) => clientSettings?.consent)
  const isReadOnly = useReadOnly(view)
  const partners = listPartners(page)
  const change = (changes: readonly Change[]) => workshop.change(surveyId, changes)
  const ofQuestions = (list: readonly Question[]) =>
    list.map((question) => (
      <ActQuestion
        key={question.id}
        question={question}
        isReadOnly={isReadOnly}
        onChange={change}
        unit={unitOf(question, page)}
        {...(question.clientSettings?.printAs === 'mileage' && {
          below: (value: string) => (
            <MileageBeside page={page} question={question} value={value} unit={unitOf(question, page)} />
          ),
        })}
      />
    ))
  return (
    <>
      <FrozenNote view={view} />
      <div className="act-columns">
        <div className="act-column">
          <Known surveyId={surveyId} view={view} />
          {facts.length > 0 && (
            <section className="panel">
              <h2>{t('handover.facts')}</h2>
              {ofQuestions(facts)}
            </section>
          )}
          {agreed.length > 0 && (
            <section className="panel">
              <h2>{t('handover.agreed')}</h2>
              {ofQuestions(agreed)}
            </section>
          )}
          <Contacts surveyId={surveyId} partners={partners} isReadOnly={page.survey.closed === true} />
        </div>
        <div className="act-column">
          <DamageSummary surveyId={surveyId} view={view} />
          {page.act && <OrderedWork act={page.act} />}
          {page.act && <Terms act={page.act} />}
          <TurnToCustomer surveyId={surveyId} view={view} questions={questions} />
          <Signatures surveyId={surveyId} view={view} questions={questions} />
          <Printed surveyId={surveyId} view={view} />
        </div>
      </div>
    </>
  )
}

function Printed({ surveyId, view }: { surveyId: string; view: SurveyView }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId) ?? ''
  const isOnline = useSignal(workshop.isOnline)
  const unsent =
    view.items.filter(({ state }) => state !== 'confirmed').length +
    view.media.filter(({ state }) => state !== 'confirmed').length
  const url = operationUrl('getSurveyForm', { ...ofSurvey(clientId, surveyId), form: 'handover-act' })
  return (
    <section className="panel">
      <h2>{t('handover.pdf')}</h2>
      {unsent > 0 && (
        <Note tone="soon" icon="device" title={t('board.unsent', { n: unsent })}>
          {t('handover.pdfUnsent')}
        </Note>
      )}
      {isOnline ? (
        <div className="actions">
          <a className="button main" href={url} target="_blank" rel="noopener">
            <Icon name="page" />
            <span>{t('handover.openPdf')}</span>
          </a>
        </div>
      ) : (
        <p className="soft">{t('handover.pdfOffline')}</p>
      )}
    </section>
  )
}
