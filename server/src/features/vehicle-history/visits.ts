// A visit as it is stored, with its template, what it showed and what was answered; and as the history shows it. Pure.
import type { VehicleVisit } from '@walkaround/contract/dms/vehicle-history.ts'
import { isFinding, worstStatus } from '@walkaround/contract/rules/counted-findings.ts'
import { isIsoDate, toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import { type GivenAnswers, toGivenAnswers } from '../surveys/compose.ts'
import { isSamePartner } from '../surveys/contacts.ts'
import { visibilityNow } from '../surveys/frozen.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { readMileage } from '../surveys/last-visit.ts'
import type { TemplateVersion } from '../templates/versions.ts'
import { type Mileage, recordedMileage } from '../vehicles/mileage.ts'
import type { VisitRow } from './store.ts'

export interface Visit {
  row: VisitRow
  header: SurveyHeader
  template: TemplateVersion
  /** What was answered to questions that the survey shows. */
  answers: GivenAnswers
  /** ISO instant. */
  at: string
  mileage: Mileage | undefined
}

export function toVisit(row: VisitRow, template: TemplateVersion, timeZone: string): Visit {
  const header = row.header === null ? {} : (JSON.parse(row.header) as SurveyHeader)
  const answers = shownAnswers(row, header, template)
  const { plannedStartTimestamp: planned } = header
  const plannedAt = planned !== undefined && isIsoDate(planned) ? toInstant(planned, timeZone) : undefined
  const at = (row.completedAt ?? plannedAt ?? row.createdAt).toISOString()
  return {
    row,
    header,
    template,
    answers,
    at,
    mileage: mileageAt(template, answers) ?? recordedMileage(header.vehicle),
  }
}

function shownAnswers(row: VisitRow, header: SurveyHeader, template: TemplateVersion): GivenAnswers {
  const all = toGivenAnswers(row.answers)
  const hidden = row.hidden === null ? undefined : new Set(JSON.parse(row.hidden) as string[])
  const isVisible = visibilityNow(template, header.vehicle, all)
  return new Map(
    [...all].filter(([id]) => {
      const question = template.questions.get(id)
      return question !== undefined && (hidden ? !hidden.has(id) : isVisible(question))
    }),
  )
}

const mileageAt = (template: TemplateVersion, answers: GivenAnswers): Mileage | undefined =>
  readMileage(
    template,
    [...answers].flatMap(([questionId, given]) => given.map((one) => ({ ...one, questionId }))),
  )

/** The fields of a reading or visit about its mileage. */
export const mileageFields = ({ mileage }: Visit) =>
  mileage === undefined ? {} : { mileage: mileage.value, mileageUnit: mileage.unit }

export const isOfCustomer = (visit: Visit, newest: Visit): boolean =>
  visit === newest || isSamePartner(visit.header.customer, newest.header.customer)

/** Without telephone and address. */
const toNamed = ({ id, firstName, middleName, lastName }: Person): Person =>
  Object.fromEntries(
    Object.entries({ id, firstName, middleName, lastName }).filter(([, value]) => value !== undefined),
  )

export function toShownVisit(visit: Visit, newest: Visit): VehicleVisit {
  const { row, header, template, answers, at } = visit
  const counts = { red: 0, amber: 0, green: 0 }
  for (const [id, given] of answers) {
    const question = template.questions.get(id)
    const worst = question && isFinding(question) ? worstStatus(given.map(({ status }) => status)) : undefined
    if (worst) counts[worst] += 1
  }
  // A car whose customer nobody named is still the same customer's.
  const hasOther = newest.header.customer !== undefined && header.customer !== undefined
  return {
    surveyId: row.id,
    surveyType: row.surveyType,
    text: template.document.text,
    at,
    completed: row.completed,
    closed: row.closed,
    ...counts,
    ...(row.orderId === null ? {} : { orderId: row.orderId }),
    ...(row.leadId === null ? {} : { leadId: row.leadId }),
    ...(row.isApart ? { isApart: true } : {}),
    ...(header.branch === undefined ? {} : { branch: header.branch }),
    ...(row.siteName === null ? {} : { siteName: row.siteName }),
    ...mileageFields(visit),
    ...(row.surveyor === null ? {} : { surveyor: toNamed(JSON.parse(row.surveyor)) }),
    ...(hasOther && !isOfCustomer(visit, newest) ? { isFormerCustomer: true } : {}),
  }
}
