// Interprets an answer given at the car (D3): a standard answer is selected, a number selects the answer of its band, words
// are entered. Used by tablet and service. Pure.
import type { GivenAnswer } from '../app/edits.ts'
import type { Bound } from '../dms/client-settings.ts'
import type { Answer } from '../dms/surveys.ts'
import type { ProblemKind } from '../problems.ts'
import { findBand, toNumber } from './bands.ts'

/** Most custom answers to one question: more than anybody reads, few enough to load at once. */
export const answersPerQuestion = 100

type Values = Pick<Answer, 'value' | 'unitOfMeasurement' | 'status' | 'comment'>

/** The fields of a question that matter here. */
export interface AnsweredQuestion {
  readonly id: string
  readonly questionCategory?: string
  readonly multipleValueAnswer?: boolean
  readonly clientSettings?: { readonly bounds?: readonly Bound[] }
  /** The standard answers, as in the template. */
  readonly answers?: readonly (Pick<Values, 'status' | 'unitOfMeasurement'> & { readonly id?: string })[]
}

export interface SaidAnswer extends Values {
  questionId: string
  id: string
  custom: boolean
  /** Selecting it deselects the other standard answers of its question. */
  isOnlyOne: boolean
}

export interface Fault {
  kind: ProblemKind
  info: string
}

export type Reading = { said: SaidAnswer[] } | { fault: Fault }

const refuse = (kind: ProblemKind, info: string): Fault => ({ kind, info })

/** An entered answer must have a value, a status or a comment. */
export const findEmptyAnswer = ({ value, status, comment }: Values): Fault | undefined =>
  value || status || comment
    ? undefined
    : refuse('emptyAnswer', 'at least one of value, status and comment must be given')

/** `newId` names an entered answer that came without an id. */
export function readGiven(
  questionOf: (id: string) => AnsweredQuestion | undefined,
  given: readonly GivenAnswer[],
  newId: () => string,
): Reading {
  const merged = new Map<string, SaidAnswer>()
  const taken = new Map<string, string>()
  for (const one of given) {
    const said = read(questionOf(one.questionId), one, newId)
    if ('kind' in said) return { fault: said }
    const { questionId, id, isOnlyOne } = said
    const other = isOnlyOne ? taken.get(questionId) : undefined
    if (other !== undefined && other !== id)
      return { fault: refuse('invalidArgument', `${questionId}: takes one standard answer at a time`) }
    if (isOnlyOne) taken.set(questionId, id)
    // The same answer given twice at once is one answer, and the later word counts.
    const key = JSON.stringify([questionId, id])
    merged.set(key, { ...merged.get(key), ...said })
  }
  return { said: [...merged.values()] }
}

function read(
  question: AnsweredQuestion | undefined,
  given: GivenAnswer,
  newId: () => string,
): SaidAnswer | Fault {
  const { questionId, answerId, custom, seen: _, ...values } = given
  if (!question) return refuse('noSuchResource', `there is no question "${questionId}"`)
  const { answers = [], clientSettings, questionCategory, multipleValueAnswer } = question
  if (custom) {
    if (answers.some(({ id }) => id === answerId))
      return refuse('idTaken', `answerId: "${answerId}" is a standard answer of question "${questionId}"`)
    return enter(questionId, answerId ?? newId(), values)
  }
  let standardId = answerId
  if (standardId === undefined && clientSettings?.bounds) {
    const number = toNumber(values.value)
    if (number === undefined)
      return refuse('invalidArgument', `${questionId}: ${JSON.stringify(values.value)} is not a number`)
    standardId = findBand(question, number)?.answerId
  }
  if (standardId === undefined) {
    if (questionCategory === 'valueSelection')
      return refuse('invalidArgument', `${questionId}: takes one of its standard answers, nothing else`)
    return enter(questionId, newId(), values)
  }
  const standard = answers.find(({ id }) => id === standardId)
  if (!standard) return refuse('noSuchResource', `question "${questionId}" has no answer "${standardId}"`)
  const unit = values.value === undefined ? undefined : standard.unitOfMeasurement
  return {
    ...(unit === undefined ? {} : { unitOfMeasurement: unit }),
    ...values,
    questionId,
    id: standardId,
    custom: false,
    isOnlyOne: !multipleValueAnswer,
    // Conditions of the template look at the stored finding; the text stays the template's, for every language.
    ...(standard.status === undefined ? {} : { status: standard.status }),
  }
}

function enter(questionId: string, id: string, values: Values): SaidAnswer | Fault {
  return findEmptyAnswer(values) ?? { ...values, questionId, id, custom: true, isOnlyOne: false }
}

/** The limit counts the entered answers of everybody together. */
export const tooManyAnswers = (questionId: string): Fault =>
  refuse('tooLong', `question "${questionId}" takes at most ${answersPerQuestion} custom answers`)
