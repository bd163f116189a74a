// Packages for a finding: select, with the price; and why others are not shown, which only the server knows.
import type { VariantExplanation } from '@walkaround/contract/app/package-reasons.ts'
import { useState } from 'preact/compat'
import { useRight, useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { mayAdvise } from '../../rights.ts'
import { edit } from '../../store/outbox.ts'
import { packageWord } from '../../store/package-words.ts'
import { type Question, selectedAnswers } from '../../store/survey-elements.ts'
import { coveringIn } from '../../store/works.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button, Note, Spinner } from '../../ui/parts.tsx'
import type { ChecklistView } from '../checklist/use-checklist.ts'
import { Chosen, Covered } from '../offered-marks.tsx'
import { listOffered, type OfferedVariant } from './packages.ts'
import { whyWords } from './why-words.ts'

export function FindingPackages({ question, view }: { question: Question; view: ChecklistView }) {
  const { t } = useWords()
  const isReader = useRight(mayAdvise) === false
  const { survey } = view.page
  const offered = listOffered(question, survey.currency).map((one) => ({
    ...one,
    name: packageWord(view.page, one.name),
    detail: packageWord(view.page, one.detail),
  }))
  const finding = selectedAnswers(question).find(
    ({ custom, status }) => !custom && status !== undefined && status !== 'green',
  )
  if (offered.length === 0 && !finding) return null
  const coveringOf = coveringIn(view.page)
  const covered = selectedAnswers(question).flatMap((answer) => coveringOf(question.id, answer))
  const choices = offered.filter(({ packageId }) => !covered.some((one) => one.packageId === packageId))
  // The advisor selects offers (F1), until the survey is closed (D5).
  const canChoose = !isReader && !survey.closed
  return (
    <section className="finding-part" aria-labelledby="finding-packages">
      <h3 id="finding-packages">{t('finding.packages')}</h3>
      {offered.length === 0 && <p className="soft">{t('finding.noPackages')}</p>}
      {offered.length > 0 && !canChoose && <p className="soft">{t('finding.advisorChooses')}</p>}
      <ul className="packages">
        {covered.map((one) => (
          <li key={`${one.questionId} ${one.packageId} ${one.variantId}`}>
            <Covered covering={one} />
          </li>
        ))}
        {choices.map((one) => (
          <li key={`${one.answerId} ${one.packageId} ${one.variantId}`}>
            <Offer one={one} question={question} view={view} canChoose={canChoose} />
          </li>
        ))}
      </ul>
      {finding?.id && <WhyNot surveyId={survey.id} questionId={question.id} answerId={finding.id} />}
    </section>
  )
}

function Offer(props: { one: OfferedVariant; question: Question; view: ChecklistView; canChoose: boolean }) {
  const { t, money } = useWords()
  const { one, question, view, canChoose } = props
  const { answerId, packageId, variantId } = one
  const choose = () =>
    view.change([
      edit({
        kind: 'variant',
        questionId: question.id,
        answerId,
        packageId,
        variantId,
        selected: !one.isSelected,
      }),
    ])
  const words = (
    <>
      <span className="package-words">
        <span className="package-name">{one.name}</span>
        {one.detail && <span className="soft">{one.detail}</span>}
      </span>
      <span className="package-price">
        {one.price === undefined || !one.currency ? t('finding.noPrice') : money(one.price, one.currency)}
        {one.price !== undefined && <small className="soft">{t('finding.incVat')}</small>}
      </span>
    </>
  )
  if (!canChoose)
    return (
      <div className="package to-read">
        {one.isSelected && <Chosen />}
        {words}
      </div>
    )
  return (
    <button type="button" className="package" aria-pressed={one.isSelected} onClick={choose}>
      <span className="package-box">{one.isSelected && <Icon name="check" />}</span>
      {words}
    </button>
  )
}

function WhyNot({
  surveyId,
  questionId,
  answerId,
}: {
  surveyId: string
  questionId: string
  answerId: string
}) {
  const words = useWords()
  const { t } = words
  const workshop = useWorkshop()
  const isOnline = useSignal(workshop.isOnline)
  const clientId = useSignal(workshop.clientId)
  const [answer, setAnswer] = useState<VariantExplanation[] | 'asking' | 'failed'>()
  const ask = async () => {
    setAnswer('asking')
    try {
      setAnswer(await workshop.operations.explainPackages(clientId ?? '', surveyId, questionId, answerId))
    } catch {
      setAnswer('failed')
    }
  }
  if (answer === 'asking') return <Spinner>{t('app.loading')}</Spinner>
  if (answer === undefined || answer === 'failed')
    return (
      <>
        {answer === 'failed' && <Note tone="soon" icon="offline" title={t('finding.whyFailed')} />}
        <Button look="quiet" icon="search" onClick={ask} disabled={!isOnline}>
          {isOnline ? t('finding.why') : t('finding.whyOffline')}
        </Button>
      </>
    )
  const hidden = answer.filter(({ fits }) => !fits)
  if (hidden.length === 0) return <p className="soft">{t('finding.whyNone')}</p>
  return (
    <ul className="why" aria-label={t('finding.why')}>
      {hidden.map(({ packageId, variantId, description, reasons }) => (
        <li key={`${packageId} ${variantId}`}>
          <span className="package-name">{description ?? packageId}</span>
          <span className="soft">{whyWords(reasons, words).join(' ')}</span>
        </li>
      ))}
    </ul>
  )
}
