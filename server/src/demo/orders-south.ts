// Cars that are in the house today in the South. Pure.
import { advise, qualityAnswers, receptionAnswers, urgent, workshopAnswers } from './answers.ts'
import { south, survey, withdrawn } from './bookings.ts'
import { cars } from './cars.ts'
import { type Catalogue, central } from './catalogue.ts'
import { customers } from './customers.ts'
import { staff } from './dealership.ts'
import { approved, declined, on, putOff } from './decisions.ts'
import { jobs, linesOf } from './jobs.ts'
import { labour, numbered, part } from './lines.ts'
import type { Step } from './steps.ts'
import { vehicleOf } from './vehicles.ts'
import type { WorkshopClock } from './workshop-clock.ts'

/** Reception, workshop check and quality check on one order, and a customer who has decided about everything. */
export function threeSurveys(clock: WorkshopClock, id: string, catalogue: Catalogue): Step[] {
  const vehicle = vehicleOf(clock, cars.nikos)
  const offer = (questionId: string, answerId: string, packageId: string) =>
    on(questionId, answerId, catalogue.variantFor(packageId, vehicle))
  const bearing = offer('vc.bearings', 'bad', central('bearing'))
  const tyres = offer('vc.treadFL', 'adv', central('tyre-2'))
  const alignment = offer('vc.tyreWear', 'adv', central('align-4'))
  const battery = offer('vc.battery', 'adv', central('bat-12'))
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
        contents: numbered(linesOf(jobs.largeService, catalogue, vehicle)),
      },
    },
    withdrawn(clock.at(-4, '10:11'), id, jobs.largeService),
    {
      at: clock.ago(118),
      do: 'inspect',
      survey: survey(id, 'health'),
      by: 'tomas',
      answers: receptionAnswers({
        vehicle,
        request: 'Service. It whistles from about 110 km/h.',
        findings: {
          'h.body': advise('Dent in the left rear door'),
          'h.tyresLook': advise('Front tyres feathered'),
          'h.battery12': advise(),
        },
        contact: 'v4',
        limit: { answerId: 'v3' },
      }),
    },
    {
      at: clock.ago(110),
      do: 'select',
      survey: survey(id, 'health'),
      by: 'tomas',
      variant: offer('h.body', 'adv', 'dents-south'),
      approval: putOff(clock.ago(110), 'direct', clock.on(18, '08:00')),
    },
    {
      at: clock.ago(109),
      do: 'putQuote',
      survey: survey(id, 'health'),
      id: 'Q-1005-1',
      quote: {
        questionId: 'h.battery12',
        answerId: 'adv',
        description: 'Battery terminals, clean and protect',
        ...declined(clock.ago(109), 'direct', 'byMyself'),
        contents: numbered([labour('61-010', 'Terminals, clean and grease', 0.2, 'electrical')]),
      },
    },
    {
      at: clock.ago(108),
      do: 'decideDue',
      survey: survey(id, 'health'),
      packageId: central('ev-check'),
      approval: approved(clock.ago(108), 'direct'),
    },
    {
      at: clock.ago(107),
      do: 'decideDue',
      survey: survey(id, 'health'),
      packageId: central('brk-fluid'),
      approval: putOff(clock.ago(107), 'direct', clock.on(24, '08:00')),
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
    { at: clock.ago(36), do: 'select', survey: survey(id, 'VC'), by: 'tomas', variant: tyres },
    { at: clock.ago(36), do: 'select', survey: survey(id, 'VC'), by: 'tomas', variant: alignment },
    { at: clock.ago(35), do: 'select', survey: survey(id, 'VC'), by: 'tomas', variant: battery },
    { at: clock.ago(35), do: 'select', survey: survey(id, 'VC'), by: 'tomas', variant: bearing },
    // The part on the shelf is a cheaper one: the DMS puts a quote of its own in the place of the package.
    {
      at: clock.ago(33),
      do: 'putQuote',
      survey: survey(id, 'VC'),
      id: 'Q-1005-2',
      quote: {
        ...bearing,
        description: 'Wheel bearing front right, part from stock',
        ...approved(clock.ago(33), 'phone'),
        contents: numbered([
          labour('31-410', 'Wheel bearing, replace', 1.8),
          part('WK-3141', 'Wheel bearing kit', 1, 84_60, { group: 'chassis' }),
        ]),
      },
    },
    {
      at: clock.ago(31),
      do: 'decide',
      survey: survey(id, 'VC'),
      by: 'tomas',
      variant: alignment,
      approval: approved(clock.ago(31), 'phone'),
    },
    {
      at: clock.ago(30),
      do: 'decide',
      survey: survey(id, 'VC'),
      by: 'tomas',
      variant: tyres,
      approval: putOff(clock.ago(31), 'phone', clock.on(26, '08:00')),
    },
    {
      at: clock.ago(30),
      do: 'decide',
      survey: survey(id, 'VC'),
      by: 'tomas',
      variant: battery,
      approval: declined(clock.ago(31), 'phone', 'notConvinced'),
    },
  ]
}

/** Its software has a price that the manufacturer sets. */
export function electricCar(clock: WorkshopClock, id: string, catalogue: Catalogue): Step[] {
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
        contents: numbered(linesOf(jobs.electricService, catalogue, vehicle)),
      },
    },
    withdrawn(clock.at(-5, '13:16'), id, jobs.electricService),
    {
      at: clock.ago(55),
      do: 'inspect',
      survey: survey(id, 'health'),
      by: 'tomas',
      answers: receptionAnswers({
        vehicle,
        request: jobs.electricService.request,
        energy: 'v4',
        findings: { 'h.recall': advise('Software of the drive control, campaign 24-07') },
        contact: 'v2',
      }),
    },
    {
      at: clock.ago(50),
      do: 'select',
      survey: survey(id, 'health'),
      by: 'tomas',
      variant: on('h.recall', 'adv', catalogue.variantFor('drive-software', vehicle)),
      approval: approved(clock.ago(50), 'direct'),
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

/** Only the last look is asked for; it found something small and put it right. */
export function qualityOnly(clock: WorkshopClock, id: string, catalogue: Catalogue): Step[] {
  const vehicle = vehicleOf(clock, cars.kofi)
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
        vehicle,
        contents: numbered(linesOf(jobs.battery, catalogue, vehicle)),
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
