// A thread with the owner about one line: what was asked and answered, and a field for the answer. The newest entries are always in
// sight, so that two people do not answer the same.
import type { QuestionEntry, QuestionThread } from '@walkaround/contract/app/line-questions.ts'
import { aboutKey, questionLimits } from '@walkaround/contract/rules/line-questions.ts'
import { type FormEvent, useId, useState } from 'preact/compat'
import { createMessageOperations } from '../../api/messages.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Button, Note, Spinner } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { useRead } from '../use-read.ts'
import {
  dropAnswer,
  lastOf,
  sendAnswer,
  type UnsentAnswer,
  useQuestions,
  useUnsentAnswers,
} from './use-questions.ts'

const phrases = ['call', 'safe', 'urgent', 'included', 'today', 'parts'] as const

/** Opens the thread that has this question. */
export function QuestionSheet(props: { surveyId: string; questionId: string; onClose: () => void }) {
  const { surveyId } = props
  const { t } = useWords()
  const isOnline = useSignal(useWorkshop().isOnline)
  const threads = useQuestions(surveyId)
  const [chosen, choose] = useState<string>()
  const thread = threads?.find(({ about, entries }) =>
    chosen === undefined ? entries.some(({ id }) => id === props.questionId) : aboutKey(about) === chosen,
  )
  const others = threads?.filter((one) => one !== thread) ?? []
  return (
    <Sheet title={t('questions.title')} onClose={props.onClose}>
      <div className="questions">
        {thread ? (
          <Thread key={aboutKey(thread.about)} surveyId={surveyId} thread={thread} />
        ) : threads === undefined && isOnline ? (
          <Spinner>{t('app.loading')}</Spinner>
        ) : (
          <p className="soft">{t(threads === undefined ? 'net.offline' : 'questions.none')}</p>
        )}
        {others.length > 0 && (
          <section aria-label={t('questions.more')}>
            <h3>{t('questions.more')}</h3>
            <ul className="questions-more">
              {others.map((one) => (
                <li key={aboutKey(one.about)}>
                  <Button icon="ask" onClick={() => choose(aboutKey(one.about))}>
                    {one.title}
                    {!one.isWaiting && ` · ${t('questions.isAnswered')}`}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Sheet>
  )
}

function Thread({ surveyId, thread }: { surveyId: string; thread: QuestionThread }) {
  const { t, money } = useWords()
  const { amountIncVat, currency } = thread
  const known = new Set(thread.entries.map(({ id }) => id))
  const unsent = useUnsentAnswers(surveyId).filter(
    ({ id, questionId }) => known.has(questionId) && !known.has(id),
  )
  return (
    <>
      <p className="question-line">
        <strong>{thread.title}</strong>
        {amountIncVat !== undefined && <span>{money(amountIncVat, currency)}</span>}
      </p>
      <ol className="notes-list">
        {thread.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
        {unsent.map((answer) => (
          <Unsent key={answer.id} surveyId={surveyId} thread={thread} answer={answer} />
        ))}
      </ol>
      {thread.isOver ? (
        <Note tone="soon" icon="lock" title={t('questions.over')} />
      ) : (
        <Write surveyId={surveyId} thread={thread} />
      )}
    </>
  )
}

function Entry({ entry }: { entry: QuestionEntry }) {
  const { t, dayTime } = useWords()
  const { by, name, isMine, text, at } = entry
  const who = by === 'owner' ? t('questions.owner') : isMine ? t('questions.me') : (name ?? '')
  return (
    <li className={`note-item ${by === 'staff' ? 'mine' : ''}`}>
      <p className="note-head">
        <strong>{who}</strong> <span className="soft">{dayTime(at)}</span>
      </p>
      <p className="note-text">{text}</p>
      {by === 'staff' && <Delivery entry={entry} />}
    </li>
  )
}

function Delivery({ entry: { state, channel, inOutbox } }: { entry: QuestionEntry }) {
  const { t } = useWords()
  const shown = state === undefined || channel === undefined ? 'page' : inOutbox ? 'kept' : state
  const way = channel ? t(`messages.channel.${channel}`) : ''
  return (
    <p className={`note-mark ${shown === 'failed' ? 'failed' : 'soft'}`}>
      <Icon name={shown === 'failed' ? 'urgent' : shown === 'waiting' ? 'clock' : 'check'} size={18} />{' '}
      {t(`questions.state.${shown}`, { channel: way })}
    </p>
  )
}

/** Refused because a colleague was faster: the person reads that answer and decides. */
function Unsent(props: { surveyId: string; thread: QuestionThread; answer: UnsentAnswer }) {
  const { t, dayTime } = useWords()
  const workshop = useWorkshop()
  const { surveyId, thread, answer } = props
  const { refusal } = answer
  const colleague = thread.entries.findLast(({ by, isMine }) => by === 'staff' && !isMine)
  const again = async () => {
    await dropAnswer(workshop, answer)
    await sendAnswer(workshop, surveyId, thread, answer.text)
  }
  const report = (done: Promise<unknown>) => done.catch((error: unknown) => console.error(error))
  return (
    <li className="note-item mine">
      <p className="note-head">
        <strong>{t('questions.me')}</strong> <span className="soft">{dayTime(answer.at)}</span>
      </p>
      <p className="note-text">{answer.text}</p>
      {refusal ? (
        <Note
          tone="soon"
          isAlert
          title={
            refusal.isMeanwhile
              ? t('questions.meanwhile', { who: colleague?.name ?? '' })
              : t('questions.refused')
          }
        >
          <p>{refusal.isMeanwhile ? t('questions.meanwhileWhat') : refusal.words}</p>
          <div className="actions">
            <Button icon="sending" onClick={() => report(again())}>
              {t('questions.anyway')}
            </Button>
            <Button look="quiet" icon="trash" onClick={() => report(dropAnswer(workshop, answer))}>
              {t('questions.drop')}
            </Button>
          </div>
        </Note>
      ) : (
        <p className="note-mark soft">
          <Icon name="device" size={18} /> {t('questions.device')}
        </p>
      )}
    </li>
  )
}

function Write({ surveyId, thread }: { surveyId: string; thread: QuestionThread }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const isOnline = useSignal(workshop.isOnline)
  const id = useId()
  const [text, setText] = useState('')
  const [isPreviewed, setPreviewed] = useState(false)
  const { channel, to } = thread
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (words === '') return
    setText('')
    setPreviewed(false)
    await sendAnswer(workshop, surveyId, thread, words)
  }
  const add = (phrase: string) =>
    setText((before) =>
      [...(before.trim() === '' ? [] : [before.trim()]), phrase].join(' ').slice(0, questionLimits.answer),
    )
  return (
    <form className="notes-form" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{t('questions.write')}</label>
        <textarea
          id={id}
          rows={3}
          value={text}
          maxLength={questionLimits.answer}
          aria-describedby={`${id}-way`}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <p className="soft" id={`${id}-way`}>
        {channel === undefined
          ? t('questions.page')
          : channel === 'telegram'
            ? t('questions.goesTelegram')
            : t('questions.goes', { channel: t(`messages.channel.${channel}`), to: to ?? '' })}
      </p>
      {isPreviewed && text.trim() !== '' && (
        <Preview surveyId={surveyId} questionId={lastOf(thread).questionId} text={text.trim()} />
      )}
      <div className="actions">
        {channel !== undefined && !isPreviewed && (
          <Button icon="letter" disabled={text.trim() === '' || !isOnline} onClick={() => setPreviewed(true)}>
            {t('questions.preview')}
          </Button>
        )}
        <Button type="submit" look="main" icon="sending" disabled={text.trim() === ''}>
          {t('questions.send')}
        </Button>
      </div>
      <ul className="phrases" aria-label={t('questions.phrases')}>
        {phrases.map((phrase) => (
          <li key={phrase}>
            <button type="button" className="phrase" onClick={() => add(t(`questions.phrase.${phrase}`))}>
              {t(`questions.phrase.${phrase}`)}
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}

/** The message as it will arrive; its link does not work. */
function Preview(props: { surveyId: string; questionId: string; text: string }) {
  const { t } = useWords()
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId) ?? ''
  const { surveyId, questionId, text } = props
  const { value, error, reload } = useRead(`${questionId} ${text}`, () =>
    createMessageOperations(workshop.requester, clientId).previewAnswer(surveyId, questionId, text),
  )
  if (error) return <RefusalNote error={error} onRetry={reload} />
  if (!value) return <Spinner>{t('app.loading')}</Spinner>
  return (
    <section className="question-preview" aria-label={t('questions.preview')}>
      {value.subject !== undefined && <p className="soft">{value.subject}</p>}
      <p className="message-text">{value.text}</p>
      {value.segments !== undefined && <p className="soft">{t('questions.inSms', { n: value.segments })}</p>}
    </section>
  )
}
