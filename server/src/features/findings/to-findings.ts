// What was found, in the customer's words: sections with their visible questions and selected answers, and separately what an act
// shows elsewhere (mileage, energy, belongings, consents). Pure.
import type { Grade } from '@walkaround/contract/owner-page.ts'
import { isFinding } from '@walkaround/contract/rules/counted-findings.ts'
import type { TyreDetails } from '@walkaround/contract/rules/tyres.ts'
import { placeAtWheels } from '@walkaround/contract/rules/wheels.ts'
import type { TemplateElement, TemplateQuestion } from '@walkaround/contract/template-document.ts'
import type { PhotoRow } from '../photos/read-photos.ts'
import type { LoadedSurvey } from '../surveys/load-survey.ts'
import type { Mileage } from '../vehicles/mileage.ts'
import type { CustomerWords } from './customer-words.ts'
import type { Belongings, FoundAnswer, FoundQuestion, FoundSection, Limit } from './model.ts'

export interface Findings {
  sections: FoundSection[]
  mileage?: Mileage
  /** As answered; `share` (0–1) if the answers are steps of a gauge. */
  energyLevel?: { text: string; share?: number }
  request?: string
  belongings?: Belongings
  consents: { text: string; answer: string }[]
  /** Photos of questions whose answer is shown in a separate place. */
  photos: { ref: string; caption: string }[]
  /** Somebody answered the question the damage drawing belongs to. */
  isBodyChecked: boolean
}

type Survey = Pick<LoadedSurvey, 'template' | 'answers' | 'isVisible'>
type Photo = Pick<PhotoRow, 'id' | 'questionId' | 'answerId'>

export function toFindings(
  { template, answers, isVisible }: Survey,
  photos: readonly Photo[],
  words: CustomerWords,
  tyres: ReadonlyMap<string, TyreDetails> = new Map(),
): Findings {
  const findings: Findings = { sections: [], consents: [], photos: [], isBodyChecked: false }
  const photosOf = Map.groupBy(photos, ({ questionId }) => questionId)
  const walk = (elements: readonly TemplateElement[], text: string) => {
    const questions: FoundQuestion[] = []
    for (const element of elements) {
      if (element.category === 'section') walk(element.contents, element.text ?? text)
      if (element.category !== 'question' || element.visible === false || !isVisible(element)) continue
      const given = answers.get(element.id) ?? []
      const tyre = tyres.get(element.id)
      const question = {
        ...toQuestion(element, given, photosOf.get(element.id) ?? [], words),
        ...(tyre && { tyre }),
      }
      if (!hasOwnPlace(findings, element, question)) questions.push(question)
    }
    if (questions.length > 0) findings.sections.push({ text, questions })
  }
  walk(template.document.contents, '')
  return findings
}

/**
 * An unanswered question is listed among the points; an answered one only in its own place, with its photos. Consents of the
 * customer are never points of the inspection.
 */
function hasOwnPlace(findings: Findings, element: TemplateQuestion, question: FoundQuestion): boolean {
  const { damageMap, consent } = element.clientSettings ?? {}
  const isAnswered = question.answers.length > 0
  if (damageMap && isAnswered) findings.isBodyChecked = true
  if ((!isAnswered && !consent) || !placeApart(findings, element, question)) return false
  const refs = [question, ...question.answers].flatMap((one) => one.photos ?? [])
  findings.photos.push(...refs.map((ref) => ({ ref, caption: question.text })))
  return true
}

type Given = NonNullable<ReturnType<LoadedSurvey['answers']['get']>>[number]

function toQuestion(
  question: TemplateQuestion,
  given: readonly Given[],
  photos: readonly Photo[],
  words: CustomerWords,
): FoundQuestion {
  const at = placeAtWheels(question)
  const photosAt = (answer: string | null) =>
    photos.filter(({ answerId }) => answerId === answer).map(({ id }) => id)
  return {
    ref: question.id,
    text: words.title(question),
    answers: given
      .filter(({ selected }) => selected)
      .map((answer) => ({ ...toAnswer(question, answer, words), photos: photosAt(answer.id) })),
    photos: photosAt(null),
    isAside: !isFinding(question),
    ...(at && { at }),
  }
}

/** Without the comment, which is for the workshop and not for customers. */
function toAnswer(question: TemplateQuestion, answer: Given, words: CustomerWords): FoundAnswer {
  const standard = question.answers?.find(({ id }) => id === answer.id)
  const { bounds, unit } = question.clientSettings ?? {}
  const number =
    bounds !== undefined || question.answerCategory === 'length' ? Number(answer.value) : Number.NaN
  const isMeasured = Number.isFinite(number)
  const text = isMeasured ? standard?.value : (answer.value ?? standard?.value)
  return {
    status: (answer.status ?? standard?.status) as Grade | undefined,
    text: text === undefined ? undefined : words.answer(question, answer.id, text),
    ...(isMeasured && {
      value: number,
      unit: answer.unitOfMeasurement ?? (unit as string | undefined),
      limit: limitOf(question),
    }),
  }
}

type Bound = { lt?: number; lte?: number; status: Grade }

function limitOf({ clientSettings = {} }: TemplateQuestion): Limit | undefined {
  const { bounds, min, max, legalMin, legalMax } = clientSettings as Omit<Limit, 'bands'> & {
    bounds?: Bound[]
  }
  return (
    bounds && {
      bands: bounds.map(({ lt, lte, status }) => ({ status, below: lt, upTo: lte })),
      min,
      max,
      legalMin,
      legalMax,
    }
  )
}

const wordsOf = ({ text, value }: FoundAnswer) => text ?? value?.toString() ?? ''

/** True if the answer is printed in a separate place. */
function placeApart(
  findings: Findings,
  element: TemplateQuestion,
  { text, answers }: FoundQuestion,
): boolean {
  const [first] = answers
  const settings = element.clientSettings ?? {}
  if (settings.consent) {
    findings.consents.push({ text, answer: answers.map(wordsOf).join('; ') })
    return true
  }
  switch (settings.printAs) {
    case 'mileage':
      if (first?.value === undefined) return false
      findings.mileage = { value: first.value, unit: first.unit === 'mi' ? 'mi' : 'km' }
      return true
    case 'energyLevel': {
      const standard = element.answers ?? []
      const at = standard.findIndex(({ value }) => value === first?.text)
      findings.energyLevel = {
        text: answers.map(wordsOf).join('; '),
        share: at >= 0 && standard.length > 1 ? at / (standard.length - 1) : undefined,
      }
      return true
    }
    case 'request':
      findings.request = answers.map(wordsOf).join('\n')
      return true
    case 'belongings':
      findings.belongings = { ...findings.belongings, left: answers.map(wordsOf).join('; ') }
      return true
    case 'handedOver':
      findings.belongings = { ...findings.belongings, handedOver: answers.map(wordsOf) }
      return true
    default:
      return false
  }
}
