// Why nothing can be changed any more: completed, or closed meanwhile, by whom and when. The draft stays readable.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { useWords } from '../../app/words.tsx'
import { LinkButton, Note } from '../../ui/parts.tsx'

export function LockedNote({ page, surveyId }: { page: SurveyPage; surveyId: string }) {
  const { t, dayTime } = useWords()
  const { survey, closedBy, closedAt } = page
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
      </Note>
    )
  if (!survey.completed) return null
  return (
    <Note
      tone="good"
      icon="lock"
      title={t('check.completed')}
      action={
        <LinkButton to={{ screen: 'finish', surveyId }} icon="next">
          {t('check.toFinish')}
        </LinkButton>
      }
    >
      {t('check.completedWhat')}
    </Note>
  )
}
