// Where a photo, video or edit is: on the device, being sent, on the server.
import { useWords } from '../app/words.tsx'
import type { MediaState } from '../store/tables.ts'
import { Icon, type IconName } from '../ui/icons.tsx'

const stateIcons: Readonly<Record<MediaState, IconName>> = {
  recording: 'video',
  device: 'device',
  sent: 'sending',
  confirmed: 'cloud',
  refused: 'urgent',
}

export function SyncState({ state, isBare = false }: { state: MediaState; isBare?: boolean }) {
  const { t } = useWords()
  const word = t(`state.${state}`)
  return (
    <span className={`sync-state ${state}`} title={word}>
      <Icon name={stateIcons[state]} size={18} />
      <span className={isBare ? 'unseen' : ''}>{word}</span>
    </span>
  )
}
