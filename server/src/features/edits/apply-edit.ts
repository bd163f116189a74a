// Applies one edit of a survey exactly once, however often it arrives: in a separate transaction, recorded together with its
// effect. A refused edit leaves no trace, so that it may succeed later.

import type { Edit, EditOf, EditResult } from '@walkaround/contract/app/edits.ts'
import { approvalOf } from '@walkaround/contract/rules/quote-decision.ts'
import { mayCall, mayReopen, type Role } from '@walkaround/contract/rules/roles.ts'
import { Problem, problem, problemOf } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { findLastSequence } from '../live-updates/sequence.ts'
import { saveQuote } from '../quotes/decide-quote.ts'
import { deleteQuote } from '../quotes/put-quote.ts'
import { recordDecision, takeBackDecision } from '../quotes/record-decision.ts'
import { deselectVariant, selectVariant } from '../quotes/select-variant.ts'
import { completeSurvey, reopenSurvey } from '../surveys/complete-survey.ts'
import { correctContact } from '../surveys/correct-contact.ts'
import { chooseLanguage } from '../surveys/customer-language.ts'
import { giveAnswers, startSurvey, takeBackAnswers } from '../surveys/give-answers.ts'
import { toSurveyor } from '../surveys/header.ts'
import { assertSurveyExists, holdSurvey, holdSurveyAndOrigin } from '../surveys/hold-survey.ts'
import { noteTyre } from '../surveys/note-tyre.ts'
import { atSurvey } from '../surveys/rows.ts'
import { answersOf, editViolations, rightsOf, takenBackBy, tapOf } from './rules.ts'
import { insertEdit } from './store.ts'

interface Editor {
  login: string
  name: string
  role: Role | 'support'
  /** The device's own id, or its session. */
  device?: string | undefined
}

export const assertSurvey = assertSurveyExists
export const findSequence = findLastSequence

/** `run` opens the transaction. Only errors the caller can act on become a result. */
export async function resultOf(id: string, run: () => Promise<EditResult>): Promise<EditResult> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { id, state: 'refused', ...error.toBody() }
  }
}

export async function applyEdit(scope: Scope, surveyId: string, edit: Edit, by: Editor): Promise<EditResult> {
  const violations = editViolations(edit)
  if (violations.length > 0) throw problemOf(violations)
  assertMay(edit, by)
  if (edit.kind === 'contact' || edit.kind === 'reopen') await holdSurveyAndOrigin(scope, surveyId)
  const [, isNew] = await Promise.all([
    holdSurvey(scope, surveyId),
    insertEdit(scope, surveyId, edit.id, JSON.stringify({ state: 'applied' })),
  ])
  if (!isNew) return { id: edit.id, state: 'repeated' }
  const hasConflict = (await apply(scope, surveyId, edit, by)) === true
  return { id: edit.id, state: 'applied', ...(hasConflict ? { hasConflict } : {}) }
}

function assertMay(edit: Edit, { role }: Editor): void {
  const right = rightsOf[edit.kind]
  const isAllowed = edit.kind === 'reopen' ? mayReopen(role) : right === undefined || mayCall(role, right)
  if (!isAllowed) throw problem('forbidden', `kind: "${edit.kind}" is not for the role "${role}"`)
}

/** True if others had answered the same question unseen. */
async function apply(asked: Scope, surveyId: string, edit: Edit, by: Editor): Promise<unknown> {
  const scope = await atSurvey(asked, surveyId)
  switch (edit.kind) {
    case 'start':
      return startSurvey(scope, surveyId, toSurveyor(by))
    case 'answers':
      return giveAnswers(scope, surveyId, toSurveyor(by), answersOf(edit), tapOf(scope, edit, by))
    case 'clear':
      return takeBackAnswers(scope, surveyId, takenBackBy(edit), tapOf(scope, edit, by))
    case 'tyre':
      return applyTyre(scope, surveyId, edit)
    case 'variant':
      return applyVariant(scope, surveyId, edit)
    case 'quote':
      return saveQuote(scope, surveyId, edit.quoteId, edit.quote)
    case 'removeQuote':
      return unlessGone(() => deleteQuote(scope, surveyId, edit.quoteId))
    case 'decision':
      return applyDecision(scope, surveyId, edit, by)
    case 'removeDecision':
      return takeBackDecision(scope, surveyId, { quoteId: edit.quoteId, reason: edit.reason, by: by.name })
    case 'contact':
      return applyContact(scope, surveyId, edit)
    case 'actLanguage':
      return chooseLanguage(scope, surveyId, edit.language)
    case 'complete':
      return completeSurvey(scope, surveyId)
    case 'reopen':
      return reopenSurvey(scope, surveyId, edit.reason)
  }
}

function applyTyre(scope: Scope, surveyId: string, edit: EditOf<'tyre'>): Promise<void> {
  const { questionId, inner, middle, outer, dot, size } = edit
  return noteTyre(scope, surveyId, questionId, { inner, middle, outer, dot, size })
}

function applyContact(scope: Scope, surveyId: string, edit: EditOf<'contact'>): Promise<void> {
  const change = {
    ...(edit.email === undefined ? {} : { email: edit.email.trim() }),
    ...(edit.mobilePhone === undefined ? {} : { mobilePhone: edit.mobilePhone.trim() }),
  }
  return correctContact(scope, surveyId, edit.partner, change, edit.contactId)
}

async function applyVariant(scope: Scope, surveyId: string, edit: EditOf<'variant'>): Promise<void> {
  const { questionId, answerId, packageId, variantId, selected = true } = edit
  const ref = { questionId, answerId, packageId, variantId }
  if (selected) await selectVariant(scope, surveyId, ref)
  else await unlessGone(() => deselectVariant(scope, surveyId, ref))
}

function applyDecision(scope: Scope, surveyId: string, edit: EditOf<'decision'>, by: Editor): Promise<void> {
  const { quoteId, approvalStatus, deferralDate, rejectionReasonCode, spokeWith, replaces, toldBy, note } =
    edit
  return recordDecision(scope, surveyId, {
    quoteId,
    decision: approvalOf({ approvalStatus, deferralDate, rejectionReasonCode }),
    medium: edit.approvalMedium ?? 'direct',
    recordedBy: by.name,
    ...(spokeWith === undefined ? {} : { spokeWith }),
    ...(toldBy === undefined ? {} : { toldBy }),
    ...(note === undefined ? {} : { note }),
    ...(replaces === undefined ? {} : { replaces }),
  })
}

/** If somebody else has already removed it, the result is as wanted. */
async function unlessGone(takeAway: () => Promise<void>): Promise<void> {
  try {
    await takeAway()
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'noSuchResource') throw error
  }
}
