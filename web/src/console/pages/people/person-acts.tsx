// What is done with a person beside changing the role: a link for another password, and taking access away.
import type { LoginDetails, MadeInvitation } from '@walkaround/contract/app/logins.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ConfirmSheet } from '../../../office/form/confirm-sheet.tsx'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Button, Note } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { router } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { ClearPin } from './clear-pin.tsx'
import { LinkSheet } from './link-sheet.tsx'

export function PersonActs({ value, onChanged }: { value: LoginDetails; onChanged: () => void }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, login_id: value.id }
  const [made, setMade] = useState<MadeInvitation>()
  const [isTaking, take] = useState(false)
  const [isClearing, clear] = useState(false)
  /** Stays: whoever has to tell the person reads it after they have done the next thing, too. */
  const [told, setTold] = useState<{ sentTo: string | undefined }>()
  const [error, setError] = useState<Error>()
  const makeLink = async () => {
    setError(undefined)
    try {
      setMade(await call('addPasswordLink', params, { body: {} }))
    } catch (failure) {
      setError(failure as Error)
    }
  }
  return (
    <section className="panel" aria-label={t('people.more')}>
      <h2>{t('people.more')}</h2>
      {error && <RefusalNote error={error} />}
      <div className="acts">
        {!value.isShared && value.role !== 'dms' && (
          <div>
            <Button onClick={makeLink}>{t('people.newPassword')}</Button>
            <p className="soft">{t('people.newPasswordWhat')}</p>
          </div>
        )}
        {!value.isShared && value.hasPassword && (
          <div>
            <Button onClick={() => clear(true)}>{t('people.clearSecondFactor')}</Button>
            <p className="soft">{t('people.clearSecondFactorWhat')}</p>
            <div role="status">{told && <Told name={value.name} {...told} />}</div>
          </div>
        )}
        {!value.isShared && <ClearPin of={value} />}
        <div>
          <Button look="danger" onClick={() => take(true)}>
            {t('people.remove')}
          </Button>
          <p className="soft">{t('people.removeWhat')}</p>
        </div>
      </div>
      {made && <LinkSheet made={made} onClose={() => setMade(undefined)} />}
      {isClearing && (
        <ConfirmSheet
          title={t('people.clearSecondFactorTitle', { name: value.name })}
          word={t('people.clearSecondFactor')}
          onConfirm={async () => {
            const { passkeys, sentTo } = await call('clearSecondFactor', params)
            toast(t('people.secondFactorCleared', { name: value.name }))
            setTold(passkeys === 0 ? undefined : { sentTo })
            onChanged()
          }}
          onClose={() => clear(false)}
        >
          {t('people.clearSecondFactorWhat')}
        </ConfirmSheet>
      )}
      {isTaking && (
        <ConfirmSheet
          title={t('people.removeTitle', { name: value.name })}
          word={t('people.remove')}
          onConfirm={async () => {
            await call('deleteLogin', params)
            toast(t('people.removed', { name: value.name }))
            router.go({ page: 'people' })
          }}
          onClose={() => take(false)}
        >
          {t('people.removeWhat')}
        </ConfirmSheet>
      )}
    </section>
  )
}

function Told({ name, sentTo }: { name: string; sentTo: string | undefined }) {
  const { t } = useWords()
  return sentTo === undefined ? (
    <Note tone="soon" title={t('people.secondFactorUntold', { name })} />
  ) : (
    <Note tone="good" title={t('people.secondFactorTold', { name, address: sentTo })} />
  )
}
