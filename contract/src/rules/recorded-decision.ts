// Whether a decision on a quote is the one staff recorded: only that can be taken back. Pure; tablet and service decide the same.

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

/** The owner's own decisions and those of the DMS are nobody's here to take back. */
export const isRecorded = (
  quote: Decided,
  recorded: Pick<Decided, 'approvalMedium' | 'approvalDate'> | undefined,
): boolean =>
  recorded !== undefined &&
  quote.approvalStatus !== undefined &&
  quote.approvalMedium === recorded.approvalMedium &&
  quote.approvalDate === recorded.approvalDate
