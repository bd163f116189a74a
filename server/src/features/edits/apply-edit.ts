// One edit of a survey, applied once however often it arrives: in a transaction of its own, remembered together with
// what it did. One that is refused leaves nothing behind, so that it may succeed later.
import type { Edit, EditResult } from '@walkaround/contract/app/edits.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { mayCall } from '../../access/roles.ts'
import { Problem, problem, problemOf } from '../../problems.ts'
import type { Role, Scope } from '../../scope.ts'
import { findLastSequence } from '../live-updates/sequence.ts'
import { saveQuote } from '../quotes/decide-quote.ts'
import { deleteQuote } from '../quotes/put-quote.ts'
import { recordDecision, takeBackDecision } from '../quotes/record-decision.ts'
import { approvalOf } from '../quotes/rules.ts'
import { deselectVariant, selectVariant, type VariantRef } from '../quotes/select-variant.ts'
import { completeSurvey, reopenSurvey } from '../surveys/complete-survey.ts'
import type { PartnerRole } from '../surveys/contacts.ts'
import { correctContact } from '../surveys/correct-contact.ts'
import { giveAnswers, startSurvey, takeBackAnswers } from '../surveys/give-answers.ts'
import { assertSurveyExists, holdSurvey, holdSurveyAndOrigin } from '../surveys/hold-survey.ts'
import { answersOf, editViolations, mayReopen, rightsOf, takenBackBy, tapOf, toSurveyor } from './rules.ts'
import { insertEdit } from './store.ts'

export interface Editor {
  login: string
  name: string
  role: Role | 'support'
  /** As it calls itself, or its session. */
  device?: string
}

export const assertSurvey = assertSurveyExists
export const findSequence = findLastSequence

/** `run` opens the transaction. Only what a caller can do something about becomes a result. */
export async function resultOf(edit: Edit, run: () => Promise<EditResult>): Promise<EditResult> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { id: edit.id, state: 'refused', ...error.toBody() }
  }
}

export async function applyEdit(scope: Scope, surveyId: string, edit: Edit, by: Editor): Promise<EditResult> {
  const violations = editViolations(edit)
  if (violations.length > 0) throw problemOf(violations)
  assertMay(edit, by)
  const hold = edit.kind === 'contact' || edit.kind === 'reopen' ? holdSurveyAndOrigin : holdSurvey
  await hold(scope, surveyId)
  const isNew = await insertEdit(scope, surveyId, edit.id, JSON.stringify({ state: 'applied' }))
  if (!isNew) return { id: edit.id, state: 'repeated' }
  const hasConflict = (await apply(scope, surveyId, edit, by)) === true
  return { id: edit.id, state: 'applied', ...(hasConflict ? { hasConflict } : {}) }
}

function assertMay(edit: Edit, { role }: Editor): void {
  const right = rightsOf[edit.kind]
  const isAllowed = edit.kind === 'reopen' ? mayReopen(role) : right === undefined || mayCall(role, right)
  if (!isAllowed) throw problem('forbidden', `kind: "${edit.kind}" is not for the role "${role}"`)
}

/** Required fields were looked at before. True when others answered the same unseen. */
async function apply(scope: Scope, surveyId: string, edit: Edit, by: Editor): Promise<unknown> {
  switch (edit.kind) {
    case 'start':
      return startSurvey(scope, surveyId, toSurveyor(by))
    case 'answers':
      return giveAnswers(scope, surveyId, toSurveyor(by), answersOf(edit), tapOf(scope, edit, by))
    case 'clear':
      return takeBackAnswers(scope, surveyId, takenBackBy(edit), tapOf(scope, edit, by))
    case 'variant':
      return applyVariant(scope, surveyId, edit)
    case 'quote':
      return saveQuote(scope, surveyId, edit.quoteId as string, edit.quote as Quote)
    case 'removeQuote':
      return unlessGone(() => deleteQuote(scope, surveyId, edit.quoteId as string))
    case 'decision':
      return applyDecision(scope, surveyId, edit, by)
    case 'removeDecision':
      return takeBackDecision(scope, surveyId, edit.quoteId as string)
    case 'contact':
      return applyContact(scope, surveyId, edit)
    case 'complete':
      return completeSurvey(scope, surveyId)
    case 'reopen':
      return reopenSurvey(scope, surveyId, edit.reason as string)
  }
}

function applyContact(scope: Scope, surveyId: string, edit: Edit): Promise<void> {
  const change = {
    ...(edit.email === undefined ? {} : { email: edit.email.trim() }),
    ...(edit.mobilePhone === undefined ? {} : { mobilePhone: edit.mobilePhone.trim() }),
  }
  return correctContact(scope, surveyId, edit.partner as PartnerRole, change, edit.contactId)
}

async function applyVariant(scope: Scope, surveyId: string, edit: Edit): Promise<void> {
  const { questionId, answerId, packageId, variantId } = edit
  const ref = { questionId, answerId, packageId, variantId } as VariantRef
  if (edit.selected ?? true) await selectVariant(scope, surveyId, ref)
  else await unlessGone(() => deselectVariant(scope, surveyId, ref))
}

function applyDecision(scope: Scope, surveyId: string, edit: Edit, by: Editor): Promise<void> {
  const { quoteId, approvalStatus, deferralDate, rejectionReasonCode, spokeWith, replaces } = edit
  return recordDecision(scope, surveyId, {
    quoteId: quoteId as string,
    decision: approvalOf({ approvalStatus, deferralDate, rejectionReasonCode }),
    medium: edit.approvalMedium ?? 'direct',
    recordedBy: by.name,
    ...(spokeWith === undefined ? {} : { spokeWith }),
    ...(replaces === undefined ? {} : { replaces }),
  })
}

/** What somebody else took away meanwhile is away, as it was wanted. */
async function unlessGone(takeAway: () => Promise<void>): Promise<void> {
  try {
    await takeAway()
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'noSuchResource') throw error
  }
}
