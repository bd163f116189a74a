// What every screen of a survey has: the way back, whose car it is, and why nothing can be changed if that is so.
import type { ReactNode } from 'preact/compat'
import { type SurveyView, useRight, useSurvey } from '../app/context.tsx'
import { back } from '../app/router.tsx'
import { CarClock, useWords } from '../app/words.tsx'
import { mayAnswer } from '../rights.ts'
import type { TextKey } from '../texts/texts.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Empty, IconButton, Note, Spinner } from '../ui/parts.tsx'

interface Props {
  surveyId: string
  title: string
  className?: string
  tools?: (view: SurveyView) => ReactNode
  children: (view: SurveyView) => ReactNode
}

export function SurveyShell({ surveyId, title, className = '', tools, children }: Props) {
  const { t } = useWords()
  const survey = useSurvey(surveyId)
  return (
    <main id="main" className={`screen survey-screen ${className}`}>
      <header className="survey-head">
        <IconButton icon="back" label={t('app.back')} onClick={() => back({ screen: 'survey', surveyId })} />
        <div className="survey-title">
          <h1>{title}</h1>
          {survey.state === 'ready' && <Car view={survey} />}
        </div>
        {survey.state === 'ready' && tools && <div className="survey-tools">{tools(survey)}</div>}
      </header>
      {survey.state === 'loading' && <Spinner>{t('app.loading')}</Spinner>}
      {survey.state === 'absent' && (
        <Empty icon="search" title={t('app.lost')} what={t('app.lostWhat')}>
          <LinkButton to={{ screen: 'board' }}>{t('app.toBoard')}</LinkButton>
        </Empty>
      )}
      {survey.state === 'ready' && <CarClock branchId={survey.page.branchId}>{children(survey)}</CarClock>}
    </main>
  )
}

interface CarFacts {
  numberPlate?: string
  make?: string
  model?: string
  commercialDescription?: string
}

export function carOf({ page: { survey } }: SurveyView): CarFacts {
  return (survey.surveyObject ?? survey.vehicle ?? {}) as CarFacts
}

function Car({ view }: { view: SurveyView }) {
  const { t } = useWords()
  const { numberPlate, make, model } = carOf(view)
  const kind = t(`survey.${view.page.survey.surveyType}` as TextKey)
  return (
    <p className="survey-car">
      {numberPlate && <strong>{numberPlate}</strong>}{' '}
      <span className="soft">
        {[[make, model].filter(Boolean).join(' '), kind].filter(Boolean).join(' · ')}
      </span>
    </p>
  )
}

/** Completion freezes answers and marks; closing freezes nearly everything (D5). */
export function isFrozen({ page: { survey } }: SurveyView): boolean {
  return survey.completed === true || survey.closed === true
}

/** Frozen, or the person may only read: who keeps the parts, for instance. */
export function useReadOnly(view: SurveyView): boolean {
  const isReader = useRight(mayAnswer) === false
  return isReader || isFrozen(view)
}

export function FrozenNote({ view }: { view: SurveyView }) {
  const { t, dayTime } = useWords()
  const isReader = useRight(mayAnswer) === false
  const { survey, closedBy, closedAt } = view.page
  if (survey.closed) {
    const who = closedBy ?? ''
    return (
      <Note tone="soon" icon="lock" title={t('shell.closed')}>
        {closedAt ? t('shell.closedBy', { who, when: dayTime(closedAt) }) : t('shell.closedWhat')}
      </Note>
    )
  }
  if (survey.completed) return <Note tone="plain" icon="lock" title={t('shell.completed')} />
  return isReader ? <Note tone="plain" icon="lock" title={t('check.reader')} /> : null
}
