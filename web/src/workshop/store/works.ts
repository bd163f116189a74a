// Which offered work covers which findings (I4), by the service's own rule, from the page as it is shown. Works without a network.
// Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import {
  findCovering,
  listCovering,
  type WorkPlace,
  type Works,
  worksOf,
} from '@walkaround/contract/rules/covered-work.ts'
import { titleOf } from '@walkaround/contract/rules/customer-title.ts'
import { elementsOf, listQuestions, type Question } from './survey-elements.ts'

export function worksOfPage(page: SurveyPage): Works {
  const questions = new Map(listQuestions(elementsOf(page)).map((one) => [one.id, one]))
  const bound = [...questions.values()].flatMap(({ id, answers = [] }) =>
    answers.flatMap(({ packages = [] }) =>
      packages.map((one) => ({ packageId: one.id ?? '', questionId: id })),
    ),
  )
  return worksOf({
    bound,
    question: (id) => questions.get(id),
    coverage: (id) => page.covers?.[id],
  })
}

/** Work that is offered: a selected variant, or a quote that names its package. */
export interface OfferedWork extends WorkPlace {
  variantId: string
  /** Of the package, otherwise of the quote. */
  name: string
  /** The question it was selected at, without instructions to the technician. */
  at: string
}

function listOfferedWork(page: SurveyPage): OfferedWork[] {
  const questions = listQuestions(elementsOf(page))
  const chosen = questions.flatMap((question) => chosenAt(question, page.customerTitles))
  const quoted = page.quotes.flatMap(
    ({ category, packageId, variantId, questionId, answerId, description }) => {
      if (category !== 'quote' || packageId === undefined || variantId === undefined) return []
      const question = questions.find(({ id }) => id === questionId) ?? { id: questionId }
      const at = titleOf(question, page.customerTitles)
      return [{ packageId, variantId, questionId, answerId, name: description ?? packageId, at }]
    },
  )
  return [...chosen, ...quoted]
}

const chosenAt = (question: Question, titles: SurveyPage['customerTitles']): OfferedWork[] =>
  (question.answers ?? []).flatMap((answer) =>
    (answer.packages ?? []).flatMap((offered) =>
      (offered.variants ?? []).flatMap((variant) => {
        if (!variant.selected) return []
        const packageId = offered.id ?? ''
        const place = { questionId: question.id, answerId: answer.id ?? '', packageId, variantId: variant.id }
        return [{ ...place, name: offered.description ?? packageId, at: titleOf(question, titles) }]
      }),
    ),
  )

/** Whether the work of a package is already offered elsewhere. */
export const isCovered = (page: SurveyPage, place: WorkPlace): boolean =>
  findCovering(worksOfPage(page), listOfferedWork(page), place) !== undefined

/** Called for every finding on a screen, so its data is read once. */
export function coveringIn(page: SurveyPage): (questionId: string, answer: Answer) => OfferedWork[] {
  const works = worksOfPage(page)
  const offers = listOfferedWork(page)
  return (questionId, { id: answerId = '', packages = [] }) => {
    // Also selected here, before one offer was enough: it is shown, so that it can be removed.
    const isChosen = (packageId: string) =>
      packages.some(({ id, variants }) => id === packageId && variants?.some(({ selected }) => selected))
    return listCovering(works, offers, { questionId, answerId }).filter((one) => !isChosen(one.packageId))
  }
}
