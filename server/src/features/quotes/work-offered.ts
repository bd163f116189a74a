// Finds the offer that already has a piece of work, made at another finding of its axle or system (I4): nobody pays twice.
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { findCovering, type WorkPlace } from '@walkaround/contract/rules/covered-work.ts'
import { type Problem, problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { LoadedSurvey } from '../surveys/load-survey.ts'
import * as store from './store.ts'
import { placeOf, worksOfSurvey } from './works.ts'

interface OfferPlace extends WorkPlace {
  quoteId: string
  variantId: string
}

/** The caller has locked the survey. `except`: a quote that is being changed, which makes its variant current again (E7). */
export async function findOffer(
  scope: Scope,
  survey: LoadedSurvey,
  place: WorkPlace,
  except?: Quote,
): Promise<OfferPlace | undefined> {
  const rows = await store.listQuotes(scope, survey.row.id)
  const quotes = rows.flatMap(({ id, category, document }): OfferPlace[] => {
    const quote = JSON.parse(document) as Quote
    const at = category === 'quote' && id !== except?.id ? placeOf(quote) : undefined
    return at ? [{ ...at, quoteId: id, variantId: quote.variantId as string }] : []
  })
  const isFreed = (one: OfferPlace) =>
    except?.packageId === one.packageId &&
    except.variantId === one.variantId &&
    except.questionId === one.questionId &&
    except.answerId === one.answerId
  const selected = survey.selected.flatMap(({ quoteId, questionId, answerId, isReplaced, ...one }) => {
    const at = {
      quoteId,
      questionId,
      answerId,
      packageId: one.package.id as string,
      variantId: one.variant.id,
    }
    return isReplaced && !isFreed(at) ? [] : [at]
  })
  return findCovering(worksOfSurvey(survey), [...selected, ...quotes], place)
}

export const workOffered = ({ packageId, variantId, quoteId, questionId }: OfferPlace): Problem =>
  problem(
    'workOffered',
    `packageId: the work of "${packageId}" is offered already, as variant "${variantId}" by quote "${quoteId}" on ` +
      `question "${questionId}", and covers this one`,
  )
