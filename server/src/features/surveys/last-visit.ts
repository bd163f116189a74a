// What was found at the last visit of the same vehicle, for the technician and for the owner.
import type { LastVisit } from '@walkaround/contract/app/board.ts'
import { toNumber } from '@walkaround/contract/rules/bands.ts'
import type { Scope } from '../../scope.ts'
import { getTemplateVersion, inLanguage, type TemplateVersion } from '../templates/versions.ts'
import { vehicleKeys } from '../vehicles/keys.ts'
import { type Mileage, recordedMileage } from '../vehicles/mileage.ts'
import { isSamePartner } from './contacts.ts'
import type { SurveyHeader } from './header.ts'
import * as store from './last-visit-store.ts'
import type { LoadedSurvey } from './load-survey.ts'

interface Visit {
  /** ISO instant. */
  at: string
  answers: LastVisit[]
  /** As read then, otherwise as the order had it. */
  mileage: Mileage | undefined
  /** The customer is who it is now: a car may have been sold meanwhile. */
  isSameCustomer: boolean
}

/** The template of that visit says what its standard answers mean, in the reader's language, otherwise the client's. */
export async function findLastVisit(
  scope: Scope,
  { row, header, template }: LoadedSurvey,
  language = scope.client.language,
): Promise<Visit | undefined> {
  const keys = vehicleKeys(header.vehicle)
  if (keys.length === 0) return undefined
  const visit = await store.findLastVisit(scope, {
    surveyId: row.id,
    surveyType: row.surveyType,
    orderId: row.orderId,
    vehicleKeys: keys,
    questionIds: [...template.questions.keys()],
  })
  if (!visit) return undefined
  const then = inLanguage(
    await getTemplateVersion(scope.db, {
      masterClientId: visit.masterClientId,
      templateId: visit.templateId,
      version: visit.templateVersion,
    }),
    language,
  )
  const at = visit.at.toISOString()
  const answers = (JSON.parse(visit.answers) as store.VisitAnswer[]).map(
    ([questionId, answerId, custom, value, unitOfMeasurement, status, comment]) => {
      const standard = custom ? undefined : then.answers.get(questionId)?.get(answerId)
      const shown = {
        value: value ?? standard?.value,
        unitOfMeasurement: unitOfMeasurement ?? undefined,
        status: status ?? standard?.status,
        comment: comment ?? undefined,
      }
      const given = Object.fromEntries(Object.entries(shown).filter(([, one]) => one !== undefined))
      return { questionId, surveyId: visit.id, at, answerId, ...given }
    },
  )
  const former = visit.header === null ? undefined : (JSON.parse(visit.header) as SurveyHeader)
  const mileage = readMileage(then, answers) ?? recordedMileage(former?.vehicle)
  return { at, answers, mileage, isSameCustomer: isSamePartner(former?.customer, header.customer) }
}

/** As somebody read it at the car. */
export function readMileage(
  { questions }: TemplateVersion,
  answers: readonly Pick<LastVisit, 'questionId' | 'value' | 'unitOfMeasurement'>[],
): Mileage | undefined {
  for (const { questionId, value, unitOfMeasurement } of answers) {
    const read = toNumber(value)
    if (read !== undefined && questions.get(questionId)?.clientSettings?.printAs === 'mileage')
      return { value: read, unit: unitOfMeasurement === 'mi' ? 'mi' : 'km' }
  }
  return undefined
}
