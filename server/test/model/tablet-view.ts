// What is compared of a page: everything a person reads from it, except what only one of the two can know (the moment by
// the service's clock, ids and names that the service gives).
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import { isOutOfWarranty } from '@walkaround/contract/rules/warranty.ts'
import { listOffer, totalsOf } from '../../../web/src/workshop/screens/quotes/offer.ts'
import { signaturesThatHold } from '../../../web/src/workshop/store/act.ts'
import { recordedOf } from '../../../web/src/workshop/store/decisions.ts'
import { elementsOf, listQuestions, statusOf } from '../../../web/src/workshop/store/survey-elements.ts'

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

const nameOf = (person: { firstName?: string; lastName?: string } | undefined) =>
  person && [person.firstName, person.lastName].filter(Boolean).join(' ')

/** Only the service knows which variants are offered besides the selected ones. */
function viewOfAnswer({ packages = [], ...answer }: Answer) {
  const selected = packages.flatMap(({ id, variants = [] }) =>
    variants.flatMap((variant) => (variant.selected ? [`${id} ${variant.id}`] : [])),
  )
  return { ...answer, selectedVariants: selected.sort() }
}

function viewOfQuote({ id, approvalDate, contents = [], ...quote }: Quote) {
  // A variant that was chosen here has no id yet.
  return {
    ...quote,
    ...(quote.category === 'package' ? {} : { id }),
    isDated: approvalDate !== undefined,
    contents,
  }
}

export function viewOf(page: SurveyPage, now: Date) {
  const { survey } = page
  const holding = signaturesThatHold(page)
  const isOut = isOutOfWarranty(survey.vehicle, now, 'UTC')
  const offers = listOffer(page, isOut)
  return plain({
    completed: survey.completed,
    surveyor: nameOf(survey.surveyor),
    questions: listQuestions(elementsOf(page)).map((question) => ({
      id: question.id,
      visible: question.visible,
      status: statusOf(question),
      answers: question.answers?.map(viewOfAnswer),
      photos: (question.photos ?? []).map(({ id }) => id),
    })),
    missing: page.missing.toSorted(byText),
    taps: (page.taps ?? [])
      .map(({ questionId, answerId, versions }) => ({
        questionId,
        answerId,
        versions: versions.map(({ by: _, arrivedAt: __, isMine: ___, ...version }) => version),
      }))
      .filter(({ versions }) => versions.length > 0)
      .toSorted(byText),
    quotes: offers.map(({ quote }) => viewOfQuote(quote)).toSorted(byText),
    totals: totalsOf(offers),
    recorded: page.quotes
      .flatMap((quote) => {
        const { approvalDate: _, ...recorded } = recordedOf(page, quote) ?? {}
        return Object.keys(recorded).length === 0 ? [] : [recorded]
      })
      .toSorted(byText),
    people: [survey.customer, survey.surveyObject?.owner, survey.surveyObject?.driver],
    signatures: page.signatures
      .map((one) => ({ ...one, signedAt: undefined, isAccepted: undefined, holds: holding.has(one) }))
      .toSorted(byText),
    marks: page.damage.marks.map(({ panel: _, photos: __, ...mark }) => mark),
    videos: page.videos.map(({ id, questionId, state }) => ({ id, questionId, state })),
  })
}
