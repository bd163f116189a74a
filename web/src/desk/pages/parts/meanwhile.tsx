// Says that a request was changed while its reply was typed, and how it stands now.
import type { PartRequest } from '@walkaround/contract/dms/parts.ts'
import { Note } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { answerWords } from './reply-words.ts'

export function Meanwhile({ request }: { request: PartRequest | undefined }) {
  const words = useWords()
  const { t } = words
  if (!request)
    return (
      <Note tone="soon" isAlert title={t('parts.gone')}>
        {t('parts.goneWhat')}
      </Note>
    )
  const { state, requestedBy, answeredBy = '', text } = request
  const now =
    state === 'requested'
      ? t('parts.isAsked', { name: requestedBy, text: text ?? t('parts.noText') })
      : t('parts.isAnswered', { name: answeredBy, answer: answerWords(request, words) ?? '' })
  return (
    <Note tone="soon" isAlert title={t('parts.meanwhile')}>
      {now} {t('parts.meanwhileWhat')}
    </Note>
  )
}
