// A printed form for the owner to keep: only those that the page lists. Read-only.
import { dispositionOf, getForm } from '../printed-forms/read-form.ts'
import { loadPage } from './load-page.ts'
import type { ReceiptPrinting } from './receipts.ts'
import type { Visit } from './visit.ts'

/** Undefined if there is no such form of this survey. */
export async function makeOwnerForm(
  found: Visit,
  printing: ReceiptPrinting,
  fileName: string,
  language: string,
): Promise<{ bytes: Buffer; disposition: string } | undefined> {
  const { forms } = await loadPage(found, language)
  const form = forms.find((one) => fileName === `${one}.pdf`)
  if (!form) return undefined
  const made = await getForm(found.scope, printing, found.link.surveyId, form, { language })
  return { bytes: await made.bytes(), disposition: dispositionOf('attachment', made.fileName) }
}
