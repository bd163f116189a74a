// One question: its text, the last visit's answer, large answers, camera and note; a row if it has findings to choose from.
// Rendered again only if it changed.
import type { LastVisit } from '@walkaround/contract/app/board.ts'
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import { memo, useEffect, useState } from 'preact/compat'
import { currentRoute } from '../../app/router.tsx'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { type Question, selectedAnswers, statusOf } from '../../store/survey-elements.ts'
import type { MediaItem } from '../../store/tables.ts'
import { Icon } from '../../ui/icons.tsx'
import { IconButton, StatusBadge, statusIcons } from '../../ui/parts.tsx'
import { PhraseList } from '../finding/phrase-list.tsx'
import { phrasesHere, saidIn } from '../finding/phrases.ts'
import {
  expectsPhoto,
  groupByStatus,
  isFreeText,
  isProposed,
  leadsOn,
  standardAnswers,
  tapAnswer,
} from './answering.ts'
import { ConflictNotes } from './conflict-note.tsx'
import type { Doings } from './doings.ts'
import { Elsewhere, hasElsewhere } from './elsewhere.tsx'
import { FreeText } from './free-text.tsx'
import { LastAgain, LastLine, LastTime } from './last-time.tsx'
import { countPhotos, listPhotos } from './photos.ts'
import { listPhrases, tapPhrase } from './phrase-choice.ts'
import { cardId } from './use-scrolling.ts'

interface CardProps {
  question: Question
  last: LastVisit | undefined
  isMissing: boolean
  media: readonly MediaItem[]
  isCurrent: boolean
  isLocked: boolean
  doings: Doings
}

export const QuestionCard = memo(function QuestionCard({ isCurrent, ...rest }: CardProps) {
  const { question } = rest
  const state = selectedAnswers(question).length === 0 ? 'none' : (statusOf(question) ?? 'answered')
  return (
    <article
      id={cardId(question.id)}
      className={`cl-card ${isRow(question) ? 'row' : ''} ${state} ${isCurrent ? 'current' : ''}`}
      aria-labelledby={`${cardId(question.id)}-text`}
    >
      {isRow(question) ? <Row {...rest} /> : <Inside {...rest} />}
    </article>
  )
})

/** Findings to choose from and nothing else: the text is on the left, the answers are on the right. */
const isRow = (question: Question) =>
  !isFreeText(question) && standardAnswers(question).every(({ status }) => status !== undefined)

/** The most phrases shown in a row; the sheet has all. */
const phrasesInRow = 4

/** Every tap makes another card the current one, which changes only its edge. */
const Row = memo(function Row(props: Omit<CardProps, 'isCurrent'>) {
  const { t } = useWords()
  const { question, last, media, isLocked, doings } = props
  const photos = countPhotos(listPhotos(question, media))
  const isFound = selectedAnswers(question).some(({ status }) => status === 'amber' || status === 'red')
  const isFollowed = useShownAfter(isFound)
  return (
    <>
      <div className="cl-row-left">
        <div className="cl-row-words">
          <h3 id={`${cardId(question.id)}-text`}>{question.text}</h3>
          <RowState {...props} />
          {last && <LastLine question={question} last={last} />}
          <button
            type="button"
            className="cl-row-open"
            aria-label={t('check.note', { question: question.text ?? '' })}
            title={t('check.note', { question: question.text ?? '' })}
            onClick={() => doings.openSheet(question.id)}
          >
            <Icon name="pen" size={20} />
          </button>
        </div>
        {last && <LastAgain question={question} last={last} isLocked={isLocked} doings={doings} />}
      </div>
      <Answers question={question} last={last} isLocked={isLocked} doings={doings} />
      <div className="cl-tools">
        <CameraTool question={question} photos={photos} isLocked={isLocked} doings={doings} />
      </div>
      <ConflictNotes question={question} isLocked={isLocked} doings={doings} />
      <div className="cl-after">
        {isFollowed && !isLocked && <Follow question={question} doings={doings} />}
        {isFound === isFollowed && <Beyond question={question} doings={doings} />}
      </div>
    </>
  )
})

/** The tapped answer is painted first, and in the next frame what follows from it. What is there at the beginning is there at once. */
function useShownAfter(isFound: boolean): boolean {
  const [isShown, setShown] = useState(isFound)
  useEffect(() => setShown(isFound), [isFound])
  return isShown && isFound
}

/** "Not checked" is written out and is never green (D4). */
function RowState({ question, isMissing }: Pick<CardProps, 'question' | 'isMissing'>) {
  const { t } = useWords()
  const isOpen = selectedAnswers(question).length === 0
  const words = [...(isOpen ? [t('status.none')] : []), ...(isMissing ? [t('check.needed')] : [])]
  return words.length === 0 ? null : <p className="cl-row-state">{words.join(' · ')}</p>
}

/** After a finding the list stays: its own phrases are at hand. */
function Follow({ question, doings }: Pick<CardProps, 'question' | 'doings'>) {
  const { language } = useWords()
  useSignal(phrasesHere)
  const phrases = listPhrases(question, language)
    .filter(({ isGeneral }) => !isGeneral)
    .slice(0, phrasesInRow)
  const [answer] = selectedAnswers(question)
  return (
    <PhraseList
      phrases={phrases}
      comment={saidIn(answer?.comment ?? '', question.id, language)}
      onTap={(phrase) => doings.change(tapPhrase(question, phrase, language))}
    />
  )
}

/** The same for a question that is no row: options, own words, another screen. */
const Inside = memo(function Inside(props: Omit<CardProps, 'isCurrent'>) {
  const { question, last, media, isLocked, doings } = props
  const photos = countPhotos(listPhotos(question, media))
  return (
    <>
      <header className="cl-card-head">
        <div className="cl-card-words">
          <h3 id={`${cardId(question.id)}-text`}>{question.text}</h3>
          <CardState {...props} />
        </div>
        <CardTools question={question} photos={photos} isLocked={isLocked} doings={doings} />
      </header>
      {last && <LastTime question={question} last={last} isLocked={isLocked} doings={doings} />}
      <ConflictNotes question={question} isLocked={isLocked} doings={doings} />
      {isFreeText(question) ? (
        <FreeText question={question} isLocked={isLocked} doings={doings} />
      ) : (
        <Answers question={question} last={last} isLocked={isLocked} doings={doings} />
      )}
      <Beyond question={question} doings={doings} />
    </>
  )
})

/** "Not checked" is written out and is never green (D4). */
export function CardState({ question, isMissing }: Pick<CardProps, 'question' | 'isMissing'>) {
  const { t } = useWords()
  const isOpen = selectedAnswers(question).length === 0
  if (!isOpen && !isMissing) return null
  return (
    <p className="cl-card-state">
      {isOpen && <StatusBadge status="none" />}
      {isMissing && <span className="cl-needed">{t('check.needed')}</span>}
    </p>
  )
}

interface ToolProps {
  question: Question
  photos: number
  isLocked: boolean
  doings: Doings
  isPhotoWanted?: boolean
}

export function CardTools(props: ToolProps) {
  const { t } = useWords()
  const { question, doings } = props
  const hasNote = selectedAnswers(question).some(
    ({ comment, custom }) => comment || (custom && !isFreeText(question)),
  )
  return (
    <div className="cl-tools">
      <CameraTool {...props} />
      <IconButton
        icon="pen"
        label={t('check.note', { question: question.text ?? '' })}
        className={hasNote ? 'filled' : ''}
        onClick={() => doings.openSheet(question.id)}
      />
    </div>
  )
}

function CameraTool(props: ToolProps) {
  const { t } = useWords()
  const { question, photos, isLocked, doings } = props
  const { isPhotoWanted: isWanted = photos === 0 && expectsPhoto(question) } = props
  if (question.photosAllowed === false || isLocked) return null
  return (
    <span className="cl-tool">
      {isWanted ? (
        <button
          type="button"
          className="cl-ask"
          aria-label={`${t('check.photoWanted')}: ${question.text ?? ''}`}
          onClick={() => doings.openCamera(question.id)}
        >
          <Icon name="camera" /> <span className="cl-ask-word">{t('check.photoWanted')}</span>
        </button>
      ) : (
        <IconButton
          icon="camera"
          label={t('check.photo', { question: question.text ?? '' })}
          onClick={() => doings.openCamera(question.id)}
        />
      )}
      {photos > 0 && (
        <span className="cl-tool-count">
          {photos}
          <span className="unseen"> {t('check.photos', { n: photos })}</span>
        </span>
      )}
    </span>
  )
}

function Answers({ question, last, isLocked, doings }: Omit<CardProps, 'isMissing' | 'media' | 'isCurrent'>) {
  const groups = groupByStatus(question)
  const plain = standardAnswers(question).filter(({ status }) => status === undefined)
  const tap = (answer: Answer) => {
    doings.focus(question.id)
    doings.change(tapAnswer(question, answer))
    if (leadsOn(question, answer)) doings.moveOn(question.id)
    else if (!answer.selected) doings.stay(question.id)
  }
  return (
    <div className="cl-answers" data-answers>
      {groups.map(({ status, answers }) => {
        const chosen = answers.filter(({ selected }) => selected)
        const [only] = answers
        const isOne = answers.length === 1 && only
        const isHinted = answers.some((answer) => isProposed(question, answer, last))
        return (
          <button
            key={status}
            type="button"
            className={`cl-answer ${status} ${isHinted ? 'proposed' : ''}`}
            aria-pressed={chosen.length > 0}
            disabled={isLocked}
            onClick={() => (isOne ? tap(only) : doings.openSheet(question.id))}
          >
            <AnswerWords status={status} answers={answers} chosen={chosen} isProposed={isHinted} />
          </button>
        )
      })}
      {plain.map((answer) => (
        <button
          key={answer.id}
          type="button"
          className={`cl-answer option ${isProposed(question, answer, last) ? 'proposed' : ''}`}
          aria-pressed={answer.selected === true}
          disabled={isLocked}
          onClick={() => tap(answer)}
        >
          {answer.selected && <Icon name="check" />}
          <span className="cl-answer-words">
            <span className="cl-answer-word">{answer.value ?? answer.id}</span>
            {isProposed(question, answer, last) && <Proposed />}
          </span>
        </button>
      ))}
    </div>
  )
}

function AnswerWords(props: {
  status: 'green' | 'amber' | 'red'
  answers: readonly Answer[]
  chosen: readonly Answer[]
  isProposed: boolean
}) {
  const { t } = useWords()
  const { status, answers, chosen } = props
  const words = (chosen.length > 0 ? chosen : answers.length === 1 ? answers : [])
    .map(({ value }) => value)
    .filter(Boolean)
  return (
    <>
      <Icon name={statusIcons[status]} size={28} />
      <span className="cl-answer-words">
        <span className="cl-answer-word">{t(`status.${status}`)}</span>
        <span className="cl-answer-text">
          {words.length > 0 ? words.join(' · ') : t('check.choices', { n: answers.length })}
        </span>
        {props.isProposed && <Proposed />}
      </span>
    </>
  )
}

/** Nobody has confirmed it yet (D4). */
function Proposed() {
  const { t } = useWords()
  return <span className="cl-proposed">{t('check.proposed')}</span>
}

/** What follows from the answer: an expected photo, own words, packages, links to the screens of other answers. */
export function Beyond(props: {
  question: Question
  doings: Doings
  /** Prefix of everything here: which wheel. */
  label?: string
  isPhotoWanted?: boolean
}) {
  const { t, language } = useWords()
  useSignal(phrasesHere)
  const { question, doings } = props
  const route = currentRoute()
  const surveyId = 'surveyId' in route ? route.surveyId : ''
  const selected = selectedAnswers(question)
  const own = selected.filter(({ custom }) => custom && !isFreeText(question))
  const comments = selected.flatMap(({ comment }) =>
    comment ? [saidIn(comment, question.id, language)] : [],
  )
  const packages = selected.reduce((sum, answer) => sum + (answer.packages?.length ?? 0), 0)
  const chosen = selected.reduce((sum, { packages: all = [] }) => sum + all.filter(isChosen).length, 0)
  const { label, isPhotoWanted = false } = props
  const before = label ? `${label}: ` : ''
  if (own.length + comments.length + packages === 0 && !isPhotoWanted && !hasElsewhere(question)) return null
  return (
    <div className="cl-beyond">
      {own.map((answer) => (
        <p key={answer.id} className="cl-own">
          {answer.status && <StatusBadge status={answer.status} />}
          <span>{answer.value}</span>
        </p>
      ))}
      {comments.map((comment) => (
        <p key={comment} className="cl-comment">
          <Icon name="lock" size={18} /> <span className="unseen">{t('finding.internal')}: </span>
          {before}
          {comment}
        </p>
      ))}
      <div className="cl-beyond-row">
        {isPhotoWanted && (
          <button type="button" className="cl-ask" onClick={() => doings.openCamera(question.id)}>
            <Icon name="camera" size={20} /> {before}
            {t('check.photoWanted')}
          </button>
        )}
        {packages > 0 && (
          <button
            type="button"
            className={`cl-ask ${chosen > 0 ? 'has' : ''}`}
            onClick={() => doings.openSheet(question.id)}
          >
            <Icon name={chosen > 0 ? 'check' : 'plus'} size={20} /> {before}
            {chosen > 0 ? t('check.packagesChosen', { n: chosen }) : t('check.packages', { n: packages })}
          </button>
        )}
        <Elsewhere question={question} surveyId={surveyId} />
      </div>
    </div>
  )
}

const isChosen = ({ variants = [] }: NonNullable<Answer['packages']>[number]) =>
  variants.some(({ selected }) => selected)
