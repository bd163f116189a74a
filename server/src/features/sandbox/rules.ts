// What a simulated technician answers and how a clock is told to move. Pure: no database, no clock.
import type { GivenAnswer } from '@walkaround/contract/app/edits.ts'
import type { Bound } from '@walkaround/contract/dms/client-settings.ts'
import { findBand } from '@walkaround/contract/rules/bands.ts'
import type { TemplateQuestion } from '@walkaround/contract/template-document.ts'

type Grade = 'red' | 'amber' | 'green'

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const
const FORWARD = /^\+?(\d{1,9})([smhdw])$/

/** Milliseconds of `3d` or `+3d`; undefined for anything else. */
export function parseForward(text: string): number | undefined {
  const [, count, unit] = FORWARD.exec(text.trim()) ?? []
  return count === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS]
}

/** Written where a question wants words. */
const WORDS = 'Simulated'

/** An answer of this grade; undefined if the question has none. */
function answerAs(question: TemplateQuestion, grade: Grade): GivenAnswer | undefined {
  const { id: questionId, answers = [], clientSettings } = question
  const { bounds } = clientSettings ?? {}
  const isOfGrade = ({ status }: { status?: string | undefined }) => status === grade
  if (bounds) {
    const value = bounds.findIndex(isOfGrade)
    const number = value < 0 ? undefined : numberIn(question, bounds, value)
    return number === undefined ? undefined : { questionId, value: String(number) }
  }
  const standard = answers.find(isOfGrade)
  return standard && { questionId, answerId: standard.id }
}

/** In the middle of its band, with as many decimals as the number pad has. */
function numberIn(
  { clientSettings = {} }: TemplateQuestion,
  bounds: readonly Bound[],
  at: number,
): number | undefined {
  const { min = 0, max, decimals = 0 } = clientSettings
  const limitOf = (bound: Bound | undefined) =>
    bound === undefined ? undefined : 'lt' in bound ? bound.lt : 'lte' in bound ? bound.lte : undefined
  const from = limitOf(bounds[at - 1]) ?? min
  const to = limitOf(bounds[at]) ?? Math.max(max ?? from + 2, from)
  const round = (value: number) => Number(value.toFixed(decimals))
  return [round((from + to) / 2), round(from), round(to)].find(
    (value) => findBand({ clientSettings }, value) === bounds[at],
  )
}

/** If no grade is asked for: green, otherwise what can be said at all. */
function anyAnswer(question: TemplateQuestion): GivenAnswer {
  const { id: questionId, answers = [], clientSettings = {}, answerCategory, questionCategory } = question
  const green = answerAs(question, 'green')
  if (green) return green
  const [first] = answers
  if (first && questionCategory !== 'valueEntry') return { questionId, answerId: first.id }
  if (answerCategory !== 'length' && clientSettings.min === undefined) return { questionId, value: WORDS }
  const { min = 0, unit } = clientSettings
  const value = String(Math.max(min, 1))
  return first
    ? { questionId, answerId: first.id, value }
    : { questionId, value, ...(unit ? { unitOfMeasurement: unit } : {}) }
}

export interface Wanted {
  red: number
  amber: number
}

/** One answer to each question. As many of a grade as are wanted get it, from the first that can; `left` could not be placed. */
export function planAnswers(
  questions: readonly TemplateQuestion[],
  { red, amber }: Wanted,
): { answers: GivenAnswer[]; left: Wanted } {
  const left = { red, amber }
  const answers = questions.map((question) => {
    for (const grade of ['red', 'amber'] as const) {
      const answer = left[grade] > 0 ? answerAs(question, grade) : undefined
      if (answer) {
        left[grade]--
        return answer
      }
    }
    return anyAnswer(question)
  })
  return { answers, left }
}
