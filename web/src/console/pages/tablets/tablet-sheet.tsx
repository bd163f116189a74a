// One tablet: its name and branches, a new code, and the end.
import type { ListedTablet, TabletCode } from '@walkaround/contract/app/tablets.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ConfirmSheet } from '../../../office/form/confirm-sheet.tsx'
import { Form } from '../../../office/form/form.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Button } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'
import { type TabletDraft, TabletFields, toTabletChange, toTabletDraft } from './tablet-fields.tsx'

interface Props {
  value: ListedTablet
  onChanged: () => void
  onCode: (code: TabletCode) => void
  onClose: () => void
}

const FORM = 'change-tablet'

export function TabletSheet({ value, onChanged, onCode, onClose }: Props) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, tablet_id: value.id }
  const [isRevoking, revoke] = useState(false)
  const [error, setError] = useState<Error>()
  const form = useForm<TabletDraft>({
    first: { value: toTabletDraft(value) },
    save: (draft) => call('putTablet', params, { body: toTabletChange(draft) }),
    saved: t('tablets.saved'),
  })
  const attempt = async (work: () => Promise<unknown>) => {
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setError(failure as Error)
    }
  }
  const unlock = (id: string, name: string) =>
    attempt(async () => {
      await call('unlockLoginPin', { system_client_id: client.id, login_id: id })
      toast(t('tablets.unlocked', { name }))
      onChanged()
    })
  return (
    <Sheet
      title={value.name}
      onClose={onClose}
      footer={
        <div className="actions">
          <Button onClick={onClose}>{t('app.close')}</Button>
          <Button type="submit" form={FORM} look="main" disabled={!form.isDirty} aria-busy={form.isSaving}>
            {t('form.save')}
          </Button>
        </div>
      }
    >
      <Form of={form} id={FORM} onSaved={onChanged}>
        <TabletFields of={form} />
      </Form>
      {error && <RefusalNote error={error} />}
      <div className="acts">
        {value.locked?.map(({ id, name }) => (
          <div key={id}>
            <Button onClick={() => unlock(id, name)}>{t('tablets.unlock', { name })}</Button>
            <p className="soft">{t('tablets.unlockWhat')}</p>
          </div>
        ))}
        <div>
          <Button onClick={() => attempt(async () => onCode(await call('addTabletCode', params)))}>
            {t('tablets.newCode')}
          </Button>
          <p className="soft">{t('tablets.newCodeWhat')}</p>
        </div>
        <div>
          <Button look="danger" onClick={() => revoke(true)}>
            {t('tablets.revoke')}
          </Button>
          <p className="soft">{t('tablets.revokeWhat')}</p>
        </div>
      </div>
      {isRevoking && (
        <ConfirmSheet
          title={t('tablets.revokeTitle', { name: value.name })}
          word={t('tablets.revoke')}
          onConfirm={async () => {
            await call('deleteTablet', params)
            toast(t('tablets.revoked', { name: value.name }))
            onChanged()
          }}
          onClose={() => revoke(false)}
        >
          {t('tablets.revokeWhat')}
        </ConfirmSheet>
      )}
    </Sheet>
  )
}
