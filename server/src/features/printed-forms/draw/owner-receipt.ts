// The receipt of an owner's decision: what was found, offered and decided, and the fingerprint of all of it.
import type { OwnerWay } from '@walkaround/contract/owner-page.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { gradePoints } from '../../findings/grading.ts'
import type { FoundQuestion } from '../../findings/model.ts'
import type { FormModel } from '../model.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, type Stacked, stack, tagged } from './block.ts'
import { answerBlocks } from './findings.ts'
import { keyValueGrid } from './key-values.ts'
import { part, plain } from './part.ts'
import { quoteTables } from './quotes.ts'
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
          { label: words.way, value: receipt && wayOf(sheet, receipt), span: 4 },
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

/** Which link was used to decide, and whether a code confirmed it; older receipts do not say. */
function wayOf(
  { texts: { receipt: words } }: Sheet,
  { way }: NonNullable<FormModel['receipt']>,
): string | undefined {
  if (!way) return undefined
  const inWords = ({ channel, address = '' }: OwnerWay) => fill(words[channel], { address })
  const byLink = way.link ? fill(words.byLink, { way: inWords(way.link) }) : words.online
  return way.code ? `${byLink} ${fill(words.byCode, { way: inWords(way.code) })}` : byLink
}

/** What was said and measured, and the full fingerprints of the photos, which are on paper nowhere else. */
function found(sheet: Sheet, { text: title, answers, photos = [] }: FoundQuestion): Block {
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
