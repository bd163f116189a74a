// Adds a tablet; the code that pairs a device follows.
import type { TabletCode } from '@walkaround/contract/app/tablets.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { Form } from '../../../office/form/form.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { Button } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { useWords } from '../../app/words.ts'
import { LOCK_MINUTES, type TabletDraft, TabletFields, toTabletChange } from './tablet-fields.tsx'

const FORM = 'new-tablet'

interface Props {
  onMade: (code: TabletCode) => void
  onClose: () => void
}

export function NewTabletSheet({ onMade, onClose }: Props) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const isLimited = client.isLimited === true
  const form = useForm<TabletDraft>({
    first: {
      value: {
        name: '',
        isLimited,
        branches: isLimited ? client.branches.map(({ id }) => id) : [],
        lockMinutes: LOCK_MINUTES,
      },
    },
    save: async (draft) =>
      onMade(await call('addTablet', { system_client_id: client.id }, { body: toTabletChange(draft) })),
    saved: t('tablets.made'),
  })
  return (
    <Sheet
      title={t('tablets.new')}
      onClose={onClose}
      footer={
        <div className="actions">
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button type="submit" form={FORM} look="main" aria-busy={form.isSaving}>
            {t('tablets.toCode')}
          </Button>
        </div>
      }
    >
      <Form of={form} id={FORM}>
        <TabletFields of={form} />
      </Form>
    </Sheet>
  )
}
