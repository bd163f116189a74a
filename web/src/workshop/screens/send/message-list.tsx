// What was sent of this inspection and what became of it: waiting, sent, failed and why; opened; withdrawn.
import type { Message } from '@walkaround/contract/app/messages.ts'
import { useState } from 'react'
import type { MessageOperations } from '../../api/messages.ts'
import { useSignal, useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { newId } from '../../store/ids.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button, LinkButton, Spinner } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import type { Reading } from '../use-read.ts'
import { MessageFailure } from './message-failure.tsx'
import { MessageState } from './message-state.tsx'

export function MessageList(props: {
  surveyId: string
  operations: MessageOperations
  messages: Reading<Message[]>
  /** How many offers have a decision. */
  decided: number
}) {
  const { t } = useWords()
  const { surveyId, operations } = props
  const isOnline = useSignal(useWorkshop().isOnline)
  const { value, error, reload } = props.messages
  const [failure, setFailure] = useState<unknown>()
  const [withdrawing, askWithdraw] = useState<Message>()
  const act = (work: Promise<unknown>) => {
    setFailure(undefined)
    work.then(reload, setFailure)
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
              <Entry message={message} decided={props.decided} />
              {message.destinations.some(({ sourcePartnerType }) => sourcePartnerType) && (
                <div className="actions">
                  {message.state !== 'waiting' && (
                    <Button
                      icon="sync"
                      disabled={!isOnline}
                      onClick={() =>
                        act(
                          operations
                            .resend(surveyId, message.id, newId())
                            .then(() => toast(t('send.resent'))),
                        )
                      }
                    >
                      {t('send.resend')}
                    </Button>
                  )}
                  {message.linkValidUntil && !message.linkWithdrawn && (
                    <Button icon="close" disabled={!isOnline} onClick={() => askWithdraw(message)}>
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
        <Sheet title={t('send.withdraw')} onClose={() => askWithdraw(undefined)}>
          <p>{t('send.withdrawSure')}</p>
          <div className="actions">
            <Button
              look="danger"
              icon="close"
              onClick={() => {
                act(operations.withdraw(surveyId, withdrawing.id))
                askWithdraw(undefined)
              }}
            >
              {t('send.withdraw')}
            </Button>
            <Button onClick={() => askWithdraw(undefined)}>{t('app.cancel')}</Button>
          </div>
        </Sheet>
      )}
    </section>
  )
}

function Entry({ message, decided }: { message: Message; decided: number }) {
  const { t, dayTime } = useWords()
  const [to] = message.destinations
  // Of a link that reached nobody there is nothing to tell.
  const hasLink =
    message.linkValidUntil !== undefined && (message.state !== 'failed' || message.linkWithdrawn)
  return (
    <div className="message">
      <p className="message-head">
        <MessageState message={message} />
        <strong>{to?.name ?? to?.address}</strong>
        <span className="soft">
          {t(`messages.channel.${message.category}`)} · {t(`messages.type.${message.type}`)} ·{' '}
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
