// What every part of a form gets: the model, its words and its formats. Draws nothing.
import { type Words, wordsIn } from '../findings/texts.ts'
import type { FormModel } from './model.ts'

export interface Sheet extends Words {
  readonly model: FormModel
}

export const sheetOf = (model: FormModel): Sheet => ({ model, ...wordsIn(model.language, model.timeZone) })

export const orderNumber = ({ model: { order } }: Sheet) => order.externalId?.trim() || order.id
