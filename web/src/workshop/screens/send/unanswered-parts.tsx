// Findings for which parts are asked and not priced yet, each with a link to it. A warning: the advisor decides whether to wait.
import { useWords } from '../../app/words.tsx'
import type { UnansweredParts } from '../../store/part-requests.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Note } from '../../ui/parts.tsx'

export function PartsNote({ surveyId, parts }: { surveyId: string; parts: readonly UnansweredParts[] }) {
  const { t } = useWords()
  const title = t('parts.open', { n: parts.length })
  return (
    <section aria-label={title}>
      <Note tone="soon" icon="parts" title={title}>
        {t('parts.openWhat')}
      </Note>
      <PartsList surveyId={surveyId} parts={parts} />
    </section>
  )
}

export function PartsList({ surveyId, parts }: { surveyId: string; parts: readonly UnansweredParts[] }) {
  const { t } = useWords()
  return (
    <ul className="send-gaps">
      {parts.map(({ questionId, title }) => (
        <li key={questionId}>
          <strong>{title}</strong>
          <span className="actions">
            <LinkButton
              to={{ screen: 'finding', surveyId, questionId }}
              icon="next"
              aria-label={t('parts.openAt', { finding: title })}
            >
              {t('quotes.openFinding')}
            </LinkButton>
          </span>
        </li>
      ))}
    </ul>
  )
}
