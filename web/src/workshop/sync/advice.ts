// What a person can do about a refusal, by its kind in the error catalogue. Pure.
import { problemKindOf } from '@walkaround/contract/problem-kinds.ts'
import type { ProblemKind } from '@walkaround/contract/problems.ts'
import type { Refusal } from '../store/tables.ts'

type Advice = 'completed' | 'closed' | 'missing' | 'forbidden' | 'decidedOnline' | 'other'

const byKind: Readonly<Partial<Record<ProblemKind, Advice>>> = {
  surveyCompleted: 'completed',
  surveyClosed: 'closed',
  surveyIncomplete: 'missing',
  signatureMissing: 'missing',
  decidedOnline: 'decidedOnline',
  notRecorded: 'decidedOnline',
  forbidden: 'forbidden',
  wrongOrigin: 'forbidden',
}

export function adviceOn({ code }: Refusal): Advice {
  const kind = problemKindOf(code)
  return (kind && byKind[kind]) ?? 'other'
}
