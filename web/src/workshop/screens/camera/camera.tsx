// Takes photos: a full-screen camera for several in a row, which walks from one expected photo to the next. Every photo is stored on
// the device before it is shown; sending it is not part of this file.
import { useEffect, useMemo, useRef, useState } from 'preact/compat'
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { setDoubt } from '../../store/media.ts'
import type { MediaPlace } from '../../store/tables.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button } from '../../ui/parts.tsx'
import { Toasts } from '../../ui/toast.tsx'
import { planChecklist } from '../checklist/plan.ts'
import { CameraHead } from './camera-head.tsx'
import { CameraControls } from './controls.tsx'
import { grabFrame } from './device.ts'
import { DoubtNote } from './doubt-note.tsx'
import { FileInput } from './file-input.tsx'
import { FilmStrip } from './film-strip.tsx'
import { listExpected } from './places.ts'
import { useCamera } from './use-camera.ts'
import { useKeep } from './use-keep.ts'
import { removeShot, useShotsOf, useStoredSurvey } from './use-shots.ts'

const flashMs = 120

export function Camera(props: { surveyId: string; place: MediaPlace; onClose: () => void }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const { surveyId, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [place, setPlace] = useState(props.place)
  const [isFlashing, setFlashing] = useState(false)
  /** Photos taken since the camera was opened, in their order. */
  const [taken, setTaken] = useState<readonly string[]>([])
  const [replacedId, setReplaced] = useState<string>()
  const { state, onPlaying, ...device } = useCamera(video)
  const keepPicture = useKeep(surveyId, place)
  const survey = useStoredSurvey(surveyId)
  const shots = useShotsOf(survey, place)
  const page = survey?.page
  const sections = useMemo(() => (page ? planChecklist(page) : []), [page])
  const expected = listExpected(sections, survey?.media ?? [], place.questionId)
  const [next] = expected
  const doubted = (survey?.media ?? []).find(({ id, doubt }) => doubt && id === taken.at(-1))

  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])

  const keep = async (picture: Blob) => {
    const id = await keepPicture(picture)
    if (id === undefined) return
    setTaken((ids) => [...ids, id])
    if (replacedId === undefined) return
    setReplaced(undefined)
    await removeShot(workshop, surveyId, replacedId)
  }
  const shoot = async () => {
    if (!video.current || state !== 'ready') return
    setFlashing(true)
    setTimeout(() => setFlashing(false), flashMs)
    await keep(await grabFrame(video.current))
  }
  const undo = async () => {
    const id = taken.at(-1)
    if (id === undefined) return
    setTaken(taken.slice(0, -1))
    await removeShot(workshop, surveyId, id)
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
      <CameraHead page={page} sections={sections} place={place} />
      <div className="camera-stage">
        <video ref={video} autoPlay playsInline muted onPlaying={onPlaying} hidden={isFailed} />
        {isFlashing && <span className="camera-flash" />}
        {isFailed ? (
          <div className="camera-failed">
            <Icon name="camera" size={48} />
            <h2>{t(`camera.${state}`)}</h2>
            <p>{t(`camera.${state}What`)}</p>
            <FileInput onPicture={keep} look="main" />
          </div>
        ) : (
          <div className="camera-tools">
            <FileInput onPicture={keep} />
            <CameraControls
              controls={device.controls}
              isLit={device.isLit}
              onLight={device.light}
              onZoom={device.zoomBy}
            />
          </div>
        )}
        {doubted?.doubt && (
          <DoubtNote
            doubt={doubted.doubt}
            isReplaced={replacedId === doubted.id}
            onAgain={() => setReplaced(doubted.id)}
            onKeep={() => {
              setReplaced(undefined)
              setDoubt(workshop.store, doubted.id, undefined)
            }}
          />
        )}
      </div>
      <div className="camera-bar">
        <FilmStrip
          surveyId={surveyId}
          place={place}
          shots={shots}
          {...(taken.length > 0 ? { onUndo: undo } : {})}
        />
        <button
          type="button"
          className="shutter"
          data-repeat
          onClick={shoot}
          disabled={state !== 'ready'}
          aria-label={t('camera.shoot')}
          title={t('camera.shoot')}
        />
        <div className="camera-ways">
          {next && (
            <button
              type="button"
              className="button camera-next"
              onClick={() => setPlace({ questionId: next.questionId })}
            >
              <span>
                {t('camera.next')}
                <small>
                  {t('camera.left', { n: expected.length })} · {next.text}
                </small>
              </span>
              <Icon name="next" />
            </button>
          )}
          <Button look="main" icon="check" onClick={onClose} className="camera-done">
            {t('camera.done')}
          </Button>
        </div>
        <p className="unseen" role="status">
          {taken.length > 0 && t('camera.taken', { n: shots.length })}
        </p>
      </div>
      <Toasts />
    </dialog>
  )
}
