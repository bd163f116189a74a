// The rows of the log of callbacks. The log is read every few seconds: of a thousand rows only those that changed are written again.
import type { CallbackDelivery } from '@walkaround/contract/app/callbacks.ts'
import { memo } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { rowId } from '../use-log.ts'
import { DeliveryBadge, useTypeWord } from './delivery-badge.tsx'
import { explain } from './explain.ts'

interface ListProps {
  deliveries: readonly CallbackDelivery[]
  /** Named in the rows if there are several. */
  sites: readonly { id: string; name: string }[]
  /** With which filter a row is opened. */
  asked: string
  /** Times of today are said without their day. */
  today: string
  onOpen: (id: string) => void
}

const isSame = (one: object, other: object) => one === other || JSON.stringify(one) === JSON.stringify(other)

export const DeliveryList = memo(
  function DeliveryList({ deliveries, sites, today, onOpen }: ListProps) {
    const siteOf = (id: string | undefined) =>
      sites.length > 1 ? sites.find((site) => site.id === id)?.name : undefined
    return (
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <button
              type="button"
              id={rowId(delivery.id)}
              className="row-button"
              onClick={() => onOpen(delivery.id)}
            >
              <Row delivery={delivery} site={siteOf(delivery.siteId)} today={today} />
              <Icon name="next" size={20} />
            </button>
          </li>
        ))}
      </ul>
    )
  },
  (one, other) =>
    one.asked === other.asked &&
    one.today === other.today &&
    isSame(one.sites, other.sites) &&
    isSame(one.deliveries, other.deliveries),
)

interface RowProps {
  delivery: CallbackDelivery
  site: string | undefined
  today: string
}

const Row = memo(
  DeliveryRow,
  (one, other) =>
    one.site === other.site && one.today === other.today && isSame(one.delivery, other.delivery),
)

function DeliveryRow({ delivery, site }: RowProps) {
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
