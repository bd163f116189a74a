// The camera looks for a barcode or key tag; what it says is judged at once. Whoever has no camera types it.
import { useEffect, useRef, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Button, ErrorNote, Field, Note } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { CameraError, type CameraFailure, closeCamera, openCamera } from '../camera/device.ts'
import { makeDetector } from './detector.ts'

/** Shown in the sheet; without one the caller goes on by itself. */
export interface Verdict {
  tone: 'good' | 'bad' | 'soon'
  title: string
  action?: { words: string; run: () => void }
}

export interface ScanProps {
  onFound: (text: string) => Verdict | undefined | Promise<Verdict | undefined>
  onClose: () => void
}

/** Between two looks: a slow tablet stays usable. */
const pauseMs = 150

export function ScanSheet({ onFound, onClose }: ScanProps) {
  const { t } = useWords()
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState<CameraFailure>()
  const [verdict, setVerdict] = useState<Verdict>()
  const [typed, setTyped] = useState('')
  const found = useRef(onFound)
  found.current = onFound
  const isLooking = verdict === undefined
  useEffect(() => {
    if (!isLooking) return undefined
    const looking = new AbortController()
    const { signal } = looking
    let stream: MediaStream | undefined
    const look = async () => {
      stream = await openCamera()
      if (signal.aborted || !video.current) return closeCamera(stream)
      video.current.srcObject = stream
      const detect = await makeDetector()
      while (!signal.aborted) {
        const text = video.current && (await detect(video.current))
        if (text && !signal.aborted) return setVerdict(await found.current(text))
        await new Promise((done) => setTimeout(done, pauseMs))
      }
      return undefined
    }
    look().catch((error: unknown) => {
      console.error(error)
      if (!signal.aborted) setFailure(error instanceof CameraError ? error.why : 'busy')
    })
    return () => {
      looking.abort()
      closeCamera(stream)
    }
  }, [isLooking])
  return (
    <Sheet title={t('scan.title')} onClose={onClose}>
      <div className="scan">
        {verdict ? (
          <Note
            tone={verdict.tone}
            isAlert
            title={verdict.title}
            action={
              <div className="actions">
                {verdict.action && (
                  <Button look="main" icon="car" onClick={verdict.action.run}>
                    {verdict.action.words}
                  </Button>
                )}
                <Button icon="sync" onClick={() => setVerdict(undefined)}>
                  {t('scan.again')}
                </Button>
              </div>
            }
          />
        ) : failure ? (
          <ErrorNote title={t(`video.${failure}`)}>{t(`video.${failure}What`)}</ErrorNote>
        ) : (
          <div className="scan-stage">
            <video ref={video} autoPlay playsInline muted aria-label={t('scan.camera')} />
            <span className="scan-line" aria-hidden="true" />
          </div>
        )}
        {isLooking && <p className="soft">{t('scan.what')}</p>}
        <form
          className="scan-typed"
          onSubmit={async (event) => {
            event.preventDefault()
            if (typed.trim() !== '') setVerdict(await onFound(typed))
          }}
        >
          <Field
            label={t('scan.typed')}
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" icon="check">
            {t('scan.take')}
          </Button>
        </form>
      </div>
    </Sheet>
  )
}
