// How a callback fared, as sign and word, and what kind of message it tells of.
import type { CallbackDelivery } from '@walkaround/contract/app/callbacks.ts'
import { useWords } from '../../app/words.tsx'
import type { TextKey } from '../../texts/en.ts'
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

/** Types that a newer service sends are shown by their own name. */
export function useTypeWord(): (type: string) => string {
  const { t } = useWords()
  return (type) => {
    const key = `messages.type.${type}` as TextKey
    return types.has(type) ? t(key) : type
  }
}
const types = new Set([
  'surveyResultsEmail',
  'vcApproval',
  'videoRecordedNotification',
  'customerDecisionNotification',
  'customerFeedbackNotification',
])
