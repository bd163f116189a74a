// The web door of the owner's page: what the owner would see, for the people who make the offer. Reads, and nothing else.
import { getOwnerPreview } from '@walkaround/contract/app/owner-preview.ts'
import { type Door, serve } from '../../http/door.ts'
import { etagOf } from '../../http/etag.ts'
import { pickLanguage, previewHeaders, renderOwnerPage, viewOf } from '../../http/owner-pages.ts'
import { previewPage } from './preview-page.ts'

/** From /app/system-clients/{}/surveys/{}/owner-preview; photos and videos of the app lie beside it, as the owner's do. */
const place = { name: 'owner-preview', depth: 1, root: '../../../../../' } as const

export function ownerPreviewAppRoutes(door: Door): void {
  serve(door, getOwnerPreview, async (call) => {
    const { lang } = call.query.get()
    const page = await call.read(async (scope) => {
      const language = pickLanguage(undefined, lang, pickLanguage(undefined, scope.client.language))
      const shown = await previewPage(scope, call.params.survey_id, language)
      return renderOwnerPage(viewOf(place, language, shown.timeZone), shown, { formId: '', isPreview: true })
    })
    const bytes = Buffer.from(page)
    return {
      status: 200,
      bytes: async () => bytes,
      contentType: 'text/html; charset=utf-8',
      etag: etagOf(bytes),
      headers: previewHeaders,
    }
  })
}
