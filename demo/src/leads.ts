// Three people who want to see a car before they come: leads, their deals and what they were shown. Pure.
import { CustomerReviewRequest, DealItem } from '@walkaround/contract/dms/leads.ts'
import { type Static, Type } from 'typebox'
import data from '../data/leads.json' with { type: 'json' }
import { CarOnOrder, toVehicle } from './cars.ts'
import { customers } from './customers.ts'
import { nameIn, readData } from './data.ts'
import { branches, staff } from './dealership.ts'
import { answersOf, Inspection } from './inspections.ts'
import type { Step } from './steps.ts'
import { instantOf, timestampOf, When } from './when.ts'
import type { WorkshopClock } from './workshop-clock.ts'

const time = Type.Optional(When)
const Deal = Type.Object({
  ...DealItem.properties,
  orderTimestamp: time,
  invoiceTimestamp: time,
  deliveryTimestamp: time,
})

const { externalId, departmentId, description, closed, reviewSurveyRelease } =
  CustomerReviewRequest.properties
const Lead = Type.Object({
  branch: nameIn(branches),
  departmentId,
  externalId,
  plannedStart: time,
  description,
  customer: nameIn(customers),
  responsiblePerson: nameIn(staff),
  vehicle: CarOnOrder,
  closed,
  reviewSurveyRelease,
  deals: Type.Optional(Type.Array(Type.Object({ ...Deal.properties, id: Type.String() }))),
})

const StepData = Type.Union([
  Type.Object({ at: When, do: Type.Literal('putLead'), change: Type.Optional(Type.Partial(Lead)) }),
  Type.Object({ at: When, do: Type.Literal('putDeal'), id: Type.String(), deal: Deal }),
  Inspection,
])
const LeadData = Type.Object({
  id: Type.String(),
  about: Type.Optional(Type.String()),
  lead: Lead,
  steps: Type.Array(StepData),
})
type LeadData = Static<typeof LeadData>

const leads = readData('leads.json', Type.Array(LeadData), data)

export const leadSteps = (clock: WorkshopClock): Step[] =>
  leads.flatMap((told) => told.steps.map((step) => toStep(clock, told, step)))

function toStep(clock: WorkshopClock, { id, lead }: LeadData, step: Static<typeof StepData>): Step {
  const at = instantOf(clock, step.at)
  switch (step.do) {
    case 'putLead':
      return { at, do: 'putLead', id, lead: toLead(clock, { ...lead, ...step.change }) }
    case 'putDeal':
      return { at, do: 'putDeal', leadId: id, id: step.id, deal: toDeal(clock, step.deal) }
    case 'inspect': {
      const answers = answersOf(toVehicle(clock, lead.vehicle), step)
      return { at, do: 'inspect', survey: { leadId: id, type: step.survey }, by: step.by, answers }
    }
  }
}

function toLead(clock: WorkshopClock, told: Static<typeof Lead>): CustomerReviewRequest {
  const { branch, plannedStart, customer, responsiblePerson, vehicle, deals, ...rest } = told
  return {
    ...rest,
    externalBranchId: branches[branch].code,
    plannedStartTimestamp: plannedStart && timestampOf(clock, plannedStart),
    customer: customers[customer],
    responsiblePerson: staff[responsiblePerson].person,
    vehicle: toVehicle(clock, vehicle),
    deals: deals?.map((deal) => ({ ...toDeal(clock, deal), id: deal.id })),
  }
}

const toDeal = (clock: WorkshopClock, deal: Static<typeof Deal>): DealItem => ({
  ...deal,
  orderTimestamp: deal.orderTimestamp && timestampOf(clock, deal.orderTimestamp),
  invoiceTimestamp: deal.invoiceTimestamp && timestampOf(clock, deal.invoiceTimestamp),
  deliveryTimestamp: deal.deliveryTimestamp && timestampOf(clock, deal.deliveryTimestamp),
})
