// The web door of the owner's page, for the people who make the offer: what the owner would see, and the receipts of what was
// decided. Reads, and nothing else.
import { getOwnerPreview } from '@walkaround/contract/app/owner-preview.ts'
import {
  getOwnerReceipt,
  getOwnerReceiptFile,
  getOwnerReceiptPdf,
  listOwnerReceipts,
} from '@walkaround/contract/app/owner-receipts.ts'
import { type Answer, type Door, serve } from '../../http/door.ts'
import { etagOf } from '../../http/etag.ts'
import {
  pickLanguage,
  previewHeaders,
  renderOwnerPage,
  renderReceipt,
  viewOf,
} from '../../http/owner-pages.ts'
import type { Scope } from '../../scope.ts'
import { previewPage } from './preview-page.ts'
import { findLetterhead, makeReceiptPdf, type ReceiptPrinting } from './receipt-pdf.ts'
import { getReceipt, listReceipts } from './receipts.ts'

/** From /app/system-clients/{}/surveys/{}/owner-preview; photos and videos of the app lie beside it, as the owner's do. */
const preview = { name: 'owner-preview', depth: 1, root: '../../../../../' } as const
/** From …/surveys/{}/receipts/{}. */
const root = '../../../../../../'

export function ownerPageAppRoutes(door: Door, printing: ReceiptPrinting): void {
  serve(door, getOwnerPreview, async (call) => {
    const { lang } = call.query.get()
    const page = await call.read(async (scope) => {
      const language = languageOf(scope, lang)
      const shown = await previewPage(scope, call.params.survey_id, language)
      return renderOwnerPage(viewOf(preview, language, shown.timeZone), shown, {
        formId: '',
        isPreview: true,
      })
    })
    return toAnswer(page, 'text/html; charset=utf-8')
  })

  serve(door, listOwnerReceipts, async (call) => ({
    status: 200,
    json: JSON.stringify(await call.read((scope) => listReceipts(scope, call.params.survey_id))),
  }))

  serve(door, getOwnerReceipt, async (call) => {
    const { survey_id, receipt_id } = call.params
    const { lang } = call.query.get()
    const page = await call.read(async (scope) => {
      const { receipt, hash } = await getReceipt(scope, survey_id, receipt_id)
      const view = viewOf({ name: receipt_id, depth: 1, root }, languageOf(scope, lang), receipt.timeZone)
      const path = encodeURIComponent(receipt_id)
      return renderReceipt(view, { receipt, hash, files: { pdf: `${path}/pdf`, file: `${path}/file` } })
    })
    return toAnswer(page, 'text/html; charset=utf-8')
  })

  serve(door, getOwnerReceiptPdf, async (call) => {
    const { survey_id, receipt_id } = call.params
    const { kept, letterhead } = await call.read(async (scope) => ({
      kept: await getReceipt(scope, survey_id, receipt_id),
      letterhead: await findLetterhead(scope, survey_id),
    }))
    const pdf = await makeReceiptPdf(printing, kept, letterhead)
    const name = `inline; filename="receipt-${kept.receipt.id}.pdf"`
    return toAnswer(pdf, 'application/pdf', { 'content-disposition': name })
  })

  serve(door, getOwnerReceiptFile, async (call) => {
    const { survey_id, receipt_id } = call.params
    const { receipt, text } = await call.read((scope) => getReceipt(scope, survey_id, receipt_id))
    const name = `attachment; filename="receipt-${receipt.id}.json"`
    return toAnswer(text, 'application/json; charset=utf-8', { 'content-disposition': name })
  })
}

const languageOf = (scope: Scope, lang: string | undefined) =>
  pickLanguage(undefined, lang, pickLanguage(undefined, scope.client.language))

function toAnswer(body: string | Buffer, contentType: string, headers: Record<string, string> = {}): Answer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return {
    status: 200,
    bytes: async () => bytes,
    contentType,
    etag: etagOf(bytes),
    headers: { ...previewHeaders, ...headers },
  }
}
