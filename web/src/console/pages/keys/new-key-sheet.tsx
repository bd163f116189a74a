// Issues a key for a system, and shows it once.
import type { IssuedKey } from '@walkaround/contract/app/keys.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { Form } from '../../../office/form/form.tsx'
import { SecretBox } from '../../../office/form/secret-box.tsx'
import { TextField } from '../../../office/form/text-fields.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { serviceUrl } from '../../../workshop/places.ts'
import { Button } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { useWords } from '../../app/words.ts'
import { KeyFields, type LimitsDraft, toLimits } from './key-fields.tsx'

interface Draft extends LimitsDraft {
  login: string
  expiresAt: string
}

const FORM = 'new-key'

export function NewKeySheet({ onIssued, onClose }: { onIssued: () => void; onClose: () => void }) {
  const [issued, setIssued] = useState<IssuedKey>()
  if (issued) return <IssuedSheet issued={issued} onClose={onClose} />
  return (
    <NewKey
      onIssued={(key) => {
        setIssued(key)
        onIssued()
      }}
      onClose={onClose}
    />
  )
}

/** With what else a DMS has to be told: where to call, and about whom. */
export function IssuedSheet({ issued, onClose }: { issued: IssuedKey; onClose: () => void }) {
  const { t } = useWords()
  const { client } = useSignedIn()
  return (
    <Sheet
      title={t('keys.issued')}
      onClose={onClose}
      footer={
        <div className="actions">
          <Button look="main" onClick={onClose}>
            {t('people.done')}
          </Button>
        </div>
      }
    >
      <SecretBox label={t('keys.key')} secret={issued.key} />
      <dl className="facts">
        <dt>{t('keys.address')}</dt>
        <dd className="mono">{new URL(serviceUrl('v1'), location.href).href}</dd>
        <dt>{t('keys.client')}</dt>
        <dd className="mono">{client.id}</dd>
      </dl>
      <p className="soft">{t('keys.issuedWhat')}</p>
    </Sheet>
  )
}

function NewKey({ onIssued, onClose }: { onIssued: (key: IssuedKey) => void; onClose: () => void }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const form = useForm<Draft>({
    first: { value: { login: '', label: '', requestsPerMinute: undefined, addresses: '', expiresAt: '' } },
    save: async ({ login, expiresAt, ...limits }) =>
      onIssued(
        await call(
          'addKey',
          { system_client_id: client.id },
          { body: { login, ...toLimits(limits), ...(expiresAt === '' ? {} : { expiresAt }) } },
        ),
      ),
    saved: t('keys.issued'),
  })
  return (
    <Sheet
      title={t('keys.new')}
      onClose={onClose}
      footer={
        <div className="actions">
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button type="submit" form={FORM} look="main" aria-busy={form.isSaving}>
            {t('keys.issue')}
          </Button>
        </div>
      }
    >
      <Form of={form} id={FORM}>
        <TextField
          of={form.field('login')}
          label={t('keys.system')}
          hint={t('keys.systemWhat')}
          autoComplete="off"
          spellcheck={false}
        />
        <KeyFields of={form} />
        <TextField
          of={form.field('expiresAt')}
          label={t('keys.expires')}
          hint={t('keys.expiresWhat')}
          type="date"
        />
      </Form>
    </Sheet>
  )
}
