// Urgent findings without an offer or a picture, each with a link to fix it.
import { useWords } from '../../app/words.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import type { Gap } from './gaps.ts'

export function GapList({ surveyId, gaps }: { surveyId: string; gaps: readonly Gap[] }) {
  const { t } = useWords()
  return (
    <ul className="send-gaps">
      {gaps.map(({ questionId, text, noOffer, noPhoto }) => (
        <li key={questionId}>
          <strong>{text}</strong>
          <span>{t(noOffer && noPhoto ? 'send.noBoth' : noOffer ? 'send.noOffer' : 'send.noPhoto')}</span>
          <span className="actions">
            {noOffer && (
              <LinkButton
                to={{ screen: 'quotes', surveyId }}
                icon="plus"
                aria-label={t('send.offerFor', { text })}
              >
                {t('send.offer')}
              </LinkButton>
            )}
            {noPhoto && (
              <LinkButton
                to={{ screen: 'finding', surveyId, questionId }}
                icon="camera"
                aria-label={t('send.photoFor', { text })}
              >
                {t('send.photo')}
              </LinkButton>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
