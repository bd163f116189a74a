// What an offer costs in total, by currency, with the discount and by what the customer decided. Pure.
import { minus, sum } from './money.ts'

const decisionStates = ['approved', 'open', 'deferred', 'rejected'] as const
type DecisionState = (typeof decisionStates)[number]

interface CountedOffer {
  readonly currency: string
  readonly exVat: number
  readonly incVat: number
  /** With VAT, before a discount; absent if there is none. */
  readonly before?: number | undefined
  readonly approvalStatus?: Exclude<DecisionState, 'open'> | undefined
  /** The order already has this work: it is counted once, there, unless the customer approves it here. */
  readonly isHeld: boolean
}

export interface OfferTotals {
  readonly currency: string
  readonly exVat: number
  readonly vat: number
  readonly incVat: number
  readonly discount: number
  /** With VAT; only states that an offer has, and none before the first decision. */
  readonly states: readonly { readonly state: DecisionState; readonly incVat: number }[]
}

const stateOf = ({ approvalStatus }: CountedOffer): DecisionState => approvalStatus ?? 'open'

/** By currency, because amounts of two currencies cannot be added. What was declined is not counted. */
export function offerTotals(offers: readonly CountedOffer[]): OfferTotals[] {
  const counted = offers.filter((one) => !one.isHeld || one.approvalStatus === 'approved')
  const currencies = [...new Set(counted.map(({ currency }) => currency))].filter((one) => one !== '')
  return currencies.map((currency) => {
    const all = counted.filter((one) => one.currency === currency)
    const own = all.filter((one) => one.approvalStatus !== 'rejected')
    const [exVat, incVat] = [sum(own.map((one) => one.exVat)), sum(own.map((one) => one.incVat))]
    const before = sum(own.map((one) => one.before ?? one.incVat))
    const isDecided = all.some((one) => one.approvalStatus !== undefined)
    const states = decisionStates.flatMap((state) => {
      const some = all.filter((one) => stateOf(one) === state)
      return isDecided && some.length > 0 ? [{ state, incVat: sum(some.map((one) => one.incVat)) }] : []
    })
    return { currency, exVat, vat: minus(incVat, exVat), incVat, discount: minus(before, incVat), states }
  })
}
