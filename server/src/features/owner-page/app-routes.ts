// The app's routes of the owner's page, for staff: what the owner would see, the receipts of decisions, and copies of signed acts.
import { getFacePicture, getFaceStyle } from '@walkaround/contract/app/faces.ts'
import { getOwnerPreview } from '@walkaround/contract/app/owner-preview.ts'
import {
  getOwnerReceipt,
  getOwnerReceiptFile,
  getOwnerReceiptPdf,
  listOwnerReceipts,
} from '@walkaround/contract/app/owner-receipts.ts'
import { previewOwnerTexts } from '@walkaround/contract/app/owner-texts.ts'
import { addActCopy, withdrawActCopy } from '@walkaround/contract/app/reception.ts'
import type { OwnerTextPage } from '@walkaround/contract/rules/owner-texts.ts'
import { type Call, type Door, serve } from '../../http/door.ts'
import { fromRoot } from '../../http/from-root.ts'
import {
  pickLanguage,
  previewHeaders,
  renderFaceStyle,
  renderOwnerNotice,
  renderOwnerPage,
  renderReceipt,
  viewOf,
} from '../../http/owner-pages.ts'
import { noContent, ok, redirected } from '../../http/reply.ts'
import { etagOf } from '../../lib/etag.ts'
import * as copies from './act-copy.ts'
import { type DraftedPage, draftPage } from './draft-page.ts'
import { previewPage } from './preview-page.ts'
import { getReceipt, listReceipts, makeReceiptFile, type ReceiptPrinting } from './receipts.ts'
import { findColours, linkToFacePicture } from './show-face.ts'

/** From /app/system-clients/{}/surveys/{}/owner-preview; the app's photos and videos are next to it, like the owner's. */
const preview = { name: 'owner-preview', depth: 1, root: '../../../../../' } as const
/** From …/surveys/{}/receipts/{}. */
const root = '../../../../../../'

const renderDraft: Readonly<
  Record<OwnerTextPage, (view: ReturnType<typeof viewOf>, drafted: DraftedPage) => string>
> = {
  result: (view, { page }) => renderOwnerPage(view, page, { formId: '', isPreview: true }),
  receipt: (view, { page: { face, advisor, own }, kept }) =>
    renderReceipt(view, { ...kept, formId: '', hasFeedback: false, face, advisor, own }),
  notice: (view, { notice }) => renderOwnerNotice(view, notice),
}

export function ownerPageAppRoutes(door: Door, printing: ReceiptPrinting): void {
  serve(door, getOwnerPreview, async (call) => {
    const { lang } = call.query.get()
    const page = await call.read(async (scope) => {
      const shown = await previewPage(scope, call.params.survey_id, lang)
      return renderOwnerPage(viewOf(preview, languageOf(shown), shown.timeZone), shown, {
        formId: '',
        isPreview: true,
      })
    })
    return toReply(page)
  })

  serve(door, previewOwnerTexts, async (call) => {
    const wanted = call.fields.get()
    const drafted = await call.read((scope) => draftPage(scope, call.params.language, wanted))
    const { language, page, colours, siteId } = drafted
    // Whoever shows it knows where the service is.
    const view = viewOf({ name: 'preview', depth: 0, root: '' }, language, page.timeZone)
    const html = renderDraft[wanted.page ?? 'result'](view, drafted)
    return ok({ html, style: renderFaceStyle(colours), ...(siteId === undefined ? {} : { site: siteId }) })
  })

  serve(door, getFaceStyle, async (call) => {
    const colours = await call.read((scope) => findColours(scope, call.params.survey_id))
    return toReply(renderFaceStyle(colours))
  })

  serve(door, getFacePicture, async (call) => {
    const { survey_id, picture } = call.params
    const link = await call.read((scope) => linkToFacePicture(scope, printing.media, survey_id, picture))
    return redirected(fromRoot(door, getFacePicture, link))
  })

  serve(door, addActCopy, async (call) =>
    ok(await call.write((scope) => copies.addActCopy(scope, call.params.survey_id, door.baseUrl()))),
  )

  serve(door, withdrawActCopy, async (call) => {
    const { survey_id, link_id } = call.params
    await call.write((scope) => copies.withdrawActCopy(scope, survey_id, link_id))
    return noContent
  })

  serve(door, listOwnerReceipts, async (call) =>
    ok(await call.read((scope) => listReceipts(scope, call.params.survey_id))),
  )

  serve(door, getOwnerReceipt, async (call) => {
    const { survey_id, receipt_id } = call.params
    const { lang } = call.query.get()
    const page = await call.read(async (scope) => {
      const { receipt, hash } = await getReceipt(scope, survey_id, receipt_id)
      const view = viewOf({ name: receipt_id, depth: 1, root }, lang ?? languageOf(receipt), receipt.timeZone)
      const path = encodeURIComponent(receipt_id)
      return renderReceipt(view, { receipt, hash, files: { pdf: `${path}/pdf`, file: `${path}/file` } })
    })
    return toReply(page)
  })

  const file =
    (kind: 'pdf' | 'json') => async (call: Pick<Call<typeof getOwnerReceiptFile>, 'params' | 'read'>) => {
      const { survey_id, receipt_id } = call.params
      const { bytes, disposition } = await call.read(async (scope) =>
        makeReceiptFile(scope, printing, await getReceipt(scope, survey_id, receipt_id), kind),
      )
      return toReply(bytes, { 'content-disposition': disposition })
    }
  serve(door, getOwnerReceiptPdf, file('pdf'))
  serve(door, getOwnerReceiptFile, file('json'))
}

/** Of a page, or of a receipt: in which the owner decided. */
const languageOf = ({ language }: { language: string }) => pickLanguage(undefined, language)

function toReply(body: string | Buffer, headers: Record<string, string> = {}) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return {
    status: 200 as const,
    bytes: async () => bytes,
    etag: etagOf(bytes),
    headers: { ...previewHeaders, ...headers },
  }
}
