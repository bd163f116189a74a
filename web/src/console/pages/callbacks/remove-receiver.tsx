// Asks before the receiver of a site is taken away, and shows it as it is now: somebody else may have changed it since the page was read.
import type { CallbackReceiver } from '@walkaround/contract/app/callbacks.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ifStill, type Tagged } from '../../../office/app/tagged.ts'
import { ConfirmSheet } from '../../../office/form/confirm-sheet.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { Refused } from '../../../workshop/api/problem.ts'
import { ReceiverFacts, type Removal } from '../../../workshop/screens/callbacks/receiver.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Note } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'

export function RemoveReceiver({ site, set, isShared, onClose, onRemoved }: Removal) {
  const { t } = useWords()
  const { call, readTagged } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, site_id: site.id }
  const read = () => readTagged('getSiteCallbackReceiver', params)
  const reading = useRead(`${client.id} ${site.id}`, read)
  const [met, meet] = useState<Tagged<CallbackReceiver>>()
  const now = met ?? reading.value
  const remove = async () => {
    if (!now) return false
    try {
      await call('deleteSiteCallbackReceiver', params, { headers: ifStill(now.tag) })
    } catch (failure) {
      const kind = failure instanceof Refused ? failure.kind : undefined
      if (kind === 'preconditionFailed') {
        meet(await read())
        return false
      }
      // Somebody else has removed it, which is what was wanted.
      if (kind !== 'noSuchResource') throw failure
    }
    toast(t('callbacks.removed'))
    onRemoved()
    return true
  }
  return (
    <ConfirmSheet
      title={t('callbacks.removeTitle', { site: site.name })}
      word={t('callbacks.remove')}
      about={
        <ShowReading of={{ ...reading, value: now }}>
          {({ value }) => (
            <>
              {value.changedAt !== set.changedAt && (
                <Note tone="soon" isAlert title={t('callbacks.removeMet')} />
              )}
              <ReceiverFacts set={value} />
            </>
          )}
        </ShowReading>
      }
      onConfirm={remove}
      onClose={onClose}
    >
      {t(isShared ? 'callbacks.removeWhat' : 'callbacks.removeWhatAlone')}
    </ConfirmSheet>
  )
}
