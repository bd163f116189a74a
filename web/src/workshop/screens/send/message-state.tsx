// The state of a message, as sign and word.
import type { Message } from '@walkaround/contract/app/messages.ts'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'

const looks = {
  waiting: ['amber', 'clock'],
  sent: ['green', 'fine'],
  failed: ['red', 'urgent'],
} as const

export function MessageState({ message }: { message: Pick<Message, 'state' | 'inOutbox'> }) {
  const { t } = useWords()
  const [tone, icon] = looks[message.state]
  const isKept = message.inOutbox && message.state === 'sent'
  return (
    <span className={`status ${isKept ? '' : tone}`}>
      <Icon name={isKept ? 'save' : icon} size={20} />
      <span>{isKept ? t('messages.inOutbox') : t(`messages.state.${message.state}`)}</span>
    </span>
  )
}
