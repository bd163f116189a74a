// What was found and what is offered for it, with everything decided and in domain words: printed forms and the owner's page show
// it. Types only, plain JSON, so that a model can be sent to a worker and a stored one can be shown again.
import type { ActLine } from '@walkaround/contract/app/acts.ts'
import type { Grade } from '@walkaround/contract/owner-page.ts'
import type { Price } from '@walkaround/contract/rules/money.ts'
import type { TyreDetails } from '@walkaround/contract/rules/tyres.ts'
import type { AtWheels } from '@walkaround/contract/rules/wheels.ts'

export type PhotoRef = string

export type FoundSection = { readonly text: string; readonly questions: readonly FoundQuestion[] }

export type FoundQuestion = {
  /** Links offers to their finding. */
  readonly ref?: string
  readonly text: string
  readonly answers: readonly FoundAnswer[]
  readonly photos?: readonly PhotoRef[]
  /** Where it lies, if it is about a wheel. */
  readonly at?: AtWheels
  /** What was read on the tyre beside its tread. */
  readonly tyre?: TyreDetails
  /** Not a finding about the vehicle: recorded, but not counted. */
  readonly isAside?: boolean
}

export type FoundAnswer = {
  readonly status?: Grade
  readonly text?: string
  readonly value?: number
  /** Code of a unit of measure. */
  readonly unit?: string
  readonly comment?: string
  readonly limit?: Limit
  readonly photos?: readonly PhotoRef[]
}

/** Bands of a measured value, ascending; the last has no bound and covers the rest. */
export type Limit = {
  readonly bands: readonly { readonly status: Grade; readonly below?: number; readonly upTo?: number }[]
  readonly min?: number
  readonly max?: number
  readonly legalMin?: number
  readonly legalMax?: number
}

export type Belongings = {
  /** Valuables left in the vehicle, as recorded; "none" is an answer too. */
  readonly left?: string
  /** Keys, papers and the like. */
  readonly handedOver?: readonly string[]
}

export type Offer = {
  readonly text: string
  /** `ref` of the question it answers. */
  readonly questionRef?: string
  /** Other questions the same work covers, and the title of the one it is shown at (I4). */
  readonly covers?: { readonly refs: readonly string[]; readonly at: string }
  readonly currency: string
  readonly lines?: readonly ActLine[]
  readonly labour?: Price
  readonly parts?: Price
  /** What the customer pays, after the discount. */
  readonly total?: Price
  /** The price without the discount; absent if there is none. */
  readonly totalBeforeDiscount?: Price
  readonly approval?: Approval
  /** Why it is due, for automatic quotes, in the reader's language. */
  readonly reason?: string
  /** That other offers have the same work, in the reader's language. */
  readonly overlaps?: readonly string[]
}

export type Approval = {
  readonly status: 'approved' | 'rejected' | 'deferred'
  readonly date?: string
  readonly deferredTo?: string
  readonly medium?: string
  /** Who told staff the decision, if staff recorded it. */
  readonly spokeWith?: string
  readonly reason?: string
}
