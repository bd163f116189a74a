// Measured values over the visits of a vehicle, and what was read on its tyres. Pure.
import type {
  MeasuredBand,
  MeasuredReading,
  MeasuredSeries,
  TyreReading,
} from '@walkaround/contract/dms/vehicle-history.ts'
import { toNumber } from '@walkaround/contract/rules/bands.ts'
import { worstStatus } from '@walkaround/contract/rules/counted-findings.ts'
import { placeAtWheels } from '@walkaround/contract/rules/wheels.ts'
import type { TemplateQuestion } from '@walkaround/contract/template-document.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import type { TyreOfSurvey } from '../surveys/rows.ts'
import { toShownId } from '../templates/rules.ts'
import { mileageFields, type Visit } from './visits.ts'

/** The same question in all versions of a template. */
interface Place {
  templateId: string
  question: TemplateQuestion
}

/** Finds a question of any visit in its newest words. Visits come newest first. */
export function questionsOf(clientId: string, visits: readonly Visit[], isForOwner = false) {
  const known = new Map<string, Place>()
  for (const { template } of visits) {
    const templateId = toShownId(clientId, template)
    for (const [id, question] of template.questions) {
      const key = JSON.stringify([templateId, id])
      if (known.has(key)) continue
      const text = (isForOwner ? question.customerText : undefined) ?? question.text
      known.set(key, { templateId, question: { ...question, text } })
    }
  }
  return {
    find: (templateId: string, questionId: string): Place | undefined =>
      known.get(JSON.stringify([templateId, questionId])),
    all: () => known.values(),
  }
}

export type Questions = ReturnType<typeof questionsOf>

export const wheelsOf = (question: TemplateQuestion | undefined) => {
  const place = question && placeAtWheels(question)
  return place ? { part: place.part, wheels: [...place.wheels] } : {}
}

/** A number that is measured, and no mileage: that belongs to the visit. */
const isMeasured = ({ clientSettings }: TemplateQuestion): boolean =>
  clientSettings?.printAs !== 'mileage' &&
  (clientSettings?.bounds !== undefined || clientSettings?.unit !== undefined)

export function toMeasured(
  clientId: string,
  visits: readonly Visit[],
  questions: Questions,
): MeasuredSeries[] {
  const oldestFirst = visits.toSorted((one, other) => one.at.localeCompare(other.at))
  return [...questions.all()]
    .filter(({ question }) => isMeasured(question))
    .flatMap(({ templateId, question }): MeasuredSeries[] => {
      const readings = oldestFirst.flatMap((visit) =>
        toShownId(clientId, visit.template) === templateId ? (readAt(visit, question.id) ?? []) : [],
      )
      if (readings.length === 0) return []
      const { unit, bounds, legalMin, legalMax } = question.clientSettings ?? {}
      return [
        {
          templateId,
          questionId: question.id,
          text: question.text,
          readings,
          ...(unit === undefined ? {} : { unit }),
          ...wheelsOf(question),
          ...(bounds === undefined ? {} : { bands: bounds.map(toBand) }),
          ...(legalMin === undefined ? {} : { legalMin }),
          ...(legalMax === undefined ? {} : { legalMax }),
        },
      ]
    })
}

const toBand = ({ answerId: _, ...band }: { answerId: string } & MeasuredBand): MeasuredBand => band

/** Of several values, the one that is judged worst. */
function readAt(visit: Visit, questionId: string): MeasuredReading | undefined {
  const given = (visit.answers.get(questionId) ?? []).filter(({ value }) => toNumber(value) !== undefined)
  const status = worstStatus(given.map((one) => one.status))
  const read = given.find((one) => one.status === status) ?? given[0]
  if (!read) return undefined
  return {
    surveyId: visit.row.id,
    at: visit.at,
    value: Number(read.value),
    ...(read.status === undefined ? {} : { status: read.status }),
    ...mileageFields(visit),
  }
}

export function toTyres(visits: readonly Visit[], rows: readonly TyreOfSurvey[]): TyreReading[] {
  const ofVisit = Map.groupBy(rows, ({ surveyId }) => surveyId)
  return visits.flatMap(({ row, at, template }) =>
    (ofVisit.get(row.id) ?? []).map(({ surveyId, questionId, ...read }) => {
      const { wheels } = wheelsOf(template.questions.get(questionId))
      return { surveyId, at, questionId, ...(wheels ? { wheels } : {}), ...withoutNulls(read) }
    }),
  )
}
