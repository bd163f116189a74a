// What people at the demo dealership photograph, mark and sign during an inspection: separate steps between the others. Pure.

import type { GivenAnswer } from '@walkaround/contract/app/edits.ts'
import { proposeSigner } from '@walkaround/contract/rules/signer.ts'
import type { BusinessPartner, Person, Vehicle } from '@walkaround/contract/shared.ts'
import { staff } from './dealership.ts'
import { FIRST_ORDER } from './ids.ts'
import { marks, toMark } from './marks.ts'
import { filmChapters, motifOf, odometerOf, readingOf } from './photos.ts'
import { signatureOf } from './signature.ts'
import type { Step, SurveyOf } from './steps.ts'

type Order = Pick<Extract<Step, { do: 'putOrder' }>['order'], 'customer' | 'vehicle'>
type Inspection = Extract<Step, { do: 'inspect' }>

/** Ids of the past end where today's begin; past visits have no photo of the odometer. */
const FIRST_OF_TODAY = FIRST_ORDER

export function withMedia(steps: readonly Step[]): Step[] {
  const orders = new Map<string, Order>()
  const seen = new Set<string>()
  const signed = new Map<string, boolean>()
  return steps.flatMap((step): Step[] => {
    if (step.do === 'putOrder') orders.set(step.id, step.order)
    if (step.do !== 'inspect' && step.do !== 'complete') return [step]
    const { survey } = step
    if (!('orderId' in survey)) return [step]
    const order: Order = orders.get(survey.orderId) ?? {}
    if (step.do === 'complete') {
      const isCustomerHere = signed.get(survey.orderId) === true
      return [...signatures(step, survey, isCustomerHere ? order : {}), step]
    }
    if (survey.type === 'QC') return [step]
    const isOnTablet = step.answers.some(
      ({ questionId, answerId }) => questionId === 'h.sign' && answerId === 'v1',
    )
    signed.set(survey.orderId, isOnTablet || signed.get(survey.orderId) === true)
    const { vehicle = {} } = order
    const isFirst = !seen.has(vehicle.id ?? '') && survey.type === 'health'
    if (survey.type === 'health') seen.add(vehicle.id ?? '')
    return [
      step,
      ...photos(step, survey.orderId, vehicle),
      ...(survey.type === 'health' ? markSteps(step, survey.orderId, vehicle, isFirst) : []),
      ...(step.answers.some(({ questionId }) => questionId === 'vc.video')
        ? [
            {
              at: step.at,
              do: 'addVideo',
              survey,
              by: step.by,
              id: 'film',
              questionId: 'vc.video',
              chapters: filmChapters,
            } as const,
          ]
        : []),
    ]
  })
}

function photos({ at, survey, by, answers }: Inspection, orderId: string, vehicle: Vehicle): Step[] {
  const isToday = orderId >= FIRST_OF_TODAY
  return answers.flatMap((answer): Step[] => {
    const photo = bodyPhotoOf(answer, orderId) ?? photoOf(answer, vehicle, isToday)
    if (photo === undefined) return []
    const { questionId, answerId } = answer
    const isFinding = answerId === 'adv' || answerId === 'bad'
    return [
      {
        at,
        do: 'addPhoto',
        survey,
        by,
        id: `${questionId}-${isFinding ? answerId : 1}`,
        photo,
        place: { questionId, answerId: isFinding ? answerId : undefined },
      },
    ]
  })
}

/** A finding on the body shows the photo of a mark of the car, if there is one, not a photo of another part. */
const bodyPhotoOf = ({ questionId, answerId }: GivenAnswer, orderId: string): string | undefined =>
  questionId === 'h.body' && (answerId === 'adv' || answerId === 'bad')
    ? marks.byOrder[orderId]?.find(({ photo }) => photo !== undefined)?.photo
    : undefined

function photoOf(answer: GivenAnswer, vehicle: Vehicle, isToday: boolean): string | undefined {
  const { questionId, answerId = '', value = '' } = answer
  if (answerId === 'adv' || answerId === 'bad') return motifOf(questionId, answerId)
  const reading = readingOf(questionId, value)
  if (reading !== undefined) return reading
  if (!isToday) return undefined
  if (questionId === 'h.mileage') {
    return odometerOf(vehicle.recordedMileage ?? 0, vehicle.mileageUnit ?? 'km')
  }
  if (questionId !== 'h.energyLevel') return undefined
  if (vehicle.fuelType === 'electric') return answerId === 'v4' ? 'charge-6' : undefined
  return motifOf(questionId, answerId)
}

function markSteps(
  { at, survey, by }: Inspection,
  orderId: string,
  vehicle: Vehicle,
  isFirst: boolean,
): Step[] {
  const isToday = orderId >= FIRST_OF_TODAY
  const found = isToday ? marks.byOrder[orderId] : isFirst ? marks.byVehicle[vehicle.id ?? ''] : undefined
  return (found ?? []).flatMap((one, index): Step[] => {
    const id = `mark-${index + 1}`
    return [
      { at, do: 'mark', survey, by, id, mark: toMark(one, vehicle) },
      ...(one.photo === undefined
        ? []
        : [
            {
              at,
              do: 'addPhoto',
              survey,
              by,
              id: `${id}-photo`,
              photo: one.photo,
              place: { markId: id },
            } as const,
          ]),
    ]
  })
}

const nameOf = ({ firstName, lastName }: Person) => [firstName, lastName].filter(Boolean).join(' ')

type Signer = Extract<Step, { do: 'sign' }>['signature']['role']

/** The first signature answers the question that asks for one (D5): the advisor signs if nobody came along. */
function signatures({ at, by }: Pick<Inspection, 'at' | 'by'>, survey: SurveyOf, order: Order): Step[] {
  const { customer, vehicle } = order
  const { role, person } = proposeSigner<Person, BusinessPartner>({ driver: vehicle?.driver, customer })
  const sign = (id: string, role: Signer, name: string, questionId?: string): Step => ({
    at,
    do: 'sign',
    survey,
    by,
    id,
    signature: { role, name, strokes: signatureOf(name), questionId: questionId || undefined },
  })
  const own = nameOf(staff[by].person)
  if (survey.type === 'QC') return [sign('release', 'technician', own, 'qc.release')]
  if (survey.type !== 'health') return []
  if (!person) return [sign('advisor', 'serviceAdvisor', own, 'h.sign')]
  return [sign('customer', role, nameOf(person as Person), 'h.sign'), sign('advisor', 'serviceAdvisor', own)]
}
