// The demo's orders as in its data files: what was booked, and step by step what happened.
import { PartReply } from '@walkaround/contract/dms/parts.ts'
import { Quote, QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import { ServiceOrder, ServiceOrderContentItem } from '@walkaround/contract/dms/service-orders.ts'
import { Answer } from '@walkaround/contract/dms/surveys.ts'
import { audiences } from '@walkaround/contract/rules/notes.ts'
import { choice } from '@walkaround/contract/schema.ts'
import { SurveyTypeSchema } from '@walkaround/contract/shared.ts'
import { type Static, type TProperties, Type } from 'typebox'
import north from '../data/orders-north.json' with { type: 'json' }
import otherDays from '../data/orders-other-days.json' with { type: 'json' }
import south from '../data/orders-south.json' with { type: 'json' }
import { CarOnOrder } from './cars.ts'
import { customers } from './customers.ts'
import { nameIn, readData } from './data.ts'
import { branches, staff } from './dealership.ts'
import { Inspection } from './inspections.ts'
import { jobs } from './jobs.ts'
import { When } from './when.ts'

const words = Type.String()
const by = nameIn(staff)
const about = Type.Optional(words)

const {
  externalId,
  serviceOrderType,
  departmentId,
  parentOrderId,
  description,
  closed,
  rejected,
  defaultSurveyReleaseDisabled,
  technicianSurveyRelease,
  qcSurveyRelease,
} = ServiceOrder.properties

const Booking = Type.Object({
  branch: nameIn(branches),
  departmentId,
  externalId,
  serviceOrderType,
  parentOrderId,
  plannedStart: Type.Optional(When),
  /** Its packages and lines come first; its description is used if the order has none. */
  job: Type.Optional(nameIn(jobs)),
  description,
  customer: nameIn(customers),
  payer: Type.Optional(nameIn(customers)),
  technician: Type.Optional(by),
  technicians: Type.Optional(Type.Array(by)),
  closed,
  rejected,
  defaultSurveyReleaseDisabled,
  technicianSurveyRelease,
  qcSurveyRelease,
  vehicle: CarOnOrder,
  lines: Type.Optional(Type.Array(ServiceOrderContentItem)),
})
export type Booking = Static<typeof Booking>

const { approvalStatus, approvalMedium, rejectionReasonCode } = QuoteApproval.properties
const Approval = Type.Object({
  approvalStatus,
  approvalMedium,
  rejectionReasonCode,
  deferralDate: Type.Optional(When),
  /** If left out, the time of the step. */
  at: Type.Optional(When),
})
export type Approval = Static<typeof Approval>

/** What happened to a survey of the order. */
const step = <const D extends string, P extends TProperties>(what: D, fields: P) =>
  Type.Object({ at: When, do: Type.Literal(what), about, survey: SurveyTypeSchema, ...fields })

const offer = { by, questionId: words, answerId: words, packageId: words }
const { questionId, answerId, packageId, contents } = Quote.properties

const StepData = Type.Union([
  Type.Object({
    at: When,
    do: Type.Literal('putOrder'),
    about,
    change: Type.Optional(Type.Partial(Booking)),
    /** All lines are sold, and the DMS adds lines for approved and deferred work. */
    isInvoice: Type.Optional(Type.Boolean()),
  }),
  Type.Object({
    at: When,
    do: Type.Literal('note'),
    about,
    by,
    id: words,
    text: words,
    for: choice('', [...audiences]),
  }),
  step('askParts', { by, questionId: words, text: words }),
  step('replyParts', {
    by,
    questionId: words,
    reply: Type.Omit(PartReply, ['revision', 'availableOn']),
    availableOn: Type.Optional(When),
  }),
  Type.Object({
    at: When,
    do: Type.Literal('plan'),
    about,
    by,
    promised: Type.Optional(When),
    technician: Type.Optional(by),
  }),
  /** The owner opens a link, and perhaps gives stars. */
  step('ownerVisit', { stars: Type.Optional(Type.Integer()) }),
  /** About an offer; staff answer. */
  step('ownerAsks', { questionId: words, answerId: words, packageId: words, text: words }),
  step('answerOwner', { ...offer, id: words, text: words }),
  Inspection,
  step('complete', { by }),
  step('reopen', { by, reason: words }),
  step('addAnswer', { questionId: words, answer: Answer }),
  step('addPhoto', { by, id: words, photo: words, questionId: words }),
  step('select', { ...offer, approval: Type.Optional(Approval) }),
  step('decide', { ...offer, approval: Approval }),
  step('putQuote', {
    id: words,
    quote: Type.Object({ questionId, answerId, packageId, description: words, contents }),
    approval: Type.Optional(Approval),
  }),
  step('decideDue', { packageId: words, approval: Approval }),
  /** For these packages; if left out, for those the booked job covers. */
  step('withdrawDue', { packageIds: Type.Optional(Type.Array(words)) }),
])
export type StepData = Static<typeof StepData>

const OrderData = Type.Object({ id: words, about, order: Booking, steps: Type.Array(StepData) })
export type OrderData = Static<typeof OrderData>

const Orders = Type.Array(OrderData)
export const orders = [
  ...readData('orders-north.json', Orders, north),
  ...readData('orders-south.json', Orders, south),
  ...readData('orders-other-days.json', Orders, otherDays),
].sort((one, next) => (one.id < next.id ? -1 : 1))
