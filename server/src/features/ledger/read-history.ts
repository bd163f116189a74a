// Reads the history of vehicles from the database, and grades their answers by the templates.
import { isFinding, worstStatus } from '@walkaround/contract/rules/counted-findings.ts'
import { getTemplateVersion, type TemplateVersion } from '../templates/versions.ts'
import type { Closing, Decision, History, Offer, OrderLine, Reading, Visit } from './model.ts'
import { type Asked, type Reader, readSources, type Touched } from './sources-store.ts'

interface ReadHistory {
  histories: readonly History[]
  isAsked: (questionId: string) => boolean
  /** Undefined: all. */
  questionIds: readonly string[] | undefined
}

type VisitTuple = [
  string,
  string,
  string | null,
  string | null,
  string,
  string,
  number,
  number,
  number,
  boolean,
  string[] | null,
]
type AnswerTuple = [
  string,
  string,
  string,
  Reading['grade'] | null,
  string | null,
  string | null,
  string | null,
  string,
]
type OfferTuple = [string, string, Offer['category'], string, string, string[], ...(string | null)[]]
type LineTuple = [
  string,
  number,
  string | null,
  string | null,
  string | null,
  string | null,
  boolean,
  boolean,
  string | null,
  string | null,
  number,
  string,
]
type ClosingTuple = [string, string, string, string, string, string, number]

interface FoundVisit extends Visit {
  key: string
  /** Questions that were not visible when it was completed. */
  hidden: ReadonlySet<string>
}

/** The vehicles of what was touched, once the caller has locked them. */
export async function readHistories(scope: Reader, touched: Touched, asked: Asked): Promise<ReadHistory> {
  const row = await readSources(scope, touched, asked)
  const parse = <T>(text: string | undefined) => JSON.parse(text ?? '[]') as T[]
  const visits = parse<VisitTuple>(row?.visits).map(toVisit)
  const visitOf = new Map(visits.map((visit) => [visit.surveyId, visit]))
  const templates = new Map<string, TemplateVersion>()
  for (const { template } of visits) {
    const key = JSON.stringify(template)
    if (!templates.has(key)) templates.set(key, await getTemplateVersion(scope.db, template))
  }
  const readings = [
    ...Map.groupBy(parse<AnswerTuple>(row?.answers), ([surveyId, questionId]) =>
      JSON.stringify([surveyId, questionId]),
    ).values(),
  ].flatMap((answers): Reading[] => {
    const visit = visitOf.get(answers[0]?.[0] ?? '')
    const template = visit && templates.get(JSON.stringify(visit.template))
    const reading = visit && template && toReading(answers, visit, template)
    return reading ? [reading] : []
  })
  const keyOf = (surveyId: string) => visitOf.get(surveyId)?.key
  const offers = parse<OfferTuple>(row?.offers).map(toOffer)
  const lines = parse<LineTuple>(row?.lines).map(toLine)
  const keyOfOrder = new Map(visits.map(({ orderId, key }) => [orderId, key]))
  const closings = parse<ClosingTuple>(row?.closings)
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
      closings: closings.flatMap((one) => (one[0] === vehicleKey ? [toClosing(one)] : [])),
    })),
  }
}

const toVisit = ([
  surveyId,
  key,
  orderId,
  branchId,
  masterClientId,
  templateId,
  version,
  cameUs,
  madeUs,
  isApart,
  hidden,
]: VisitTuple): FoundVisit => ({
  surveyId,
  key,
  orderId,
  branchId,
  template: { masterClientId, templateId, version },
  cameUs,
  madeUs,
  isApart,
  hidden: new Set(hidden ?? []),
})

/** Undefined if nothing was graded, or the question is none about the car. */
function toReading(
  answers: readonly AnswerTuple[],
  { hidden }: FoundVisit,
  template: TemplateVersion,
): Reading | undefined {
  const [surveyId, questionId] = answers[0] as AnswerTuple
  const question = template.questions.get(questionId)
  if (!question || !isFinding(question) || hidden.has(questionId)) return undefined
  const standard = template.answers.get(questionId)
  const graded = answers.map(([, , id, status, value, unit, by, at]) => ({
    id,
    grade: status ?? standard?.get(id)?.status,
    value,
    unit: unit ?? (value === null ? null : (standard?.get(id)?.unitOfMeasurement ?? null)),
    by,
    at,
  }))
  const grade = worstStatus(graded.map((one) => one.grade))
  const deciding = graded.find((one) => one.grade === grade)
  if (grade === undefined || !deciding) return undefined
  const { value, unit, by, at } = deciding
  return { surveyId, questionId, grade, value, unit, by, at, answerIds: graded.map(({ id }) => id) }
}

function toOffer([surveyId, quoteId, category, questionId, answerId, covers, ...rest]: OfferTuple): Offer {
  const [packageId = null, variantId = null, currency = null, exVat = null, incVat = null, ...decided] = rest
  const [
    approvedExVat = null,
    approvedIncVat = null,
    decision = null,
    medium = null,
    reasonCode = null,
    ...times
  ] = decided
  const [deferredTo = null, decidedAt = null, decidedBy = null, at] = times
  return {
    surveyId,
    quoteId,
    category,
    questionId,
    answerId,
    covers: covers.filter((id) => id !== questionId),
    packageId,
    variantId,
    currency,
    exVat,
    incVat,
    approvedExVat,
    approvedIncVat,
    decision: decision as Decision | null,
    medium,
    reasonCode,
    deferredTo,
    decidedAt,
    decidedBy,
    at: at as string,
  }
}

const toLine = ([
  orderId,
  position,
  surveyId,
  answerId,
  packageId,
  variantId,
  isSold,
  isRejected,
  soldExVat,
  soldIncVat,
  cameUs,
  at,
]: LineTuple): OrderLine => ({
  orderId,
  position,
  surveyId,
  answerId,
  packageId,
  variantId,
  isSold,
  isRejected,
  soldExVat,
  soldIncVat,
  cameUs,
  at,
})

const toClosing = ([, id, masterClientId, templateId, questionId, at, atUs]: ClosingTuple): Closing => ({
  id,
  masterClientId,
  templateId,
  questionId,
  at,
  atUs,
})
