// Prints a stored receipt of an owner's decision. Says exactly what the receipt says.
import {
  type Grade,
  type OwnerScale,
  type Receipt,
  type ReceiptLine,
  statusOfWord,
} from '@walkaround/contract/owner-page.ts'
import type { Scope } from '../../scope.ts'
import { findFace } from '../faces/face.ts'
import type { FoundAnswer, FoundSection, Offer } from '../findings/model.ts'
import { faceRefs, letterheadOf, toFormAdvisor } from './load-form.ts'
import type { FormDealership, FormModel } from './model.ts'
import { drawForm, type PrintedForms, readFacePictures } from './read-form.ts'

export type ReceiptPrinting = Pick<PrintedForms, 'pool' | 'media'>

interface Kept {
  receipt: Receipt
  /** SHA-256 of the stored text, in hex. */
  hash: string
}

/** What was shown then, with the present logo, colours and advisor. */
export async function printReceipt(
  scope: Scope,
  { pool, media }: ReceiptPrinting,
  kept: Kept,
): Promise<Buffer> {
  const { receipt } = kept
  const face = await findFace(scope, receipt.surveyId)
  const photos = await readFacePictures(scope.clientId, media, face)
  const letterhead = {
    ...letterheadOf(scope, face, receipt.language),
    name: receipt.dealership.name,
    addressLines: receipt.dealership.address,
    phone: receipt.dealership.telephone,
    logo: photos.has(faceRefs.logo) ? faceRefs.logo : undefined,
  }
  const model = { ...toFormModel(kept, letterhead), advisor: toFormAdvisor(face) }
  return drawForm(pool, scope.clientId, { model, photos })
}

function toFormModel({ receipt, hash }: Kept, dealership: FormDealership): FormModel {
  const { vehicle, id, way, at } = receipt
  return {
    form: 'owner-receipt',
    language: receipt.language,
    timeZone: receipt.timeZone,
    asOf: at,
    dealership,
    order: { id: receipt.order ?? receipt.surveyId },
    vehicle: { numberPlate: vehicle.plate, model: vehicle.name },
    sections: toSections(receipt.lines),
    quotes: receipt.lines.map((line) => toOffer(line, at)),
    receipt: { id, decidedAt: at, hash, way },
  }
}

function toSections(lines: readonly ReceiptLine[]): FoundSection[] {
  // Several offers may belong to one finding.
  const seen = new Map(lines.flatMap(({ finding }) => (finding ? [[JSON.stringify(finding), finding]] : [])))
  const questions = [...seen.values()].map(({ title, grade, answers, meaning, scales, photos }) => ({
    text: title,
    answers: [
      { status: grade, text: answers.join(' · '), comment: meaning },
      ...scales.map((scale) => toMeasured(scale, grade)),
    ],
    photos,
  }))
  return [{ text: '', questions }]
}

function toMeasured({ value, unit, bands, legal }: OwnerScale, status: Grade): FoundAnswer {
  return {
    status,
    value,
    // Already in words, which the form prints unchanged.
    unit,
    limit: {
      bands: bands.map(({ grade, end }) => ({ status: grade, below: end })),
      ...(legal && { [legal.side === 'least' ? 'legalMin' : 'legalMax']: legal.value }),
    },
  }
}

const toOffer = (line: ReceiptLine, at: string): Offer => ({
  text: line.title,
  currency: line.currency,
  lines: line.items.map(({ text, category, quantity, unit }) => ({ text, category, quantity, unit })),
  labour: line.labour,
  parts: line.parts,
  total: line.total,
  totalBeforeDiscount: line.before,
  reason: line.due,
  approval: {
    status: statusOfWord[line.word],
    date: at,
    deferredTo: line.until,
    reason: line.reason?.text,
  },
})
