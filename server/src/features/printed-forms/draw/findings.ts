// What was found: a card per point that needs attention, and short lists of what is in order or was not looked at.
import type { FormAnswer, FormQuestion, FormStatus, PhotoRef } from '../model.ts'
import { fill } from '../texts.ts'
import { type Block, gapOf, row, stack, together } from './block.ts'
import type { Density } from './flow.ts'
import { bySection, type Point } from './grading.ts'
import { keyValueGrid } from './key-values.ts'
import { photoGrid, type ShownPhoto } from './photos.ts'
import { quoteMentions } from './quotes.ts'
import { hasScale, scaleBar } from './scale-bar.ts'
import type { Sheet } from './sheet.ts'
import { badge, type Shown, sign } from './status.ts'
import { heading, text } from './text.ts'
import { colours, columnGap, columns, contentWidth, statusColours, type as typeScale } from './theme.ts'

const indent = 14
const inside = contentWidth - indent
const photoWidth = (inside + 10) / 3 - 10
/** A card lower than this goes to the next page as a whole. */
const wholeCard = 230
const wholeGroup = 140

export function findingCard(sheet: Sheet, { section, question }: Point, status: FormStatus): Block {
  const photos = photosOf(question).map((ref, index) => ({
    ref,
    alt: `${question.text}: ${fill(sheet.texts.frame.photo, { number: index + 1 })}`,
  }))
  // One photo stands beside the words; a row of its own would leave two thirds of the page empty.
  const isBeside = photos.length === 1
  const width = isBeside ? inside - photoWidth - 20 : inside
  const words = [
    cardHead(sheet, section, question.text, status, width),
    ...question.answers.flatMap((answer) => answerBlocks(sheet, answer, width)),
  ]
  const mentions = quoteMentions(sheet, question, width)
  const blocks = isBeside
    ? [
        row([
          { x: 0, block: stack([...words, ...mentions], 3) },
          { x: inside - photoWidth, block: photoGrid(sheet, photos, photoWidth, 1) },
        ]),
      ]
    : [...words, ...photoBlocks(sheet, photos, mentions.length > 0), ...mentions]
  return together(edged(stack(blocks, 3), statusColours[status].fill), wholeCard)
}

function cardHead(sheet: Sheet, section: string, words: string, status: FormStatus, width: number): Block {
  const mark = badge(sheet, status)
  const titleWidth = width - mark.width - 12
  const title = stack([
    text(section, typeScale.label, titleWidth, { keepWithNext: true }),
    heading(words, titleWidth, { ...typeScale.heading, size: 11, leading: 15 }),
  ])
  return {
    ...row([
      { x: 0, block: title },
      { x: width - mark.width, block: mark },
    ]),
    keepWithNext: true,
  }
}

function photoBlocks(sheet: Sheet, photos: readonly ShownPhoto[], hasOffers: boolean): Block[] {
  if (photos.length === 0) return []
  // The offer goes with its photos rather than alone over the page.
  return [gapOf(3), { ...photoGrid(sheet, photos, inside, 3), keepWithNext: hasOffers && photos.length <= 3 }]
}

export function answerBlocks(sheet: Sheet, answer: FormAnswer, width: number): Block[] {
  const { texts, formats } = sheet
  const blocks: Block[] = []
  const value = answer.value === undefined ? undefined : formats.quantity(answer.value, answer.unit)
  const words = answer.text?.trim()
  if (words) blocks.push(text(words, typeScale.body, width))
  if (hasScale(answer)) {
    blocks.push(gapOf(2), scaleBar(sheet, answer, Math.min(width, columns(7))))
    const legal = legalWords(sheet, answer)
    if (legal) blocks.push(text(legal, typeScale.small, width))
  } else if (value) blocks.push(text(`${texts.summary.measured}: ${value}`, typeScale.strong, width))
  if (answer.comment?.trim()) blocks.push(text(answer.comment, typeScale.soft, width))
  return blocks
}

function legalWords({ texts, formats }: Sheet, { limit, unit }: FormAnswer): string {
  const words = (template: string, value?: number) =>
    value === undefined ? [] : [fill(template, { value: formats.quantity(value, unit) })]
  return [
    ...words(texts.summary.legalMin, limit?.legalMin),
    ...words(texts.summary.legalMax, limit?.legalMax),
  ].join(', ')
}

/** Photos of the question and of its answers, each once. */
export function photosOf(question: FormQuestion): PhotoRef[] {
  return [...new Set([...question.answers.flatMap(({ photos }) => photos ?? []), ...(question.photos ?? [])])]
}

function edged(inner: Block, colour: string): Block {
  return {
    height: inner.height,
    first: inner.first,
    draw(pen, x, y, parent) {
      pen.artifact((ink) => {
        ink.rect(x, y, 3, inner.height).fill(colour)
      })
      inner.draw(pen, x + indent, y, parent)
    },
    split(room) {
      const parts = inner.split?.(room)
      return parts && [edged(parts[0], colour), edged(parts[1], colour)]
    },
  }
}

/** Two columns of points under the names of their sections, each with its sign. */
export function pointList(
  sheet: Sheet,
  points: readonly Point[],
  status: Shown,
  density: Density = 'airy',
): Block {
  const [rowGap, groupGap] = density === 'dense' ? [1.5, 7] : [4, 11]
  const width = columns(6)
  const groups = bySection(points).map(([section, questions]) => {
    const blocks: Block[] = []
    if (section.trim())
      blocks.push(heading(section, contentWidth, { ...typeScale.strong, colour: colours.soft }))
    for (let index = 0; index < questions.length; index += 2)
      blocks.push(
        row(
          questions.slice(index, index + 2).map((question, column) => ({
            x: column * (width + columnGap),
            block: listed(sheet, question, status, width),
          })),
        ),
      )
    return together(stack(blocks, rowGap), wholeGroup)
  })
  return stack(groups, groupGap)
}

function listed(sheet: Sheet, question: FormQuestion, status: Shown, width: number): Block {
  const own = width - 15
  const answers = answerWords(sheet, question)
  const words = stack(
    [text(question.text, typeScale.body, own), answers && text(answers, typeScale.small, own)].filter(
      (block) => typeof block === 'object',
    ),
  )
  return row([
    { x: 0, block: sign(status, 8.5, typeScale.body.leading) },
    { x: 15, block: words },
  ])
}

export function answerWords({ formats }: Sheet, question: FormQuestion): string {
  return question.answers
    .map(({ text: words, value, unit, comment }) =>
      [value === undefined ? undefined : formats.quantity(value, unit), words?.trim(), comment?.trim()]
        .filter(Boolean)
        .join(' · '),
    )
    .filter(Boolean)
    .join('; ')
}

/** Answers that were written down and not judged. */
export function notedGrid(sheet: Sheet, points: readonly Point[]): Block {
  return keyValueGrid(
    points.map(({ question }) => ({
      label: question.text,
      value: answerWords(sheet, question) || sheet.texts.frame.none,
    })),
    contentWidth,
    2,
    columnGap,
    8,
  )
}
