// The offer of a survey as the quote builder shows it: findings with possible work, and the quotes with their totals, problems and
// reasons. Pure; changes made only on this device are included.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { HeldLine, HourlyRate } from '@walkaround/contract/app/offers.ts'
import type { PackageVariant, QuoteItem } from '@walkaround/contract/dms/packages.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import { roundDecimal } from '@walkaround/contract/rules/decimal.ts'
import { totalBeforeDiscount } from '@walkaround/contract/rules/discounts.ts'
import { decimalsOf, minus, perUnit, rateOf, sum } from '@walkaround/contract/rules/money.ts'
import { type OfferTotals, offerTotals } from '@walkaround/contract/rules/offer-totals.ts'
import { findHolding, listOverlaps, type Overlap } from '@walkaround/contract/rules/overlapping-work.ts'
import { toQuoteLines } from '@walkaround/contract/rules/quote-lines.ts'
import { withoutRepeats } from '@walkaround/contract/rules/without-repeats.ts'
import { named } from '../../store/package-words.ts'
import { elementsOf, listQuestions, type Question } from '../../store/survey-elements.ts'
import { worksOfPage } from '../../store/works.ts'

export type FindingStatus = 'red' | 'amber' | 'green' | undefined
export type OfferedPackage = NonNullable<Answer['packages']>[number]

export interface Finding {
  question: Question
  answer: Answer & { id: string }
  status: FindingStatus
}

const weight = { red: 0, amber: 1, green: 2 } as const
const weightOf = (status: FindingStatus) => (status === undefined ? 3 : weight[status])

/** Urgent first, then advised; of the rest only those with something to offer. */
export function listFindings(page: SurveyPage): Finding[] {
  const found = listQuestions(elementsOf(page)).flatMap((question) =>
    (question.answers ?? []).flatMap((answer): Finding[] => {
      if (!answer.selected || answer.id === undefined) return []
      const isBad = answer.status === 'red' || answer.status === 'amber'
      if (!isBad && !answer.packages?.length) return []
      return [{ question, answer: { ...answer, id: answer.id }, status: answer.status }]
    }),
  )
  return found.sort((a, b) => weightOf(a.status) - weightOf(b.status))
}

interface VariantPrice {
  exVat?: number
  incVat?: number
  labour?: number
  parts?: number
  /** The price within warranty. */
  plainIncVat?: number
}

export function priceOf(variant: PackageVariant, isOut: boolean): VariantPrice {
  if (isOut && variant.discountPriceExVat !== undefined) {
    return {
      exVat: variant.discountPriceExVat,
      incVat: variant.discountPriceIncVat,
      labour: variant.discountLabourPriceExVat,
      parts: variant.discountPartsPriceExVat,
      ...(variant.discountPriceIncVat === variant.priceIncVat ? {} : { plainIncVat: variant.priceIncVat }),
    }
  }
  return {
    exVat: variant.priceExVat,
    incVat: variant.priceIncVat,
    labour: variant.labourPriceExVat,
    parts: variant.partsPriceExVat,
  }
}

export interface Offered {
  quote: Quote & { id: string }
  status: FindingStatus
  /** Of the package or of the quote itself. */
  name?: string
  variant?: string
  /** The question, for readers of the list. */
  about?: string
  labour: number
  parts: number
  exVat: number
  incVat: number
  vat: number
  /** With VAT, before a discount. */
  before?: number
  problem?: 'currency' | 'amounts'
  /** A line of the order that already has this work; undefined once the customer approved it here. */
  heldBy?: HeldLine
  /** Selected on this device; the server has not made its quote yet. */
  isPending: boolean
  due?: SurveyPage['due'][number]
}

const amountsOf = (items: readonly QuoteItem[], name: 'amountExVat' | 'amountIncVat') =>
  sum(items.map((item) => item[name] ?? 0))

function toOffered(quote: Quote & { id: string }, page: SurveyPage, isPending = false): Offered {
  const items = quote.contents ?? []
  const question = listQuestions(elementsOf(page)).find(({ id }) => id === quote.questionId)
  const answer = question?.answers?.find(({ id }) => id === quote.answerId)
  const exVat = amountsOf(items, 'amountExVat')
  const incVat = amountsOf(items, 'amountIncVat')
  const isWhole =
    items.length > 0 &&
    items.every((item) => item.amountExVat !== undefined && item.amountIncVat !== undefined)
  const problem = !quote.currency ? 'currency' : isWhole ? undefined : 'amounts'
  const due = page.due?.find(({ quoteId }) => quoteId === quote.id)
  const before = totalBeforeDiscount(items)?.incVat
  const held = findHolding(page.orderLines ?? [], { packageId: quote.packageId, items }, page.contained ?? {})
  return {
    quote,
    status: answer?.status,
    ...namesOf(quote, answer, page),
    ...(question?.text === undefined ? {} : { about: question.text }),
    labour: amountsOf(
      items.filter(({ itemCategory }) => itemCategory === 'labour'),
      'amountExVat',
    ),
    parts: amountsOf(
      items.filter(({ itemCategory }) => itemCategory === 'material'),
      'amountExVat',
    ),
    exVat,
    incVat,
    vat: minus(incVat, exVat),
    ...(before === undefined ? {} : { before }),
    ...(problem === undefined ? {} : { problem }),
    ...(held === undefined || quote.approvalStatus === 'approved' ? {} : { heldBy: held }),
    isPending,
    ...(due === undefined ? {} : { due }),
  }
}

/** A variant is often called "all vehicles"; people look for the work. */
function namesOf(
  quote: Quote,
  answer: Answer | undefined,
  page: SurveyPage,
): Pick<Offered, 'name' | 'variant'> {
  const whole = answer?.packages?.find(({ id }) => id === quote.packageId)
  const offered = whole && named(page, whole).description
  const { description } = named(page, quote)
  if (quote.category !== 'package' || offered === undefined || offered === description)
    return description === undefined ? {} : { name: description }
  return { name: offered, ...(description === undefined ? {} : { variant: description }) }
}

const placeOf = ({ questionId, answerId, packageId, variantId }: Partial<Quote>) =>
  JSON.stringify([questionId, answerId, packageId, variantId])

/** Quotes of the service, without those deselected here, plus those selected here since. */
export function listOffer(page: SurveyPage, isOut: boolean): Offered[] {
  const selected = new Map<string, Quote & { id: string }>()
  for (const question of listQuestions(elementsOf(page)))
    for (const answer of question.answers ?? [])
      for (const offered of answer.packages ?? [])
        for (const variant of offered.variants ?? []) {
          if (!variant.selected) continue
          const place = {
            questionId: question.id,
            answerId: answer.id,
            packageId: offered.id,
            variantId: variant.id,
          }
          selected.set(placeOf(place), toPendingQuote(place as never, offered, variant, isOut))
        }
  const known = page.quotes.filter((quote): quote is Quote & { id: string } => {
    if (quote.id === undefined) return false
    if (quote.category !== 'package') return true
    // If its answer is no longer shown, it stays as the server reported it.
    const isOffered = listQuestions(elementsOf(page)).some((question) =>
      question.answers?.some((answer) => isVariantOf(question, answer, quote)),
    )
    return !isOffered || selected.has(placeOf(quote))
  })
  for (const quote of known) selected.delete(placeOf(quote))
  return withoutRepeats([
    ...known.map((quote) => toOffered(quote, page)),
    ...[...selected.values()].map((quote) => toOffered(quote, page, true)),
  ]).sort((a, b) => orderOf(a) - orderOf(b))
}

const isVariantOf = (question: Question, answer: Answer, quote: Quote) =>
  question.id === quote.questionId &&
  answer.id === quote.answerId &&
  (answer.packages ?? []).some(
    ({ id, variants }) =>
      id === quote.packageId && variants?.some((variant) => variant.id === quote.variantId),
  )

const orderOf = ({ quote, status }: Offered) => (quote.category === 'upsaleQuote' ? 9 : weightOf(status))

function toPendingQuote(
  place: { questionId: string; answerId: string; packageId: string; variantId: string },
  offered: OfferedPackage,
  variant: PackageVariant,
  isOut: boolean,
): Quote & { id: string } {
  const isDiscounted = isOut && variant.discountPriceExVat !== undefined
  return {
    ...place,
    id: placeOf(place),
    category: 'package',
    currency: offered.currency ?? '',
    description: variant.description ?? offered.description,
    contents: toQuoteLines(variant, isDiscounted, offered.description),
  }
}

/** One rule for every sum of an offer. */
export const totalsOf = (offers: readonly Offered[]): OfferTotals[] =>
  offerTotals(
    offers.map(({ quote, exVat, incVat, before, heldBy }) => ({
      currency: quote.currency,
      exVat,
      incVat,
      before,
      approvalStatus: quote.approvalStatus,
      isHeld: heldBy !== undefined,
    })),
  )

/** Offers that contain the same work; what was declined or put off takes nothing away. */
export function overlapsIn(page: SurveyPage, offers: readonly Offered[]): Overlap<OverlappingOffer>[] {
  const works = worksOfPage(page)
  const current = offers.filter(
    ({ quote: { approvalStatus } }) => approvalStatus === undefined || approvalStatus === 'approved',
  )
  const placed = current.map((offered) => {
    const { packageId, questionId, answerId, category } = offered.quote
    const isPlaced = packageId !== undefined && category !== 'upsaleQuote'
    return {
      offered,
      packageId,
      axle: isPlaced ? works.axleOf({ packageId, questionId, answerId }) : undefined,
    }
  })
  return listOverlaps(placed, page.contained ?? {})
}

interface OverlappingOffer {
  offered: Offered
  packageId: string | undefined
  axle: 'front' | 'rear' | undefined
}

/** The VAT rate of most lines in this survey, so that nobody has to type it twice. */
export function guessRate(page: SurveyPage): number | undefined {
  const counts = new Map<number, number>()
  const packages = listFindings(page).flatMap(({ answer }) => answer.packages ?? [])
  const items = [
    ...page.quotes.flatMap(({ contents }) => contents ?? []),
    ...packages.flatMap(({ variants }) => (variants ?? []).flatMap(({ contents }) => contents ?? [])),
  ]
  for (const { amountExVat, amountIncVat } of items) {
    const rate = rateOf(amountExVat ?? 0, amountIncVat ?? 0)
    if (rate !== undefined) counts.set(rate, (counts.get(rate) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** What an hour costs at the site; if nobody has set it, the price of most hours in this survey, without VAT. */
export function ratesOf(page: SurveyPage, currency: string): HourlyRate[] {
  const rates = (page.hourlyRates ?? []).filter((rate) => rate.currency === currency)
  if (rates.length > 0) return rates
  const guessed = guessHourly(page, currency)
  return guessed === undefined ? [] : [{ amountExVat: guessed, currency }]
}

function guessHourly(page: SurveyPage, currency: string): number | undefined {
  const counts = new Map<number, number>()
  const packages = listQuestions(elementsOf(page)).flatMap(({ answers = [] }) =>
    answers.flatMap((answer) => answer.packages ?? []),
  )
  const items = [...page.quotes, ...packages.flatMap((one) => ofCurrency(one))].flatMap((one) =>
    one.currency === currency ? (one.contents ?? []) : [],
  )
  for (const { itemCategory, unitOfMeasure, quantity = 0, amountExVat = 0 } of items) {
    if (itemCategory !== 'labour' || unitOfMeasure !== 'hour' || quantity <= 0 || amountExVat <= 0) continue
    const hourly = roundDecimal(perUnit(amountExVat, quantity), decimalsOf(currency))
    counts.set(hourly, (counts.get(hourly) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

const ofCurrency = ({ currency, variants = [] }: OfferedPackage) =>
  variants.map(({ contents }) => ({ currency, contents }))

export interface Decision {
  approvalStatus: 'approved' | 'rejected' | 'deferred'
  deferralDate?: string
  rejectionReasonCode?: string
}

/** An owner's own decision must not be replaced by an accidental tap. */
export const isOwnersDecision = ({ approvalStatus, approvalMedium }: Quote): boolean =>
  approvalStatus !== undefined && approvalMedium === 'internet'

interface DueState {
  kind: 'km' | 'months'
  /** How much more than the interval has passed; negative means time is left. */
  over: number
}

/** By what it is overdue; remaining time is shown only if nothing is overdue. */
export function dueStates(due: NonNullable<Offered['due']>): DueState[] {
  const states: DueState[] = [
    ...(due.by.includes('mileage')
      ? [{ kind: 'km' as const, over: Math.round((due.km ?? 0) - (due.intervalKm ?? 0)) }]
      : []),
    ...(due.by.includes('age')
      ? [{ kind: 'months' as const, over: Math.floor(due.months ?? 0) - (due.intervalMonths ?? 0) }]
      : []),
  ]
  const over = states.filter((state) => state.over > 0)
  return over.length > 0 ? over : states
}
