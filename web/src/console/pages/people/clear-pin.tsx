// Deletes the PIN of a person who forgot it, if there is one. Nobody sets a PIN for somebody else.
import type { LoginDetails } from '@walkaround/contract/app/logins.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ConfirmSheet } from '../../../office/form/confirm-sheet.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'

export function ClearPin({ of: { id, name } }: { of: LoginDetails }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, login_id: id }
  const [isAsking, ask] = useState(false)
  const reading = useRead(`${client.id} ${id} pin`, () => call('getLoginPin', params))
  if (reading.value?.setAt === undefined) return null
  return (
    <div>
      <Button onClick={() => ask(true)}>{t('people.clearPin')}</Button>
      <p className="soft">{t('people.clearPinWhat')}</p>
      {isAsking && (
        <ConfirmSheet
          title={t('people.clearPinTitle', { name })}
          word={t('people.clearPin')}
          onConfirm={async () => {
            await call('deleteLoginPin', params)
            toast(t('people.pinCleared', { name }))
            reading.reload()
          }}
          onClose={() => ask(false)}
        >
          {t('people.clearPinWhat')}
        </ConfirmSheet>
      )}
    </div>
  )
}
