// The finding sheet: everything about one question. Answers, own words, internal comment, photos, packages.
import type { LastVisit } from '@walkaround/contract/app/board.ts'
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import { Suspense, useRef, useState } from 'preact/compat'
import { useSignal } from '../../app/use-signal.ts'
import { useWords } from '../../app/words.tsx'
import { newId } from '../../store/ids.ts'
import { type Question, selectedAnswers } from '../../store/survey-elements.ts'
import { Icon } from '../../ui/icons.tsx'
import { Button, statusIcons } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { PhotoStrip } from '../camera/photo-strip.tsx'
import {
  giveComment,
  giveWords,
  isFreeText,
  isProposed,
  standardAnswers,
  statuses,
  tapAnswer,
} from '../checklist/answering.ts'
import type { Doings } from '../checklist/doings.ts'
import { Elsewhere } from '../checklist/elsewhere.tsx'
import { LastTime } from '../checklist/last-time.tsx'
import { LimitWords } from '../checklist/limit-words.tsx'
import { listPhrases, tapPhrase } from '../checklist/phrase-choice.ts'
import { isMeasured } from '../checklist/plan.ts'
import { isTyre } from '../checklist/tyre-readings.ts'
import type { ChecklistView } from '../checklist/use-checklist.ts'
import { lateWithMore } from '../late-with-more.ts'
import { FindingPackages } from './finding-packages.tsx'
import { PhraseList } from './phrase-list.tsx'
import { type Phrase, phrasesHere, saidIn, togglePhrase } from './phrases.ts'
import { TyreFields } from './tyre-fields.tsx'
import { useSavedText } from './use-saved-text.ts'

const parts = lateWithMore(async () => (await import('../parts/finding-parts.tsx')).FindingParts)

interface FindingProps {
  question: Question
  view: ChecklistView
  last: LastVisit | undefined
  isLocked: boolean
  onPad: () => void
  onClose: () => void
}

export function FindingSheet(props: FindingProps) {
  const { t } = useWords()
  const { question, view, last, isLocked } = props
  const answer = selectedAnswers(question)[0]
  useSignal(phrasesHere)
  const here: Pick<Doings, 'change' | 'focus' | 'moveOn'> = {
    change: view.change,
    focus: () => {},
    moveOn: () => {},
  }
  return (
    <Sheet
      isWide
      title={question.text ?? ''}
      onClose={props.onClose}
      footer={
        <Button look="main" icon="check" onClick={props.onClose}>
          {t('finding.done')}
        </Button>
      }
    >
      <div className="finding">
        <div className="finding-column">
          {last && <LastTime question={question} last={last} isLocked={isLocked} doings={here as Doings} />}
          {isMeasured(question) ? (
            <Measured {...props} />
          ) : (
            <StandardAnswers question={question} view={view} last={last} isLocked={isLocked} />
          )}
          <section className="finding-part" aria-labelledby="finding-photos">
            <h3 id="finding-photos">{t('finding.photos')}</h3>
            <PhotoStrip
              surveyId={view.page.survey.id}
              place={{ questionId: question.id }}
              isReadOnly={isLocked || question.photosAllowed === false}
            />
          </section>
          <FindingPackages question={question} view={view} />
          {view.page.parts && (
            <Suspense fallback={null}>
              <parts.Shown question={question} view={view} />
            </Suspense>
          )}
        </div>
        <div className="finding-column">
          {answer ? (
            <Comment key={answer.id} question={question} answer={answer} view={view} isLocked={isLocked} />
          ) : (
            !isLocked && <FirstWords question={question} view={view} />
          )}
          {canEnter(question) && (
            <OwnAnswer key={question.id} question={question} view={view} isLocked={isLocked} />
          )}
          <Elsewhere question={question} surveyId={view.page.survey.id} />
        </div>
      </div>
    </Sheet>
  )
}

const canEnter = (question: Question) =>
  !isMeasured(question) && !isFreeText(question) && question.questionCategory !== 'valueSelection'

function Measured({ question, view, isLocked, onPad }: FindingProps) {
  const { t, measured } = useWords()
  const [answer] = selectedAnswers(question)
  return (
    <section className="finding-part">
      <LimitWords question={question} />
      <p className={`finding-value ${answer?.status ?? ''}`}>
        {answer?.status && <Icon name={statusIcons[answer.status]} size={26} />}
        <span>{answer ? measured(answer.value, answer.unitOfMeasurement) : t('status.none')}</span>
      </p>
      {!isLocked && (
        <Button icon="pen" onClick={onPad}>
          {t('finding.measure')}
        </Button>
      )}
      {isTyre(question) && !isLocked && <TyreFields question={question} view={view} />}
    </section>
  )
}

function StandardAnswers(props: Pick<FindingProps, 'question' | 'view' | 'last' | 'isLocked'>) {
  const { t } = useWords()
  const { question, view, last, isLocked } = props
  const answers = standardAnswers(question)
  if (answers.length === 0) return null
  const order = [...statuses, undefined]
  const sorted = answers.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
  return (
    <section className="finding-part">
      <h3 className="unseen">{t('finding.answers')}</h3>
      <ul className="finding-answers">
        {sorted.map((answer) => (
          <li key={answer.id}>
            <button
              type="button"
              className={`cl-answer ${answer.status ?? 'option'} ${isProposed(question, answer, last) ? 'proposed' : ''}`}
              aria-pressed={answer.selected === true}
              disabled={isLocked}
              onClick={() => view.change(tapAnswer(question, answer))}
            >
              {answer.status && <Icon name={statusIcons[answer.status]} size={28} />}
              <span className="cl-answer-words">
                {answer.status && <span className="cl-answer-word">{t(`status.${answer.status}`)}</span>}
                <span className="cl-answer-text">{answer.value ?? answer.id}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Own words, with a finding. */
function OwnAnswer({
  question,
  view,
  isLocked,
}: {
  question: Question
  view: ChecklistView
  isLocked: boolean
}) {
  const { t } = useWords()
  const entered = selectedAnswers(question).find(({ custom }) => custom)
  const answerId = useRef(entered?.id ?? newId())
  const [isOpen, setOpen] = useState(entered !== undefined)
  const [status, setStatus] = useState<Answer['status']>(entered?.status ?? 'amber')
  const { set: _, ...text } = useSavedText(entered?.value ?? '', (value) =>
    view.change([giveWords(question, answerId.current, value, status)]),
  )
  if (isLocked && !entered) return null
  if (!isOpen)
    return (
      <Button icon="pen" onClick={() => setOpen(true)}>
        {t('finding.own')}
      </Button>
    )
  return (
    <section className="finding-part" aria-labelledby="finding-own">
      <h3 id="finding-own">{t('finding.own')}</h3>
      <div className="finding-row">
        {statuses.map((one) => (
          <button
            key={one}
            type="button"
            className={`cl-answer ${one}`}
            aria-pressed={status === one}
            disabled={isLocked}
            onClick={() => {
              setStatus(one)
              if (text.value.trim() !== '')
                view.change([giveWords(question, answerId.current, text.value, one)])
            }}
          >
            <Icon name={statusIcons[one]} />
            <span className="cl-answer-word">{t(`status.${one}`)}</span>
          </button>
        ))}
      </div>
      <textarea className="cl-text" rows={2} aria-labelledby="finding-own" disabled={isLocked} {...text} />
    </section>
  )
}

const withAnswer = (question: Question, answer: Answer): Question => ({
  ...question,
  answers: (question.answers ?? []).map((one) => (one.id === answer.id ? answer : one)),
})

/** Nobody has answered yet: a phrase does, with its colour. */
function FirstWords({ question, view }: Pick<FindingProps, 'question' | 'view'>) {
  const { t, language } = useWords()
  const phrases = listPhrases(question, language)
  if (phrases.length === 0) return null
  return (
    <section className="finding-part" aria-labelledby="finding-phrases">
      <h3 id="finding-phrases">{t('finding.phrases')}</h3>
      <p className="soft">{t('finding.phrasesWhat')}</p>
      <PhraseList
        phrases={phrases}
        comment=""
        onTap={(phrase) => view.change(tapPhrase(question, phrase, language))}
      />
    </section>
  )
}

/** Internal: the owner never sees it. */
function Comment(props: { question: Question; answer: Answer; view: ChecklistView; isLocked: boolean }) {
  const { t, language } = useWords()
  const { question, answer, view, isLocked } = props
  const save = (comment: string) => view.change([giveComment(question, answer, comment)])
  const { set, ...text } = useSavedText(saidIn(answer.comment ?? '', question.id, language), save)
  const tap = (phrase: Phrase) => {
    // What is typed and not saved yet is kept.
    const said = { ...answer, comment: text.value }
    const isOther = phrase.status !== undefined && phrase.status !== answer.status
    if (isOther) view.change(tapPhrase(withAnswer(question, said), phrase, language))
    else set(togglePhrase(text.value, phrase.text))
  }
  return (
    <section className="finding-part" aria-labelledby="finding-comment">
      <h3 id="finding-comment">
        <Icon name="lock" size={20} /> {t('finding.internal')}
      </h3>
      <p className="soft">{t('finding.internalWhat')}</p>
      {!isLocked && <PhraseList phrases={listPhrases(question, language)} comment={text.value} onTap={tap} />}
      <textarea
        className="cl-text"
        rows={2}
        aria-labelledby="finding-comment"
        disabled={isLocked}
        {...text}
      />
    </section>
  )
}
