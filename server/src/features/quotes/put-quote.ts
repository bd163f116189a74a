// PUT and DELETE of a quote (E7, E8, E9): what replaces a package variant, what only decides, what cannot be changed.
import { type Quote, type QuoteApproval, quotesPerSurvey } from '@walkaround/contract/dms/quotes.ts'
import type { WorkPlace } from '@walkaround/contract/rules/covered-work.ts'
import { decide, withoutApproval } from '@walkaround/contract/rules/quote-decision.ts'
import { problem, problemOf } from '../../problems.ts'
import { type Actor, atSite, type Fields, type Precondition, type Scope, unconditional } from '../../scope.ts'
import { getLoadedSurveyForUpdate, type LoadedSurvey } from '../surveys/load-survey.ts'
import { findOffered } from '../surveys/offered.ts'
import { recordApproval } from './record-approval.ts'
import { findCategoryProblem, findReservedIdProblem, quoteViolations } from './rules.ts'
import * as store from './store.ts'
import { findOffer, workOffered } from './work-offered.ts'
import { placeOf, worksOfSurvey } from './works.ts'

interface PutQuote {
  surveyId: string
  id: string
  fields: Fields<Quote>
  /** The same body, read only for its decision: an automatic quote accepts nothing else (E8). */
  approval: Fields<QuoteApproval>
  precondition: Precondition
  /** Who decided, if not the one who acts. */
  decidedBy?: Actor | undefined
}

export async function putQuote(asked: Scope, put: PutQuote): Promise<'created' | 'changed'> {
  const survey = await getLoadedSurveyForUpdate(asked, put.surveyId)
  const scope = atSite(asked, survey.row.siteId)
  const row = await store.findQuote(scope, put.surveyId, put.id)
  if (row?.category === 'upsaleQuote') return putAutomatic(scope, survey, row, put)

  const quote = put.fields.get()
  const violations = quoteViolations(quote)
  if (violations.length > 0) throw problemOf(violations)
  await put.precondition.check()
  if (survey.selected.some(({ quoteId }) => quoteId === put.id)) {
    throw problem(
      'packageQuote',
      `quote "${put.id}" is a selected package variant; make a quote with its packageId and variantId instead`,
    )
  }
  const refused = (row ? undefined : findReservedIdProblem(put.id)) ?? findCategoryProblem(quote)
  if (refused) throw refused
  assertPlace(survey, quote)

  const { id: _, ...rest } = quote
  const next = { id: put.id, ...rest }
  const before = row && (JSON.parse(row.document) as Quote)
  assertMovesInState(survey, before, next)
  if (before && row.document === JSON.stringify(next)) return 'changed'
  assertOffered(survey, next, before)
  if (!before && (await store.countQuotes(scope, put.surveyId)) >= quotesPerSurvey) {
    throw problem(
      'tooLong',
      `survey "${put.surveyId}" has ${quotesPerSurvey} quotes, and that is the most it can have`,
    )
  }
  await assertOnce(scope, survey, next, before)
  const { surveyId, decidedBy } = put
  const place = placeOf(next)
  const coveredQuestions = place ? worksOfSurvey(survey).othersOf(place) : []
  const isSaved = await store.saveQuote(scope, { surveyId, quote: next, before, decidedBy, coveredQuestions })
  if (!isSaved) {
    throw problem(
      'variantReplaced',
      `variantId: "${next.variantId}" of package "${next.packageId}" is replaced by another quote`,
    )
  }
  await recordApproval(scope, survey, next, before)
  return before ? 'changed' : 'created'
}

async function putAutomatic(
  scope: Scope,
  survey: LoadedSurvey,
  row: store.QuoteRow,
  put: PutQuote,
): Promise<'changed'> {
  if (row.withdrawn) throw problem('noSuchResource', `the survey has no quote "${put.id}"`)
  const approval = put.approval.get()
  await put.precondition.check()
  const before = JSON.parse(row.document) as Quote
  const next = { ...decide(before, approval), id: put.id }
  if (JSON.stringify(next) === row.document) return 'changed'
  const { surveyId, decidedBy } = put
  await store.decideAutomaticQuote(scope, { surveyId, quote: next, before, decidedBy })
  await recordApproval(scope, survey, next, before)
  return 'changed'
}

export async function deleteQuote(
  asked: Scope,
  surveyId: string,
  id: string,
  precondition: Precondition = unconditional,
): Promise<void> {
  const survey = await getLoadedSurveyForUpdate(asked, surveyId)
  const scope = atSite(asked, survey.row.siteId)
  const row = await store.findQuote(scope, surveyId, id)
  const selected = survey.selected.find(({ quoteId, isReplaced }) => quoteId === id && !isReplaced)
  if ((!row || row.withdrawn) && !selected) throw problem('noSuchResource', `the survey has no quote "${id}"`)
  await precondition.check()
  if (survey.row.closed) throw problem('surveyClosed', `survey "${surveyId}" is closed`)
  if (!row)
    throw problem('packageQuote', `quote "${id}" is a selected package variant and cannot be removed here`)
  const before = JSON.parse(row.document) as Quote
  if (row.category === 'quote') return store.deleteQuote(scope, surveyId, id, before)
  return store.withdrawAutomaticQuote(scope, surveyId, id, before)
}

/** Question and answer must exist and must not be reserved (E7). */
function assertPlace(survey: LoadedSurvey, quote: Quote): void {
  if (quote.questionId === 'upSale' || quote.answerId === 'upSale') {
    throw problem('questionReserved', 'questionId: "upSale" is reserved for automatic quotes')
  }
  if (!survey.template.questions.has(quote.questionId)) {
    throw problem('unknownAnswer', `questionId: "${quote.questionId}" is not a question of the survey`)
  }
  const isStandard = survey.template.answers.get(quote.questionId)?.has(quote.answerId)
  const isGiven = survey.answers.get(quote.questionId)?.some(({ id }) => id === quote.answerId)
  if (!isStandard && !isGiven) {
    throw problem(
      'unknownAnswer',
      `answerId: "${quote.answerId}" is not an answer of question "${quote.questionId}"`,
    )
  }
}

/** On a closed survey only the decision may change (D5). */
function assertMovesInState(survey: LoadedSurvey, before: Quote | undefined, next: Quote): void {
  if (!survey.row.closed) return
  const isDecisionOnly =
    before && JSON.stringify(withoutApproval(before)) === JSON.stringify(withoutApproval(next))
  if (!isDecisionOnly) {
    throw problem(
      'surveyClosed',
      `survey "${survey.row.id}" is closed: only approvalStatus and the fields with it can change`,
    )
  }
}

/** Work that covers several findings is one offer, at whichever of them it is made (I4). */
async function assertOnce(
  scope: Scope,
  survey: LoadedSurvey,
  next: Quote,
  before: Quote | undefined,
): Promise<void> {
  const place = placeOf(next)
  const was = before && placeOf(before)
  if (!place || (was && isSamePlace(was, place))) return
  const covering = await findOffer(scope, survey, place, before ?? next)
  if (covering) throw workOffered(covering)
}

const isSamePlace = (a: WorkPlace, b: WorkPlace): boolean =>
  a.packageId === b.packageId && a.questionId === b.questionId && a.answerId === b.answerId

/** A quote may replace a variant that is offered on its answer or was selected there (E7). */
function assertOffered(survey: LoadedSurvey, next: Quote, before: Quote | undefined): void {
  const { questionId, answerId, packageId, variantId } = next
  if (packageId === undefined || variantId === undefined) return
  const at = { questionId, answerId, packageId, variantId }
  const isKept =
    before?.packageId === packageId &&
    before.variantId === variantId &&
    before.questionId === questionId &&
    before.answerId === answerId
  const isSelected = survey.selected.some(
    (one) =>
      one.questionId === questionId &&
      one.answerId === answerId &&
      one.package.id === packageId &&
      one.variant.id === variantId,
  )
  if (!isKept && !isSelected && !findOffered(survey.offered(), at)) {
    throw problem(
      'variantNotOffered',
      `variantId: "${variantId}" of package "${packageId}" is not offered on answer "${answerId}"`,
    )
  }
}
