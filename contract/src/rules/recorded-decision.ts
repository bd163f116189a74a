// Whether staff recorded the decision on a quote, because only then can it be taken back; and whether two decisions say the
// same. Used by tablet and service. Pure.
import { dateOf } from './days.ts'

/** The fields of a decision; it is replaced whole (A1). */
export const approvalNames = [
  'approvalStatus',
  'deferralDate',
  'rejectionReasonCode',
  'approvalMedium',
  'approvalDate',
] as const

interface Decided {
  readonly approvalStatus?: string | undefined
  readonly approvalMedium?: string | undefined
  readonly approvalDate?: string | undefined
}

/** Decisions of the owner and of the DMS cannot be taken back by staff. */
export const isRecorded = (
  quote: Decided,
  recorded: (Pick<Decided, 'approvalMedium' | 'approvalDate'> & { takenBack?: unknown }) | undefined,
): boolean =>
  recorded !== undefined &&
  recorded.takenBack === undefined &&
  quote.approvalStatus !== undefined &&
  quote.approvalMedium === recorded.approvalMedium &&
  quote.approvalDate === recorded.approvalDate

interface Decision {
  readonly approvalStatus?: string | undefined
  readonly deferralDate?: string | undefined
  readonly rejectionReasonCode?: string | undefined
}

/** Repeating a decision changes nothing, not even how and when it was made. Deferral dates compare as days at the dealership (A8). */
export function isSameDecision(known: Decision, next: Decision, timeZone: string): boolean {
  const dayOf = (text: string | undefined) =>
    text === undefined ? undefined : (dateOf(text, timeZone) ?? text)
  if (known.approvalStatus !== next.approvalStatus) return false
  if (next.approvalStatus === 'deferred') return dayOf(known.deferralDate) === dayOf(next.deferralDate)
  return next.approvalStatus !== 'rejected' || known.rejectionReasonCode === next.rejectionReasonCode
}
