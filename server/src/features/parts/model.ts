// The rows of requests for parts.
import type { PartLine } from '@walkaround/contract/dms/parts.ts'
import type { PartState } from '@walkaround/contract/rules/parts.ts'

/** A request that was taken back is shown to nobody. */
export interface PartRow {
  surveyId: string
  questionId: string
  revision: number
  state: PartState | 'withdrawn'
  /** The tap that asked last. */
  tap: string
  /** When somebody asked or took the request back last: an earlier tap that arrives later changes nothing. */
  tappedAt: Date
  requestedAt: Date
  requestedBy: string
  requestedName: string
  wanted: string | null
  answeredAt: Date | null
  answeredBy: string | null
  answeredName: string | null
  currency: string | null
  lines: PartLine[] | null
  /** ISO date. */
  availableOn: string | null
  note: string | null
  /** Who changed it last. */
  changedName: string
}

/** What decides about requests on a survey. */
export interface SurveyOfParts {
  closed: boolean
  siteId: string | null
  masterClientId: string
  templateId: string
  templateVersion: number
}

/** Where the queue goes on. */
export interface Place {
  rank: number
  /** ISO date-time. */
  since: string
  surveyId: string
  questionId: string
}

/** One that was not taken back. */
export type ShownRow = PartRow & { state: PartState }

/** A request with its finding and its car. */
export interface QueueRow extends PartRow {
  state: PartState
  rank: number
  since: Date
  grade: 'amber' | 'red'
  value: string | null
  unitOfMeasurement: string | null
  branchId: string
  orderId: string | null
  leadId: string | null
  header: string | null
  corrections: string | null
  masterClientId: string
  templateId: string
  templateVersion: number
}
