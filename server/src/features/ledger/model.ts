// What the ledger is written from, and what is written: of one vehicle. Times are texts as the database gives them; `…Us` is the same
// in microseconds, to compare.

/** A survey of the vehicle. */
export interface Visit {
  surveyId: string
  orderId: string | null
  branchId: string | null
  /** Templates are told apart by whose they are, too. */
  template: { masterClientId: string; templateId: string; version: number }
  /** When its order came, long before the car perhaps: all surveys of an order belong to one visit to the workshop. */
  cameUs: number
  madeUs: number
  /** Its order was rejected, or it has none. */
  isApart: boolean
}

/** What a question says at a visit. */
export interface Reading {
  surveyId: string
  questionId: string
  grade: 'green' | 'amber' | 'red'
  /** Of the answer that decides the grade. */
  value: string | null
  unit: string | null
  by: string | null
  at: string
  atUs: number
  /** Ids of the selected answers. */
  answerIds: readonly string[]
}

export type Decision = 'approved' | 'rejected' | 'deferred'

/** A current quote, or a selected variant that no quote replaced. */
export interface Offer {
  surveyId: string
  quoteId: string
  category: 'quote' | 'package' | 'upsaleQuote'
  questionId: string
  answerId: string
  /** The other questions that its work covers. */
  covers: readonly string[]
  packageId: string | null
  variantId: string | null
  currency: string | null
  exVat: string | null
  incVat: string | null
  approvedExVat: string | null
  approvedIncVat: string | null
  decision: Decision | null
  medium: string | null
  reasonCode: string | null
  deferredTo: string | null
  decidedAt: string | null
  decidedBy: string | null
  at: string
}

/** A line of an order that names work of ours. */
export interface OrderLine {
  orderId: string
  position: number
  surveyId: string | null
  answerId: string | null
  packageId: string | null
  variantId: string | null
  isSold: boolean
  /** The DMS put off some of it; to the day that it wrote, if it says one. */
  isDeferred: boolean
  deferredTo: string | null
  /** Its order was cancelled: nothing of it was done. */
  isRejected: boolean
  soldExVat: string | null
  soldIncVat: string | null
  /** When its order came, and when it was sold: at its close, else when it was planned or came. */
  cameUs: number
  at: string
}

/** Staff closed the finding by hand. */
export interface Closing {
  id: string
  masterClientId: string
  templateId: string
  questionId: string
  at: string
  atUs: number
}

export interface History {
  vehicleKey: string
  visits: readonly Visit[]
  readings: readonly Reading[]
  offers: readonly Offer[]
  lines: readonly OrderLine[]
  closings: readonly Closing[]
}

/** A row of `findings`: a chain (I7). */
export interface FindingRow {
  vehicleKey: string
  masterClientId: string
  templateId: string
  questionId: string
  openedIn: string
  openedAt: string
  countedIn: string | null
  surveyId: string
  orderId: string | null
  branchId: string | null
  seenAt: string
  visits: number
  grade: 'amber' | 'red'
  worstGrade: 'amber' | 'red'
  value: string | null
  unitOfMeasurement: string | null
  offeredAt: string | null
  offeredIn: string | null
  currency: string | null
  offeredExVat: string | null
  offeredIncVat: string | null
  decision: Decision | null
  decidedAt: string | null
  decidedBy: string | null
  reasonCode: string | null
  deferredTo: string | null
  closedAs: 'green' | 'sold' | 'byHand' | null
  closedAt: string | null
  closedIn: string | null
}

/** A row of `finding_visits`. The chain is named by the survey that opened it. */
export interface FindingVisitRow {
  surveyId: string
  questionId: string
  openedIn: string
  masterClientId: string
  templateId: string
  vehicleKey: string
  orderId: string | null
  branchId: string | null
  isApart: boolean
  at: string
  grade: 'amber' | 'red'
  value: string | null
  unitOfMeasurement: string | null
  answeredBy: string | null
  isOffered: boolean
}

/** A row of `offered_work`. */
export interface OfferedWorkRow extends Omit<Offer, 'at' | 'answerId' | 'covers'> {
  vehicleKey: string
  orderId: string | null
  branchId: string | null
  isApart: boolean
  coveredQuestions: readonly string[]
  offeredAt: string
  isOrdered: boolean
  soldOrderId: string | null
  soldAt: string | null
  soldExVat: string | null
  soldIncVat: string | null
  state: 'open' | 'sold' | 'settled' | 'again'
}

/** What a line of an order was matched with; null if nothing offered it. */
export interface MatchedLine {
  orderId: string
  position: number
  quoteSurveyId: string | null
  quoteId: string | null
}

export interface Ledger {
  findings: FindingRow[]
  visits: FindingVisitRow[]
  work: OfferedWorkRow[]
  lines: MatchedLine[]
}
