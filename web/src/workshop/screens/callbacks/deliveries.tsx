// The log: one row per callback, newest first, with its state and next attempt; details of one; replays.
import type { CallbackDelivery } from '@walkaround/contract/app/callbacks.ts'
import { useState } from 'preact/compat'
import type { CallbackOperations, DeliveryState } from '../../api/callbacks.ts'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Button, Choice, Empty, Spinner } from '../../ui/parts.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { useRead } from '../use-read.ts'
import { DeliveryBadge, useTypeWord } from './delivery-badge.tsx'
import { DeliverySheet } from './delivery-sheet.tsx'
import { explain } from './explain.ts'
import { ReplaySheet } from './replay-sheet.tsx'

type Filter = DeliveryState | 'all'
const filters: readonly Filter[] = ['all', 'waiting', 'delivered', 'givenUp']
const pageSize = 50

export function Deliveries(props: {
  operations: CallbackOperations
  subject: string
  pollMs: number
  /** Named in the rows if there are several. */
  sites: readonly { id: string; name: string }[]
}) {
  const { t } = useWords()
  const { operations, subject, pollMs, sites } = props
  const siteOf = (id: string | undefined) =>
    sites.length > 1 ? sites.find((site) => site.id === id)?.name : undefined
  const [filter, setFilter] = useState<Filter>('all')
  const [pages, setPages] = useState(1)
  const [openId, open] = useState<string>()
  const [isReplaying, replay] = useState(false)
  const { value, error, reload } = useRead(
    `${subject} ${filter} ${pages}`,
    () => listPages(operations, filter, pages),
    pollMs,
  )
  return (
    <section className="panel" aria-labelledby="callback-log">
      <div className="outbox-head">
        <h2 id="callback-log">{t('callbacks.log')}</h2>
        <Button icon="undo" onClick={() => replay(true)}>
          {t('callbacks.replaySince')}
        </Button>
      </div>
      <Choice
        label={t('callbacks.filter')}
        isLabelUnseen
        value={filter}
        options={filters.map((value) => ({
          value,
          label: t(value === 'all' ? 'callbacks.all' : `callbacks.state.${value}`),
        }))}
        onChoose={(next) => {
          setFilter(next)
          setPages(1)
        }}
      />
      {!value &&
        (error ? <RefusalNote error={error} onRetry={reload} /> : <Spinner>{t('app.loading')}</Spinner>)}
      {value?.length === 0 && (
        <Empty icon="sync" title={t('callbacks.none')} what={t('callbacks.noneWhat')} />
      )}
      {value && value.length > 0 && (
        <ul>
          {value.map((delivery) => (
            <li key={delivery.id}>
              <button type="button" className="row-button" onClick={() => open(delivery.id)}>
                <Row delivery={delivery} site={siteOf(delivery.siteId)} />
                <Icon name="next" size={20} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {value && value.length >= pages * pageSize && (
        <Button onClick={() => setPages((now) => now + 1)}>{t('callbacks.more')}</Button>
      )}
      {openId !== undefined && (
        <DeliverySheet
          key={openId}
          id={openId}
          operations={operations}
          pollMs={pollMs}
          onReplayed={reload}
          onClose={() => open(undefined)}
        />
      )}
      {isReplaying && (
        <ReplaySheet operations={operations} onReplayed={reload} onClose={() => replay(false)} />
      )}
    </section>
  )
}

/** Each page starts after the last row of the previous one. */
async function listPages(operations: CallbackOperations, filter: Filter, pages: number) {
  const all: CallbackDelivery[] = []
  for (let page = 0; page < pages; page++) {
    const next = await operations.list(filter === 'all' ? undefined : filter, all.at(-1)?.id)
    all.push(...next)
    if (next.length < pageSize) break
  }
  return all
}

function Row({ delivery, site }: { delivery: CallbackDelivery; site: string | undefined }) {
  const { t, dayTime } = useWords()
  const typeWord = useTypeWord()
  const { attempts, mostAttempts, orderNumber, referenceObjectId, state, dueAt, isInFlight } = delivery
  const order = orderNumber ?? referenceObjectId
  const facts = [
    delivery.isTest ? t('callbacks.isTest') : undefined,
    order === undefined ? undefined : t('callbacks.order', { id: order }),
    site,
    dayTime(delivery.createdAt),
    attempts === 0
      ? t('callbacks.notTried')
      : t('callbacks.attempt', { n: attempts, most: delivery.isTest ? 1 : mostAttempts }),
    state === 'waiting' && !isInFlight && dueAt !== undefined
      ? t('callbacks.next', { time: dayTime(dueAt) })
      : undefined,
  ]
  return (
    <span className="message">
      <span className="message-head">
        <DeliveryBadge delivery={delivery} />
        <strong>{typeWord(delivery.outputType)}</strong>
      </span>
      <span className="soft">{facts.filter(Boolean).join(' · ')}</span>
      {delivery.failure && state !== 'delivered' && (
        <span className="message-failure">
          <Icon name="urgent" size={20} />
          <span>{t(`callbacks.why.${explain(delivery.failure, delivery.lastStatus)}`)}</span>
        </span>
      )}
    </span>
  )
}
