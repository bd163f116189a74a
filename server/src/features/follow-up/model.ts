// The rows of work that was put off or declined, and of what people did with it.

import type { EndReason } from '@walkaround/contract/rules/follow-up.ts'

/** What people did with a work so far. */
export interface FollowUpRow {
  revision: number
  lastAct: string | null
  lastKind: string | null
  changedBy: string | null
  changedAt: Date | null
  claimedBy: string | null
  calls: number
  lastCall: 'reached' | 'notReached' | 'callAgain' | null
  calledAt: Date | null
  /** ISO dates. */
  dueOn: string | null
  bookedAt: Date | null
  bookedFor: string | null
  endedAs: 'done' | 'stopped' | null
  endedReason: EndReason | null
  endedAt: Date | null
}

export interface WorkRow extends FollowUpRow {
  /** ISO date, by which the list is ordered. */
  due: string
  surveyId: string
  quoteId: string
  orderId: string | null
  branchId: string | null
  siteId: string | null
  vehicleKey: string
  questionId: string
  coveredQuestions: string[]
  packageId: string | null
  variantId: string | null
  currency: string | null
  exVat: number | null
  incVat: number | null
  decision: 'deferred' | 'rejected'
  decidedAt: Date | null
  reasonCode: string | null
  /** ISO date: as the customer said, or as staff moved it. */
  until: string | null
  header: string | null
  corrections: string | null
  masterClientId: string
  templateId: string
  templateVersion: number
}

export interface TotalRow {
  currency: string | null
  works: number
  pricedExVat: number
  pricedIncVat: number
  exVat: string | null
  incVat: string | null
}

/** Where a page of the list ended. */
export interface Place {
  due: string
  surveyId: string
  quoteId: string
}

export interface ListQuery {
  /** Ids of branches; the empty one stands for cars without a branch. */
  places: string[]
  decision?: 'deferred' | 'rejected' | undefined
  isOverdue: boolean
  /** A login. */
  claimedBy?: string | undefined
  isUnclaimed: boolean
  /** ISO date, at the dealership. */
  today: string
  limit: number
}
