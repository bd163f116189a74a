// One section: its name, "all good" if the template allows it, and its rows.
import type { LastVisit } from '@walkaround/contract/app/board.ts'
import type { GivenAnswer } from '@walkaround/contract/app/edits.ts'
import { memo, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { isAnswered, type Question, selectedAnswers } from '../../store/survey-elements.ts'
import type { MediaItem } from '../../store/tables.ts'
import { Icon } from '../../ui/icons.tsx'
import { listAllGood } from './answering.ts'
import type { Doings } from './doings.ts'
import { isSameAround, MeasuredCard } from './measured-card.tsx'
import type { PlannedSection } from './plan.ts'
import { QuestionCard } from './question-card.tsx'
import { cardId, headId } from './use-scrolling.ts'

const none: readonly MediaItem[] = []

interface SectionProps {
  section: PlannedSection
  lastVisit: ReadonlyMap<string, LastVisit>
  missing: ReadonlySet<string>
  media: ReadonlyMap<string, readonly MediaItem[]>
  /** In this section, otherwise undefined. */
  currentId: string | undefined
  padId: string | undefined
  isLocked: boolean
  doings: Doings
}

/** A tap elsewhere may change the sets of missing answers and photos without affecting this section. */
function isSameSection(before: SectionProps, next: SectionProps): boolean {
  return (
    before.section === next.section &&
    before.lastVisit === next.lastVisit &&
    before.currentId === next.currentId &&
    before.padId === next.padId &&
    before.isLocked === next.isLocked &&
    before.doings === next.doings &&
    next.section.questions.every((question) => isSameAround(question, before, next))
  )
}

export const ChecklistSection = memo(function ChecklistSection(props: SectionProps) {
  const { section, lastVisit, missing, media, currentId, isLocked, doings } = props
  return (
    <section className="cl-section" aria-labelledby={headId(section.id)}>
      <div className="cl-section-head">
        <h2 id={headId(section.id)}>{section.text}</h2>
        {section.allowSelectAll && !isLocked && <AllGood questions={section.questions} doings={doings} />}
      </div>
      {section.rows.map((row) => {
        if (row.kind === 'reference') return <ShownAgain key={row.id} text={row.text} of={row.of} />
        if (row.kind === 'measured') {
          const isHere = row.questions.some(({ id }) => id === currentId)
          return (
            <MeasuredCard
              key={row.id}
              questions={row.questions}
              lastVisit={lastVisit}
              missing={missing}
              media={media}
              currentId={isHere ? currentId : undefined}
              padId={isHere ? props.padId : undefined}
              isLocked={isLocked}
              doings={doings}
            />
          )
        }
        return (
          <QuestionCard
            key={row.id}
            question={row.question}
            last={lastVisit.get(row.id)}
            isMissing={missing.has(row.id)}
            media={media.get(row.id) ?? none}
            isCurrent={row.id === currentId}
            isLocked={isLocked}
            doings={doings}
          />
        )
      })}
    </section>
  )
}, isSameSection)

/** One tap gives all visible answers for which it is allowed (D4), and one undoes it. */
function AllGood({ questions, doings }: { questions: readonly Question[]; doings: Doings }) {
  const { t } = useWords()
  const [given, setGiven] = useState<readonly GivenAnswer[]>([])
  const open = listAllGood(questions)
  const isStill = given.some(({ questionId, answerId }) => {
    const question = questions.find(({ id }) => id === questionId)
    return question && selectedAnswers(question).some(({ id }) => id === answerId)
  })
  if (open.length > 0)
    return (
      <button
        type="button"
        className="cl-all-good"
        onClick={() => {
          setGiven(open)
          doings.allGood(open)
        }}
      >
        <Icon name="fine" />
        <span>{t('check.allGood', { n: open.length })}</span>
      </button>
    )
  if (!isStill) return null
  return (
    <button
      type="button"
      className="cl-all-good undo"
      onClick={() => {
        setGiven([])
        doings.undo(given)
      }}
    >
      <Icon name="back" />
      <span>{t('check.undo', { n: given.length })}</span>
    </button>
  )
}

function ShownAgain({ text, of }: { text: string; of: Question | undefined }) {
  const { t, measured } = useWords()
  const words =
    of && isAnswered(of)
      ? selectedAnswers(of).map(({ value, unitOfMeasurement }) => measured(value, unitOfMeasurement))
      : []
  return (
    <article className="cl-card reference">
      <h3>{text}</h3>
      <p className={words.length > 0 ? 'cl-again' : 'soft'}>
        {words.length > 0 ? words.join(' · ') : t('status.none')}
      </p>
      {of && (
        <a
          className="cl-again-link"
          href={`#${cardId(of.id)}`}
          onClick={(event) => {
            event.preventDefault()
            document.getElementById(cardId(of.id))?.scrollIntoView({ block: 'center' })
          }}
        >
          {t('check.changeAbove')}
        </a>
      )}
    </article>
  )
}
