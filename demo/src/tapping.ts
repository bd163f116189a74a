// Inspections on ordinary days: when the advisor tapped what, and what the technician measured. Pure.
import type { GivenAnswer } from '@walkaround/contract/app/edits.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { type Static, Type } from 'typebox'
import { type Finding, WorkshopCheck, workshopAnswers } from './answers.ts'
import { nameIn } from './data.ts'
import { staff } from './dealership.ts'
import type { Step } from './steps.ts'

export const Measured = Type.Object({ by: nameIn(staff), ...WorkshopCheck.properties })

type Inspecting = Pick<Extract<Step, { do: 'inspect' }>, 'at' | 'survey' | 'by' | 'answers'>

/** Tap by tap, so that questions have their seconds: what is asked, all that is fine, then what is not. */
export function inspecting(
  { at, answers, findings, ...who }: Inspecting & { findings: readonly Finding[] },
  isTapped: boolean,
): Step[] {
  const step = (minutes: number, some: readonly GivenAnswer[]): Step => ({
    at: new Date(at.getTime() + minutes * 60_000),
    do: 'inspect',
    ...who,
    answers: [...some],
  })
  if (!isTapped) return [step(0, answers)]
  const found = new Set(findings.map(({ questionId }) => questionId))
  const kindOf = ({ questionId, answerId }: GivenAnswer) =>
    found.has(questionId) ? 'found' : answerId === 'ok' ? 'fine' : 'asked'
  const { asked = [], fine = [], found: bad = [] } = Object.groupBy(answers, kindOf)
  return [step(0, asked), step(2, fine), ...(bad.length > 0 ? [step(2 + Math.min(bad.length, 5), bad)] : [])]
}

/** The technician, before the car leaves. */
export function measuring(
  at: Date,
  orderId: string,
  vehicle: Vehicle,
  { by, ...values }: Static<typeof Measured>,
): Step {
  const answers = workshopAnswers(vehicle, values)
  return { at, do: 'inspect', survey: { orderId, type: 'VC' }, by, answers }
}
