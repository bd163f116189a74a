// Reads the history of vehicles from the database, and grades their answers by the templates.
import { isFinding, worstStatus } from '@walkaround/contract/rules/counted-findings.ts'
import { getTemplateVersion, type TemplateVersion } from '../templates/versions.ts'
import type { Closing, History, Offer, OrderLine, Reading, Visit } from './model.ts'
import { type Asked, type Reader, readAnswered, readSources, type Touched } from './sources-store.ts'

interface ReadHistory {
  histories: readonly History[]
  isAsked: (questionId: string) => boolean
  /** Undefined: all. */
  questionIds: readonly string[] | undefined
  /** Closings by hand of surveys whose car has another key now. */
  movedClosings: readonly { id: string; vehicleKey: string }[]
}

interface FoundVisit extends Visit {
  /** Of its vehicle. */
  key: string
  /** Questions that were not visible when it was completed. */
  hidden: readonly string[]
}

/** A selected answer. */
interface FoundAnswer
  extends Pick<Reading, 'surveyId' | 'questionId' | 'value' | 'unit' | 'by' | 'at' | 'atUs'> {
  id: string
  status: Reading['grade'] | null
}

type FoundClosing = Closing & { key: string }

const parse = <T>(text: string | undefined) => JSON.parse(text ?? '[]') as T[]

/** The vehicles of what was touched, once the caller has locked them. */
export async function readHistories(scope: Reader, touched: Touched, asked: Asked): Promise<ReadHistory> {
  const row = await readSources(scope, touched, asked)
  const visits = parse<FoundVisit>(row?.visits)
  const visitOf = new Map(visits.map((visit) => [visit.surveyId, visit]))
  const readings = await gradeAnswers(scope, visits, parse(row?.answers))
  const keyOf = (surveyId: string) => visitOf.get(surveyId)?.key
  const offers = parse<Offer>(row?.offers)
  const lines = parse<OrderLine>(row?.lines)
  const keyOfOrder = new Map(visits.map(({ orderId, key }) => [orderId, key]))
  const closings = parse<FoundClosing>(row?.closings).map((one) => ({
    ...one,
    was: one.key,
    key: keyOf(surveyOfClosing(one)) ?? one.key,
  }))
  const questions = row?.questions == null ? undefined : (JSON.parse(row.questions) as string[])
  const known = questions && new Set(questions)
  return {
    questionIds: questions,
    movedClosings: closings.flatMap(({ id, was, key }) => (key === was ? [] : [{ id, vehicleKey: key }])),
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

/** As `rows.ts` names closings. */
const surveyOfClosing = ({ id }: FoundClosing): string => (JSON.parse(id) as [string])[0]

/** What follows from answers to some questions of a survey, as far as it can be known without the rest of the vehicle's history. */
type AfterAnswers =
  /** No finding of these questions was known, and none is. */
  | 'nothing'
  /** What was offered, sold or closed by hand must be read. */
  | 'more'
  /** This is all there is about them. */
  | History

/** Once the caller has locked the vehicle. */
export async function readAfterAnswers(
  scope: Reader,
  surveyId: string,
  questionIds: readonly string[],
): Promise<AfterAnswers> {
  const row = await readAnswered(scope, surveyId, questionIds)
  const visits = parse<FoundVisit>(row?.visits)
  const [first] = visits
  if (!row || !first) return 'more'
  const readings = await gradeAnswers(scope, visits, parse(row.answers))
  if (!row.isKnown && readings.every(({ grade }) => grade === 'green')) return 'nothing'
  if (row.isFollowed) return 'more'
  return { vehicleKey: first.key, visits, readings, offers: [], lines: [], closings: [] }
}

/** What each question says at each visit. */
async function gradeAnswers(
  scope: Reader,
  visits: readonly FoundVisit[],
  answers: readonly FoundAnswer[],
): Promise<Reading[]> {
  const visitOf = new Map(visits.map((visit) => [visit.surveyId, visit]))
  const templates = new Map<string, TemplateVersion>()
  const nameOf = ({ template }: FoundVisit) => JSON.stringify(template)
  for (const visit of visits) {
    if (!templates.has(nameOf(visit)))
      templates.set(nameOf(visit), await getTemplateVersion(scope.db, visit.template))
  }
  const ofQuestions = Map.groupBy(answers, ({ surveyId, questionId }) =>
    JSON.stringify([surveyId, questionId]),
  )
  return [...ofQuestions.values()].flatMap((given): Reading[] => {
    const visit = visitOf.get(given[0]?.surveyId ?? '')
    const template = visit && templates.get(nameOf(visit))
    const reading = visit && template && toReading(given, visit, template)
    return reading ? [reading] : []
  })
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
  const { id, value, by, at, atUs } = deciding
  const unit = value === null ? null : (deciding.unit ?? standard?.get(id)?.unitOfMeasurement ?? null)
  return { surveyId, questionId, grade, value, unit, by, at, atUs, answerIds: answers.map((one) => one.id) }
}
