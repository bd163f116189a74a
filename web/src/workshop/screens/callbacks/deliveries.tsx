// The log: one row per callback, newest first, with its state and next attempt; details of one; replays.
import { useState } from 'preact/compat'
import type { CallbackOperations, DeliveryFilter } from '../../api/callbacks.ts'
import { useWords } from '../../app/words.tsx'
import type { LogRoute } from '../../paths.ts'
import { Button, Empty, Spinner } from '../../ui/parts.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { useLog } from '../use-log.ts'
import { useRead } from '../use-read.ts'
import { DeliveryFilters, deliveryFilterNames } from './delivery-filters.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { DeliverySheet } from './delivery-sheet.tsx'
import { ReplaySheet } from './replay-sheet.tsx'

export function Deliveries(props: {
  route: LogRoute
  operations: CallbackOperations
  subject: string
  pollMs: number
  /** Named in the rows if there are several. */
  sites: readonly { id: string; name: string }[]
}) {
  const { t } = useWords()
  const { operations, subject, pollMs, sites } = props
  const log = useLog(props.route, deliveryFilterNames)
  const asked = JSON.stringify(log.filter)
  const [wanted, setWanted] = useState({ asked, pages: 1 })
  const pages = wanted.asked === asked ? wanted.pages : 1
  const [isReplaying, replay] = useState(false)
  const { value, error, reload } = useRead(
    `${subject} ${asked} ${pages}`,
    // A value that the service does not know is refused there.
    () => operations.list(log.filter as DeliveryFilter, pages),
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
      <DeliveryFilters filter={log.filter} sites={sites} onAsk={log.ask} onAskAll={log.askAll} />
      {!value &&
        (error ? <RefusalNote error={error} onRetry={reload} /> : <Spinner>{t('app.loading')}</Spinner>)}
      {value?.deliveries.length === 0 && (
        <Empty
          icon="sync"
          title={t('callbacks.none')}
          what={t(asked === '{}' ? 'callbacks.noneWhat' : 'callbacks.noneSuch')}
        />
      )}
      {value && value.deliveries.length > 0 && (
        <DeliveryList
          deliveries={value.deliveries}
          sites={sites}
          asked={asked}
          today={new Date().toDateString()}
          onOpen={log.open}
        />
      )}
      {value?.isMore && (
        <Button onClick={() => setWanted({ asked, pages: pages + 1 })}>{t('callbacks.more')}</Button>
      )}
      {log.entryId !== undefined && (
        <DeliverySheet
          key={log.entryId}
          id={log.entryId}
          operations={operations}
          pollMs={pollMs}
          onReplayed={reload}
          onClose={log.close}
          onShowAll={log.isLinked ? log.showAll : undefined}
        />
      )}
      {isReplaying && (
        <ReplaySheet operations={operations} onReplayed={reload} onClose={() => replay(false)} />
      )}
    </section>
  )
}
