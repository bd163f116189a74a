// What was found, as forms print it: sections with their visible questions and selected answers, and apart from them
// what an act says elsewhere (mileage, energy, belongings, consents). Pure.
import { isFinding } from '@walkaround/contract/rules/counted-findings.ts'
import type { TemplateElement, TemplateQuestion } from '@walkaround/contract/template-document.ts'
import type { LoadedSurvey } from '../surveys/load-survey.ts'
import type { CustomerWords } from './customer-words.ts'
import type {
  FormAnswer,
  FormBelongings,
  FormLimit,
  FormQuestion,
  FormSection,
  FormVehicle,
} from './model.ts'

export interface Findings {
  sections: FormSection[]
  mileage?: Pick<FormVehicle, 'mileage' | 'mileageUnit'>
  energyLevel?: FormVehicle['energyLevel']
  request?: string
  belongings?: FormBelongings
  consents: { text: string; answer: string }[]
  /** Of questions whose answer is printed in a place of its own. */
  photos: { ref: string; caption: string }[]
  /** Somebody answered the question the damage drawing belongs to. */
  isBodyChecked: boolean
}

/** Photo ids by question, and within it by answer; '' for those of the question itself. */
export type PhotoIds = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

type Survey = Pick<LoadedSurvey, 'template' | 'answers' | 'isVisible'>

export function toFindings(
  { template, answers, isVisible }: Survey,
  photos: PhotoIds,
  words: CustomerWords,
): Findings {
  const findings: Findings = { sections: [], consents: [], photos: [], isBodyChecked: false }
  const walk = (elements: readonly TemplateElement[], text: string) => {
    const questions: FormQuestion[] = []
    for (const element of elements) {
      if (element.category === 'section') {
        walk(element.contents, element.text ?? text)
      } else if (element.category === 'question' && element.visible !== false && isVisible(element)) {
        const question = toQuestion(element, answers.get(element.id) ?? [], photos.get(element.id), words)
        if (element.clientSettings?.damageMap && question.answers.length > 0) findings.isBodyChecked = true
        // What was not answered is said among the points; what was, on its own place only. What the customer agrees
        // to is no point of the inspection either way.
        const isPoint = question.answers.length === 0 && !element.clientSettings?.consent
        if (isPoint || !placeApart(findings, element, question)) {
          questions.push(question)
        } else {
          findings.photos.push(...photosOf(question))
        }
      }
    }
    if (questions.length > 0) findings.sections.push({ text, questions })
  }
  walk(template.document.contents, '')
  return findings
}

const photosOf = ({ text, photos = [], answers }: FormQuestion) =>
  [...photos, ...answers.flatMap((answer) => answer.photos ?? [])].map((ref) => ({ ref, caption: text }))

type Given = NonNullable<ReturnType<LoadedSurvey['answers']['get']>>[number]

function toQuestion(
  question: TemplateQuestion,
  given: readonly Given[],
  photos: ReadonlyMap<string, readonly string[]> | undefined,
  words: CustomerWords,
): FormQuestion {
  const own = photos?.get('') ?? []
  return {
    ref: question.id,
    text: words.title(question.text ?? question.id),
    answers: given
      .filter(({ selected }) => selected)
      .map((answer) => toAnswer(question, answer, photos?.get(answer.id) ?? [], words)),
    ...(own.length > 0 ? { photos: own } : {}),
    ...(isFinding(question) ? {} : { isAside: true as const }),
  }
}

/** Without the comment, which is the workshop's own and no customer's. */
function toAnswer(
  question: TemplateQuestion,
  answer: Given,
  photos: readonly string[],
  words: CustomerWords,
): FormAnswer {
  const standard = question.answers?.find(({ id }) => id === answer.id)
  const { bounds } = question.clientSettings ?? {}
  const isMeasured =
    answer.value !== undefined && (bounds !== undefined || question.answerCategory === 'length')
  const number = isMeasured ? Number(answer.value) : Number.NaN
  const status = (answer.status ?? standard?.status) as FormAnswer['status']
  const text = Number.isFinite(number) ? standard?.value : (answer.value ?? standard?.value)
  const unit = answer.unitOfMeasurement ?? (question.clientSettings?.unit as string | undefined)
  const limit = limitOf(question)
  return {
    ...(status === undefined ? {} : { status }),
    ...(text === undefined ? {} : { text: words.answer(text) }),
    ...(Number.isFinite(number) ? { value: number, ...(unit === undefined ? {} : { unit }) } : {}),
    ...(Number.isFinite(number) && limit ? { limit } : {}),
    ...(photos.length > 0 ? { photos } : {}),
  }
}

type Bound = { lt?: number; lte?: number; status: 'red' | 'amber' | 'green' }

function limitOf({ clientSettings = {} }: TemplateQuestion): FormLimit | undefined {
  const { bounds, min, max, legalMin, legalMax } = clientSettings as {
    bounds?: Bound[]
    [name: string]: unknown
  }
  if (!bounds) return undefined
  const limits = { min, max, legalMin, legalMax } as Record<string, number | undefined>
  return {
    bands: bounds.map(({ lt, lte, status }) => ({
      status,
      ...(lt === undefined ? {} : { below: lt }),
      ...(lte === undefined ? {} : { upTo: lte }),
    })),
    ...Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
  }
}

const wordsOf = ({ text, value }: FormAnswer) => text ?? value?.toString() ?? ''

/** True when the answer is printed in a place of its own. */
function placeApart(findings: Findings, element: TemplateQuestion, { text, answers }: FormQuestion): boolean {
  const [first] = answers
  const settings = element.clientSettings ?? {}
  if (settings.consent) {
    findings.consents.push({ text, answer: answers.map(wordsOf).join('; ') })
    return true
  }
  switch (settings.printAs) {
    case 'mileage':
      if (first?.value === undefined) return false
      findings.mileage = { mileage: first.value, mileageUnit: first.unit === 'mi' ? 'mi' : 'km' }
      return true
    case 'energyLevel': {
      const standard = element.answers ?? []
      const at = standard.findIndex(({ value }) => value === first?.text)
      findings.energyLevel = {
        text: answers.map(wordsOf).join('; '),
        ...(at >= 0 && standard.length > 1 ? { share: at / (standard.length - 1) } : {}),
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
