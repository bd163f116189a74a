// What is wrong with cars on ordinary days and what customers say to that, by chance. Pure.
import type { QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { Findings } from './answers.ts'
import { type Catalogue, central } from './catalogue.ts'
import type { StaffId } from './dealership.ts'
import { approved, declined, on, putOff } from './decisions.ts'
import { deferred, type Line, part, sold } from './lines.ts'
import type { Chance } from './random.ts'
import { OWN_HEALTH_SURVEY, type Step, type SurveyOf } from './steps.ts'
import type { WorkshopClock } from './workshop-clock.ts'

interface Tendency {
  questionId: string
  /** Shares of visits. */
  amber: number
  red: number
  comment?: string
  /** Offered on the finding; some only on the amber one. */
  packageId?: string
  isAmberOnly?: true
  /** Where there is no package, the DMS writes a line of its own. */
  remedy?: Line
}

const tendencies: readonly Tendency[] = [
  { questionId: 'h.warningLamps', amber: 0.14, red: 0.02, packageId: central('diag-1') },
  { questionId: 'h.recall', amber: 0.05, red: 0.01 },
  { questionId: 'h.body', amber: 0.2, red: 0.03, comment: 'Marked on the drawing' },
  { questionId: 'h.glass', amber: 0.06, red: 0.02, packageId: central('glass-chip'), isAmberOnly: true },
  { questionId: 'h.lampsOutside', amber: 0.06, red: 0.04, packageId: central('lamp') },
  { questionId: 'h.wipers', amber: 0.2, red: 0.05, packageId: central('wiper-f') },
  { questionId: 'h.rims', amber: 0.1, red: 0 },
  {
    questionId: 'h.tyresLook',
    amber: 0.16,
    red: 0.05,
    remedy: part('TY-2055', 'Tyre 205/55 R16', 2, 94_00, { group: 'tyres' }),
  },
  { questionId: 'h.drips', amber: 0.04, red: 0.01 },
  { questionId: 'h.climate', amber: 0.07, red: 0.01, packageId: central('ac-service') },
  { questionId: 'h.pedal', amber: 0.04, red: 0.01 },
  {
    questionId: 'h.oil',
    amber: 0.08,
    red: 0.01,
    remedy: part('OIL-0W30', 'Engine oil 0W-30', 1, 16_90, { unit: 'l' }),
  },
  {
    questionId: 'h.battery12',
    amber: 0.07,
    red: 0.01,
    remedy: part('BA-0070', 'Battery 12 V 70 Ah', 1, 148_00, { group: 'electrical' }),
  },
]

export function findingsOf(chance: Chance, isElectric: boolean): Findings {
  const findings: Record<string, { answerId: string; comment?: string }> = {}
  for (const { questionId, amber, red, comment } of tendencies) {
    const draw = chance.next()
    if (draw >= amber + red || (isElectric && questionId === 'h.oil')) continue
    findings[questionId] = { answerId: draw < red ? 'bad' : 'adv', ...(comment ? { comment } : {}) }
  }
  return findings
}

/** Shares of findings that are done at once. */
const SOLD = { bad: 0.8, adv: 0.45 }
/** Of the others: put off, not declined. */
const PUT_OFF = 0.5
/** Working days until what was put off is to be done. */
const LATER = 40

const isSold = (chance: Chance, answerId: string) => chance.is(answerId === 'bad' ? SOLD.bad : SOLD.adv)

interface Visit {
  chance: Chance
  clock: WorkshopClock
  catalogue: Catalogue
  vehicle: Vehicle
  findings: Findings
  day: number
}

/** What the advisor offers from the catalogue, and what the customer says to it. */
export function offersOn(visit: Visit, at: Date, survey: SurveyOf, by: StaffId): Step[] {
  const { catalogue, vehicle, findings } = visit
  return tendencies.flatMap(({ questionId, packageId, isAmberOnly }): Step[] => {
    const answerId = findings[questionId]?.answerId
    if (!answerId || !packageId || (isAmberOnly && answerId !== 'adv')) return []
    const variant = on(questionId, answerId, catalogue.variantFor(packageId, vehicle))
    return [{ at, do: 'select', survey, by, variant, approval: decision(visit, at, answerId) }]
  })
}

/** What the service proposed because it is due, and what the customer says to that. */
export function brakeFluid(visit: Visit, at: Date, survey: SurveyOf): Step[] {
  const packageId = central('brk-fluid')
  return [{ at, do: 'decideDue', survey, packageId, approval: decision(visit, at, 'adv') }]
}

function decision({ chance, clock, day }: Visit, at: Date, answerId: string): QuoteApproval {
  const medium = chance.pick(['direct', 'phone', 'internet'] as const)
  if (isSold(chance, answerId)) return approved(at, medium)
  if (chance.is(PUT_OFF)) return putOff(at, medium, clock.on(day + LATER, '08:00'))
  return declined(at, medium, chance.pick(['tooExpensive', 'inTheService', 'elsewhere']))
}

/** What became of findings without a package: sold the same day, put off, or declined and so on no line at all. */
export function linesFrom({ chance, clock, findings, day }: Visit): Line[] {
  return tendencies.flatMap(({ questionId, remedy }) => {
    const finding = findings[questionId]
    if (!finding || !remedy) return []
    const line: Line = { ...remedy, healthSurveyId: OWN_HEALTH_SURVEY, healthAnswerId: finding.answerId }
    if (isSold(chance, finding.answerId)) return [sold(line)]
    return chance.is(PUT_OFF) ? [deferred(line, clock.on(day + LATER, '08:00'))] : []
  })
}
