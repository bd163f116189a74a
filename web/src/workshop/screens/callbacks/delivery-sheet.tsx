// One callback: its body, and every attempt with request, response, times and the failure in words.
import type { CallbackAttempt } from '@walkaround/contract/app/callbacks.ts'
import { useState } from 'preact/compat'
import type { CallbackOperations } from '../../api/callbacks.ts'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Button, Spinner } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { GoneNote } from '../gone-note.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { useRead } from '../use-read.ts'
import { Bytes } from './bytes.tsx'
import { DeliveryBadge, useTypeWord } from './delivery-badge.tsx'
import { explain } from './explain.ts'

export function DeliverySheet(props: {
  id: string
  operations: CallbackOperations
  pollMs: number
  onReplayed: () => void
  onClose: () => void
  /** If the list has not been seen. */
  onShowAll: (() => void) | undefined
}) {
  const { t, dayTime } = useWords()
  const typeWord = useTypeWord()
  const { id, operations } = props
  const { value, error, reload } = useRead(id, () => operations.read(id), props.pollMs)
  const [failure, setFailure] = useState<unknown>()
  const replay = () => {
    setFailure(undefined)
    operations.replay(id).then(() => {
      toast(t('callbacks.replayed', { n: 1 }))
      reload()
      props.onReplayed()
    }, setFailure)
  }
  return (
    <Sheet
      title={value ? typeWord(value.outputType) : t('callbacks.title')}
      isWide
      onClose={props.onClose}
      footer={
        <div className="actions">
          {(value || !error) && (
            <Button look="main" icon="undo" disabled={!value} onClick={replay}>
              {t('callbacks.replay')}
            </Button>
          )}
          {props.onShowAll && <Button onClick={props.onShowAll}>{t('callbacks.clear')}</Button>}
          <Button onClick={props.onClose}>{t('app.close')}</Button>
        </div>
      }
    >
      <div className="delivery">
        {failure !== undefined && <RefusalNote error={failure} />}
        {!value &&
          (error ? (
            <GoneNote
              error={error}
              title={t('callbacks.gone')}
              what={t('callbacks.goneWhat')}
              onRetry={reload}
            />
          ) : (
            <Spinner>{t('app.loading')}</Spinner>
          ))}
        {value && (
          <>
            <p className="message-head">
              <DeliveryBadge delivery={value} />
              {value.attempts > 0 && (
                <span>{t('callbacks.attempt', { n: value.attempts, most: value.mostAttempts })}</span>
              )}
              {value.state === 'waiting' && value.dueAt !== undefined && (
                <span>{t('callbacks.next', { time: dayTime(value.dueAt) })}</span>
              )}
            </p>
            <dl className="facts">
              <div>
                <dt>{t('callbacks.id')}</dt>
                <dd>{value.id}</dd>
              </div>
              {value.referenceObjectId !== undefined && (
                <div>
                  <dt>{t('callbacks.ofOrder')}</dt>
                  <dd>
                    {value.orderNumber === undefined || value.orderNumber === value.referenceObjectId
                      ? value.referenceObjectId
                      : `${value.orderNumber} (${value.referenceObjectId})`}
                  </dd>
                </div>
              )}
              <div>
                <dt>{t('callbacks.url')}</dt>
                <dd>{value.url}</dd>
              </div>
            </dl>
            <h3>{t('callbacks.attempts')}</h3>
            {value.log.length === 0 && <p className="soft">{t('callbacks.notTried')}</p>}
            <ol className="attempts">
              {value.log.toReversed().map((attempt) => (
                <li key={attempt.number}>
                  <Attempt attempt={attempt} />
                </li>
              ))}
            </ol>
            {value.body !== undefined && (
              <>
                <h3>{t('callbacks.body')}</h3>
                <Bytes text={value.body} />
              </>
            )}
          </>
        )}
      </div>
    </Sheet>
  )
}

function Attempt({ attempt }: { attempt: CallbackAttempt }) {
  const { t, dayTime, number } = useWords()
  const { status, failure, dnsMs, connectMs, totalMs, responseHead, responseBody } = attempt
  const times = [
    t('callbacks.timing', { total: number(totalMs) }),
    dnsMs === undefined && connectMs === undefined
      ? undefined
      : t('callbacks.timingParts', { dns: number(dnsMs ?? 0), connect: number(connectMs ?? 0) }),
  ]
  const response = [responseHead, responseBody].filter(Boolean).join('\n\n')
  return (
    <>
      <p className="message-head">
        <span className={`status ${failure === undefined ? 'green' : 'red'}`}>
          <Icon name={failure === undefined ? 'fine' : 'urgent'} size={20} />
          <span>
            {status === undefined ? t('callbacks.noResponse') : t('callbacks.answered', { status })}
          </span>
        </span>
        <strong>{t('callbacks.attemptNumber', { n: attempt.number })}</strong>
        <span className="soft">
          {dayTime(attempt.startedAt)} · {times.filter(Boolean).join(', ')}
        </span>
      </p>
      {failure !== undefined && (
        <p className="message-failure">
          <span>
            {t(`callbacks.why.${explain(failure, status)}`)} <span lang="en">({failure})</span>
          </span>
        </p>
      )}
      {attempt.isWebPage && (
        <p className="message-failure">
          <Icon name="urgent" size={20} />
          <span>{t('callbacks.webPage')}</span>
        </p>
      )}
      <details className="unfold">
        <summary>{t('callbacks.request')}</summary>
        <Bytes text={attempt.request} />
      </details>
      {response !== '' && (
        <details className="unfold">
          <summary>{t('callbacks.response')}</summary>
          <Bytes text={response} />
        </details>
      )}
    </>
  )
}
