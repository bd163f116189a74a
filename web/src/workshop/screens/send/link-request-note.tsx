// An owner with an expired link asks for a new one: one tap sends it to the stored address.
import type { Message } from '@walkaround/contract/app/messages.ts'
import { useRef, useState } from 'preact/compat'
import type { MessageOperations } from '../../api/messages.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { newId } from '../../store/ids.ts'
import { Button, Note } from '../../ui/parts.tsx'
import { toast } from '../../ui/toast.tsx'
import { RefusalNote } from '../refusal-note.tsx'

export function LinkRequestNote(props: {
  message: Message
  address: string
  isSendable: boolean
  operations: MessageOperations
  onSent: () => void
}) {
  const { t, dayTime } = useWords()
  const { message, address, operations } = props
  const isOnline = useSignal(useWorkshop().isOnline)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()
  // Kept until a reply came: a second tap after a lost reply sends nothing twice.
  const id = useRef<string>(undefined)
  const name = message.destinations[0]?.name ?? address
  const send = async () => {
    id.current ??= newId()
    setSending(true)
    setError(undefined)
    try {
      await operations.resend(message.surveyId, message.id, id.current)
      id.current = undefined
      toast(t('send.sent', { name }))
      props.onSent()
    } catch (failure) {
      setError(failure)
    } finally {
      setSending(false)
    }
  }
  const button = props.isSendable && {
    action: (
      <Button look="main" icon="letter" disabled={!isOnline || isSending} onClick={send}>
        {t(isSending ? 'send.sending' : 'send.newLink')}
      </Button>
    ),
  }
  return (
    <>
      <Note tone="soon" icon="letter" title={t('send.asked', { name })} {...(button || {})}>
        {t('send.askedAt', { time: dayTime(message.linkAskedAt ?? '') })}{' '}
        {props.isSendable ? t('send.askedWhere', { address }) : t('send.askedClosed')}
      </Note>
      {error !== undefined && <RefusalNote error={error} />}
    </>
  )
}
