// What was measured at earlier visits of a survey's vehicle, with date and mileage: from this, and what the survey measured itself,
// contract/src/rules/wear-basis.ts forecasts when a part is due.
import type { WearBasis } from '@walkaround/contract/app/wear.ts'
import { dateIn } from '@walkaround/contract/rules/days.ts'
import { toKm } from '@walkaround/contract/rules/mileage.ts'
import { canWear } from '@walkaround/contract/rules/wear-basis.ts'
import { atSite, type Scope } from '../../scope.ts'
import { getTemplateVersion } from '../templates/versions.ts'
import { vehicleKeys } from '../vehicles/keys.ts'
import { type Mileage, recordedMileage } from '../vehicles/mileage.ts'
import { isSamePartner } from './contacts.ts'
import type { SurveyHeader } from './header.ts'
import { readMileage } from './last-visit.ts'
import type { LoadedSurvey } from './load-survey.ts'
import * as store from './wear-store.ts'

type Visited = Awaited<ReturnType<typeof store.listMeasured>>[number]

interface Wanted {
  /** For an owner: what was measured for another customer of the same car is not theirs to know. */
  isForOwner: boolean
}

/** Undefined if nothing in the survey can wear, or nobody knows which car it is. */
export async function findWear(
  scope: Scope,
  { row, header, template, answers }: LoadedSurvey,
  { isForOwner }: Wanted,
): Promise<WearBasis | undefined> {
  const keys = vehicleKeys(header.vehicle)
  const wearing = new Set([...template.questions.values()].filter(canWear).map(({ id }) => id))
  if (keys.length === 0 || wearing.size === 0) return undefined
  const visited = await store.listMeasured(scope, {
    surveyId: row.id,
    orderId: row.orderId,
    vehicleKeys: keys,
  })
  const read = await mileagesOf(scope, visited)
  const own = readMileage(
    template,
    [...answers].flatMap(([questionId, given]) =>
      given.flatMap(({ selected, value, unitOfMeasurement }) =>
        selected ? [{ questionId, value, unitOfMeasurement }] : [],
      ),
    ),
  )
  const known = own ?? read.get(visitOf(row)) ?? recordedMileage(header.vehicle)
  const { timeZone } = atSite(scope, row.siteId).client
  const finishedAt = visited[0]?.finishedAt
  return {
    readings: visited.flatMap((visit) => {
      if (visit.orderId !== null && visit.orderId === row.orderId) return []
      if (isForOwner && !isSamePartner(customerOf(visit), header.customer)) return []
      const km = wholeKm(read.get(visitOf(visit)) ?? recordedMileage(vehicleOf(visit)))
      return answersOf(visit).flatMap(([questionId, value, unitOfMeasurement]) =>
        wearing.has(questionId)
          ? [
              {
                questionId,
                value: Number(value),
                at: dateIn(visit.at, timeZone),
                unitOfMeasurement: unitOfMeasurement ?? undefined,
                km,
              },
            ]
          : [],
      )
    }),
    km: wholeKm(known),
    at: finishedAt ? dateIn(finishedAt, timeZone) : undefined,
  }
}

/** The surveys of an order are one visit; without an order a survey is one. */
const visitOf = ({ id, orderId }: { id: string; orderId: string | null }) =>
  JSON.stringify([orderId, orderId ?? id])

const answersOf = ({ answers }: Visited) => JSON.parse(answers) as store.MeasuredAnswer[]

const customerOf = ({ customer }: Visited) =>
  customer === null ? undefined : (JSON.parse(customer) as SurveyHeader['customer'])

const vehicleOf = ({ recordedMileage, mileageUnit }: Visited): SurveyHeader['vehicle'] => ({
  recordedMileage: recordedMileage ?? undefined,
  mileageUnit: mileageUnit === 'mi' ? 'mi' : undefined,
})

const wholeKm = (mileage: Mileage | undefined): number | undefined => mileage && Math.round(toKm(mileage))

/** By visit, where somebody read it at the car: usually in another survey than the one that measured. */
async function mileagesOf(scope: Scope, visited: readonly Visited[]): Promise<ReadonlyMap<string, Mileage>> {
  const read = new Map<string, Mileage>()
  for (const visit of visited) {
    const { masterClientId, templateId, templateVersion: version } = visit
    const template = await getTemplateVersion(scope.db, { masterClientId, templateId, version })
    const mileage = readMileage(
      template,
      answersOf(visit).map(([questionId, value, unit]) => ({
        questionId,
        value,
        unitOfMeasurement: unit ?? undefined,
      })),
    )
    if (mileage) read.set(visitOf(visit), mileage)
  }
  return read
}
