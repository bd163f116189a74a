// The checklist as it is shown: sections with questions, runs of measured questions, and repeated answers. Pure: uses the page as
// it is and decides nothing about answers.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { isFinding, worstStatus } from '@walkaround/contract/rules/counted-findings.ts'
import {
  elementsOf,
  isAnswered,
  listQuestions,
  mapQuestion,
  type Question,
  type ReferenceQuestion,
  type Section,
  type SurveyElement,
  statusOf,
} from '../../store/survey-elements.ts'
import { listConflicts } from '../../store/taps.ts'

export type Row =
  | { kind: 'question'; id: string; question: Question }
  /** Consecutive measured questions form one walk around the car. */
  | { kind: 'measured'; id: string; questions: Question[] }
  | { kind: 'reference'; id: string; text: string; of: Question | undefined }

export interface PlannedSection {
  id: string
  text: string
  allowSelectAll: boolean
  rows: Row[]
  questions: Question[]
}

/** A number is entered: it has bands, a unit or decimals, or its category is a length. */
export function isMeasured(question: Question): boolean {
  const { bounds, unit, decimals } = question.clientSettings ?? {}
  return (
    bounds !== undefined ||
    unit !== undefined ||
    decimals !== undefined ||
    question.answerCategory === 'length'
  )
}

export function planChecklist(page: SurveyPage): PlannedSection[] {
  const elements = withTyres(withConflicts(page), page)
  const byId = new Map(listQuestions(elements).map((question) => [question.id, question]))
  const sections: PlannedSection[] = []
  // Questions outside any section get one without a name.
  collect({ category: 'section', id: '', text: '', contents: elements }, '', byId, sections)
  return sections
}

function withConflicts(page: SurveyPage): SurveyElement[] {
  return listConflicts(page).reduce(
    (elements, conflict) =>
      mapQuestion(elements, conflict.taps.questionId, (question) => ({
        ...question,
        conflicts: [...(question.conflicts ?? []), conflict],
      })),
    elementsOf(page),
  )
}

const withTyres = (elements: SurveyElement[], { tyres = [] }: SurveyPage): SurveyElement[] =>
  tyres.reduce(
    (all, { questionId, ...tyre }) => mapQuestion(all, questionId, (question) => ({ ...question, tyre })),
    elements,
  )

/** Nested sections are listed one after the other, the outer name before the inner one. */
function collect(
  section: Section,
  above: string,
  byId: ReadonlyMap<string, Question>,
  into: PlannedSection[],
): void {
  const text = [above, section.text].filter(Boolean).join(' · ')
  const rows = rowsOf(section.contents, byId)
  const questions = rows.flatMap((row) => {
    if (row.kind === 'question') return [row.question]
    return row.kind === 'measured' ? row.questions : []
  })
  if (rows.length > 0)
    into.push({ id: section.id, text, allowSelectAll: section.allowSelectAll === true, rows, questions })
  for (const element of section.contents)
    if (element.category === 'section') collect(element, text, byId, into)
}

function rowsOf(contents: readonly SurveyElement[], byId: ReadonlyMap<string, Question>): Row[] {
  const rows: Row[] = []
  for (const element of contents) {
    if (element.category === 'section') continue
    if (element.category === 'referenceQuestion') {
      rows.push(toReference(element, byId))
      continue
    }
    if (element.visible === false) continue
    const last = rows.at(-1)
    if (!isMeasured(element)) rows.push({ kind: 'question', id: element.id, question: element })
    else if (last?.kind === 'measured' && isSameKind(last.questions[0]!, element))
      last.questions.push(element)
    else rows.push({ kind: 'measured', id: element.id, questions: [element] })
  }
  return rows
}

/** Millimetres and per cent are not measured in one go: they need different tools. */
const isSameKind = (one: Question, other: Question) =>
  one.clientSettings?.unit === other.clientSettings?.unit &&
  one.clientSettings?.decimals === other.clientSettings?.decimals

const toReference = (element: ReferenceQuestion, byId: ReadonlyMap<string, Question>): Row => ({
  kind: 'reference',
  id: element.id,
  text: element.text ?? '',
  of: byId.get(element.referenceQuestionId),
})

export interface Progress {
  done: number
  total: number
  red: number
  amber: number
  green: number
  /** The worst finding; undefined if nothing was found yet, never green. */
  worst: 'red' | 'amber' | 'green' | undefined
}

export function progressOf(questions: readonly Question[]): Progress {
  const counts = { red: 0, amber: 0, green: 0 }
  const found = questions.filter(isFinding).flatMap((question) => statusOf(question) ?? [])
  for (const status of found) counts[status] += 1
  const worst = worstStatus(found)
  return { done: questions.filter(isAnswered).length, total: questions.length, ...counts, worst }
}

const listOpen = (sections: readonly PlannedSection[]) =>
  sections.flatMap(({ questions }) => questions).filter((question) => !isAnswered(question))

/** The first question without an answer. */
export const findFirstOpen = (sections: readonly PlannedSection[]): string | undefined =>
  listOpen(sections)[0]?.id

/** The next question without an answer after `id`, otherwise undefined: a tap never moves backwards. `given` are being answered. */
export function findNextOpen(
  sections: readonly PlannedSection[],
  id: string,
  given: ReadonlySet<string> = new Set(),
): string | undefined {
  const all = sections.flatMap(({ questions }) => questions)
  const at = all.findIndex((question) => question.id === id)
  return all.slice(at + 1).find((question) => !isAnswered(question) && !given.has(question.id))?.id
}

/** The gap after or before a question; beyond the last one the first follows, and the other way round. */
export function findGap(
  sections: readonly PlannedSection[],
  id: string | undefined,
  step: 1 | -1,
): string | undefined {
  const all = sections.flatMap(({ questions }) => questions)
  const at = id === undefined ? (step === 1 ? -1 : all.length) : all.findIndex((one) => one.id === id)
  const [before, after] = [all.slice(0, Math.max(0, at)), all.slice(at + 1)]
  const inOrder = step === 1 ? [...after, ...before] : [...before.toReversed(), ...after.toReversed()]
  return inOrder.find((question) => !isAnswered(question))?.id
}

export function findNeighbour(sections: readonly PlannedSection[], id: string | undefined, step: 1 | -1) {
  const all = sections.flatMap(({ questions }) => questions)
  if (id === undefined) return all[0]?.id
  const at = all.findIndex((question) => question.id === id)
  return all[Math.min(all.length - 1, Math.max(0, at + step))]?.id
}
