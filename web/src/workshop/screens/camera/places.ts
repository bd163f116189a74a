// Places of photos in a survey: what the camera shows of the current one, which photos are still expected, and where a photo can be
// moved. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { foldForSearch } from '@walkaround/contract/rules/folding.ts'
import { type Question, selectedAnswers, statusOf } from '../../store/survey-elements.ts'
import type { MediaItem, MediaPlace } from '../../store/tables.ts'
import type { Status } from '../../ui/parts.tsx'
import type { PlannedSection } from '../checklist/plan.ts'
import { commonWords, ownWords, wheelsOf } from '../checklist/wheels.ts'
import { listReminders } from '../finish/missing.ts'

type Mark = SurveyPage['damage']['marks'][number]

interface ShownPlace {
  section?: string
  /** The question, without the wheel. */
  title: string
  /** Front left … */
  wheel?: string
  /** As it was answered. */
  answers: { value?: string; unit?: string }[]
  status: Status
}

const runsOf = ({ rows }: PlannedSection) =>
  rows.flatMap((row) => {
    if (row.kind === 'reference') return []
    return [row.kind === 'measured' ? row.questions : [row.question]]
  })

/** Undefined for a place that is no question of the checklist. */
export function describeQuestion(
  sections: readonly PlannedSection[],
  questionId: string | undefined,
): ShownPlace | undefined {
  for (const section of sections)
    for (const run of runsOf(section)) {
      const question = run.find(({ id }) => id === questionId)
      if (question) return describe(section, run, question)
    }
  return undefined
}

function describe(
  { text: section }: PlannedSection,
  run: readonly Question[],
  question: Question,
): ShownPlace {
  const texts = run.map(({ text = '' }) => text)
  const isWalk = wheelsOf(run) !== undefined
  return {
    section,
    title: (isWalk && commonWords(texts)) || (question.text ?? ''),
    ...(isWalk ? { wheel: ownWords(question.text ?? '', texts) } : {}),
    answers: selectedAnswers(question).map(({ value, unitOfMeasurement }) => ({
      ...(value === undefined ? {} : { value }),
      ...(unitOfMeasurement === undefined ? {} : { unit: unitOfMeasurement }),
    })),
    status: statusOf(question) ?? 'none',
  }
}

const takesPhotos = (sections: readonly PlannedSection[], questionId: string) =>
  sections.some(({ questions }) =>
    questions.some(({ id, photosAllowed }) => id === questionId && photosAllowed !== false),
  )

export interface Expected {
  questionId: string
  text: string
}

/** Other questions that expect a photo, from the current one on around the checklist. */
export function listExpected(
  sections: readonly PlannedSection[],
  media: readonly MediaItem[],
  currentId: string | undefined,
): Expected[] {
  const order = sections.flatMap(({ questions }) => questions.map(({ id }) => id))
  const from = currentId === undefined ? -1 : order.indexOf(currentId)
  const steps = ({ questionId }: Expected) =>
    (order.indexOf(questionId) - from - 1 + order.length) % order.length
  return listReminders(sections, media)
    .filter(({ questionId }) => questionId !== currentId && takesPhotos(sections, questionId))
    .map(({ questionId, text }) => ({ questionId, text }))
    .sort((a, b) => steps(a) - steps(b))
}

export interface Target {
  place: MediaPlace
  text: string
  /** Its section; marks and the car as a whole have none. */
  section?: string
}

/** Questions that take photos, in their order, then marks, then the car as a whole; only those with all of the words. */
export function listTargets(
  sections: readonly PlannedSection[],
  marks: readonly Mark[],
  words: { mark: (mark: Mark) => string; whole: string },
  search: string,
): Target[] {
  const targets: Target[] = [
    ...sections.flatMap(({ text: section, questions }) =>
      questions
        .filter(({ photosAllowed }) => photosAllowed !== false)
        .map(({ id, text = '' }) => ({ place: { questionId: id }, text, section })),
    ),
    ...marks.flatMap((mark) =>
      mark.id === undefined ? [] : [{ place: { markId: mark.id }, text: words.mark(mark) }],
    ),
    { place: {}, text: words.whole },
  ]
  const wanted = search.split(/\s+/).map(foldForSearch).filter(Boolean)
  return targets.filter(({ text, section = '' }) => {
    const has = foldForSearch(`${text} ${section}`)
    return wanted.every((word) => has.includes(word))
  })
}
