// The state of a callback as sign and word, and what it tells.
import type { CallbackDelivery } from '@walkaround/contract/app/callbacks.ts'
import { callbackKindNames } from '@walkaround/contract/callback-kinds.ts'
import { isMessageType } from '@walkaround/contract/messages.ts'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'

const looks = {
  waiting: ['amber', 'clock'],
  delivered: ['green', 'fine'],
  givenUp: ['red', 'urgent'],
} as const

export function DeliveryBadge({ delivery }: { delivery: CallbackDelivery }) {
  const { t } = useWords()
  const [tone, icon] = looks[delivery.state]
  return (
    <span className={`status ${tone}`}>
      <Icon name={delivery.isInFlight ? 'sending' : icon} size={20} />
      <span>{t(delivery.isInFlight ? 'callbacks.inFlight' : `callbacks.state.${delivery.state}`)}</span>
    </span>
  )
}

/** Types that only a newer service knows are shown by their own name. */
export function useTypeWord(): (type: string) => string {
  const { t, shared } = useWords()
  return (type) => {
    if (isMessageType(type)) return shared.messages[type]
    const kind = callbackKindNames.find((one) => one === type)
    return kind ? t(`callbacks.kind.${kind}`) : type
  }
}
