// What the log of callbacks can be asked for: state, site and kind.
import type { CallbackDelivery } from '@walkaround/contract/app/callbacks.ts'
import { callbackKindNames, MESSAGE_SENT } from '@walkaround/contract/callback-kinds.ts'
import { useWords } from '../../app/words.tsx'
import { Button, Choice } from '../../ui/parts.tsx'
import { Picker } from '../picker.tsx'

export const deliveryFilterNames = ['state', 'siteId', 'kind']

const states = ['all', 'waiting', 'delivered', 'givenUp'] as const satisfies (
  | CallbackDelivery['state']
  | 'all'
)[]
const kinds = [MESSAGE_SENT, ...callbackKindNames] as const

export function DeliveryFilters(props: {
  filter: { readonly state?: string; readonly siteId?: string; readonly kind?: string }
  /** A dealership with one has nothing to choose. */
  sites: readonly { id: string; name: string }[]
  onAsk: (more: Readonly<Record<string, string | undefined>>) => void
  onAskAll: () => void
}) {
  const { t } = useWords()
  const { filter, sites, onAsk } = props
  return (
    <search className="log-filters" aria-label={t('callbacks.filter')}>
      <Choice
        label={t('callbacks.filter')}
        isLabelUnseen
        value={states.find((one) => one === filter.state) ?? 'all'}
        options={states.map((value) => ({
          value,
          label: t(value === 'all' ? 'callbacks.all' : `callbacks.state.${value}`),
        }))}
        onChoose={(state) => onAsk({ state: state === 'all' ? undefined : state })}
      />
      <div className="log-fields">
        {(sites.length > 1 || filter.siteId !== undefined) && (
          <Picker
            label={t('callbacks.site')}
            all={t('callbacks.all')}
            value={filter.siteId}
            options={sites.map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={(siteId) => onAsk({ siteId })}
          />
        )}
        <Picker
          label={t('callbacks.kindOf')}
          all={t('callbacks.all')}
          value={filter.kind}
          options={kinds.map((kind) => ({ value: kind, label: t(`callbacks.kind.${kind}`) }))}
          onChoose={(kind) => onAsk({ kind })}
        />
      </div>
      {Object.keys(filter).length > 0 && (
        <Button icon="close" onClick={props.onAskAll}>
          {t('callbacks.clear')}
        </Button>
      )}
    </search>
  )
}
