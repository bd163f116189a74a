// Selects package variants and sets own quotes on a page, as the service does (E2, E7, I4). Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { EditOf } from '@walkaround/contract/app/edits.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import { elementsOf, findQuestion, mapQuestion, noBasis } from './survey-elements.ts'
import { isCovered } from './works.ts'

type Ref = Pick<Quote, 'questionId' | 'answerId' | 'packageId' | 'variantId'>

const isAt = (one: Ref, other: Ref): boolean =>
  one.questionId === other.questionId &&
  one.answerId === other.answerId &&
  one.packageId === other.packageId &&
  one.variantId === other.variantId

const replacedOf = ({ basis }: SurveyPage): Quote[] => basis?.replaced ?? []

const withReplaced = (page: SurveyPage, replaced: Quote[]): SurveyPage => ({
  ...page,
  basis: { ...noBasis, ...page.basis, replaced },
})

function findVariant(page: SurveyPage, { questionId, answerId, packageId, variantId }: Ref) {
  const answer = findQuestion(page, questionId)?.answers?.find(({ id }) => id === answerId)
  const offered = answer?.packages?.find(({ id }) => id === packageId)
  return offered?.variants?.find(({ id }) => id === variantId)
}

/** Work that covers several findings is one offer: selecting it again changes nothing. */
export function selectVariant(
  page: SurveyPage,
  { questionId, answerId, packageId, variantId, selected = true }: EditOf<'variant'>,
): SurveyPage {
  const ref = { questionId, answerId, packageId, variantId }
  const others = replacedOf(page).filter((one) => !isAt(one, ref))
  if (!selected) return setSelected(withReplaced(page, others), ref, false)
  const variant = findVariant(page, ref)
  if (variant?.priceExVat === undefined || isCovered(page, ref)) return page
  const isReplaced = page.quotes.some((one) => one.category === 'quote' && isAt(one, ref))
  return isReplaced ? withReplaced(page, [...others, toReplaced(page, ref)]) : setSelected(page, ref, true)
}

/** Replaced as a whole (A1); the variant it replaces is no longer offered itself. */
export function putQuote(page: SurveyPage, quote: Quote): SurveyPage {
  const freed = removeQuote(page, quote.id)
  const at = page.quotes.findIndex(({ id }) => id === quote.id)
  const quotes = freed.quotes.toSpliced(at < 0 ? freed.quotes.length : at, 0, quote)
  const next = { ...freed, quotes }
  if (quote.packageId === undefined || findVariant(freed, quote)?.selected !== true) return next
  return setSelected(withReplaced(next, [...replacedOf(next), toReplaced(freed, quote)]), quote, false)
}

/** The variant it replaced is offered again. */
export function removeQuote(page: SurveyPage, quoteId: string | undefined): SurveyPage {
  const gone = page.quotes.find(({ id }) => id === quoteId)
  if (!gone || gone.category === 'package') return page
  const quotes = page.quotes.filter((one) => one !== gone)
  const back = replacedOf(page).filter((one) => isAt(one, gone))
  if (back.length === 0) return { ...page, quotes }
  const known = back.filter(({ id }) => id !== undefined && !quotes.some((one) => one.id === id))
  const next = withReplaced(
    { ...page, quotes: [...quotes, ...known] },
    replacedOf(page).filter((one) => !isAt(one, gone)),
  )
  return setSelected(next, gone, true)
}

/** Its quote from the service; one that was only selected here has none yet. */
function toReplaced(page: SurveyPage, ref: Ref): Quote {
  const { questionId, answerId, packageId, variantId } = ref
  const known = page.quotes.find((one) => one.category === 'package' && isAt(one, ref))
  return known ?? ({ category: 'package', questionId, answerId, packageId, variantId, currency: '' } as Quote)
}

function setSelected(page: SurveyPage, ref: Ref, selected: boolean): SurveyPage {
  const contents = mapQuestion(elementsOf(page), ref.questionId, (question) => ({
    ...question,
    answers: (question.answers ?? []).map((answer) => {
      if (answer.id !== ref.answerId) return answer
      const packages = answer.packages?.map((one) => {
        if (one.id !== ref.packageId) return one
        const variants = one.variants?.map((variant) =>
          variant.id === ref.variantId ? { ...variant, selected } : variant,
        )
        return { ...one, variants }
      })
      return { ...answer, packages } as Answer
    }),
  }))
  return { ...page, survey: { ...page.survey, contents } }
}
