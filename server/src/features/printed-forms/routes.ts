// The routes of printed forms, in the DMS interface and for the app.
import { getSurveyForm } from '@walkaround/contract/app/media.ts'
import { getDamageDrawing, getPdfForm } from '@walkaround/contract/dms/media.ts'
import { type Door, serve } from '../../http/door.ts'
import type { Online } from './load-form.ts'
import { dispositionOf, getForm, type MadeForm, type PrintedForms } from './read-form.ts'

interface Printing extends Omit<PrintedForms, 'online'> {
  /** Derives the links of sent results again; without it forms have no QR code. */
  box?: Online['box'] | undefined
}

const at = (door: Door, { box, ...printing }: Printing): PrintedForms => ({
  ...printing,
  online: box && { box, baseUrl: door.baseUrl() },
})

export function printedFormRoutes(door: Door, printing: Printing): void {
  serve(door, getPdfForm, async (call) =>
    pdf(
      await call.read((scope) =>
        getForm(scope, at(door, printing), call.params.id, call.params.form, {
          language: call.query.get().lang,
        }),
      ),
    ),
  )

  serve(door, getDamageDrawing, async (call) =>
    pdf(
      await call.read((scope) =>
        getForm(scope, at(door, printing), call.params.id, 'damage-report', { drawing: 'drawing' }),
      ),
    ),
  )
}

export function printedFormAppRoutes(door: Door, printing: Printing): void {
  serve(door, getSurveyForm, async (call) =>
    pdf(
      await call.read((scope) =>
        getForm(scope, at(door, printing), call.params.survey_id, call.params.form, {
          language: call.query.get().lang,
        }),
      ),
    ),
  )
}

const pdf = ({ bytes, etag, fileName }: MadeForm) => ({
  status: 200 as const,
  bytes,
  etag,
  headers: {
    'content-disposition': dispositionOf('inline', fileName),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  },
})
