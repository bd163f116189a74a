// Cars that are in the house today, each in another state. Pure.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import {
  advise,
  measured,
  qualityAnswers,
  receptionAnswers,
  until,
  urgent,
  workshopAnswers,
} from './answers.ts'
import { cars } from './cars.ts'
import { companies, courierDriver, customers } from './customers.ts'
import { branches, staff } from './dealership.ts'
import { CURRENCY, jobs, labour, numbered, part } from './lines.ts'
import type { Step, SurveyOf } from './steps.ts'
import { vehicleOf } from './vehicles.ts'
import type { WorkshopClock } from './workshop-clock.ts'

const survey = (orderId: string, type: SurveyOf['type']): SurveyOf => ({ orderId, type })

export const north = {
  externalBranchId: branches.cars,
  departmentId: 'service',
  currency: CURRENCY,
  serviceAdvisor: staff.lena.person,
} as const

export const south = {
  externalBranchId: branches.south,
  departmentId: 'service',
  currency: CURRENCY,
  serviceAdvisor: staff.tomas.person,
} as const

/** The one to read first: received, in the workshop, brakes found worn. */
export function brakesFound(clock: WorkshopClock, id: string): Step[] {
  const vehicle = vehicleOf(clock, cars.ewa)
  const received: ServiceOrder = {
    ...north,
    externalId: 'R-1001',
    serviceOrderType: 'service',
    plannedStartTimestamp: clock.today(-90),
    description: '60,000 km service; brakes squeal in the morning',
    customer: customers.ewa,
    vehicle,
    contents: numbered(jobs.largeService.lines),
  }
  return [
    { at: clock.at(-3, '14:20'), do: 'putOrder', id, order: received },
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
      answers: workshopAnswers({
        vehicle,
        tread: [4.6, 4.4, 5.8, 5.9],
        pad: [2.4, 2.8, 6.5, 6.7],
        battery: 88,
        findings: {
          'vc.discF': advise('0.6 mm above the stamped minimum'),
          'vc.bushes': advise('Left rear bush cracked'),
          'vc.cabinFilter': advise(),
        },
      }),
    },
    {
      at: clock.ago(21),
      do: 'addAnswer',
      survey: survey(id, 'VC'),
      questionId: 'vc.padFL',
      answer: { value: 'Front pads and discs in stock', comment: 'Shelf 14, reserved for this order' },
    },
  ]
}

export function receptionBegun(clock: WorkshopClock, id: string): Step[] {
  const vehicle = vehicleOf(clock, cars.zoe)
  const order: ServiceOrder = {
    ...north,
    externalId: 'R-1002',
    serviceOrderType: 'service',
    plannedStartTimestamp: clock.today(-15),
    description: 'Oil service; rattle from the back on cobbles',
    customer: customers.zoe,
    vehicle,
    contents: numbered(jobs.smallService.lines),
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
    {
      at: clock.ago(6),
      do: 'inspect',
      survey: survey(id, 'health'),
      by: 'lena',
      answers: until('h.tyresLook', answers),
    },
  ]
}

export function expectedToday(clock: WorkshopClock, id: string): Step[] {
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
        vehicle: vehicleOf(clock, cars.darya),
        contents: numbered(jobs.wheels.lines),
      },
    },
  ]
}

/** A company with its contacts pays through a leasing company; somebody else drives. */
export function courierVan(clock: WorkshopClock, id: string): Step[] {
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
        vehicle: { ...vehicleOf(clock, cars.courier), owner: companies.leasing, driver: courierDriver },
        contents: numbered([
          ...jobs.brakes.lines,
          labour('51-330', 'Sliding door, adjust and grease', 0.7, 'body'),
          part('RL-5133', 'Roller, sliding door', 1, 46_30, { group: 'body' }),
        ]),
      },
    },
  ]
}

/** Reception, workshop check and quality check on one order. */
export function threeSurveys(clock: WorkshopClock, id: string): Step[] {
  const vehicle = vehicleOf(clock, cars.nikos)
  return [
    {
      at: clock.at(-4, '10:10'),
      do: 'putOrder',
      id,
      order: {
        ...south,
        externalId: 'R-1005',
        serviceOrderType: 'service',
        plannedStartTimestamp: clock.today(-120),
        description: 'Service by schedule; whistles at motorway speed',
        customer: customers.nikos,
        technician: staff.agnieszka.person,
        technicians: [staff.agnieszka.person, staff.mehmet.person],
        technicianSurveyRelease: true,
        qcSurveyRelease: true,
        vehicle,
        contents: numbered(jobs.largeService.lines),
      },
    },
    {
      at: clock.ago(118),
      do: 'inspect',
      survey: survey(id, 'health'),
      by: 'tomas',
      answers: receptionAnswers({
        vehicle,
        request: 'Service. It whistles from about 110 km/h.',
        findings: { 'h.tyresLook': advise('Front tyres feathered'), 'h.battery12': advise() },
        contact: 'v4',
        limit: { answerId: 'v3' },
      }),
    },
    { at: clock.ago(104), do: 'complete', survey: survey(id, 'health'), by: 'tomas' },
    {
      at: clock.ago(40),
      do: 'inspect',
      survey: survey(id, 'VC'),
      by: 'agnieszka',
      answers: workshopAnswers({
        vehicle,
        tread: [2.9, 3.1, 5.2, 5.4],
        pad: [6.2, 6.4, 5, 4.8],
        battery: 66,
        stateOfHealth: 91,
        findings: {
          'vc.tyreWear': advise('Inner edges of both front tyres'),
          'vc.bearings': urgent('Front right, loud from 60 km/h'),
        },
      }),
    },
  ]
}

export function electricCar(clock: WorkshopClock, id: string): Step[] {
  const vehicle = vehicleOf(clock, cars.mai)
  const answers = workshopAnswers({
    vehicle,
    tread: [5.1, 5, 4.2, 4.3],
    pad: [8.8, 8.7, 7.9, 8],
    stateOfHealth: 88,
  })
  return [
    {
      at: clock.at(-5, '13:15'),
      do: 'putOrder',
      id,
      order: {
        ...south,
        externalId: 'R-1006',
        serviceOrderType: 'service',
        plannedStartTimestamp: clock.today(-60),
        description: jobs.electricService.description,
        customer: customers.mai,
        technician: staff.agnieszka.person,
        technicianSurveyRelease: true,
        vehicle,
        contents: numbered(jobs.electricService.lines),
      },
    },
    {
      at: clock.ago(55),
      do: 'inspect',
      survey: survey(id, 'health'),
      by: 'tomas',
      answers: receptionAnswers({
        vehicle,
        request: jobs.electricService.request,
        energy: 'v4',
        contact: 'v2',
      }),
    },
    { at: clock.ago(46), do: 'complete', survey: survey(id, 'health'), by: 'tomas' },
    {
      at: clock.ago(12),
      do: 'inspect',
      survey: survey(id, 'VC'),
      by: 'agnieszka',
      answers: answers.filter(({ questionId }) => /tread|tyre|hvSoh|chargePort/.test(questionId)),
    },
  ]
}

/** A used car before it is sold: the technician alone looks at it. */
export function workshopOnly(clock: WorkshopClock, id: string): Step[] {
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
        vehicle: vehicleOf(clock, cars.stock),
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
  ]
}

/** Only the last look is asked for; it found something small and put it right. */
export function qualityOnly(clock: WorkshopClock, id: string): Step[] {
  return [
    {
      at: clock.at(-1, '15:30'),
      do: 'putOrder',
      id,
      order: {
        ...south,
        externalId: 'R-1008',
        serviceOrderType: 'repair',
        plannedStartTimestamp: clock.today(-150),
        description: jobs.battery.description,
        customer: customers.kofi,
        technicians: [staff.agnieszka.person],
        defaultSurveyReleaseDisabled: true,
        qcSurveyRelease: true,
        vehicle: vehicleOf(clock, cars.kofi),
        contents: numbered(jobs.battery.lines),
      },
    },
    {
      at: clock.ago(28),
      do: 'inspect',
      survey: survey(id, 'QC'),
      by: 'agnieszka',
      answers: qualityAnswers(
        { 'qc.fluids': advise('Washer fluid topped up'), 'qc.reset': advise('Clock') },
        'Washer fluid and clock were put right before hand-back.',
      ),
    },
    { at: clock.ago(24), do: 'complete', survey: survey(id, 'QC'), by: 'agnieszka' },
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

/** A van from abroad that counts miles; the advisor is at it. */
export function vanInMiles(clock: WorkshopClock, id: string): Step[] {
  const vehicle = vehicleOf(clock, cars.sarka)
  const answers = receptionAnswers({
    vehicle,
    request: 'Pulls to the left under braking. I need it back by tomorrow noon.',
    energy: 'v5',
    belongings: 'Tools in the load space, locked',
    findings: { 'h.lampsOutside': urgent('Left brake lamp out'), 'h.pedal': advise() },
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
  ]
}
