// What every part of a form is given: the model, its words and its formats. No drawing.
import type { FormModel } from '../model.ts'
import { type FormTexts, getTexts } from '../texts.ts'
import { Formats } from './formats.ts'

export type Sheet = { readonly model: FormModel; readonly texts: FormTexts; readonly formats: Formats }

export function sheetOf(model: FormModel): Sheet {
  const texts = getTexts(model.language)
  return { model, texts, formats: new Formats(model.language, model.timeZone, texts) }
}

export const orderNumber = ({ model: { order } }: Sheet) => order.externalId?.trim() || order.id
