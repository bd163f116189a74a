// Consecutive measured questions as one card: the car from above with its wheels, or a row of fields.
import type { LastVisit } from '@walkaround/contract/app/board.ts'
import { type TyreDetails, tyrePlaces } from '@walkaround/contract/rules/tyres.ts'
import { memo } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { type Question, selectedAnswers, statusOf } from '../../store/survey-elements.ts'
import type { MediaItem } from '../../store/tables.ts'
import { Icon } from '../../ui/icons.tsx'
import { statusIcons } from '../../ui/parts.tsx'
import { listExpectingPhotos } from './answering.ts'
import { ConflictNotes } from './conflict-note.tsx'
import type { Doings } from './doings.ts'
import { LastTime } from './last-time.tsx'
import { LimitWords } from './limit-words.tsx'
import { countPhotos, listPhotos } from './photos.ts'
import { Beyond, CardState, CardTools } from './question-card.tsx'
import { countReadings } from './tyre-readings.ts'
import { cardId } from './use-scrolling.ts'
import { commonEnd, commonWords, ownWords, wheelsOf } from './wheels.ts'

interface MeasuredProps {
  questions: readonly Question[]
  lastVisit: ReadonlyMap<string, LastVisit>
  missing: ReadonlySet<string>
  media: ReadonlyMap<string, readonly MediaItem[]>
  currentId: string | undefined
  padId: string | undefined
  isLocked: boolean
  doings: Doings
}

const isSameQuestions = (a: readonly Question[], b: readonly Question[]) =>
  a.length === b.length && a.every((question, index) => question === b[index])

/** Whether everything around a question is unchanged: the sets are new objects whenever their content changes. */
export function isSameAround(
  { id }: Question,
  before: Pick<MeasuredProps, 'missing' | 'media'>,
  next: Pick<MeasuredProps, 'missing' | 'media'>,
): boolean {
  const [mine, now] = [before.media.get(id) ?? [], next.media.get(id) ?? []]
  return (
    before.missing.has(id) === next.missing.has(id) &&
    mine.length === now.length &&
    mine.every((item, index) => item === now[index])
  )
}

export const MeasuredCard = memo(
  function MeasuredCard(props: MeasuredProps) {
    const { questions } = props
    const [first] = questions
    if (!first) return null
    return questions.length === 1 ? <OneNumber {...props} question={first} /> : <Walk {...props} />
  },
  (before, next) =>
    isSameQuestions(before.questions, next.questions) &&
    before.lastVisit === next.lastVisit &&
    next.questions.every((question) => isSameAround(question, before, next)) &&
    before.currentId === next.currentId &&
    before.padId === next.padId &&
    before.isLocked === next.isLocked &&
    before.doings === next.doings,
)

function OneNumber(props: MeasuredProps & { question: Question }) {
  const { question, isLocked, doings } = props
  const last = props.lastVisit.get(question.id)
  const photos = countPhotos(listPhotos(question, props.media.get(question.id) ?? []))
  const state = selectedAnswers(question).length === 0 ? 'none' : (statusOf(question) ?? 'answered')
  return (
    <article
      id={cardId(question.id)}
      className={`cl-card ${state} ${props.currentId === question.id ? 'current' : ''}`}
      aria-labelledby={`${cardId(question.id)}-text`}
    >
      <header className="cl-card-head">
        <div className="cl-card-words">
          <h3 id={`${cardId(question.id)}-text`}>{question.text}</h3>
          <CardState question={question} isMissing={props.missing.has(question.id)} />
          <LimitWords question={question} />
        </div>
        <CardTools question={question} photos={photos} isLocked={isLocked} doings={doings} />
      </header>
      {last && <LastTime question={question} last={last} isLocked={isLocked} doings={doings} />}
      <ConflictNotes question={question} isLocked={isLocked} doings={doings} />
      <div className="cl-numbers">
        <NumberField
          question={question}
          label={undefined}
          last={last}
          isTyping={props.padId === question.id}
          isLocked={isLocked}
          doings={doings}
        />
      </div>
      <Beyond question={question} doings={doings} />
    </article>
  )
}

/** Four wheels on one card: each field is at its wheel. */
function Walk(props: MeasuredProps) {
  const { questions, isLocked, doings, media, currentId } = props
  const texts = questions.map(({ text }) => text ?? '')
  const title = commonWords(texts) || texts[0]!
  const hint = commonEnd(texts)
  const [first] = questions
  const current = questions.find(({ id }) => id === currentId) ?? first!
  const wheels = wheelsOf(questions)
  const photosOf = (question: Question) => countPhotos(listPhotos(question, media.get(question.id) ?? []))
  const wanting = listExpectingPhotos(questions, photosOf)
  const worst = (['red', 'amber', 'green'] as const).find((status) =>
    questions.some((one) => statusOf(one) === status),
  )
  const isAny = questions.some((one) => selectedAnswers(one).length > 0)
  return (
    <article
      className={`cl-card walk ${isAny ? (worst ?? 'answered') : 'none'} ${currentId ? 'current' : ''}`}
      aria-label={title}
    >
      <header className="cl-card-head">
        <div className="cl-card-words">
          <h3>{title}</h3>
          {hint && <p className="soft">{hint}</p>}
          <LimitWords question={first!} />
        </div>
        <CardTools
          question={current}
          photos={photosOf(current)}
          isLocked={isLocked}
          doings={doings}
          isPhotoWanted={false}
        />
      </header>
      <div className={`cl-numbers ${wheels ? 'wheels' : ''}`}>
        {questions.map((question, index) => (
          <div key={question.id} className={`cl-wheel ${wheels?.[index] ?? ''}`} id={cardId(question.id)}>
            <NumberField
              question={question}
              label={ownWords(question.text ?? '', texts)}
              last={props.lastVisit.get(question.id)}
              isTyping={props.padId === question.id}
              isLocked={isLocked}
              doings={doings}
            />
          </div>
        ))}
        {wheels && <CarFromAbove />}
      </div>
      {questions.map((question) => (
        <ConflictNotes
          key={question.id}
          question={question}
          isLocked={isLocked}
          doings={doings}
          label={ownWords(question.text ?? '', texts)}
        />
      ))}
      {questions.map((question) => (
        <Beyond
          key={question.id}
          question={question}
          doings={doings}
          label={ownWords(question.text ?? '', texts)}
          isPhotoWanted={!isLocked && wanting.includes(question)}
        />
      ))}
    </article>
  )
}

const NumberField = memo(function NumberField(props: {
  question: Question
  label: string | undefined
  last: LastVisit | undefined
  isTyping: boolean
  isLocked: boolean
  doings: Doings
}) {
  const { t, number, unitWord } = useWords()
  const { question, label, last, isTyping, isLocked, doings } = props
  const [answer] = selectedAnswers(question)
  const status = statusOf(question)
  const { decimals, unit } = question.clientSettings ?? {}
  const format = (value: string) => (Number.isFinite(Number(value)) ? number(Number(value), decimals) : value)
  const tyre = question.tyre && tyreWords(question.tyre, format)
  return (
    <button
      type="button"
      className={`cl-number ${answer ? (status ?? 'answered') : 'none'} ${isTyping ? 'typing' : ''}`}
      disabled={isLocked}
      aria-expanded={isTyping}
      onClick={() => doings.openPad(question.id)}
    >
      {label && <span className="cl-number-label">{label}</span>}
      <span className="cl-number-value">
        {answer && status && <Icon name={statusIcons[status]} size={22} />}
        <span>{answer?.value === undefined ? '–' : format(answer.value)}</span>
        <small>{unitWord(answer?.unitOfMeasurement ?? unit)}</small>
      </span>
      <span className="unseen">{t(`status.${answer ? (status ?? 'none') : 'none'}`)}</span>
      {tyre && <span className="cl-number-last">{tyre}</span>}
      {label && last?.value !== undefined && (
        <span className="cl-number-last">{t('check.lastShort', { value: format(last.value) })}</span>
      )}
    </button>
  )
})

/** Readings from the inside out if there are several, week of production, size. */
function tyreWords(tyre: TyreDetails, format: (value: string) => string): string {
  const readings = countReadings(tyre) > 1 ? tyrePlaces.map((place) => tyre[place]) : []
  const depths = readings.map((one) => (one === undefined ? '–' : format(one))).join(' | ')
  return [depths, tyre.dot && `DOT ${tyre.dot}`, tyre.size].filter(Boolean).join(' · ')
}

const CarFromAbove = memo(function CarFromAbove() {
  return (
    <svg className="cl-car-above" viewBox="0 0 120 200" aria-hidden="true" focusable="false">
      <rect className="tyre" x="6" y="34" width="14" height="36" rx="5" />
      <rect className="tyre" x="100" y="34" width="14" height="36" rx="5" />
      <rect className="tyre" x="6" y="132" width="14" height="36" rx="5" />
      <rect className="tyre" x="100" y="132" width="14" height="36" rx="5" />
      <path
        className="body"
        d="M60 6c26 0 36 10 38 28l3 62-3 72c-1 18-14 26-38 26s-37-8-38-26l-3-72 3-62C24 16 34 6 60 6z"
      />
      <path
        className="glass"
        d="M32 70c18-9 38-9 56 0l-6 22c-14-4-30-4-44 0zM36 160c16 5 32 5 48 0l-4-18c-13 3-27 3-40 0z"
      />
    </svg>
  )
})
