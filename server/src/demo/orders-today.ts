// Cars that are in the house today in the North, each in another state. Pure.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { advise, measured, receptionAnswers, until, urgent, workshopAnswers } from './answers.ts'
import { north, survey, withdrawn } from './bookings.ts'
import { cars } from './cars.ts'
import { type Catalogue, central } from './catalogue.ts'
import { companies, courierDriver, customers } from './customers.ts'
import { branches, staff } from './dealership.ts'
import { approved, declined, on } from './decisions.ts'
import { jobs, linesOf } from './jobs.ts'
import { labour, numbered, part } from './lines.ts'
import type { Step } from './steps.ts'
import { vehicleOf, warrantyOf } from './vehicles.ts'
import type { WorkshopClock } from './workshop-clock.ts'

/**
 * The one to read first: received, in the workshop, brakes found worn and offered at the price for old cars. The front right
 * pad is photographed with its gauge and not yet written down: that is left for whoever plays the demo.
 */
export function brakesFound(clock: WorkshopClock, id: string, catalogue: Catalogue): Step[] {
  const vehicle = { ...vehicleOf(clock, cars.ewa), ...warrantyOf(clock, cars.ewa) }
  const received: ServiceOrder = {
    ...north,
    externalId: 'R-1001',
    serviceOrderType: 'service',
    plannedStartTimestamp: clock.today(-90),
    description: '60,000 km service; brakes squeal in the morning',
    customer: customers.ewa,
    vehicle,
    contents: numbered(linesOf(jobs.largeService, catalogue, vehicle)),
  }
  return [
    { at: clock.at(-3, '14:20'), do: 'putOrder', id, order: received },
    withdrawn(clock.at(-3, '14:21'), id, jobs.largeService),
    {
      at: clock.ago(95),
      do: 'inspect',
      survey: survey(id, 'health'),
      by: 'lena',
      answers: receptionAnswers({
        vehicle,
        request: 'Service, and the brakes squeal in the morning when I back out of the garage.',
        energy: 'v4',
        belongings: 'Child seat, back right',
        findings: {
          'h.wipers': advise('Streaks on the driver’s side'),
          'h.rims': advise('Kerb marks front right, known to the customer'),
        },
        limit: { answerId: 'v2', comment: '150 euros' },
      }),
    },
    {
      at: clock.ago(84),
      do: 'select',
      survey: survey(id, 'health'),
      by: 'lena',
      variant: on('h.wipers', 'adv', catalogue.variantFor(central('wiper-f'), vehicle)),
      approval: approved(clock.ago(84), 'direct'),
    },
    {
      at: clock.ago(83),
      do: 'decideDue',
      survey: survey(id, 'health'),
      packageId: central('gbx-oil'),
      approval: declined(clock.ago(83), 'direct', 'tooExpensive'),
    },
    {
      at: clock.ago(83),
      do: 'withdrawDue',
      survey: survey(id, 'health'),
      packageIds: [central('wiper-f')],
    },
    { at: clock.ago(82), do: 'complete', survey: survey(id, 'health'), by: 'lena' },
    {
      at: clock.ago(80),
      do: 'putOrder',
      id,
      order: { ...received, technician: staff.mehmet.person, technicianSurveyRelease: true },
    },
    {
      at: clock.ago(34),
      do: 'inspect',
      survey: survey(id, 'VC'),
      by: 'mehmet',
      answers: [
        { questionId: 'vc.video', answerId: 'ok' },
        ...workshopAnswers({
          vehicle,
          tread: [4.6, 4.4, 5.8, 5.9],
          pad: [2.4, 1.9, 6.5, 6.7],
          battery: 88,
          findings: {
            'vc.discF': advise('0.6 mm above the stamped minimum'),
            'vc.bushes': advise('Left rear bush cracked'),
            'vc.cabinFilter': advise(),
          },
        }).filter(({ questionId }) => questionId !== 'vc.padFR'),
      ],
    },
    {
      at: clock.ago(33),
      do: 'addPhoto',
      survey: survey(id, 'VC'),
      by: 'mehmet',
      id: 'vc.padFR-1',
      photo: 'brake-pad-1.9',
      place: { questionId: 'vc.padFR' },
    },
    {
      at: clock.ago(21),
      do: 'addAnswer',
      survey: survey(id, 'VC'),
      questionId: 'vc.padFL',
      answer: { value: 'Front pads and discs in stock', comment: 'Shelf 14, reserved for this order' },
    },
    {
      at: clock.ago(20),
      do: 'select',
      survey: survey(id, 'VC'),
      by: 'lena',
      variant: on('vc.padFL', 'bad', catalogue.variantFor('front-brakes', vehicle)),
    },
    {
      at: clock.ago(19),
      do: 'select',
      survey: survey(id, 'VC'),
      by: 'lena',
      variant: on('vc.cabinFilter', 'adv', catalogue.variantFor(central('flt-cabin'), vehicle)),
      approval: declined(clock.ago(19), 'phone', 'inTheService'),
    },
    {
      at: clock.ago(18),
      do: 'putQuote',
      survey: survey(id, 'VC'),
      id: 'Q-1001-1',
      quote: {
        questionId: 'vc.bushes',
        answerId: 'adv',
        description: 'Control-arm bush, left rear',
        contents: numbered([
          labour('32-240', 'Control-arm bush, press out and in', 1.3),
          part('CB-3224', 'Bush', 1, 41_30, { group: 'chassis' }),
        ]),
      },
    },
  ]
}

/** The first offer has a fixed price. */
export function receptionBegun(clock: WorkshopClock, id: string, catalogue: Catalogue): Step[] {
  const vehicle = vehicleOf(clock, cars.zoe)
  const order: ServiceOrder = {
    ...north,
    externalId: 'R-1002',
    serviceOrderType: 'service',
    plannedStartTimestamp: clock.today(-15),
    description: 'Oil service; rattle from the back on cobbles',
    customer: customers.zoe,
    vehicle,
    contents: numbered(linesOf(jobs.smallService, catalogue, vehicle)),
  }
  const answers = receptionAnswers({
    vehicle,
    request: 'Oil service. Something rattles at the back on cobbles.',
    energy: 'v2',
    findings: {
      'h.warningLamps': advise(),
      'h.body': advise('Scratch on the rear bumper, left'),
      'h.glass': advise('Chip low on the passenger’s side'),
    },
  })
  return [
    { at: clock.at(-2, '09:45'), do: 'putOrder', id, order },
    withdrawn(clock.at(-2, '09:46'), id, jobs.smallService),
    {
      at: clock.ago(6),
      do: 'inspect',
      survey: survey(id, 'health'),
      by: 'lena',
      answers: until('h.tyresLook', answers),
    },
    {
      at: clock.ago(5),
      do: 'select',
      survey: survey(id, 'health'),
      by: 'lena',
      variant: on('h.glass', 'adv', catalogue.variantFor('chip-fixed', vehicle)),
    },
  ]
}

export function expectedToday(clock: WorkshopClock, id: string, catalogue: Catalogue): Step[] {
  const vehicle = vehicleOf(clock, cars.darya)
  return [
    {
      at: clock.at(-1, '16:05'),
      do: 'putOrder',
      id,
      order: {
        ...north,
        externalId: 'R-1003',
        serviceOrderType: 'wheels',
        plannedStartTimestamp: clock.today(45),
        description: jobs.wheels.description,
        customer: customers.darya,
        vehicle,
        contents: numbered(linesOf(jobs.wheels, catalogue, vehicle)),
      },
    },
    withdrawn(clock.at(-1, '16:06'), id, jobs.wheels),
  ]
}

/** A company with its contacts pays through a leasing company; somebody else drives. */
export function courierVan(clock: WorkshopClock, id: string, catalogue: Catalogue): Step[] {
  const vehicle = { ...vehicleOf(clock, cars.courier), owner: companies.leasing, driver: courierDriver }
  return [
    {
      at: clock.at(-2, '11:30'),
      do: 'putOrder',
      id,
      order: {
        ...north,
        externalBranchId: branches.vans,
        externalId: 'R-1004',
        serviceOrderType: 'fleet',
        plannedStartTimestamp: clock.today(90),
        description: 'Sliding door sticks; front brakes by mileage',
        customer: companies.courier,
        payer: companies.leasing,
        technician: staff.mehmet.person,
        technicianSurveyRelease: true,
        vehicle,
        contents: numbered([
          ...linesOf(jobs.brakes, catalogue, vehicle),
          labour('51-330', 'Sliding door, adjust and grease', 0.7, 'body'),
          part('RL-5133', 'Roller, sliding door', 1, 46_30, { group: 'body' }),
        ]),
      },
    },
  ]
}

/** A used car before it is sold: the technician alone looks at it. */
export function workshopOnly(clock: WorkshopClock, id: string, catalogue: Catalogue): Step[] {
  const vehicle = vehicleOf(clock, cars.stock)
  return [
    {
      at: clock.at(-1, '08:50'),
      do: 'putOrder',
      id,
      order: {
        ...north,
        externalId: 'R-1007',
        serviceOrderType: 'internal',
        plannedStartTimestamp: clock.today(-60),
        description: 'Used car intake',
        customer: companies.stock,
        technician: staff.mehmet.person,
        defaultSurveyReleaseDisabled: true,
        technicianSurveyRelease: true,
        vehicle,
        contents: numbered([labour('00-500', 'Used car intake check', 1.5)]),
      },
    },
    {
      at: clock.ago(9),
      do: 'inspect',
      survey: survey(id, 'VC'),
      by: 'mehmet',
      answers: [
        ...measured('tread', [6.4, 6.3, 1.8, 1.6]),
        { questionId: 'vc.tyreDamage', answerId: 'adv', comment: 'Screw in the rear left tyre, holds air' },
      ],
    },
    {
      at: clock.ago(8),
      do: 'select',
      survey: survey(id, 'VC'),
      by: 'lena',
      variant: on('vc.treadRL', 'bad', catalogue.variantFor(central('tyre-2'), vehicle)),
    },
  ]
}

/** Fitted at the counter: nothing is inspected. */
export function withoutSurvey(clock: WorkshopClock, id: string): Step[] {
  return [
    {
      at: clock.ago(130),
      do: 'putOrder',
      id,
      order: {
        ...north,
        externalId: 'R-1009',
        serviceOrderType: 'accessories',
        plannedStartTimestamp: clock.today(30),
        description: 'Fit roof bars that were ordered',
        customer: customers.chiara,
        defaultSurveyReleaseDisabled: true,
        vehicle: vehicleOf(clock, cars.chiara),
        contents: numbered([
          labour('82-010', 'Fit roof bars', 0.4),
          part('RB-8201', 'Roof bars, pair', 1, 189_00, { group: 'accessories' }),
        ]),
      },
    },
  ]
}

/** A van from abroad that counts miles; the advisor is at it, and offers what only this branch does. */
export function vanInMiles(clock: WorkshopClock, id: string, catalogue: Catalogue): Step[] {
  const vehicle = vehicleOf(clock, cars.sarka)
  const answers = receptionAnswers({
    vehicle,
    request: 'Pulls to the left under braking. I need it back by tomorrow noon.',
    energy: 'v5',
    belongings: 'Tools in the load space, locked',
    findings: {
      'h.lampsOutside': urgent('Left brake lamp out'),
      'h.trim': advise('Load floor worn through at the sliding door'),
      'h.pedal': advise(),
    },
  })
  return [
    {
      at: clock.at(-1, '17:10'),
      do: 'putOrder',
      id,
      order: {
        ...north,
        externalBranchId: branches.vans,
        externalId: 'R-1012',
        serviceOrderType: 'repair',
        plannedStartTimestamp: clock.today(-30),
        description: 'Pulls to the left under braking',
        customer: customers.sarka,
        vehicle,
        contents: numbered([labour('33-010', 'Brakes, find the cause', 0.8)]),
      },
    },
    {
      at: clock.ago(17),
      do: 'inspect',
      survey: survey(id, 'health'),
      by: 'lena',
      answers: until('h.oil', answers),
    },
    {
      at: clock.ago(16),
      do: 'select',
      survey: survey(id, 'health'),
      by: 'lena',
      variant: on('h.lampsOutside', 'bad', catalogue.variantFor(central('lamp'), vehicle)),
      approval: approved(clock.ago(16), 'direct'),
    },
    {
      at: clock.ago(15),
      do: 'select',
      survey: survey(id, 'health'),
      by: 'lena',
      variant: on('h.trim', 'adv', catalogue.variantFor('load-space', vehicle)),
    },
  ]
}
