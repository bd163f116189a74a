// Reads the history of vehicles from the database, and grades their answers by the templates.
import { isFinding, worstStatus } from '@walkaround/contract/rules/counted-findings.ts'
import { getTemplateVersion, type TemplateVersion } from '../templates/versions.ts'
import type { Closing, History, Offer, OrderLine, Reading, Visit } from './model.ts'
import { type Asked, type Reader, readSources, type Touched } from './sources-store.ts'

interface ReadHistory {
  histories: readonly History[]
  isAsked: (questionId: string) => boolean
  /** Undefined: all. */
  questionIds: readonly string[] | undefined
}

interface FoundVisit extends Visit {
  /** Of its vehicle. */
  key: string
  /** Questions that were not visible when it was completed. */
  hidden: readonly string[]
}

/** A selected answer. */
interface FoundAnswer extends Pick<Reading, 'surveyId' | 'questionId' | 'value' | 'unit' | 'by' | 'at'> {
  id: string
  status: Reading['grade'] | null
}

type FoundClosing = Closing & { key: string }

/** The vehicles of what was touched, once the caller has locked them. */
export async function readHistories(scope: Reader, touched: Touched, asked: Asked): Promise<ReadHistory> {
  const row = await readSources(scope, touched, asked)
  const parse = <T>(text: string | undefined) => JSON.parse(text ?? '[]') as T[]
  const visits = parse<FoundVisit>(row?.visits)
  const visitOf = new Map(visits.map((visit) => [visit.surveyId, visit]))
  const templates = new Map<string, TemplateVersion>()
  for (const { template } of visits) {
    const key = JSON.stringify(template)
    if (!templates.has(key)) templates.set(key, await getTemplateVersion(scope.db, template))
  }
  const readings = [
    ...Map.groupBy(parse<FoundAnswer>(row?.answers), ({ surveyId, questionId }) =>
      JSON.stringify([surveyId, questionId]),
    ).values(),
  ].flatMap((answers): Reading[] => {
    const visit = visitOf.get(answers[0]?.surveyId ?? '')
    const template = visit && templates.get(JSON.stringify(visit.template))
    const reading = visit && template && toReading(answers, visit, template)
    return reading ? [reading] : []
  })
  const keyOf = (surveyId: string) => visitOf.get(surveyId)?.key
  const offers = parse<Offer>(row?.offers)
  const lines = parse<OrderLine>(row?.lines)
  const keyOfOrder = new Map(visits.map(({ orderId, key }) => [orderId, key]))
  const closings = parse<FoundClosing>(row?.closings)
  const questions = row?.questions == null ? undefined : (JSON.parse(row.questions) as string[])
  const known = questions && new Set(questions)
  return {
    questionIds: questions,
    isAsked: (questionId) => known === undefined || known.has(questionId),
    histories: parse<string>(row?.keys).map((vehicleKey) => ({
      vehicleKey,
      visits: visits.filter(({ key }) => key === vehicleKey),
      readings: readings.filter(({ surveyId }) => keyOf(surveyId) === vehicleKey),
      offers: offers.filter(({ surveyId }) => keyOf(surveyId) === vehicleKey),
      lines: lines.filter(
        ({ surveyId, orderId }) =>
          (surveyId === null ? keyOfOrder.get(orderId) : keyOf(surveyId)) === vehicleKey,
      ),
      closings: closings.filter(({ key }) => key === vehicleKey),
    })),
  }
}

/** Undefined if nothing was graded, or the question is none about the car. */
function toReading(
  answers: readonly FoundAnswer[],
  { hidden }: FoundVisit,
  template: TemplateVersion,
): Reading | undefined {
  const [{ surveyId, questionId }] = answers as [FoundAnswer]
  const question = template.questions.get(questionId)
  if (!question || !isFinding(question) || hidden.includes(questionId)) return undefined
  const standard = template.answers.get(questionId)
  const graded = answers.map((one) => ({ ...one, grade: one.status ?? standard?.get(one.id)?.status }))
  const grade = worstStatus(graded.map((one) => one.grade))
  const deciding = graded.find((one) => one.grade === grade)
  if (grade === undefined || !deciding) return undefined
  const { id, value, by, at } = deciding
  const unit = value === null ? null : (deciding.unit ?? standard?.get(id)?.unitOfMeasurement ?? null)
  return { surveyId, questionId, grade, value, unit, by, at, answerIds: answers.map((one) => one.id) }
}
