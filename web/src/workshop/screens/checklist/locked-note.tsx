// Why nothing can be changed: completed or closed, by whom and when; or the person may only read. The draft stays readable.
import { useRight } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { mayAnswer } from '../../rights.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Note } from '../../ui/parts.tsx'
import type { ChecklistView } from './use-checklist.ts'

/** `surveyId` if a link to the finish screen is wanted; the finish screen itself needs none. */
export function LockedNote({ view, surveyId }: { view: ChecklistView; surveyId?: string }) {
  const { t, dayTime } = useWords()
  const { survey, closedBy, closedAt } = view.page
  const isReader = useRight(mayAnswer) === false
  const refused = view.items.filter(({ state }) => state === 'refused').length
  const draft = refused > 0 ? ` ${t('check.draft', { n: refused })}` : ''
  if (survey.closed)
    return (
      <Note
        tone="soon"
        icon="lock"
        title={
          closedBy && closedAt
            ? t('check.closedBy', { name: closedBy, time: dayTime(closedAt) })
            : t('check.closed')
        }
      >
        {t('check.closedWhat')}
        {draft}
      </Note>
    )
  if (!survey.completed) return isReader ? <Note tone="plain" icon="lock" title={t('check.reader')} /> : null
  return (
    <Note
      tone="good"
      icon="lock"
      title={t('check.completed')}
      action={
        surveyId !== undefined && (
          <LinkButton to={{ screen: 'finish', surveyId }} icon="next">
            {t('check.toFinish')}
          </LinkButton>
        )
      }
    >
      {t('check.completedWhat')}
      {draft}
    </Note>
  )
}
