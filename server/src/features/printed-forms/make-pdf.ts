// A form's model and the bytes of its photos → a PDF. Pure: no database, no clock, no network; same input, same bytes.

import { Pen } from '../../outside/paper/paper.ts'
import { damageDrawingOnly, damageReport } from './draw/damage-report.ts'
import { drawForm, drawFrames } from './draw/frame.ts'
import { handoverAct } from './draw/handover-act.ts'
import { ownerReceipt } from './draw/owner-receipt.ts'
import { surveySummary } from './draw/survey-summary.ts'
import { colours, page, paletteOf } from './draw/theme.ts'
import { vehicleHistory } from './draw/vehicle-history.ts'
import type { FormModel } from './model.ts'
import { orderNumber, sheetOf } from './sheet.ts'

/** The complete form, or only the drawing of the vehicle with its marks. */
export type FormExtent = 'form' | 'drawing'

const contents = {
  'survey-summary': surveySummary,
  'handover-act': handoverAct,
  'damage-report': damageReport,
  'damage-drawing': damageDrawingOnly,
  'owner-receipt': ownerReceipt,
  'vehicle-history': vehicleHistory,
}

/** Photos are upright JPEGs (a logo may be PNG); a missing or broken one prints as an empty frame. */
export async function makePdf(
  model: FormModel,
  photos: ReadonlyMap<string, Uint8Array>,
  extent: FormExtent = 'form',
): Promise<Buffer> {
  const sheet = sheetOf(model)
  const { titles } = sheet.texts
  const form = extent === 'drawing' ? 'damage-drawing' : model.form
  const date = new Date(model.asOf)
  const pen = new Pen({
    title: `${titles[form]} ${orderNumber(sheet)}`,
    author: model.dealership.name,
    language: model.language,
    date: Number.isNaN(date.getTime()) ? new Date(0) : date,
    photos,
    page,
    codeColour: colours.soft,
    palette: paletteOf(model.dealership.colours),
  })
  const parts: (keyof typeof contents)[] =
    form === 'handover-pack' ? ['handover-act', 'survey-summary'] : [form]
  const firstPages = parts.map((part) =>
    drawForm(pen, sheet, titles[part], (density) => contents[part](sheet, density)),
  )
  drawFrames(pen, sheet, titles[form], firstPages)
  return pen.finish()
}
