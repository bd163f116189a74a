// A form's model and the bytes of its photos → a PDF. Pure: no database, no clock, no network; same input, same bytes.

import { damageReport } from './draw/damage-report.ts'
import { drawForm, drawFrames } from './draw/frame.ts'
import { handoverAct } from './draw/handover-act.ts'
import { Pen } from './draw/pen.ts'
import { orderNumber, type Sheet, sheetOf } from './draw/sheet.ts'
import { surveySummary } from './draw/survey-summary.ts'
import type { FormModel } from './model.ts'

/** Photos are JPEG (a logo may be PNG), upright; one that is missing or broken prints as an empty frame. */
export async function makePdf(model: FormModel, photos: ReadonlyMap<string, Uint8Array>): Promise<Buffer> {
  const sheet = sheetOf(model)
  const { titles } = sheet.texts
  const date = new Date(model.asOf)
  const pen = new Pen({
    title: `${titles[model.form]} ${orderNumber(sheet)}`,
    author: model.dealership.name,
    language: model.language,
    date: Number.isNaN(date.getTime()) ? new Date(0) : date,
    photos,
  })
  draw(pen, sheet)
  drawFrames(pen, sheet, titles[model.form])
  return pen.finish()
}

function draw(pen: Pen, sheet: Sheet): void {
  const { form } = sheet.model
  const parts = form === 'handover-pack' ? (['handover-act', 'survey-summary'] as const) : [form]
  for (const part of parts) drawForm(pen, sheet, sheet.texts.titles[part], contents[part](sheet))
}

const contents = {
  'survey-summary': surveySummary,
  'handover-act': handoverAct,
  'damage-report': damageReport,
}
