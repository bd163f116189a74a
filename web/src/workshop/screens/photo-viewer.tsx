// One large photo, with its state and ways to move and to remove it. What is drawn on it is loaded when a photo is first opened.
import { Suspense, useEffect, useState } from 'preact/compat'
import { useLive, useWorkshop } from '../app/context.tsx'
import { useSignal } from '../app/use-signal.ts'
import { useWords } from '../app/words.tsx'
import { readWhole, setDoubt } from '../store/media.ts'
import type { MediaPlace } from '../store/tables.ts'
import { Button, Spinner } from '../ui/parts.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { DoubtNote } from './camera/doubt-note.tsx'
import { MoveSheet } from './camera/move-sheet.tsx'
import type { Shot } from './camera/shots.ts'
import { photoUrl, removeShot } from './camera/use-shots.ts'
import { lateWithMore } from './late-with-more.ts'
import { SyncState } from './sync-state.tsx'

const marked = lateWithMore(async () => (await import('./markup/marked-photo.tsx')).MarkedPhoto)

interface Props {
  surveyId: string
  shot: Shot
  /** Where it belongs. */
  place: MediaPlace
  isReadOnly: boolean
  onClose: () => void
}

export function PhotoViewer({ surveyId, shot, place, isReadOnly, onClose }: Props) {
  const { t, dayTime } = useWords()
  const workshop = useWorkshop()
  const [isMoving, setMoving] = useState(false)
  const remove = async () => {
    await removeShot(workshop, surveyId, shot.id)
    onClose()
  }
  return (
    <Sheet
      title={t('camera.photo')}
      isWide
      onClose={onClose}
      footer={
        !isReadOnly && (
          <>
            <Button icon="sending" onClick={() => setMoving(true)}>
              {t('camera.move')}
            </Button>
            <Button icon="trash" onClick={remove}>
              {t('camera.remove')}
            </Button>
          </>
        )
      }
    >
      <div className="viewer">
        <Large surveyId={surveyId} shot={shot} isReadOnly={isReadOnly} />
        <p className="viewer-facts">
          <SyncState state={shot.state} />
          {shot.at && <span className="soft">{dayTime(shot.at)}</span>}
        </p>
        {shot.item?.doubt && !isReadOnly && (
          <DoubtNote doubt={shot.item.doubt} onKeep={() => setDoubt(workshop.store, shot.id, undefined)} />
        )}
      </div>
      {isMoving && (
        <MoveSheet
          surveyId={surveyId}
          photoId={shot.id}
          place={place}
          onMoved={onClose}
          onClose={() => setMoving(false)}
        />
      )}
    </Sheet>
  )
}

function Large({ surveyId, shot, isReadOnly }: Omit<Props, 'place' | 'onClose'>) {
  const { t } = useWords()
  const { store, clientId } = useWorkshop()
  const client = useSignal(clientId) ?? ''
  const { item, isServed } = shot
  const whole = useLive(
    async () => (item && !isServed ? readWhole(store, item) : undefined),
    [item?.id, isServed],
  )
  const [source, setSource] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    setBroken(false)
    if (isServed) {
      setSource(photoUrl(client, surveyId, shot.id, 'huge'))
      return undefined
    }
    if (!whole) return undefined
    const local = URL.createObjectURL(whole)
    setSource(local)
    return () => URL.revokeObjectURL(local)
  }, [client, surveyId, shot.id, isServed, whole])
  if (isBroken) return <p className="soft">{t('camera.noPicture')}</p>
  if (!source) return <Spinner>{t('app.loading')}</Spinner>
  return (
    <Suspense fallback={<Spinner>{t('app.loading')}</Spinner>}>
      <marked.Shown
        surveyId={surveyId}
        shot={shot}
        source={source}
        isReadOnly={isReadOnly}
        onBroken={() => setBroken(true)}
      />
    </Suspense>
  )
}
