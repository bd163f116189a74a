// Three people who want to see a car before they come: leads, their deals and what was shown to them. Pure.
import { cars } from './cars.ts'
import { customers } from './customers.ts'
import { branches, staff } from './dealership.ts'
import { CURRENCY, withVat } from './lines.ts'
import type { Step } from './steps.ts'
import { vehicleOf } from './vehicles.ts'
import type { WorkshopClock } from './workshop-clock.ts'

const invoiced = (cents: number) => {
  const { exVat, incVat } = withVat(cents)
  return { invoiceAmountExVat: exVat, invoiceAmountIncVat: incVat, invoiceCurrency: CURRENCY }
}

export function leadSteps(clock: WorkshopClock): Step[] {
  return [...newLead(clock, 'LD-201'), ...videoBegun(clock, 'LD-202'), ...soldCar(clock, 'LD-203')]
}

/** Without a planned time: it gets that of its creation. */
function newLead(clock: WorkshopClock, id: string): Step[] {
  return [
    {
      at: clock.ago(50),
      do: 'putLead',
      id,
      lead: {
        externalId: 'L-0201',
        externalBranchId: branches.south,
        departmentId: 'sales',
        description: 'Asks for a video of the battery report and of the boot',
        customer: customers.amara,
        responsiblePerson: staff.tomas.person,
        vehicle: vehicleOf(clock, cars.amara),
        reviewSurveyRelease: true,
        deals: [{ id: 'D-1', orderId: 'PF-118', orderTimestamp: clock.date(0) }],
      },
    },
  ]
}

function videoBegun(clock: WorkshopClock, id: string): Step[] {
  return [
    {
      at: clock.at(-2, '10:00'),
      do: 'putLead',
      id,
      lead: {
        externalId: 'L-0202',
        externalBranchId: branches.cars,
        departmentId: 'sales',
        plannedStartTimestamp: clock.today(60),
        description: 'Second car for the family, wants to hear it running',
        customer: customers.ingrid,
        responsiblePerson: staff.lena.person,
        vehicle: vehicleOf(clock, cars.stock),
        reviewSurveyRelease: true,
      },
    },
    {
      at: clock.at(-1, '15:45'),
      do: 'putDeal',
      leadId: id,
      id: 'D-1',
      deal: { departmentId: 'sales', orderId: 'PF-109', orderTimestamp: clock.date(-1) },
    },
    {
      at: clock.ago(26),
      do: 'inspect',
      survey: { leadId: id, type: 'CVR' },
      by: 'lena',
      answers: [
        { questionId: 'cvr.greeting', answerId: 'ok' },
        { questionId: 'cvr.car', answerId: 'adv', comment: 'Mileage still to be shown' },
        { questionId: 'cvr.next', answerId: 'v1' },
      ],
    },
  ]
}

function soldCar(clock: WorkshopClock, id: string): Step[] {
  const lead = {
    externalId: 'L-0203',
    externalBranchId: branches.cars,
    departmentId: 'sales',
    plannedStartTimestamp: clock.on(-12, '17:00'),
    description: 'Estate with a tow bar',
    customer: customers.bjorn,
    responsiblePerson: staff.lena.person,
    vehicle: vehicleOf(clock, cars.bjorn, -12),
    reviewSurveyRelease: true,
  }
  return [
    { at: clock.at(-13, '12:30'), do: 'putLead', id, lead },
    {
      at: clock.at(-2, '17:30'),
      do: 'putLead',
      id,
      lead: {
        ...lead,
        closed: true,
        deals: [
          { id: 'D-1', orderId: 'PF-087', orderTimestamp: clock.date(-13), rejected: true },
          {
            id: 'D-2',
            siteId: 'north',
            branchId: branches.cars,
            departmentId: 'sales',
            orderId: 'PF-091',
            orderTimestamp: clock.date(-11),
            invoiceId: 'INV-0344',
            invoiceTimestamp: clock.on(-5, '11:00'),
            ...invoiced(26_890_00),
            payedAmount: withVat(26_890_00).incVat,
            deliveryNoteId: 'DN-0201',
            deliveryTimestamp: clock.on(-2, '16:00'),
          },
        ],
      },
    },
  ]
}
