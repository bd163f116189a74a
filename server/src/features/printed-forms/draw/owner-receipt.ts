// The receipt of an owner's decision: what was found, what was offered, what was decided, and the fingerprint of it all.
import type { FormQuestion } from '../model.ts'
import { type Block, type Stacked, stack, tagged } from './block.ts'
import { answerBlocks } from './findings.ts'
import { gradePoints } from './grading.ts'
import { keyValueGrid } from './key-values.ts'
import { part, plain } from './part.ts'
import { quoteTables } from './quotes.ts'
import type { Sheet } from './sheet.ts'
import { text } from './text.ts'
import { contentWidth, type as typeScale } from './theme.ts'

export function ownerReceipt(sheet: Sheet): Stacked[] {
  const { model, texts, formats } = sheet
  const { quotes = [], receipt } = model
  const words = texts.receipt
  const graded = gradePoints(model.sections)
  const { numberPlate, make, model: name } = model.vehicle
  const vehicle = [numberPlate, make, name].filter((part) => part?.trim()).join('   ')
  const points = [...graded.red, ...graded.amber]
  const items: (Stacked | false)[] = [
    vehicle !== '' && plain(tagged('Sect', text(vehicle, typeScale.lead, contentWidth)), 0),
    part(words.decision, [
      keyValueGrid(
        [
          { label: words.decidedAt, value: receipt && formats.dateTime(receipt.decidedAt), span: 2 },
          { label: words.number, value: receipt?.id, span: 2 },
        ],
        contentWidth,
        4,
      ),
      quoteTables(sheet, quotes, true),
    ]),
    points.length > 0 &&
      part(
        words.findings,
        points.map(({ question }) => found(sheet, question)),
        8,
      ),
    receipt !== undefined &&
      part(
        words.hash,
        [
          text(receipt.hash, typeScale.strong, contentWidth),
          text(words.hashNote, typeScale.small, contentWidth),
        ],
        4,
      ),
  ]
  return items.filter((item) => item !== false)
}

/** What was said and measured, and the fingerprints of the photos, whole: nowhere else are they on paper. */
function found(sheet: Sheet, { text: title, answers, photos = [] }: FormQuestion): Block {
  const { receipt } = sheet.texts
  const small = (words: string, keepWithNext = false) =>
    text(words, typeScale.small, contentWidth, { keepWithNext })
  return stack(
    [
      text(title, typeScale.strong, contentWidth, { keepWithNext: true }),
      ...answers.flatMap((answer) => answerBlocks(sheet, answer, contentWidth)),
      ...(photos.length > 0 ? [small(receipt.photos, true), ...photos.map((hash) => small(hash))] : []),
    ],
    1,
  )
}
