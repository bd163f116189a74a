// A small picture of a photo, with where it is and what may be wrong with it.
import { useEffect, useMemo, useState } from 'preact/compat'
import { useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { SyncState } from '../sync-state.tsx'
import type { Shot } from './shots.ts'
import { photoUrl } from './use-shots.ts'

export function Thumb({ surveyId, shot }: { surveyId: string; shot: Shot }) {
  const { t } = useWords()
  const { clientId } = useWorkshop()
  const client = useSignal(clientId) ?? ''
  const { preview, doubt } = shot.item ?? {}
  const local = useMemo(
    () => preview && URL.createObjectURL(new Blob([preview], { type: 'image/jpeg' })),
    [preview],
  )
  useEffect(() => () => void (local && URL.revokeObjectURL(local)), [local])
  const [isBroken, setBroken] = useState(false)
  const source = local ?? (shot.isServed ? photoUrl(client, surveyId, shot.id, 'medium-square') : undefined)
  return (
    <span className="thumb">
      {source && !isBroken ? (
        <img src={source} alt="" onError={() => setBroken(true)} />
      ) : (
        <span className="thumb-none">
          <Icon name="camera" size={28} />
        </span>
      )}
      {doubt && (
        <span className="thumb-doubt" title={t(`camera.doubt.${doubt}`)}>
          <Icon name="advise" size={18} />
          <span className="unseen">{t(`camera.doubt.${doubt}`)}</span>
        </span>
      )}
      {shot.state !== 'confirmed' && (
        <span className="thumb-state">
          <SyncState state={shot.state} isBare />
        </span>
      )}
    </span>
  )
}
