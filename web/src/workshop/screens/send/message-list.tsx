// What was sent for this inspection and its state: waiting, sent, failed and why; opened; withdrawn.

import type { Message } from '@walkaround/contract/app/messages.ts'
import { useRef, useState } from 'preact/compat'
import type { MessageOperations } from '../../api/messages.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { newId } from '../../store/ids.ts'
import { Icon } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Button, Spinner } from '../../ui/parts.tsx'
import { toast } from '../../ui/toast.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import type { Reading } from '../use-read.ts'
import { AskSheet } from './ask-sheet.tsx'
import { isAskedBefore } from './letter-rules.ts'
import { MessageFailure } from './message-failure.tsx'
import { MessageState } from './message-state.tsx'

export function MessageList(props: {
  surveyId: string
  operations: MessageOperations
  messages: Reading<Message[]>
  /** How many offers are decided. */
  decided: number
}) {
  const { t, dayTime } = useWords()
  const { surveyId, operations, decided } = props
  const isOnline = useSignal(useWorkshop().isOnline)
  const { value, error, reload } = props.messages
  const [failure, setFailure] = useState<unknown>()
  const [withdrawing, askWithdraw] = useState<Message>()
  const [resending, askResend] = useState<Message>()
  const [isBusy, setBusy] = useState(false)
  // Kept until a reply came: a second tap after a lost reply sends nothing twice.
  const newIds = useRef(new Map<string, string>())
  const act = (work: Promise<unknown>) => {
    setFailure(undefined)
    setBusy(true)
    work.then(reload, setFailure).finally(() => setBusy(false))
  }
  const resend = async ({ id }: Message) => {
    const of = newIds.current.get(id) ?? newId()
    newIds.current.set(id, of)
    await operations.resend(surveyId, id, of)
    newIds.current.delete(id)
    toast(t('send.resent'))
  }
  return (
    <section className="panel" aria-labelledby="send-messages">
      <h2 id="send-messages">{t('send.messages')}</h2>
      {failure !== undefined && <RefusalNote error={failure} />}
      {!value && error && <RefusalNote error={error} onRetry={reload} />}
      {!value && !error && <Spinner>{t('app.loading')}</Spinner>}
      {value?.length === 0 && <p className="soft">{t('send.noMessages')}</p>}
      {value && value.length > 0 && (
        <ul className="messages">
          {value.toReversed().map((message) => (
            <li key={message.id}>
              <Entry message={message} decided={decided} />
              {message.destinations.some(({ sourcePartnerType }) => sourcePartnerType) && (
                <div className="actions">
                  {message.state !== 'waiting' && (
                    <Button
                      icon="sync"
                      disabled={!isOnline || isBusy}
                      onClick={() =>
                        isAskedBefore(message, decided) ? askResend(message) : act(resend(message))
                      }
                    >
                      {t('send.resend')}
                    </Button>
                  )}
                  {message.linkValidUntil && !message.linkWithdrawn && (
                    <Button icon="close" disabled={!isOnline || isBusy} onClick={() => askWithdraw(message)}>
                      {t('send.withdraw')}
                    </Button>
                  )}
                  {message.inOutbox && (
                    <LinkButton to={{ screen: 'outbox' }} icon="opened">
                      {t('messages.toOutbox')}
                    </LinkButton>
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {withdrawing && (
        <AskSheet
          title={t('send.withdraw')}
          look="danger"
          icon="close"
          onYes={() => act(operations.withdraw(surveyId, withdrawing.id))}
          onClose={() => askWithdraw(undefined)}
        >
          <p>{t('send.withdrawSure')}</p>
        </AskSheet>
      )}
      {resending && (
        <AskSheet
          title={t('send.resend')}
          look="main"
          icon="sync"
          onYes={() => act(resend(resending))}
          onClose={() => askResend(undefined)}
        >
          {resending.openedAt !== undefined && (
            <p>{t('send.resendOpened', { time: dayTime(resending.openedAt) })}</p>
          )}
          {decided > 0 && <p>{t('send.resendDecided', { n: decided })}</p>}
          <p>{t('send.resendSure')}</p>
        </AskSheet>
      )}
    </section>
  )
}

function Entry({ message, decided }: { message: Message; decided: number }) {
  const { t, dayTime, shared } = useWords()
  const [to] = message.destinations
  // Nothing is shown about a link that reached nobody.
  const hasLink =
    message.linkValidUntil !== undefined && (message.state !== 'failed' || message.linkWithdrawn)
  return (
    <div className="message">
      <p className="message-head">
        <MessageState message={message} />
        <strong>{to?.name ?? to?.address}</strong>
        <span className="soft">
          {t(`messages.channel.${message.category}`)} · {shared.messages[message.type]} ·{' '}
          {dayTime(message.sentAt ?? message.createdAt)}
        </span>
      </p>
      <MessageFailure message={message} />
      {hasLink && (
        <p className="message-link">
          {message.linkWithdrawn ? (
            <span>
              <Icon name="close" size={20} /> {t('send.withdrawn')}
            </span>
          ) : (
            <>
              <span>
                <Icon name="opened" size={20} />{' '}
                {message.openedAt
                  ? t('send.opened', { time: dayTime(message.openedAt) })
                  : t('send.notOpened')}
              </span>
              {message.watchedAt && (
                <span>
                  <Icon name="video" size={20} /> {t('send.watched', { time: dayTime(message.watchedAt) })}
                </span>
              )}
              {message.openedAt && decided > 0 && (
                <span>
                  <Icon name="hand" size={20} /> {t('send.decided', { n: decided })}
                </span>
              )}
              <span className="soft">
                {t('send.validUntil', { time: dayTime(message.linkValidUntil ?? '') })}
              </span>
            </>
          )}
        </p>
      )}
    </div>
  )
}
