// An advisor who is simulated: offers packages on findings, through the same use case as the choice of a variant in the app.
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import type { SimulatedOffer } from '@walkaround/contract/dms/simulate-advisor.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { quotesJsonOf } from '../quotes/read-quotes.ts'
import { selectVariant, type VariantRef } from '../quotes/select-variant.ts'
import { findOffer } from '../quotes/work-offered.ts'
import { getLoadedSurvey, getLoadedSurveyForUpdate, type LoadedSurvey } from '../surveys/load-survey.ts'
import { findOffered } from '../surveys/offered.ts'
import { assertSandbox } from './assert-sandbox.ts'
import { asPerson } from './people.ts'

export async function simulateOffer(
  given: Scope,
  surveyId: string,
  { all = false, lines }: SimulatedOffer,
): Promise<{ quoteIds: string[] }> {
  assertSandbox(given)
  if (!all && !lines) throw problem('missingField', 'all: give `all`, `lines` or both')
  const scope = asPerson(given)
  const survey = await getLoadedSurveyForUpdate(scope, surveyId)
  if (survey.row.closed) throw problem('surveyClosed', `survey "${surveyId}" is closed`)
  const quoteIds = new Set<string>()
  for (const line of lines ?? []) {
    const ref = placeOf(survey, line)
    const chosen = await selectVariant(scope, surveyId, ref)
    // A quote of the DMS may have replaced it (E7).
    quoteIds.add((await findCurrent(scope, surveyId, ref)) ?? chosen)
  }
  for (const ref of all ? listPriced(survey) : []) {
    const { variantId: _, ...place } = ref
    quoteIds.add((await findCurrent(scope, surveyId, place)) ?? (await selectVariant(scope, surveyId, ref)))
  }
  if (quoteIds.size === 0) {
    throw problem(
      'nothingToSimulate',
      `all: no package with a price is offered on a red or amber answer of survey "${surveyId}"`,
    )
  }
  return { quoteIds: [...quoteIds] }
}

interface Place {
  questionId: string
  answerId: string
  status?: string | undefined
}

/** Answers that were given to questions that are shown, in the order of the template. */
const listGiven = ({ template, answers, isVisible }: LoadedSurvey): Place[] =>
  [...template.questions.values()]
    .filter(isVisible)
    .flatMap(({ id: questionId }) =>
      (answers.get(questionId) ?? []).flatMap(({ id: answerId, selected, status }) =>
        selected ? [{ questionId, answerId, status }] : [],
      ),
    )

/** Where a line belongs. A place that is named in full is left to the use case, as in the app. */
function placeOf(
  survey: LoadedSurvey,
  { packageId, variantId, questionId, answerId }: NonNullable<SimulatedOffer['lines']>[number],
): VariantRef {
  if (questionId !== undefined && answerId !== undefined) {
    return { packageId, variantId, questionId, answerId }
  }
  const offered = survey.offered()
  const found = listGiven(survey).find(
    (given) =>
      (questionId ?? given.questionId) === given.questionId &&
      (answerId ?? given.answerId) === given.answerId &&
      findOffered(offered, { ...given, packageId, variantId }),
  )
  if (!found) {
    throw problem(
      'variantNotOffered',
      `variantId: "${variantId}" of package "${packageId}" is not offered on an answer that was given` +
        (questionId === undefined ? '' : ` to question "${questionId}"`),
    )
  }
  return { packageId, variantId, questionId: found.questionId, answerId: found.answerId }
}

/** Of each package offered on a red or amber answer the first variant that has a price. */
function listPriced(survey: LoadedSurvey): VariantRef[] {
  const offered = survey.offered()
  return listGiven(survey)
    .filter(({ status }) => status === 'red' || status === 'amber')
    .flatMap(({ questionId, answerId }) =>
      (offered.get(questionId)?.get(answerId) ?? []).flatMap(({ id, variants = [] }): VariantRef[] => {
        const priced = variants.find(({ priceExVat }) => priceExVat !== undefined)
        return priced ? [{ questionId, answerId, packageId: id as string, variantId: priced.id }] : []
      }),
    )
}

/** The quote that offers this work now: on this answer, or on another finding that the work covers too (I4). */
async function findCurrent(
  scope: Scope,
  surveyId: string,
  { packageId, variantId, questionId, answerId }: Omit<VariantRef, 'variantId'> & { variantId?: string },
): Promise<string | undefined> {
  const survey = await getLoadedSurvey(scope, surveyId)
  const quotes = JSON.parse(await quotesJsonOf(scope, survey)) as Quote[]
  const here = quotes.find(
    (quote) =>
      quote.packageId === packageId &&
      quote.variantId === (variantId ?? quote.variantId) &&
      quote.questionId === questionId &&
      quote.answerId === answerId,
  )
  return here?.id ?? (await findOffer(scope, survey, { packageId, questionId, answerId }))?.quoteId
}
