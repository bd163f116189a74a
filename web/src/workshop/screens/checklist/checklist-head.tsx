// The head of the checklist: whose car, which inspection, its progress, and whether everything is saved.
import { type Named, nameOf } from '@walkaround/contract/rules/names.ts'
import { useRight, useWorkshop } from '../../app/context.tsx'
import { back, Link } from '../../app/router.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { mayAdvise } from '../../rights.ts'
import type { TextKey } from '../../texts/texts.ts'
import { Icon } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { IconButton, Ring, StatusBadge } from '../../ui/parts.tsx'
import { NotesButton } from '../notes/notes-button.tsx'
import { CheckCar } from '../scan/check-car.tsx'
import type { Progress } from './plan.ts'
import type { ChecklistView } from './use-checklist.ts'

interface Car {
  numberPlate?: string
  vin?: string
  make?: string
  model?: string
}

export const carOf = (page: ChecklistView['page']): Car =>
  (page.survey.surveyObject ?? page.survey.vehicle ?? {}) as Car

export const customerOf = ({ survey }: ChecklistView['page']): string =>
  nameOf(survey.customer as Named | undefined)

export function ChecklistHead({ view, progress }: { view: ChecklistView; progress: Progress }) {
  const { t } = useWords()
  const { survey } = view.page
  const isAdvisor = useRight(mayAdvise)
  const car = carOf(view.page)
  const { done, total } = progress
  const words = [[car.make, car.model].filter(Boolean).join(' '), customerOf(view.page)]
    .filter(Boolean)
    .join(' · ')
  return (
    <header className="cl-head">
      <IconButton icon="back" label={t('app.back')} onClick={() => back({ screen: 'board' })} />
      <div className="cl-car">
        <h1 className={`plate ${car.numberPlate ? '' : 'no-plate'}`}>
          {car.numberPlate ?? car.vin ?? t('board.noPlate')}
        </h1>
        <div className="cl-car-words">
          <p className="cl-kind">{t(`survey.${survey.surveyType}` as TextKey)}</p>
          <p className="soft cl-line">{words}</p>
        </div>
        <CheckCar page={view.page} />
      </div>
      <div className="cl-counts">
        {(['red', 'amber'] as const).map(
          (status) =>
            progress[status] > 0 && <StatusBadge key={status} status={status} count={progress[status]} />,
        )}
      </div>
      <Safety view={view} />
      <p className="cl-progress">
        <Ring part={total === 0 ? 0 : done / total} tone={done === total ? 'good' : 'accent'}>
          {done === total ? <Icon name="check" size={20} /> : <span className="ring-number">{done}</span>}
        </Ring>
        <span className="cl-progress-words" aria-hidden="true">
          / {total}
        </span>
        <span className="unseen">{t('survey.progress', { answered: done, questions: total })}</span>
      </p>
      <NotesButton survey={survey} />
      {isAdvisor && (
        <Link
          className="icon-button cl-quotes"
          to={{ screen: 'quotes', surveyId: survey.id }}
          aria-label={t('finish.toQuotes')}
          title={t('finish.toQuotes')}
        >
          <Icon name="page" />
        </Link>
      )}
      <LinkButton
        to={{ screen: 'finish', surveyId: survey.id }}
        look="main"
        icon="check"
        className="cl-finish"
      >
        {t(survey.completed || survey.closed ? 'result.title' : 'check.finish')}
      </LinkButton>
    </header>
  )
}

/** Where the work done here is stored, so that nobody has to wonder. */
function Safety({ view }: { view: ChecklistView }) {
  const { t } = useWords()
  const isOnline = useSignal(useWorkshop().isOnline)
  const refused = view.items.filter(({ state }) => state === 'refused').length
  const unsent = [...view.items, ...view.media].filter(({ state }) => state === 'device' || state === 'sent')
  const waiting = unsent.length + view.writing
  const [icon, tone, word] =
    refused > 0
      ? (['urgent', 'bad', t('check.refused', { n: refused })] as const)
      : waiting > 0
        ? ([isOnline ? 'sending' : 'device', 'soon', t('check.waiting', { n: waiting })] as const)
        : (['cloud', 'good', t('check.safe')] as const)
  return (
    <p className={`cl-safety ${tone}`} title={word}>
      <Icon name={icon} size={20} />
      <span>{word}</span>
    </p>
  )
}
