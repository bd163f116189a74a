// What a key is for, and its limits, as fields.
import { NumberField, TextArea, TextField } from '../../../office/form/text-fields.tsx'
import type { Form } from '../../../office/form/use-form.ts'
import { useWords } from '../../app/words.ts'

/** Networks are typed one a line. */
export interface LimitsDraft {
  label: string
  requestsPerMinute: number | undefined
  addresses: string
}

export const toLimits = ({ label, requestsPerMinute, addresses }: LimitsDraft) => {
  const networks = addresses.split(/[\s,;]+/).filter((one) => one !== '')
  return {
    ...(label === '' ? {} : { label }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(networks.length === 0 ? {} : { addresses: networks }),
  }
}

export function KeyFields<T extends LimitsDraft>({ of }: { of: Form<T> }) {
  const { t } = useWords()
  const form = of as unknown as Form<LimitsDraft>
  return (
    <>
      <TextField
        of={form.field('label')}
        label={t('keys.label')}
        hint={t('keys.labelWhat')}
        maxLength={100}
      />
      <NumberField
        of={form.field('requestsPerMinute')}
        label={t('keys.perMinute')}
        hint={t('keys.perMinuteWhat')}
      />
      <TextArea
        of={form.field('addresses')}
        label={t('keys.addresses')}
        hint={t('keys.addressesWhat')}
        rows={3}
        placeholder="203.0.113.0/24"
      />
    </>
  )
}
