// What is said about a tablet: its name, the branches it shows, and when it locks itself.
import type { TabletChange } from '@walkaround/contract/app/tablets.ts'
import { useSignedIn } from '../../../office/app/context.tsx'
import { CheckField, ListField } from '../../../office/form/choice-fields.tsx'
import { NumberField, TextField } from '../../../office/form/text-fields.tsx'
import type { Form } from '../../../office/form/use-form.ts'
import { useWords } from '../../app/words.ts'

/** How forms hold it: whether it is limited to branches is a choice of its own. */
export interface TabletDraft {
  name: string
  isLimited: boolean
  branches: readonly string[]
  lockMinutes: number | undefined
}

/** As the service does unless told otherwise. */
export const LOCK_MINUTES = 5

export const toTabletDraft = ({
  name,
  branches,
  lockMinutes,
}: {
  name: string
  branches?: readonly string[]
  lockMinutes: number
}): TabletDraft => ({ name, isLimited: branches !== undefined, branches: branches ?? [], lockMinutes })

export const toTabletChange = ({ name, isLimited, branches, lockMinutes }: TabletDraft): TabletChange => ({
  name,
  ...(isLimited ? { branches: [...branches] } : {}),
  ...(lockMinutes === undefined ? {} : { lockMinutes }),
})

export function TabletFields({ of }: { of: Form<TabletDraft> }) {
  const { t } = useWords()
  const { client } = useSignedIn()
  return (
    <>
      <TextField
        of={of.field('name')}
        label={t('tablets.name')}
        hint={t('tablets.nameWhat')}
        autoComplete="off"
      />
      <CheckField of={of.field('isLimited')} label={t('tablets.limit')} hint={t('tablets.limitWhat')} />
      {of.state.draft.isLimited && (
        <ListField
          of={of.field('branches')}
          label={t('tablets.branches')}
          options={client.branches.map(({ id, name, siteId }) => ({
            value: id,
            label: name,
            detail: siteId,
          }))}
        />
      )}
      <NumberField
        of={of.field('lockMinutes')}
        label={t('tablets.lock')}
        hint={t('tablets.lockWhat')}
        after={t('tablets.minutes')}
      />
    </>
  )
}
