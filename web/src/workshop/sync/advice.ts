// What a person can do about a refusal, by its code in the error catalogue. Pure.
import type { Refusal } from '../store/tables.ts'

export type Advice = 'completed' | 'closed' | 'missing' | 'forbidden' | 'decidedOnline' | 'other'

const byCode: Readonly<Record<number, Advice>> = {
  40040: 'completed',
  40041: 'closed',
  40044: 'missing',
  40058: 'missing',
  40064: 'decidedOnline',
  40081: 'decidedOnline',
}

export function adviceOn({ code }: Refusal): Advice {
  if (Math.floor(code / 100) === 403) return 'forbidden'
  return byCode[code] ?? 'other'
}
