// One key: its label and limits, a successor with an overlap, and the end.
import type { ApiKey, IssuedKey } from '@walkaround/contract/app/keys.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ConfirmSheet } from '../../../office/form/confirm-sheet.tsx'
import { Form } from '../../../office/form/form.tsx'
import { useForm } from '../../../office/form/use-form.ts'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Button, Note } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'
import { KeyFields, type LimitsDraft, toLimits } from './key-fields.tsx'
import { IssuedSheet } from './new-key-sheet.tsx'

interface Props {
  value: ApiKey
  onChanged: () => void
  onClose: () => void
}

const FORM = 'change-key'
/** Long enough for a DMS whose set-up is changed by a ticket. */
const OVERLAP_DAYS = 14

export function KeySheet({ value, onChanged, onClose }: Props) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, key_id: value.id }
  const [issued, setIssued] = useState<IssuedKey>()
  const [isBlocking, block] = useState(false)
  const [error, setError] = useState<Error>()
  const form = useForm<LimitsDraft>({
    first: {
      value: {
        label: value.label,
        requestsPerMinute: value.requestsPerMinute,
        addresses: (value.addresses ?? []).join('\n'),
      },
    },
    save: (draft) => call('putKey', params, { body: toLimits(draft) }),
    saved: t('keys.saved'),
  })
  if (issued) return <IssuedSheet issued={issued} onClose={onClose} />
  const replace = async () => {
    setError(undefined)
    try {
      setIssued(await call('rotateKey', params, { body: { overlapDays: OVERLAP_DAYS } }))
      onChanged()
    } catch (failure) {
      setError(failure as Error)
    }
  }
  const isOurs = value.isShared !== true
  return (
    <Sheet
      title={value.label || value.prefix}
      onClose={onClose}
      footer={
        <div className="actions">
          <Button onClick={onClose}>{t('app.close')}</Button>
          {isOurs && value.state !== 'blocked' && (
            <Button type="submit" form={FORM} look="main" disabled={!form.isDirty} aria-busy={form.isSaving}>
              {t('form.save')}
            </Button>
          )}
        </div>
      }
    >
      <Facts value={value} />
      {!isOurs && (
        <Note tone="plain" icon="lock" title={t('keys.sharedTitle')}>
          {t('keys.sharedWhat')}
        </Note>
      )}
      {isOurs && value.state !== 'blocked' && (
        <>
          <Form of={form} id={FORM} onSaved={onChanged}>
            <KeyFields of={form} />
          </Form>
          {error && <RefusalNote error={error} />}
          <div className="acts">
            {value.state === 'works' && value.replacedBy === undefined && (
              <div>
                <Button onClick={replace}>{t('keys.replace')}</Button>
                <p className="soft">{t('keys.replaceWhat', { n: OVERLAP_DAYS })}</p>
              </div>
            )}
            <div>
              <Button look="danger" onClick={() => block(true)}>
                {t('keys.block')}
              </Button>
              <p className="soft">{t('keys.blockWhat')}</p>
            </div>
          </div>
        </>
      )}
      {isBlocking && (
        <ConfirmSheet
          title={t('keys.blockTitle', { key: value.label || value.prefix })}
          word={t('keys.block')}
          onConfirm={async () => {
            await call('blockKey', params)
            toast(t('keys.blocked'))
            onChanged()
          }}
          onClose={() => block(false)}
        >
          {t('keys.blockWhat')}
        </ConfirmSheet>
      )}
    </Sheet>
  )
}

function Facts({ value }: { value: ApiKey }) {
  const { t, dayTime, date } = useWords()
  const { prefix, login, role, state, createdAt, lastUsedAt, expiresAt, replacedBy } = value
  const facts = [
    [t('keys.key'), `${prefix}…`],
    [t('keys.system'), `${login} (${t(`settings.role.${role as 'dms'}`)})`],
    [t('keys.state'), t(`keys.state.${state}`)],
    [t('keys.created'), dayTime(createdAt)],
    [t('keys.used'), lastUsedAt === undefined ? t('people.never') : dayTime(lastUsedAt)],
    [t('keys.expires'), expiresAt === undefined ? t('keys.noEnd') : date(expiresAt)],
    ...(replacedBy === undefined ? [] : [[t('keys.replacedBy'), `wa_${replacedBy}…`]]),
  ] as const
  return (
    <dl className="facts">
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
