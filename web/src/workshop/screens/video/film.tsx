// Recording full screen: the picture, what to show next, a clock. A tap on a finding makes a chapter of the video.
import { clockTime } from '@walkaround/contract/rules/chapters.ts'
import { useEffect, useRef, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Button, ErrorNote, Spinner, statusIcons } from '../../ui/parts.tsx'
import { Toasts } from '../../ui/toast.tsx'
import type { Prompt } from './prompts.ts'
import type { useRecording } from './use-recording.ts'

export function Film(props: {
  recording: ReturnType<typeof useRecording>
  prompts: readonly Prompt[]
  onStop: () => void
  onClose: () => void
}) {
  const { t, size } = useWords()
  const { recording, onClose } = props
  const { video, state, failure, seconds, longest, savedBytes, open } = recording
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    open()
    return () => shown?.close()
  }, [open])
  const isRunning = state === 'recording' || state === 'paused'
  return (
    <dialog
      ref={dialog}
      className="camera film"
      aria-label={t('video.title')}
      onCancel={(event) => {
        event.preventDefault()
        if (!isRunning && state !== 'saving') onClose()
      }}
    >
      <div className={`camera-stage ${state}`}>
        <video ref={video} autoPlay playsInline muted hidden={state === 'closed'} />
        {state === 'closed' && failure && (
          <div className="camera-failed">
            <Icon name="video" size={56} />
            <ErrorNote title={t(`video.${failure}`)}>{t(`video.${failure}What`)}</ErrorNote>
            <Button look="main" icon="video" onClick={open} className="camera-done">
              {t('app.retry')}
            </Button>
          </div>
        )}
        {(state === 'opening' || state === 'saving') && <Spinner>{t('app.loading')}</Spinner>}
        {isRunning && (
          <p className="film-clock">
            <span className="film-lamp" aria-hidden="true" />
            <span role="timer">{clockTime(seconds)}</span>
            <span className="film-rest">/ {clockTime(longest)}</span>
          </p>
        )}
        {isRunning && <Prompts recording={recording} prompts={props.prompts} />}
      </div>
      <div className="film-bar">
        {isRunning ? (
          <>
            {state === 'recording' ? (
              <Button icon="pause" onClick={recording.pause} className="camera-quiet">
                {t('video.pause')}
              </Button>
            ) : (
              <Button look="main" icon="record" onClick={recording.resume} className="camera-done">
                {t('video.resume')}
              </Button>
            )}
            <button
              type="button"
              className="film-button"
              onClick={props.onStop}
              aria-label={t('video.stop')}
              title={t('video.stop')}
            >
              <span className="film-square" />
            </button>
            <p className="film-saved" role="status">
              <Icon name="device" size={20} />{' '}
              {savedBytes > 0 ? t('video.saved', { size: size(savedBytes) }) : t('video.saving')}
            </p>
          </>
        ) : (
          <>
            <Button icon="back" onClick={onClose} disabled={state === 'saving'} className="camera-quiet">
              {t('video.close')}
            </Button>
            <button
              type="button"
              className="film-button"
              onClick={recording.start}
              disabled={state !== 'ready'}
              aria-label={t('video.start')}
              title={t('video.start')}
            >
              <span className="film-dot" />
            </button>
            <span />
          </>
        )}
      </div>
      <Toasts />
    </dialog>
  )
}

/** One at a time, as a large button: the other hand holds the lamp. */
function Prompts(props: { recording: ReturnType<typeof useRecording>; prompts: readonly Prompt[] }) {
  const { t } = useWords()
  // As it was when the recording began: an answer of a colleague must not move it under the finger.
  const [prompts] = useState(props.prompts)
  const [index, setIndex] = useState(0)
  const { chapters, mark } = props.recording
  const prompt = prompts[index]
  const isLast = index === prompts.length - 1
  const go = () => setIndex((n) => Math.min(prompts.length - 1, n + 1))
  const last = chapters.at(-1)
  const shown = prompts.find((one) => one.kind === 'finding' && one.questionId === last?.questionId)
  if (!prompt) return null
  const isShown = prompt.kind === 'finding' && chapters.some((one) => one.questionId === prompt.questionId)
  return (
    <div className="film-prompts">
      {last && shown?.kind === 'finding' && (
        <p className="film-chapter" role="status">
          <Icon name="check" size={20} /> {clockTime(last.second)} {shown.text}
        </p>
      )}
      <div className="film-next">
        <button
          type="button"
          className={`film-prompt ${prompt.kind === 'finding' ? prompt.status : ''}`}
          onClick={() => {
            if (prompt.kind === 'finding') mark(prompt.questionId)
            go()
          }}
        >
          <span className="film-step">
            {index + 1}/{prompts.length}
          </span>
          {prompt.kind === 'finding' ? (
            <>
              <Icon name={statusIcons[prompt.status]} size={28} />
              <span aria-live="polite">
                <small>{t('video.prompt.go')}</small> {prompt.text}
              </span>
            </>
          ) : (
            <span aria-live="polite">{t(`video.prompt.${prompt.name}`)}</span>
          )}
          <Icon name={isShown ? 'check' : 'next'} />
        </button>
        {prompt.kind === 'finding' && !isLast && !isShown && (
          <Button onClick={go} className="camera-quiet">
            {t('video.skip')}
          </Button>
        )}
      </div>
    </div>
  )
}
