// The videos of a survey, and the way to record one. The video is the answer to the question that asks for it.
import { isLongEnough } from '@walkaround/contract/rules/chapters.ts'
import { useEffect, useMemo, useRef, useState } from 'preact/compat'
import { type SurveyView, useWorkshop } from '../../app/context.tsx'
import { back } from '../../app/router.tsx'
import { useWords } from '../../app/words.tsx'
import { edit } from '../../store/outbox.ts'
import { closeCutOff } from '../../store/recordings.ts'
import { elementsOf, isAnswered, listQuestions, type Question } from '../../store/survey-elements.ts'
import { Button, StatusBadge } from '../../ui/parts.tsx'
import { toast } from '../../ui/toast.tsx'
import { planChecklist } from '../checklist/plan.ts'
import { QuestionAnswers } from '../question-answers.tsx'
import type { ScreenProps } from '../screen-props.ts'
import { FrozenNote, SurveyShell, useReadOnly } from '../survey-shell.tsx'
import { ClipList } from './clip-list.tsx'
import { listClips } from './clips.ts'
import { Film } from './film.tsx'
import { listPrompts } from './prompts.ts'
import { useRecording } from './use-recording.ts'

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
  const isReadOnly = useReadOnly(view)
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
        {!isReadOnly && (
          <Recorder surveyId={surveyId} view={view} question={question} isFirst={clips.length === 0} />
        )}
      </div>
      <div className="video-right">
        <section className="panel" aria-label={t('video.list')}>
          <h2>{t('video.list')}</h2>
          <ClipList surveyId={surveyId} page={view.page} clips={clips} isReadOnly={isReadOnly} />
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

function Recorder(props: {
  surveyId: string
  view: SurveyView
  question: Question | undefined
  isFirst: boolean
}) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const { surveyId, question } = props
  const { page } = props.view
  // Whoever comes here before there is a video has come to record one.
  const [isOpen, setOpen] = useState(props.isFirst)
  const isAnswer = useRef(false)
  const prompts = useMemo(() => listPrompts(planChecklist(page)), [page])
  const recording = useRecording(surveyId, question ? { questionId: question.id } : {}, {
    onLimit: () => {
      toast(t('video.limit'))
      setOpen(false)
    },
    onKept: async (seconds) => {
      const answer = question && onlyAnswer(question)
      if (!question || !answer) return
      if (!isLongEnough(seconds, question.clientSettings)) {
        toast(t('video.short', { n: question.clientSettings?.videoMinSeconds ?? 0 }))
        return
      }
      isAnswer.current = true
      await workshop.change(surveyId, [
        edit({ kind: 'answers', answers: [{ questionId: question.id, answerId: answer }] }),
      ])
    },
  })
  const stop = async () => {
    await recording.stop()
    setOpen(false)
    // The video is the answer: what is left of the inspection is on the checklist.
    if (isAnswer.current) back({ screen: 'survey', surveyId })
  }
  return (
    <section className="panel film-hints" aria-label={t('video.title')}>
      <Button look="main" icon="video" onClick={() => setOpen(true)}>
        {t('video.open')}
      </Button>
      <h2>{t('video.good')}</h2>
      <ol>
        {prompts.map((prompt) =>
          prompt.kind === 'words' ? (
            <li key={prompt.name}>{t(`video.prompt.${prompt.name}`)}</li>
          ) : (
            <li key={prompt.questionId}>
              <StatusBadge status={prompt.status}>{prompt.text}</StatusBadge>
            </li>
          ),
        )}
      </ol>
      {isOpen && (
        <Film
          recording={recording}
          prompts={prompts}
          onStop={stop}
          onClose={() => {
            recording.close()
            setOpen(false)
          }}
        />
      )}
    </section>
  )
}
