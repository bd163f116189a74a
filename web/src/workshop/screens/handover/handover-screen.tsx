// The handover act: what the car came with, its damage, what was agreed, both signatures, and the act as a PDF.
import type { Signature } from '@walkaround/contract/app/media.ts'
import { paths } from '../../api/operations.ts'
import { type SurveyView, useSignal, useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { serviceUrl } from '../../places.ts'
import { newId } from '../../store/ids.ts'
import { edit } from '../../store/outbox.ts'
import { elementsOf, isAnswered, listQuestions, type Question } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import { Icon } from '../../ui/icons.tsx'
import { Note } from '../../ui/parts.tsx'
import { standardAnswers } from '../checklist/answering.ts'
import type { ScreenProps } from '../screen-props.ts'
import { FrozenNote, isFrozen, SurveyShell } from '../survey-shell.tsx'
import { ActQuestion } from './act-question.tsx'
import { Contacts } from './contacts.tsx'
import { DamageSummary } from './damage-summary.tsx'
import { listPartners } from './partners.ts'
import { SignatureField } from './signature-field.tsx'

/** As they stand on the printed act. */
const printed = ['mileage', 'energyLevel', 'request', 'belongings', 'handedOver']

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
  const facts = printed.flatMap((name) =>
    questions.filter(({ clientSettings }) => clientSettings?.printAs === name),
  )
  const agreed = questions.filter(({ clientSettings }) => clientSettings?.consent)
  const isReadOnly = isFrozen(view)
  const partners = listPartners(page)
  const mileageUnit = page.survey.surveyObject?.mileageUnit
  const change = (changes: readonly Change[]) => workshop.change(surveyId, changes)
  const ofQuestions = (list: readonly Question[]) =>
    list.map((question) => (
      <ActQuestion
        key={question.id}
        question={question}
        isReadOnly={isReadOnly}
        onChange={change}
        {...(question.clientSettings?.printAs === 'mileage' && mileageUnit ? { unit: mileageUnit } : {})}
      />
    ))
  return (
    <>
      <FrozenNote view={view} />
      <div className="act-columns">
        <div className="act-column">
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
          <Signatures
            surveyId={surveyId}
            view={view}
            questions={questions}
            customer={partners[0]?.name ?? ''}
          />
          <Printed surveyId={surveyId} view={view} />
        </div>
      </div>
    </>
  )
}

function Signatures(props: {
  surveyId: string
  view: SurveyView
  questions: readonly Question[]
  customer: string
}) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const { signatures, survey } = props.view.page
  // Signatures move until the order is closed, also after completing (D5).
  const isReadOnly = survey.closed === true
  const signedQuestion = props.questions.find(({ answerSigned }) => answerSigned)
  const sign = (role: Signature['role'], strokes: number[][], name: string) => {
    const known = signatures.findLast((one) => one.role === role)
    const questionId = role === 'customer' ? signedQuestion?.id : undefined
    const signature = { role, strokes, ...(name ? { name } : {}), ...(questionId ? { questionId } : {}) }
    const changes: Change[] = [{ type: 'putSignature', signatureId: known?.id ?? newId(), signature }]
    // Who signs on the glass has answered "signed on the tablet", the first answer of such a question.
    const [first] = signedQuestion ? standardAnswers(signedQuestion) : []
    if (
      questionId &&
      first?.id &&
      signedQuestion?.clientSettings?.consent &&
      !isAnswered(signedQuestion) &&
      !survey.completed
    )
      changes.unshift(edit({ kind: 'answers', answers: [{ questionId, answerId: first.id }] }))
    workshop.change(props.surveyId, changes)
  }
  const roles = [
    ['customer', props.customer],
    ['serviceAdvisor', workshop.session()?.name ?? ''],
  ] as const
  return roles.map(([role, name]) => {
    const signed = signatures.findLast((one) => one.role === role)
    return (
      <SignatureField
        key={role}
        title={t(`handover.sign.${role}`)}
        name={name}
        isReadOnly={isReadOnly}
        onSign={(strokes, typed) => sign(role, strokes, typed)}
        {...(signed ? { signed } : {})}
      />
    )
  })
}

function Printed({ surveyId, view }: { surveyId: string; view: SurveyView }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId) ?? ''
  const isOnline = useSignal(workshop.isOnline)
  const unsent =
    view.items.filter(({ state }) => state !== 'confirmed').length +
    view.media.filter(({ state }) => state !== 'confirmed').length
  const url = serviceUrl(`app${paths.ofSurvey(clientId, surveyId)}/pdf-forms/handover-act`)
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
