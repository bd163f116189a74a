// Which wheel a measured question is about, and the common name of a run of such questions. Pure.
import type { Question } from '../../store/survey-elements.ts'

export const wheels = ['FL', 'FR', 'RL', 'RR'] as const
export type Wheel = (typeof wheels)[number]

/** By the end of its id, as templates name them: vc.treadFL. */
export function findWheel(question: Pick<Question, 'id'>): Wheel | undefined {
  return wheels.find((wheel) => question.id.toUpperCase().endsWith(wheel))
}

/** The wheel of each question; undefined unless they form a walk around a car. */
export function wheelsOf(questions: readonly Pick<Question, 'id'>[]): Wheel[] | undefined {
  const found = questions.map(findWheel)
  const isWalk = questions.length > 1 && found.every((wheel) => wheel !== undefined)
  return isWalk && new Set(found).size === found.length ? (found as Wheel[]) : undefined
}

/** The common beginning of the texts, in whole words: "Tread depth" of "Tread depth front left (lowest …)". */
export function commonWords(texts: readonly string[]): string {
  const [first = '', ...rest] = texts.map((text) => text.split(/\s+/))
  const words = [...first]
  const common = words.findIndex((word, index) => rest.some((other) => other[index] !== word))
  return words.slice(0, common < 0 ? words.length : common).join(' ')
}

/** The common end of the texts: the hint in brackets they share. */
export function commonEnd(texts: readonly string[]): string {
  const reversed = texts.map((text) => text.split(/\s+/).toReversed().join(' '))
  const end = texts.length < 2 ? '' : commonWords(reversed)
  return end.split(' ').toReversed().join(' ')
}

/** The part of a text between the common beginning and end: "front left". */
export function ownWords(text: string, texts: readonly string[]): string {
  const start = commonWords(texts).length
  const end = commonEnd(texts).length
  const own = text.slice(start, end === 0 ? undefined : -end).trim()
  return own === '' ? text : own
}
