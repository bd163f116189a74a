// What customers of the demo decide about quotes, and where package variants are offered. Pure.
import type { QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import type { VariantRef } from '@walkaround/server/features/quotes/select-variant.ts'
import { toLocalIso } from './workshop-clock.ts'

type Medium = NonNullable<QuoteApproval['approvalMedium']>

const decided = (at: Date, approvalMedium: Medium) => ({ approvalMedium, approvalDate: toLocalIso(at) })

export const approved = (at: Date, medium: Medium): QuoteApproval => ({
  approvalStatus: 'approved',
  ...decided(at, medium),
})

export const declined = (at: Date, medium: Medium, rejectionReasonCode: string): QuoteApproval => ({
  approvalStatus: 'rejected',
  rejectionReasonCode,
  ...decided(at, medium),
})

export const putOff = (at: Date, medium: Medium, deferralDate: string): QuoteApproval => ({
  approvalStatus: 'deferred',
  deferralDate,
  ...decided(at, medium),
})

export const on = (
  questionId: string,
  answerId: string,
  variant: { packageId: string; variantId: string },
): VariantRef => ({ questionId, answerId, ...variant })
