// Recording the walk-around: what to show and say, the camera, a clock, and the existing videos.
import { useEffect, useRef, useState } from 'preact/compat'
import { type SurveyView, useWorkshop } from '../../app/context.tsx'
import { back } from '../../app/router.tsx'
import { useWords } from '../../app/words.tsx'
import { edit } from '../../store/outbox.ts'
import { closeCutOff } from '../../store/recordings.ts'
import { elementsOf, isAnswered, listQuestions, type Question } from '../../store/survey-elements.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button, ErrorNote } from '../../ui/parts.tsx'
import { toast } from '../../ui/toast.tsx'
import { QuestionAnswers } from '../question-answers.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { FrozenNote, isFrozen, SurveyShell } from '../survey-shell.tsx'
import { ClipList } from './clip-list.tsx'
import { listClips } from './clips.ts'
import { shownTime } from './recorder.ts'
import { useRecording } from './use-recording.ts'

const prompts = ['hello', 'plate', 'good', 'finding', 'measure', 'advice', 'goodbye'] as const

export function VideoScreen({ route: { surveyId } }: ScreenProps<'video'>) {
  const { t } = useWords()
  return (
    <SurveyShell surveyId={surveyId} title={t('video.title')} className="video-screen">
      {(view) => <Work surveyId={surveyId} view={view} />}
    </SurveyShell>
  )
}

function Work({ surveyId, view }: { surveyId: string; view: SurveyView }) {
  const { t } = useWords()
  const { store, poke } = useWorkshop()
  const question = listQuestions(elementsOf(view.page)).find(
    ({ answerVideoMandatory, visible }) => answerVideoMandatory && visible !== false,
  )
  const isReadOnly = isFrozen(view)
  useEffect(() => {
    closeCutOff(store, surveyId).then((n) => {
      if (n === 0) return
      toast(t('video.rescued'))
      poke()
    })
  }, [store, surveyId, poke, t])
  const clips = listClips(view.page.videos, view.media)
  return (
    <div className="work-columns">
      <div className="video-left">
        <FrozenNote view={view} />
        {!isReadOnly && <Recorder surveyId={surveyId} question={question} isFirst={clips.length === 0} />}
      </div>
      <div className="video-right">
        <section className="panel" aria-label={t('video.list')}>
          <h2>{t('video.list')}</h2>
          <ClipList surveyId={surveyId} clips={clips} isReadOnly={isReadOnly} />
        </section>
        {question && <QuestionAnswers surveyId={surveyId} question={question} isReadOnly={isReadOnly} />}
      </div>
    </div>
  )
}

/** The standard answer of a question that nobody has answered and that has no other. */
function onlyAnswer(question: Question): string | undefined {
  const [only, ...more] = (question.answers ?? []).filter(({ custom }) => !custom)
  return isAnswered(question) || more.length > 0 ? undefined : only?.id
}

function Recorder(props: { surveyId: string; question: Question | undefined; isFirst: boolean }) {
  const { t, size } = useWords()
  const workshop = useWorkshop()
  const { surveyId, question } = props
  const recording = useRecording(surveyId, question ? { questionId: question.id } : {}, () =>
    toast(t('video.limit')),
  )
  const { open } = recording
  const isFirst = useRef(props.isFirst)
  // Whoever comes here before there is a video has come to record one.
  useEffect(() => {
    if (isFirst.current) open()
  }, [open])
  const stop = async () => {
    await recording.stop()
    const answer = question && onlyAnswer(question)
    if (!question || !answer) return
    // The video is the answer: what is left of the inspection is on the checklist.
    await workshop.change(surveyId, [
      edit({ kind: 'answers', answers: [{ questionId: question.id, answerId: answer }] }),
    ])
    back({ screen: 'survey', surveyId })
  }
  const { video, state, failure, seconds, longest, savedBytes } = recording
  const [prompt, setPrompt] = useState(0)
  const isRunning = state === 'recording' || state === 'paused'
  const begin = () => {
    setPrompt(0)
    recording.start()
  }
  return (
    <section className="film" aria-label={t('video.title')}>
      <div className={`film-stage ${state}`}>
        <video ref={video} autoPlay playsInline muted hidden={state === 'closed'} />
        {state === 'closed' && (
          <div className="film-closed">
            <Icon name="video" size={56} />
            {failure && <ErrorNote title={t(`video.${failure}`)}>{t(`video.${failure}What`)}</ErrorNote>}
            <Button look="main" icon="video" onClick={recording.open}>
              {t(failure ? 'app.retry' : 'video.open')}
            </Button>
          </div>
        )}
        {isRunning && (
          <p className="film-clock">
            <span className="film-lamp" aria-hidden="true" />
            <span role="timer">{shownTime(seconds)}</span>
            <span className="film-rest">/ {shownTime(longest)}</span>
          </p>
        )}
        {isRunning && (
          <button
            type="button"
            className="film-prompt"
            onClick={() => setPrompt((n) => Math.min(prompts.length - 1, n + 1))}
          >
            <span className="film-step">
              {prompt + 1}/{prompts.length}
            </span>
            <span aria-live="polite">{t(`video.prompt.${prompts[prompt]!}`)}</span>
            <Icon name="next" />
          </button>
        )}
      </div>
      {state === 'ready' && (
        <div className="film-bar">
          <Button icon="close" onClick={recording.close}>
            {t('app.cancel')}
          </Button>
          <button
            type="button"
            className="film-button"
            onClick={begin}
            aria-label={t('video.start')}
            title={t('video.start')}
          >
            <span className="film-dot" />
          </button>
        </div>
      )}
      {isRunning && (
        <div className="film-bar">
          {state === 'recording' ? (
            <Button icon="pause" onClick={recording.pause}>
              {t('video.pause')}
            </Button>
          ) : (
            <Button look="main" icon="record" onClick={recording.resume}>
              {t('video.resume')}
            </Button>
          )}
          <button
            type="button"
            className="film-button"
            onClick={stop}
            aria-label={t('video.stop')}
            title={t('video.stop')}
          >
            <span className="film-square" />
          </button>
          <p className="film-saved" role="status">
            <Icon name="device" size={20} />{' '}
            {savedBytes > 0 ? t('video.saved', { size: size(savedBytes) }) : t('video.saving')}
          </p>
        </div>
      )}
      {!isRunning && (
        <div className="film-hints">
          <h2>{t('video.good')}</h2>
          <ol>
            {prompts.map((name) => (
              <li key={name}>{t(`video.prompt.${name}`)}</li>
            ))}
          </ol>
        </div>
      )}
    </section>
  )
}
