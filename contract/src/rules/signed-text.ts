// The content of an act that a signature confirms, as one text. Tablet and service build it with the same code, so that both decide alike, with
// or without a network, whether a signature still holds (I2). Pure.
import { canonicalJson } from './canonical-json.ts'
import { foldForSearch } from './folding.ts'

/** Answers that have their own place on the act, in the order of the act. */
export const printedFacts = ['mileage', 'energyLevel', 'request', 'belongings', 'handedOver'] as const

interface ActQuestion {
  readonly id: string
  readonly answerSigned?: boolean
  readonly answerCategory?: string
  readonly clientSettings?: {
    readonly printAs?: unknown
    readonly consent?: unknown
    readonly damageMap?: unknown
    readonly bounds?: unknown
  }
}

interface ActAnswer {
  readonly id?: string
  readonly custom?: boolean
  readonly selected?: boolean
  readonly value?: string
  readonly unitOfMeasurement?: string
}

interface ActMark {
  readonly kind: string
  readonly x: number
  readonly y: number
  readonly size?: string
  /** The remark that is printed. */
  readonly comment?: string
}

interface SignedFacts {
  /** What the act contains besides answers and marks: language, template, vehicle, work, sum, terms. */
  readonly act: {
    readonly mileage?: number
    readonly mileageUnit?: string
    readonly request?: string
    readonly [more: string]: unknown
  }
  /** Visible questions with their answers. */
  readonly questions: readonly { readonly question: ActQuestion; readonly answers: readonly ActAnswer[] }[]
  readonly marks: readonly ActMark[]
}

/** How an act names its vehicle. Prefers the plate, so that a VIN added later does not make it another vehicle. */
export const actVehicle = (vehicle: { numberPlate?: string; vin?: string } | undefined): string | undefined =>
  foldForSearch(vehicle?.numberPlate ?? '') || foldForSearch(vehicle?.vin ?? '') || undefined

/** Whether the answer to a question is part of what is signed. */
export function isOnAct({ answerSigned, clientSettings = {} }: Omit<ActQuestion, 'id'>): boolean {
  const { printAs, consent, damageMap } = clientSettings
  return (
    answerSigned === true ||
    consent === true ||
    damageMap === true ||
    printedFacts.some((name) => name === printAs)
  )
}

/**
 * Questions and standard answers are named by their ids: the act names the version of the template, which never changes, and so
 * fixes their words in every language.
 */
export function signedText({ act, questions, marks }: SignedFacts): string {
  const isRead = (place: string) =>
    questions.some(
      ({ question, answers }) =>
        question.clientSettings?.printAs === place && answers.some(({ selected }) => selected === true),
    )
  // The value read at the car is printed, else the one of the order.
  const { mileage, mileageUnit, request, ...rest } = act
  return canonicalJson({
    act: {
      ...rest,
      ...(isRead('mileage') ? {} : { mileage, mileageUnit }),
      ...(isRead('request') ? {} : { request }),
    },
    answers: questions
      .filter(({ question }) => isOnAct(question))
      .map(({ question, answers }) => ({ questionId: question.id, given: givenOf(question, answers) }))
      .filter(({ given }) => given.length > 0)
      .toSorted((a, b) => (a.questionId < b.questionId ? -1 : 1)),
    marks: marks.map(markText).toSorted(),
  })
}

function givenOf(question: ActQuestion, answers: readonly ActAnswer[]): object[] {
  const isMeasured = question.answerCategory === 'length' || question.clientSettings?.bounds !== undefined
  return answers
    .filter(({ selected }) => selected === true)
    .map(({ id, custom, value, unitOfMeasurement }) => {
      const entered = custom === true || isMeasured
      return {
        ...(custom === true ? {} : { answerId: id }),
        ...(entered && value !== undefined ? { value: isMeasured ? plainNumber(value) : value.trim() } : {}),
        ...(entered && unitOfMeasurement !== undefined ? { unit: unitOfMeasurement } : {}),
      }
    })
    .toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1))
}

/** 048 213.0 and 48213 are one reading. */
function plainNumber(value: string): string {
  const number = Number(value.trim())
  return value.trim() !== '' && Number.isFinite(number) ? String(number) : value.trim()
}

const tenths = (value: number) => Math.round(value * 10) / 10

/** The panel follows from the place. */
const markText = ({ kind, x, y, size, comment }: ActMark): string =>
  canonicalJson({
    kind,
    x: tenths(x),
    y: tenths(y),
    ...(size === undefined ? {} : { size }),
    ...(comment?.trim() ? { remark: comment.trim() } : {}),
  })

export interface GivenSignature {
  /** The text that was signed; signatures made before texts were kept have none. */
  readonly shown?: string
  /** Signed before texts were kept, in an inspection that was already completed then. */
  readonly isAccepted?: boolean
}

/** Whether the act still says what was signed. Otherwise it was signed before a change, and asks for a new signature. */
export const signatureHolds = (
  { shown, isAccepted }: GivenSignature,
  now: { readonly text: string; readonly isDone: boolean },
): boolean => (shown === undefined ? isAccepted === true && now.isDone : shown === now.text)
