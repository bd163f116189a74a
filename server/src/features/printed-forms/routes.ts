// The doors of printed forms: that of the DMS and that of the web apps.
import { getSurveyForm } from '@walkaround/contract/app/media.ts'
import { getDamageDrawing, getPdfForm } from '@walkaround/contract/dms/media.ts'
import { type Answer, type Door, serve } from '../../http/door.ts'
import type { Online } from './load-form.ts'
import { getForm, type MadeForm, type PrintedForms } from './read-form.ts'

export interface Printing extends Omit<PrintedForms, 'online'> {
  /** Makes the links of sent results again; without it forms have no QR code. */
  box?: Online['box'] | undefined
}

const at = (door: Door, { box, ...printing }: Printing): PrintedForms => ({
  ...printing,
  online: box && { box, baseUrl: door.baseUrl() },
})

export function printedFormRoutes(door: Door, printing: Printing): void {
  serve(door, getPdfForm, async (call) =>
    pdf(await call.read((scope) => getForm(scope, at(door, printing), call.params.id, call.params.form))),
  )

  serve(door, getDamageDrawing, async (call) =>
    pdf(
      await call.read((scope) =>
        getForm(scope, at(door, printing), call.params.id, 'damage-report', 'drawing'),
      ),
    ),
  )
}

export function printedFormAppRoutes(door: Door, printing: Printing): void {
  serve(door, getSurveyForm, async (call) =>
    pdf(
      await call.read((scope) => getForm(scope, at(door, printing), call.params.survey_id, call.params.form)),
    ),
  )
}

const pdf = ({ bytes, etag, fileName }: MadeForm): Answer => ({
  status: 200,
  bytes,
  contentType: 'application/pdf',
  etag,
  headers: {
    // Plain letters for those who know no other, and the real name beside it (RFC 6266).
    'content-disposition': `inline; filename="${fileName.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  },
})
