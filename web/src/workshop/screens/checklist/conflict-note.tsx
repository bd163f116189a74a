// Two people answered a question without having seen each other's answer (I1): who, when, what, and one tap to choose.
import type { AnswerVersion } from '@walkaround/contract/app/board.ts'
import { useWords } from '../../app/words.tsx'
import { edit } from '../../store/outbox.ts'
import type { Question } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import { type Conflict, toGiven } from '../../store/taps.ts'
import { Button, StatusBadge } from '../../ui/parts.tsx'
import { saidIn } from '../finding/phrases.ts'
import { standardAnswers } from './answering.ts'
import type { Doings } from './doings.ts'

export function ConflictNotes(props: {
  question: Question
  isLocked: boolean
  doings: Doings
  label?: string
}) {
  const { question, isLocked } = props
  if (isLocked) return null
  return question.conflicts?.map((conflict) => (
    <ConflictNote key={conflict.taps.answerId ?? ''} {...props} conflict={conflict} />
  ))
}

function ConflictNote(props: { question: Question; conflict: Conflict; doings: Doings; label?: string }) {
  const { t } = useWords()
  const { question, conflict, doings, label } = props
  const { taps, stands, isOpen } = conflict
  return (
    <section className={`cl-conflict ${isOpen ? 'open' : ''}`} aria-label={t('conflict.title')}>
      <p className="cl-conflict-title">
        {label ? `${label}: ` : ''}
        {t('conflict.title')}
      </p>
      <p className="soft">{t(isOpen ? 'conflict.choose' : 'conflict.later')}</p>
      <ul>
        {taps.versions.map((version) => (
          <Version
            key={version.version}
            question={question}
            version={version}
            isStanding={version === stands}
            onTake={() => doings.change([takeVersion(conflict, version)])}
          />
        ))}
      </ul>
    </section>
  )
}

function Version(props: {
  question: Question
  version: AnswerVersion
  isStanding: boolean
  onTake: () => void
}) {
  const { t, dayTime, measured, language } = useWords()
  const { question, version, isStanding } = props
  const standard = standardAnswers(question).find(({ id }) => id === version.answerId)
  const said = measured(version.value, version.unitOfMeasurement) || standard?.value || ''
  const who = version.isMine ? t('conflict.you') : (version.by ?? '')
  const what = version.status ? t(`status.${version.status}`) : said || t('status.none')
  return (
    <li>
      <div className="cl-conflict-words">
        <p>
          <StatusBadge status={version.status ?? 'none'} /> {said}
        </p>
        <p className="soft">
          {t('conflict.who', { name: who, time: dayTime(version.at) })}
          {isStanding ? ` · ${t('conflict.counts')}` : ''}
        </p>
        {version.comment && <p className="soft">{saidIn(version.comment, question.id, language)}</p>}
      </div>
      <Button
        onClick={props.onTake}
        aria-label={t('conflict.takeThis', { what, name: who })}
        look={isStanding ? 'main' : 'plain'}
      >
        {t('conflict.take')}
      </Button>
    </li>
  )
}

/** Gives it again by somebody who has seen all versions, which settles the conflict. */
function takeVersion({ taps, stands }: Conflict, version: AnswerVersion): Change {
  const { questionId } = taps
  if (version.answerId !== undefined)
    return edit({ kind: 'answers', answers: [toGiven(questionId, version)] })
  const answerId = taps.answerId ?? stands.answerId
  return edit({ kind: 'clear', questionId, ...(answerId === undefined ? {} : { answerId }) })
}
