// A kept receipt as a PDF, drawn by the same means as the other forms. Says what the receipt says and nothing else.
import type { Grade, OwnerScale, ReceiptLine } from '@walkaround/contract/owner-page.ts'
import { Busy, JobTimedOut } from '../../outside/worker-pool.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { findLogo, LOGO } from '../printed-forms/load-form.ts'
import type { FormAnswer, FormModel, FormQuote, FormSection } from '../printed-forms/model.ts'
import { type PrintedForms, readLogo } from '../printed-forms/read-form.ts'
import type { KeptReceipt } from './receipts.ts'

export type ReceiptPrinting = Pick<PrintedForms, 'pool' | 'media'>

interface Letterhead {
  clientId: string
  /** SHA-256 of the logo. */
  logo: string | undefined
}

export const findLetterhead = async (scope: Scope, surveyId: string): Promise<Letterhead> => ({
  clientId: scope.clientId,
  logo: await findLogo(scope, surveyId),
})

/** Under the letterhead of today; holds no transaction while it is drawn. */
export async function makeReceiptPdf(
  { pool, media }: ReceiptPrinting,
  kept: KeptReceipt,
  letterhead: Letterhead,
): Promise<Buffer> {
  const logo = await readLogo(letterhead.clientId, media, letterhead.logo)
  const photos = new Map<string, Uint8Array>(logo ? [[LOGO, logo]] : [])
  try {
    const pdf = await pool.run({ model: toFormModel(kept, logo !== undefined), photos })
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  } catch (error) {
    if (error instanceof Busy || error instanceof JobTimedOut) {
      throw problem('busy', 'many forms are being made just now; try again', { 'retry-after': '3' })
    }
    throw error
  }
}

function toFormModel({ receipt, hash }: KeptReceipt, hasLogo: boolean): FormModel {
  const { dealership, vehicle } = receipt
  return {
    form: 'owner-receipt',
    language: receipt.language,
    timeZone: receipt.timeZone,
    asOf: receipt.at,
    dealership: {
      name: dealership.name,
      addressLines: dealership.address,
      ...(dealership.telephone === undefined ? {} : { phone: dealership.telephone }),
      ...(hasLogo ? { logo: LOGO } : {}),
    },
    order: { id: receipt.order ?? receipt.surveyId },
    vehicle: {
      ...(vehicle.plate === undefined ? {} : { numberPlate: vehicle.plate }),
      ...(vehicle.name === undefined ? {} : { model: vehicle.name }),
    },
    sections: toSections(receipt.lines),
    quotes: receipt.lines.map((line) => toFormQuote(line, receipt.at)),
    receipt: {
      id: receipt.id,
      decidedAt: receipt.at,
      hash,
      ...(receipt.way ? { way: receipt.way } : {}),
    },
  }
}

function toSections(lines: readonly ReceiptLine[]): FormSection[] {
  // Several offers may answer one finding.
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

function toMeasured({ value, unit, bands, legal }: OwnerScale, status: Grade): FormAnswer {
  const side = legal?.side === 'least' ? 'legalMin' : 'legalMax'
  return {
    status,
    value,
    // In words already, which the form leaves as they are.
    ...(unit === undefined ? {} : { unit }),
    limit: {
      bands: bands.map(({ grade, end }) => ({ status: grade, ...(end === undefined ? {} : { below: end }) })),
      ...(legal ? { [side]: legal.value } : {}),
    },
  }
}

const statuses = { approve: 'approved', later: 'deferred', no: 'rejected' } as const

function toFormQuote(line: ReceiptLine, at: string): FormQuote {
  return {
    text: line.title,
    currency: line.currency,
    lines: line.items.map(({ text, category, quantity, unit }) => ({
      text,
      category,
      ...(quantity === undefined ? {} : { quantity }),
      ...(unit === undefined ? {} : { unit }),
    })),
    ...(line.labour ? { labour: line.labour } : {}),
    ...(line.parts ? { parts: line.parts } : {}),
    ...(line.total ? { total: line.total } : {}),
    ...(line.before ? { totalBeforeDiscount: line.before } : {}),
    ...(line.due === undefined ? {} : { reason: line.due }),
    approval: {
      status: statuses[line.word],
      date: at,
      ...(line.until === undefined ? {} : { deferredTo: line.until }),
      ...(line.reason === undefined ? {} : { reason: line.reason.text }),
    },
  }
}
