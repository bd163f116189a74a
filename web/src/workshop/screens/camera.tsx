// Takes photos: a full-screen camera for several in a row, and the strip of photos taken. Every photo is stored on the device
// before it is shown; sending it is not part of this file.
import { type ChangeEvent, useEffect, useMemo, useRef, useState } from 'preact/compat'
import { useWorkshop } from '../app/context.tsx'
import { useSignal } from '../app/use-signal.ts'
import { useWords } from '../app/words.tsx'
import { addPhoto, type MediaPlace } from '../store/media.ts'
import { Icon } from '../ui/icons.tsx'
import { Button } from '../ui/parts.tsx'
import { toast } from '../ui/toast.tsx'
import {
  CameraError,
  type CameraFailure,
  closeCamera,
  grabFrame,
  makePreview,
  openCamera,
} from './camera-device.ts'
import { PhotoViewer } from './photo-viewer.tsx'
import type { Shot } from './photos.ts'
import { SyncState } from './sync-state.tsx'
import { photoUrl, useShots } from './use-shots.ts'

interface PlaceProps {
  surveyId: string
  place: MediaPlace
}

/** Stores pictures on the device and starts to send them. */
function useKeep({ surveyId, place }: PlaceProps) {
  const workshop = useWorkshop()
  const { t } = useWords()
  return async (picture: Blob): Promise<void> => {
    try {
      const preview = await makePreview(picture)
      await addPhoto(workshop.store, workshop.author(), surveyId, place, picture, preview)
      workshop.poke()
    } catch (error) {
      const isFull = (error as Error).name === 'QuotaExceededError'
      toast(t(isFull ? 'camera.full' : 'camera.failed'))
    }
  }
}

export function Camera({ surveyId, place, onClose }: PlaceProps & { onClose: () => void }) {
  const { t } = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'opening' | 'ready' | CameraFailure>('opening')
  const [isFlashing, setFlashing] = useState(false)
  const [taken, setTaken] = useState(0)
  const keep = useKeep({ surveyId, place })
  const shots = useShots(surveyId, place)

  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    let stream: MediaStream | undefined
    let isGone = false
    openCamera().then(
      (opened) => {
        if (isGone || !video.current) return closeCamera(opened)
        stream = opened
        video.current.srcObject = opened
        return undefined
      },
      (error: unknown) => setState(error instanceof CameraError ? error.why : 'busy'),
    )
    return () => {
      isGone = true
      closeCamera(stream)
      shown?.close()
    }
  }, [])

  const shoot = async () => {
    if (!video.current || state !== 'ready') return
    setFlashing(true)
    setTimeout(() => setFlashing(false), 120)
    setTaken((n) => n + 1)
    await keep(await grabFrame(video.current))
  }
  const isFailed = state !== 'opening' && state !== 'ready'
  return (
    <dialog
      ref={dialog}
      className="camera"
      aria-label={t('camera.title')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="camera-stage">
        <video ref={video} autoPlay playsInline muted onPlaying={() => setState('ready')} hidden={isFailed} />
        {isFlashing && <span className="camera-flash" />}
        {!isFailed && (
          <div className="camera-other">
            <FileInput surveyId={surveyId} place={place} />
          </div>
        )}
        {isFailed && (
          <div className="camera-failed">
            <Icon name="camera" size={48} />
            <h2>{t(`camera.${state}`)}</h2>
            <p>{t(`camera.${state}What`)}</p>
            <FileInput surveyId={surveyId} place={place} look="main" />
          </div>
        )}
      </div>
      <div className="camera-bar">
        <ul className="camera-roll" aria-label={t('camera.taken', { n: shots.length })}>
          {shots
            .slice(-3)
            .toReversed()
            .map((shot) => (
              <li key={shot.id}>
                <Thumb surveyId={surveyId} shot={shot} />
              </li>
            ))}
        </ul>
        <button
          type="button"
          className="shutter"
          data-repeat
          onClick={shoot}
          disabled={state !== 'ready'}
          aria-label={t('camera.shoot')}
          title={t('camera.shoot')}
        />
        <Button look="main" icon="check" onClick={onClose} className="camera-done">
          {t('camera.done')}
        </Button>
        <p className="unseen" role="status">
          {taken > 0 && t('camera.taken', { n: shots.length })}
        </p>
      </div>
    </dialog>
  )
}

/** The device's own camera app or picture library, also if the page may not use the camera. */
function FileInput({ surveyId, place, look = 'plain' }: PlaceProps & { look?: 'plain' | 'main' }) {
  const { t } = useWords()
  const keep = useKeep({ surveyId, place })
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    for (const file of [...(input.files ?? [])]) await keep(file)
    input.value = ''
  }
  return (
    <label className={`button file-button ${look}`}>
      <Icon name="device" />
      <span>{t('camera.fromDevice')}</span>
      <input type="file" accept="image/*" capture="environment" multiple onChange={take} />
    </label>
  )
}

/** Thumbnails of a place with their states, and a button for more. */
export function PhotoStrip({ surveyId, place, isReadOnly = false }: PlaceProps & { isReadOnly?: boolean }) {
  const { t } = useWords()
  const shots = useShots(surveyId, place)
  const [isCamera, setCamera] = useState(false)
  const [shownId, setShown] = useState<string>()
  const shown = shots.find(({ id }) => id === shownId)
  return (
    <div className="photo-strip">
      <ul>
        {shots.map((shot, index) => (
          <li key={shot.id}>
            <button
              type="button"
              className="shot"
              onClick={() => setShown(shot.id)}
              aria-label={t('camera.open', { n: index + 1, state: t(`state.${shot.state}`) })}
            >
              <Thumb surveyId={surveyId} shot={shot} />
            </button>
          </li>
        ))}
        {!isReadOnly && (
          <li>
            <button type="button" className="shot add" onClick={() => setCamera(true)}>
              <Icon name="camera" size={28} />
              <span>{t('camera.add')}</span>
            </button>
          </li>
        )}
      </ul>
      {isCamera && <Camera surveyId={surveyId} place={place} onClose={() => setCamera(false)} />}
      {shown && (
        <PhotoViewer
          surveyId={surveyId}
          shot={shown}
          isReadOnly={isReadOnly}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  )
}

function Thumb({ surveyId, shot }: { surveyId: string; shot: Shot }) {
  const { clientId } = useWorkshop()
  const client = useSignal(clientId) ?? ''
  const preview = shot.item?.preview
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
      {shot.state !== 'confirmed' && (
        <span className="thumb-state">
          <SyncState state={shot.state} isBare />
        </span>
      )}
    </span>
  )
}
