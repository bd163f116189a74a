// Orders of yesterday and the days to come: stayed overnight, closed, rejected, reopened, expected. Pure.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { advise, qualityAnswers, receptionAnswers, until, urgent } from './answers.ts'
import { north, south, survey, withdrawn } from './bookings.ts'
import { cars } from './cars.ts'
import { type Catalogue, central } from './catalogue.ts'
import { companies, customers } from './customers.ts'
import { staff } from './dealership.ts'
import { approved, declined, on, putOff } from './decisions.ts'
import { jobs, linesOf } from './jobs.ts'
import { labour, numbered, part, sold } from './lines.ts'
import type { Step } from './steps.ts'
import { vehicleOf, warrantyOf } from './vehicles.ts'
import type { WorkshopClock } from './workshop-clock.ts'

/** Under warranty and with a service contract; the manager took the completion back to have something added. */
export function warrantyCase(clock: WorkshopClock, id: string): Step[] {
  const vehicle = {
    ...vehicleOf(clock, cars.lukasz, -1),
    ...warrantyOf(clock, cars.lukasz),
    serviceContractType: 'Full service',
    serviceContractNumber: 'SC-40718',
    serviceContractStartDate: clock.date(-cars.lukasz.ageDays),
    serviceContractEndDate: clock.date(4 * 365 - cars.lukasz.ageDays),
    estimatedPrice: 34_500,
    estimatedPriceCurrency: 'EUR',
    owner: companies.leasing,
  }
  return [
    {
      at: clock.at(-6, '09:05'),
      do: 'putOrder',
      id,
      order: {
        ...north,
        externalId: 'R-1010',
        serviceOrderType: 'warranty',
        plannedStartTimestamp: clock.on(-1, '08:00'),
        description: 'Water in the boot after rain',
        customer: customers.lukasz,
        payer: companies.leasing,
        vehicle,
        contents: numbered([
          labour('54-210', 'Water leak, find the cause', 1.5, 'warranty'),
          part('SL-5421', 'Seal, tailgate', 1, 74_20, { group: 'body' }),
        ]),
      },
    },
    {
      at: clock.at(-1, '08:10'),
      do: 'inspect',
      survey: survey(id, 'health'),
      by: 'lena',
      answers: receptionAnswers({
        vehicle,
        request: 'There is water under the boot floor whenever it has rained.',
        energy: 'v5',
        belongings: 'Warning triangle on the back seat',
        findings: { 'h.trim': advise('Boot carpet wet'), 'h.body': advise('Dent in the tailgate, right') },
        contact: 'v2',
      }),
    },
    { at: clock.at(-1, '08:25'), do: 'complete', survey: survey(id, 'health'), by: 'lena' },
    {
      at: clock.at(-1, '11:40'),
      do: 'reopen',
      survey: survey(id, 'health'),
      by: 'ruth',
      reason: 'The dent explains the leak and must be described for the warranty claim.',
    },
    {
      at: clock.at(-1, '11:55'),
      do: 'inspect',
      survey: survey(id, 'health'),
      by: 'lena',
      answers: [
        { questionId: 'h.body', answerId: 'bad', comment: 'Tailgate bent at the lock, seal does not close' },
        { questionId: 'h.body', value: 'Tailgate gap 6 mm right, 3 mm left', status: 'red' },
      ],
    },
  ]
}

/** Bodywork to the main order: a sub-order, which gets no survey of its own. */
export function bodyworkTo(mainId: string, clock: WorkshopClock, id: string): Step[] {
  return [
    {
      at: clock.at(-1, '12:20'),
      do: 'putOrder',
      id,
      order: {
        ...north,
        departmentId: 'bodyshop',
        externalId: 'R-1010/1',
        serviceOrderType: 'body',
        parentOrderId: mainId,
        plannedStartTimestamp: clock.on(1, '07:30'),
        description: 'Straighten and paint the tailgate',
        customer: customers.lukasz,
        payer: companies.leasing,
        vehicle: vehicleOf(clock, cars.lukasz, -1),
        contents: numbered([
          labour('54-900', 'Tailgate, straighten', 2.2, 'body'),
          labour('98-540', 'Tailgate, paint', 3.1, 'paint'),
          part('PT-9800', 'Paint and consumables', 1, 112_00, { group: 'paint' }),
        ]),
      },
    },
  ]
}

export function tomorrow(clock: WorkshopClock, id: string): Step[] {
  const order: ServiceOrder = {
    ...north,
    externalId: 'R-1013',
    serviceOrderType: 'service',
    plannedStartTimestamp: clock.on(1, '08:30'),
    description: jobs.inspection.description,
    customer: customers.yusuf,
    vehicle: { ...vehicleOf(clock, cars.yusuf), ...warrantyOf(clock, cars.yusuf) },
    contents: numbered(jobs.inspection.lines),
  }
  return [
    { at: clock.at(-3, '16:40'), do: 'putOrder', id, order },
    // The customer called again: an hour later, and the wipers too.
    {
      at: clock.ago(150),
      do: 'putOrder',
      id,
      order: {
        ...order,
        plannedStartTimestamp: clock.on(1, '09:30'),
        contents: numbered([
          ...jobs.inspection.lines,
          part('WB-6110', 'Wiper blades, front pair', 1, 38_90, { group: 'wear' }),
        ]),
      },
    },
  ]
}

/** No date yet: the part has to come first. */
export function withoutDate(clock: WorkshopClock, id: string): Step[] {
  return [
    {
      at: clock.at(-2, '12:00'),
      do: 'putOrder',
      id,
      order: {
        ...south,
        externalId: 'R-1014',
        serviceOrderType: 'repair',
        description: 'Charge flap does not lock; part ordered, date to be agreed',
        customer: customers.jose,
        vehicle: { ...vehicleOf(clock, cars.jose), ...warrantyOf(clock, cars.jose) },
        contents: numbered([
          labour('61-900', 'Charge flap lock, replace', 0.6, 'high voltage'),
          part('CL-6190', 'Lock, charge flap', 1, 64_70, { group: 'electrical' }),
        ]),
      },
    },
  ]
}

/** Done and invoiced: reception and last look completed, a finding and what was due sold, another finding put off. */
export function closedYesterday(clock: WorkshopClock, id: string, catalogue: Catalogue): Step[] {
  const vehicle = vehicleOf(clock, cars.hannah, -1)
  const service = linesOf(jobs.largeService, catalogue, vehicle)
  const order: ServiceOrder = {
    ...north,
    externalId: 'R-1015',
    serviceOrderType: 'service',
    plannedStartTimestamp: clock.on(-1, '09:00'),
    description: jobs.largeService.description,
    customer: customers.hannah,
    technicians: [staff.mehmet.person],
    qcSurveyRelease: true,
    vehicle,
    contents: numbered(service),
  }
  return [
    { at: clock.at(-5, '15:15'), do: 'putOrder', id, order },
    withdrawn(clock.at(-5, '15:16'), id, jobs.largeService),
    {
      at: clock.at(-1, '09:05'),
      do: 'inspect',
      survey: survey(id, 'health'),
      by: 'lena',
      answers: receptionAnswers({
        vehicle,
        request: jobs.largeService.request,
        findings: {
          'h.wipers': urgent('Torn on the driver’s side'),
          'h.tyresLook': advise('Rear tyres near 3 mm'),
        },
        limit: { answerId: 'v1' },
      }),
    },
    {
      at: clock.at(-1, '09:15'),
      do: 'select',
      survey: survey(id, 'health'),
      by: 'lena',
      variant: on('h.wipers', 'bad', catalogue.variantFor(central('wiper-f'), vehicle)),
      approval: approved(clock.at(-1, '09:15'), 'direct'),
    },
    {
      at: clock.at(-1, '09:16'),
      do: 'decideDue',
      survey: survey(id, 'health'),
      packageId: central('brk-fluid'),
      approval: approved(clock.at(-1, '09:16'), 'direct'),
    },
    { at: clock.at(-1, '09:20'), do: 'complete', survey: survey(id, 'health'), by: 'lena' },
    {
      at: clock.at(-1, '11:10'),
      do: 'putQuote',
      survey: survey(id, 'health'),
      id: 'Q-1015-1',
      quote: {
        questionId: 'h.tyresLook',
        answerId: 'adv',
        description: 'Two tyres for the rear axle',
        ...putOff(clock.at(-1, '11:40'), 'phone', clock.on(42, '08:00')),
        contents: numbered([
          labour('40-110', 'Two tyres, fit and balance', 0.8),
          part('TY-2055', 'Tyre 205/55 R16', 2, 94_00, { group: 'tyres' }),
        ]),
      },
    },
    {
      at: clock.at(-1, '14:50'),
      do: 'inspect',
      survey: survey(id, 'QC'),
      by: 'mehmet',
      answers: qualityAnswers(),
    },
    { at: clock.at(-1, '14:58'), do: 'complete', survey: survey(id, 'QC'), by: 'mehmet' },
    {
      at: clock.at(-1, '16:30'),
      do: 'putOrder',
      id,
      order: { ...order, closed: true, contents: numbered(service.map(sold)) },
      isInvoice: true,
    },
  ]
}

/** The customer would not have the work done: closed in the middle of the reception. */
export function rejectedAtReception(clock: WorkshopClock, id: string, catalogue: Catalogue): Step[] {
  const vehicle = vehicleOf(clock, cars.priya, -1)
  const order: ServiceOrder = {
    ...south,
    externalId: 'R-1016',
    serviceOrderType: 'repair',
    plannedStartTimestamp: clock.on(-1, '10:30'),
    description: jobs.climate.description,
    customer: customers.priya,
    vehicle,
    contents: numbered(linesOf(jobs.climate, catalogue, vehicle)),
  }
  const answers = receptionAnswers({
    vehicle,
    request: jobs.climate.request,
    findings: { 'h.climate': urgent('Compressor does not start') },
  })
  return [
    { at: clock.at(-3, '10:25'), do: 'putOrder', id, order },
    {
      at: clock.at(-1, '10:35'),
      do: 'inspect',
      survey: survey(id, 'health'),
      by: 'tomas',
      answers: until('h.belts', answers),
    },
    {
      at: clock.at(-1, '10:50'),
      do: 'select',
      survey: survey(id, 'health'),
      by: 'tomas',
      variant: on('h.climate', 'bad', catalogue.variantFor(central('ac-clean'), vehicle)),
      approval: declined(clock.at(-1, '10:50'), 'direct', 'sellingTheCar'),
    },
    { at: clock.at(-1, '11:00'), do: 'putOrder', id, order: { ...order, rejected: true } },
  ]
}

/** Called off before it ever reached the service: it arrives rejected and gets no survey. */
export function cancelledByPhone(clock: WorkshopClock, id: string, catalogue: Catalogue): Step[] {
  const vehicle = vehicleOf(clock, cars.ingrid)
  return [
    {
      at: clock.at(-1, '13:20'),
      do: 'putOrder',
      id,
      order: {
        ...south,
        externalId: 'R-1017',
        serviceOrderType: 'wheels',
        plannedStartTimestamp: clock.on(1, '11:00'),
        rejected: true,
        description: 'Wheel change; cancelled by phone',
        customer: customers.ingrid,
        vehicle,
        contents: numbered(linesOf(jobs.wheels, catalogue, vehicle)),
      },
    },
  ]
}

/** Closed too early and opened again: its old survey stays closed, the new flag makes another one. */
export function reopenedOrder(clock: WorkshopClock, id: string, catalogue: Catalogue): Step[] {
  const vehicle = vehicleOf(clock, cars.paul, -2)
  const order: ServiceOrder = {
    ...north,
    externalId: 'R-1018',
    serviceOrderType: 'repair',
    plannedStartTimestamp: clock.on(-2, '08:30'),
    description: jobs.brakes.description,
    customer: customers.paul,
    vehicle,
    contents: numbered(linesOf(jobs.brakes, catalogue, vehicle)),
  }
  return [
    { at: clock.at(-7, '11:00'), do: 'putOrder', id, order },
    {
      at: clock.at(-2, '08:35'),
      do: 'inspect',
      survey: survey(id, 'health'),
      by: 'lena',
      answers: until('h.contact', receptionAnswers({ vehicle, request: jobs.brakes.request })),
    },
    { at: clock.at(-2, '16:45'), do: 'putOrder', id, order: { ...order, closed: true } },
    {
      at: clock.at(-1, '08:15'),
      do: 'putOrder',
      id,
      order: { ...order, closed: false, technicians: [staff.mehmet.person], qcSurveyRelease: true },
    },
  ]
}
