// The steps of the demo's orders, from its files of data. Pure.
import type { QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { toVehicle } from './cars.ts'
import type { Catalogue } from './catalogue.ts'
import { customers } from './customers.ts'
import { branches, staff } from './dealership.ts'
import { answersOf } from './inspections.ts'
import { coveredBy, type Job, jobs, linesOf } from './jobs.ts'
import { CURRENCY, numbered, sold } from './lines.ts'
import { type Approval, type Booking, type OrderData, orders, type StepData } from './order-data.ts'
import type { Step } from './steps.ts'
import { instantOf, timestampOf } from './when.ts'
import { toLocalIso, type WorkshopClock } from './workshop-clock.ts'

interface Stage {
  clock: WorkshopClock
  catalogue: Catalogue
}

export const orderSteps = (clock: WorkshopClock, catalogue: Catalogue): Step[] =>
  orders.flatMap((told) => told.steps.map((step) => toStep({ clock, catalogue }, told, step)))

function toStep(stage: Stage, { id, order: booked }: OrderData, step: StepData): Step {
  const { clock, catalogue } = stage
  const at = instantOf(clock, step.at)
  if (step.do === 'putOrder') {
    const { change, isInvoice } = step
    const order = toOrder(stage, { ...booked, ...change })
    if (!isInvoice) return { at, do: 'putOrder', id, order }
    return { at, do: 'putOrder', id, order: { ...order, contents: order.contents?.map(sold) }, isInvoice }
  }
  if (step.do === 'note') {
    const { by, id: noteId, text, for: audience } = step
    return { at, do: 'note', orderId: id, by, id: noteId, text, for: audience }
  }
  if (step.do === 'plan') {
    const { by, technician } = step
    const promised = step.promised && timestampOf(clock, step.promised)
    return { at, do: 'plan', orderId: id, by, promised, technician }
  }
  const job: Job | undefined = booked.job && jobs[booked.job]
  const vehicle = toVehicle(clock, booked.vehicle)
  const survey = { orderId: id, type: step.survey }
  switch (step.do) {
    case 'askParts': {
      const { by, questionId, text } = step
      return { at, do: 'askParts', survey, by, questionId, text }
    }
    case 'replyParts': {
      const { by, questionId, reply } = step
      const day = step.availableOn && { availableOn: timestampOf(clock, step.availableOn) }
      return { at, do: 'replyParts', survey, by, questionId, reply: { ...reply, ...day } }
    }
    case 'inspect':
      return { at, do: 'inspect', survey, by: step.by, answers: answersOf(vehicle, step, job?.request) }
    case 'ownerVisit':
      return { at, do: 'ownerVisit', survey, stars: step.stars }
    case 'ownerAsks':
      return { at, do: 'ownerAsks', survey, variant: toVariant(catalogue, vehicle, step), text: step.text }
    case 'answerOwner': {
      const { by, id: answer, text } = step
      const variant = toVariant(catalogue, vehicle, step)
      return { at, do: 'answerOwner', survey, by, variant, id: answer, text }
    }
    case 'complete':
      return { at, do: 'complete', survey, by: step.by }
    case 'reopen':
      return { at, do: 'reopen', survey, by: step.by, reason: step.reason }
    case 'addAnswer':
      return { at, do: 'addAnswer', survey, questionId: step.questionId, answer: step.answer }
    case 'addPhoto': {
      const { by, id, photo, questionId } = step
      return { at, do: 'addPhoto', survey, by, id, photo, place: { questionId } }
    }
    case 'select': {
      const approval = step.approval && toApproval(clock, at, step.approval)
      return { at, do: 'select', survey, by: step.by, variant: toVariant(catalogue, vehicle, step), approval }
    }
    case 'decide': {
      const approval = toApproval(clock, at, step.approval)
      return { at, do: 'decide', survey, by: step.by, variant: toVariant(catalogue, vehicle, step), approval }
    }
    case 'putQuote': {
      const { id, quote, approval } = step
      const { packageId } = quote
      const variant = packageId === undefined ? {} : catalogue.variantFor(packageId, vehicle)
      const decision = approval && toApproval(clock, at, approval)
      return { at, do: 'putQuote', survey, id, quote: { ...quote, ...variant, ...decision } }
    }
    case 'decideDue': {
      const approval = toApproval(clock, at, step.approval)
      return { at, do: 'decideDue', survey, packageId: step.packageId, approval }
    }
    case 'withdrawDue':
      return { at, do: 'withdrawDue', survey, packageIds: step.packageIds ?? (job ? coveredBy(job) : []) }
  }
}

function toOrder({ clock, catalogue }: Stage, booking: Booking): ServiceOrder {
  const {
    branch,
    plannedStart,
    job: name,
    customer,
    payer,
    technician,
    technicians,
    lines = [],
    ...rest
  } = booking
  const { code, advisor } = branches[branch]
  const job: Job | undefined = name && jobs[name]
  const vehicle = toVehicle(clock, rest.vehicle)
  return {
    departmentId: 'service',
    description: job?.description,
    ...rest,
    externalBranchId: code,
    currency: CURRENCY,
    plannedStartTimestamp: plannedStart && timestampOf(clock, plannedStart),
    customer: customers[customer],
    payer: payer && customers[payer],
    serviceAdvisor: staff[advisor].person,
    technician: technician && staff[technician].person,
    technicians: technicians?.map((one) => staff[one].person),
    vehicle,
    contents: numbered([...(job ? linesOf(job, catalogue, vehicle) : []), ...lines]),
  }
}

const toVariant = (
  catalogue: Catalogue,
  vehicle: Vehicle,
  { questionId, answerId, packageId }: { questionId: string; answerId: string; packageId: string },
) => ({ questionId, answerId, ...catalogue.variantFor(packageId, vehicle) })

function toApproval(clock: WorkshopClock, stepAt: Date, approval: Approval): QuoteApproval {
  const { at, deferralDate, ...decision } = approval
  return {
    ...decision,
    deferralDate: deferralDate && timestampOf(clock, deferralDate),
    approvalDate: toLocalIso(at ? instantOf(clock, at) : stepAt),
  }
}
