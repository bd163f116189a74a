// Links to the screens where some questions are answered: video, damage map, signature.
import { useWords } from '../../app/words.tsx'
import { type Question, selectedAnswers } from '../../store/survey-elements.ts'
import { LinkButton } from '../../ui/link-button.tsx'

const needsVideo = (question: Question) =>
  question.answerVideoMandatory === true ||
  selectedAnswers(question).some(({ videoMandatory }) => videoMandatory)

export const hasElsewhere = (question: Question): boolean =>
  needsVideo(question) || question.clientSettings?.damageMap === true || question.answerSigned === true

export function Elsewhere({ question, surveyId }: { question: Question; surveyId: string }) {
  const { t } = useWords()
  return (
    <>
      {needsVideo(question) && (
        <LinkButton to={{ screen: 'video', surveyId }} icon="video">
          {t('check.video')}
        </LinkButton>
      )}
      {question.clientSettings?.damageMap && (
        <LinkButton to={{ screen: 'damage', surveyId }} icon="car">
          {t('check.damage')}
        </LinkButton>
      )}
      {question.answerSigned && (
        <LinkButton to={{ screen: 'handover', surveyId }} icon="pen">
          {t('check.sign')}
        </LinkButton>
      )}
    </>
  )
}
