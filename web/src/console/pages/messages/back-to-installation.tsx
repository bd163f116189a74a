// Gives a channel back to the installation's.
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ConfirmSheet } from '../../../office/form/confirm-sheet.tsx'
import { Button } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'
import type { ChannelName } from './channel-drafts.ts'

export function BackToInstallation({ name, onDone }: { name: ChannelName; onDone: () => void }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [isAsking, ask] = useState(false)
  return (
    <div className="actions">
      <Button look="danger" onClick={() => ask(true)}>
        {t('channels.remove')}
      </Button>
      {isAsking && (
        <ConfirmSheet
          title={t('channels.removeTitle')}
          word={t('channels.remove')}
          onConfirm={async () => {
            await call('deleteMessageChannel', { system_client_id: client.id, channel: name })
            toast(t('channels.removed'))
            onDone()
          }}
          onClose={() => ask(false)}
        >
          {t('channels.removeWhat')}
        </ConfirmSheet>
      )}
    </div>
  )
}
