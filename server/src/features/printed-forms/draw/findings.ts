// What was found: a card for each point that needs attention, and short lists of points that are in order or were not checked.

import type { Grade } from '@walkaround/contract/owner-page.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { answerWords, hasScale, legalWords, photosOf, tyreWords } from '../../findings/answer-words.ts'
import { bySection, type Point, type Shown } from '../../findings/grading.ts'
import type { FoundAnswer, FoundQuestion } from '../../findings/model.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, gapOf, row, stack, together } from './block.ts'
import type { Density } from './flow.ts'
import { keyValueGrid } from './key-values.ts'
import { photoGrid, type ShownPhoto } from './photos.ts'
import { quoteMentions } from './quotes.ts'
import { scaleBar } from './scale-bar.ts'
import { badge, sign } from './status.ts'
import { heading, text } from './text.ts'
import { colours, columnGap, columns, contentWidth, statusColours, type as typeScale } from './theme.ts'

const indent = 14
const inside = contentWidth - indent
const photoWidth = (inside + 10) / 3 - 10
/** A card lower than this moves to the next page as a whole. */
const wholeCard = 230
const wholeGroup = 140

/** `isDrawn`: its value stands on a picture with its limits. */
export function findingCard(
  sheet: Sheet,
  { section, question }: Point,
  status: Grade,
  isDrawn: boolean,
): Block {
  const photos = photosOf(question).map((ref, index) => ({
    ref,
    alt: `${question.text}: ${fill(sheet.texts.frame.photo, { number: index + 1 })}`,
  }))
  // A single photo is next to the words; a separate row would leave two thirds of the page empty.
  const isBeside = photos.length === 1
  const width = isBeside ? inside - photoWidth - 20 : inside
  const words = [
    cardHead(sheet, section, question.text, status, width),
    ...question.answers.flatMap((answer) => answerBlocks(sheet, answer, width, isDrawn)),
    ...(isDrawn ? [] : tyreWords(sheet, question)).map((words) => text(words, typeScale.small, width)),
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

function cardHead(sheet: Sheet, section: string, words: string, status: Grade, width: number): Block {
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
  // Keeps the offer on the page of its photos.
  return [gapOf(3), { ...photoGrid(sheet, photos, inside, 3), keepWithNext: hasOffers && photos.length <= 3 }]
}

export function answerBlocks(sheet: Sheet, answer: FoundAnswer, width: number, isDrawn = false): Block[] {
  const { texts, formats } = sheet
  const blocks: Block[] = []
  const value = answer.value === undefined ? undefined : formats.quantity(answer.value, answer.unit)
  const words = answer.text?.trim()
  if (words) blocks.push(text(words, typeScale.body, width))
  if (hasScale(answer) && !isDrawn) {
    blocks.push(gapOf(2), scaleBar(sheet, answer, Math.min(width, columns(7))))
    const legal = legalWords(sheet, answer)
    if (legal) blocks.push(text(legal, typeScale.small, width))
  } else if (value) blocks.push(text(`${texts.summary.measured}: ${value}`, typeScale.strong, width))
  if (answer.comment?.trim()) blocks.push(text(answer.comment, typeScale.soft, width))
  return blocks
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

function listed(sheet: Sheet, question: FoundQuestion, status: Shown, width: number): Block {
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

/** Answers that were recorded but not judged. */
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
