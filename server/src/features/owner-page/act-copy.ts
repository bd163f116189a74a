// A copy of the signed act for the person who signed: a link that opens the act and nothing else. It is made by a deliberate act of
// staff, beside the customer; opening it changes nothing.
import type { ActCopy } from '@walkaround/contract/app/reception.ts'
import type { OwnerCopy } from '@walkaround/contract/owner-page.ts'
import { signatureHolds } from '@walkaround/contract/rules/signed-text.ts'
import { customerSigners } from '@walkaround/contract/rules/signer.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { createCopyLink, withdrawOwnerLinks } from '../owner-links/owner-links.ts'
import { dispositionOf, getForm } from '../printed-forms/read-form.ts'
import { loadAct } from '../surveys/act.ts'
import { getLoadedSurvey, type LoadedSurvey } from '../surveys/load-survey.ts'
import { listSignatures, type SignatureRow, toGiven } from '../surveys/sign.ts'
import { loadDealership } from './load-page.ts'
import type { ReceiptPrinting } from './receipts.ts'
import type { Visit } from './visit.ts'

const copiedForm = 'handover-act'

export async function addActCopy(scope: Scope, surveyId: string, baseUrl: string): Promise<ActCopy> {
  const survey = await getLoadedSurvey(scope, surveyId)
  if (!(await findSigned(scope, survey))) {
    throw problem('actNotSigned', `survey "${surveyId}" has no signature of the customer that holds`)
  }
  const { id, url, validUntil } = await createCopyLink(scope, surveyId, { baseUrl, form: copiedForm })
  return { id, url, validUntil: validUntil.toISOString() }
}

export async function withdrawActCopy(scope: Scope, surveyId: string, linkId: string): Promise<void> {
  await withdrawOwnerLinks(scope, surveyId, linkId)
}

/** The last signature on the customer's side that still holds. */
async function findSigned(scope: Scope, survey: LoadedSurvey): Promise<SignatureRow | undefined> {
  const signatures = await listSignatures(scope, survey.row.id)
  const given = signatures.filter(({ role }) => customerSigners.some((one) => one === role))
  if (given.length === 0) return undefined
  const act = await loadAct(scope, survey)
  return given.findLast((one) => signatureHolds(toGiven(one), act))
}

/** Who signed what and when, and whom to call. Nothing of findings and offers. */
export async function loadCopy({ scope, link }: Visit, language: string): Promise<OwnerCopy> {
  const survey = await getLoadedSurvey(scope, link.surveyId)
  const { header, row } = survey
  const signed = await findSigned(scope, survey)
  const name = [header.vehicle?.make, header.vehicle?.model].filter(Boolean).join(' ')
  return {
    ...(await loadDealership(scope, link.surveyId, language)),
    timeZone: scope.client.timeZone,
    vehicle: { plate: header.vehicle?.numberPlate, name: name === '' ? undefined : name },
    order: header.externalId ?? row.orderId ?? undefined,
    validUntil: link.validUntil.toISOString(),
    form: copiedForm,
    signed: signed && {
      name: signed.name ?? undefined,
      role: signed.role as OwnerCopySigner,
      at: signed.signedAt.toISOString(),
    },
  }
}

type OwnerCopySigner = NonNullable<OwnerCopy['signed']>['role']

/** In the language that was signed. Undefined for any other form. */
export async function makeCopy(
  { scope, link }: Visit,
  printing: ReceiptPrinting,
  fileName: string,
): Promise<{ bytes: Buffer; disposition: string } | undefined> {
  if (fileName !== `${copiedForm}.pdf`) return undefined
  const made = await getForm(scope, printing, link.surveyId, copiedForm)
  return { bytes: await made.bytes(), disposition: dispositionOf('attachment', made.fileName) }
}
