// Signatures given on a screen, stored for good with what was shown (I2). They are still accepted after the inspection is
// completed, until the survey is closed (D5).
import { hash } from 'node:crypto'
import type { Signature } from '@walkaround/contract/app/media.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import type { GivenSignature } from '@walkaround/contract/rules/signed-text.ts'
import { customerSigners, findNameFault } from '@walkaround/contract/rules/signer.ts'
import { RetryTransaction } from '../../db/database.ts'
import { problem } from '../../problems.ts'
import type { Fields, Scope } from '../../scope.ts'
import { getTemplateVersion } from '../templates/versions.ts'
import { getLoadedSurvey } from './load-survey.ts'
import { addSignature, findSignature, listSignatures as list, type SignatureRow } from './signature-store.ts'
import * as store from './store.ts'

/** A pen gives some hundred points per second; more than this is not a signature. */
const MOST_NUMBERS = 40_000

/** True if it is new. */
export async function putSignature(
  scope: Scope,
  surveyId: string,
  id: string,
  fields: Fields<Signature>,
): Promise<boolean> {
  const survey = await store.findStateForAnswer(scope, surveyId)
  if (!survey) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  const signature = fields.get()
  assertStrokes(signature.strokes)
  if (signature.questionId !== undefined) {
    const template = await getTemplateVersion(scope.db, store.templateRef(survey))
    if (!template.questions.has(signature.questionId)) {
      throw problem('unknownAnswer', `questionId: there is no question "${signature.questionId}"`)
    }
  }
  const known = await findSignature(scope, surveyId, id)
  if (known && isSame(known, signature)) return false
  if (survey.closed) throw problem('surveyClosed', `survey "${surveyId}" is closed`)
  if (known) {
    throw problem(
      'idTaken',
      `the survey has a different signature "${id}"; send a new signature under a new id`,
    )
  }
  if (customerSigners.some((role) => role === signature.role)) await assertNamed(scope, surveyId, signature)
  const { shown } = signature
  const shownHash = shown === undefined ? undefined : hash('sha256', shown, 'buffer')
  // Another request was first: run again, it may be the same signature sent twice.
  if (!(await addSignature(scope, surveyId, id, signature, shownHash))) throw new RetryTransaction()
  return true
}

/**
 * The order names a customer or driver; only the signature names a person who signs for a company. Nobody signs by the company's
 * name, in whichever role.
 */
async function assertNamed(scope: Scope, surveyId: string, { role, name }: Signature): Promise<void> {
  if (role !== 'representative' && name === undefined) return
  const { customer } = (await getLoadedSurvey(scope, surveyId)).header
  const fault = findNameFault(name, customer?.category === 'legalEntity' ? nameOf(customer) : undefined)
  if (fault === 'missing' && role === 'representative') {
    throw problem(
      'signerNotNamed',
      'name: is required when somebody signs for a company (role "representative")',
    )
  }
  if (fault === 'company') {
    throw problem('signerNotNamed', `name: "${name}" is the company; give the name of the person who signs`)
  }
}

const isSame = (known: SignatureRow, { role, questionId, name, strokes, shown }: Signature): boolean =>
  known.role === role &&
  known.questionId === (questionId ?? null) &&
  known.name === (name ?? null) &&
  known.shown === (shown ?? null) &&
  known.strokes === JSON.stringify(strokes)

/** A stored signature in the form that the rule of signatures needs. */
export const toGiven = ({ shown, accepted }: Pick<SignatureRow, 'shown' | 'accepted'>): GivenSignature => ({
  isAccepted: accepted,
  shown: shown ?? undefined,
})

function assertStrokes(strokes: readonly (readonly number[])[]): void {
  const odd = strokes.findIndex((stroke) => stroke.length % 2 === 1)
  if (odd >= 0) throw problem('outOfRange', `strokes[${odd}]: must hold pairs of x and y`)
  const numbers = strokes.reduce((sum, stroke) => sum + stroke.length, 0)
  if (numbers > MOST_NUMBERS) {
    throw problem('tooLong', `strokes: has ${numbers} numbers, at most ${MOST_NUMBERS} are allowed`)
  }
}

export const listSignatures: (scope: Scope, surveyId: string) => Promise<SignatureRow[]> = list
export type { SignatureRow }
