// Why a message was not sent: in the reader's language, with what to do; the service's own words are for support.
import type { Message } from '@walkaround/contract/app/messages.ts'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { SupportDetail } from '../refusal-note.tsx'

export function MessageFailure({ message }: { message: Message }) {
  const { t } = useWords()
  const { failure, failureCode = 'other', state, attempts } = message
  if (failure === undefined || state === 'sent') return null
  return (
    <div className={`message-failure ${state}`}>
      <Icon name={state === 'waiting' ? 'advise' : 'urgent'} size={20} />
      <div>
        <p>
          {t(`messages.why.${failureCode}`)} {state === 'waiting' ? t('messages.triesAgain') : ''} (
          {t('send.triedTimes', { n: attempts })})
        </p>
        <SupportDetail detail={failure} />
      </div>
    </div>
  )
}
