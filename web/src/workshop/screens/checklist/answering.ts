// What a tap on the checklist means, as edits (D3, D4). Pure: makes changes and stores nothing.
import type { LastVisit } from '@walkaround/contract/app/board.ts'
import type { GivenAnswer } from '@walkaround/contract/app/edits.ts'
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import type { Status } from '@walkaround/contract/shared.ts'
import { newId } from '../../store/ids.ts'
import { edit } from '../../store/outbox.ts'
import { isAnswered, type Question, selectedAnswers, statusOf } from '../../store/survey-elements.ts'
import type { Change } from '../../store/tables.ts'
import { wordsFor } from '../finding/phrases.ts'
import { isMeasured } from './plan.ts'

export const statuses = ['green', 'amber', 'red'] as const

export const standardAnswers = (question: Question): Answer[] =>
  (question.answers ?? []).filter(({ custom }) => !custom)

/** Standard answers by finding. Empty if the question has no findings. */
export function groupByStatus(question: Question): { status: Status; answers: Answer[] }[] {
  const answers = standardAnswers(question)
  return statuses
    .map((status) => ({ status, answers: answers.filter((answer) => answer.status === status) }))
    .filter((group) => group.answers.length > 0)
}

/** Only typed words: there is nothing to choose. */
export const isFreeText = (question: Question): boolean =>
  !isMeasured(question) && standardAnswers(question).length === 0

const toGiven = (question: Question, answer: Answer, comment?: string): GivenAnswer => ({
  questionId: question.id,
  answerId: answer.id!,
  ...(comment ? { comment } : {}),
})

/** One tap selects, or deselects. A comment moves to the new answer. */
export function tapAnswer(question: Question, answer: Answer): Change[] {
  if (answer.selected) return [edit({ kind: 'clear', questionId: question.id, answerId: answer.id! })]
  const selected = selectedAnswers(question)
  const changes: Change[] = []
  if (question.multipleValueAnswer) {
    // "Nothing wrong" and "something wrong" exclude each other.
    for (const other of selected)
      if (isContradiction(answer, other))
        changes.push(edit({ kind: 'clear', questionId: question.id, answerId: other.id! }))
    return [...changes, edit({ kind: 'answers', answers: [toGiven(question, answer)] })]
  }
  const said = selected.find((one) => !one.custom && one.comment)?.comment
  const comment = said && wordsFor(said, question.id, answer.status)
  return [
    edit({ kind: 'answers', answers: [toGiven(question, answer, answer.comment ? undefined : comment)] }),
  ]
}

const isContradiction = (one: Answer, other: Answer) =>
  !other.custom &&
  one.status !== undefined &&
  other.status !== undefined &&
  (one.status === 'green') !== (other.status === 'green')

export const clearQuestion = (question: Question): Change => edit({ kind: 'clear', questionId: question.id })

/**
 * The changes that restore a single withdrawn answer, with its words and packages; empty for anything else. `before` is the
 * question as it was.
 */
export function undoClear(
  changes: readonly Change[],
  before: (id: string) => Question | undefined,
): Change[] {
  const [only, ...more] = changes
  if (only?.type !== 'edit' || only.edit.kind !== 'clear' || more.length > 0) return []
  const { questionId = '', answerId } = only.edit
  const question = before(questionId)
  if (!question) return []
  return selectedAnswers(question)
    .filter(({ id }) => answerId === undefined || id === answerId)
    .flatMap((answer) => [
      edit({ kind: 'answers', answers: [againOf(question, answer)] }),
      ...variantsOf(question, answer),
    ])
}

function againOf(question: Question, answer: Answer): GivenAnswer {
  const { comment, value, unitOfMeasurement, status, custom } = answer
  const isValue = custom || isMeasured(question)
  return {
    ...toGiven(question, answer, comment),
    ...(isValue && value !== undefined ? { value } : {}),
    ...(isValue && unitOfMeasurement ? { unitOfMeasurement } : {}),
    ...(custom ? { custom: true, ...(status ? { status } : {}) } : {}),
  }
}

const variantsOf = (question: Question, { id, packages = [] }: Answer): Change[] =>
  packages.flatMap((one) =>
    (one.variants ?? [])
      .filter(({ selected }) => selected)
      .map((variant) =>
        edit({
          kind: 'variant',
          questionId: question.id,
          answerId: id!,
          packageId: one.id!,
          variantId: variant.id!,
          selected: true,
        }),
      ),
  )

/** Bands decide the answer; without bands the number is the value of the only answer, or a custom answer. */
export function giveNumber(question: Question, value: string, unit = question.clientSettings?.unit): Change {
  const bounds = question.clientSettings?.bounds
  const [only] = standardAnswers(question)
  const unitOfMeasurement = unit as GivenAnswer['unitOfMeasurement']
  const given = { questionId: question.id, value, ...(unit === undefined ? {} : { unitOfMeasurement }) }
  if (bounds !== undefined) return edit({ kind: 'answers', answers: [given] })
  if (only !== undefined) return edit({ kind: 'answers', answers: [{ ...given, answerId: only.id! }] })
  const known = selectedAnswers(question).find(({ custom }) => custom)
  return edit({ kind: 'answers', answers: [{ ...given, custom: true, answerId: known?.id ?? newId() }] })
}

/** Own words: changes the same custom answer, and removes it if the text is empty. */
export function giveWords(question: Question, answerId: string, value: string, status?: Status): Change {
  if (value.trim() === '') return edit({ kind: 'clear', questionId: question.id, answerId })
  const given = { questionId: question.id, answerId, custom: true, value, ...(status ? { status } : {}) }
  return edit({ kind: 'answers', answers: [given] })
}

export const giveComment = (question: Question, answer: Answer, comment: string): Change =>
  edit({
    kind: 'answers',
    answers: [
      { questionId: question.id, answerId: answer.id!, ...(answer.custom ? { custom: true } : {}), comment },
    ],
  })

/**
 * Repeats the answer of the last visit. Undefined if that is impossible: the answer is no longer in the template, or it is the
 * mileage, which has changed.
 */
export function sameAsLast(question: Question, last: LastVisit): Change | undefined {
  if (question.clientSettings?.printAs === 'mileage') return undefined
  if (isMeasured(question)) return last.value === undefined ? undefined : giveNumber(question, last.value)
  const comment = last.comment ? { comment: last.comment } : {}
  const standard = standardAnswers(question).find(({ id }) => id === last.answerId)
  if (standard)
    return edit({
      kind: 'answers',
      answers: [{ questionId: question.id, answerId: standard.id!, ...comment }],
    })
  if (question.questionCategory === 'valueSelection' || last.value === undefined) return undefined
  const known = selectedAnswers(question).find(({ custom }) => custom)
  const given = {
    questionId: question.id,
    custom: true,
    answerId: known?.id ?? newId(),
    value: last.value,
    ...comment,
  }
  return edit({ kind: 'answers', answers: [{ ...given, ...(last.status ? { status: last.status } : {}) }] })
}

/** The answer of the last visit, in words. */
export function lastInWords(question: Question, last: LastVisit): string | undefined {
  if (isMeasured(question)) return last.value
  return standardAnswers(question).find(({ id }) => id === last.answerId)?.value ?? last.value
}

/** The answer that "all good" gives, if it applies (D4). */
export function findAllGood(question: Question): Answer | undefined {
  if (question.visible === false || isAnswered(question) || question.fastAnswer !== true) return undefined
  if (isMeasured(question) || question.answerSigned || question.answerVideoMandatory) return undefined
  if (question.clientSettings?.consent) return undefined
  return standardAnswers(question).find(({ status, videoMandatory }) => status === 'green' && !videoMandatory)
}

export function listAllGood(questions: readonly Question[]): GivenAnswer[] {
  return questions.flatMap((question) => {
    const good = findAllGood(question)
    return good ? [toGiven(question, good)] : []
  })
}

/** Undoes "all good" for answers nobody has changed since. */
export function undoAllGood(given: readonly GivenAnswer[], questions: readonly Question[]): Change[] {
  const byId = new Map(questions.map((question) => [question.id, question]))
  return given.flatMap(({ questionId, answerId }) => {
    const question = byId.get(questionId)
    const isStill = question && selectedAnswers(question).some(({ id }) => id === answerId)
    return isStill
      ? [edit({ kind: 'clear', questionId, ...(answerId === undefined ? {} : { answerId }) })]
      : []
  })
}

/** Answers suggested by the template or the last visit; nobody has confirmed them (D4). */
export function isProposed(question: Question, answer: Answer, last: LastVisit | undefined): boolean {
  if (isAnswered(question)) return false
  if (question.stickyAnswers && last) return answer.id === last.answerId
  return answer.default === true
}

/** Whether the app asks for a photo for the current selection. For a walk around the car see `listExpectingPhotos`. */
export function expectsPhoto(question: Question): boolean {
  const { photoExpected, photoExpectedOn = [] } = question.clientSettings ?? {}
  if (!isAnswered(question)) return false
  if (photoExpected) return true
  return selectedAnswers(question).some(
    ({ status }) => status !== undefined && photoExpectedOn.includes(status),
  )
}

/** Whether the list moves on after this answer. After a finding it stays: photo, phrase and package come next, here. */
export function leadsOn(question: Question, { selected, status }: Answer): boolean {
  if (selected || question.multipleValueAnswer) return false
  const isPhotoNext = question.clientSettings?.photoExpected && question.photosAllowed !== false
  if (isPhotoNext && !question.photos?.length) return false
  return status !== 'amber' && status !== 'red'
}

/** Which questions measured in one go still need a photo. One picture can show four good tyres; each finding needs its own. */
export function listExpectingPhotos(
  questions: readonly Question[],
  countOf: (question: Question) => number,
): Question[] {
  const expecting = questions.filter(expectsPhoto)
  const findings = expecting.filter((question) => statusOf(question) !== 'green')
  if (findings.length > 0) return findings.filter((question) => countOf(question) === 0)
  const isComplete = questions.every(isAnswered)
  return isComplete && questions.every((question) => countOf(question) === 0) ? expecting.slice(0, 1) : []
}
