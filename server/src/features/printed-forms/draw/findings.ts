// What was found: a card per point that needs attention, and short lists of what is in order or was not looked at.
import type { FormAnswer, FormQuestion, FormStatus, PhotoRef } from '../model.ts'
import { fill } from '../texts.ts'
import { type Block, gapOf, row, stack } from './block.ts'
import { bySection, type Point } from './grading.ts'
import { keyValueGrid } from './key-values.ts'
import { photoGrid } from './photos.ts'
import { quoteMentions } from './quotes.ts'
import { hasScale, scaleBar } from './scale-bar.ts'
import type { Sheet } from './sheet.ts'
import { badge, type Shown, sign } from './status.ts'
import { heading, text } from './text.ts'
import { colours, columnGap, columns, contentWidth, statusColours, type as typeScale } from './theme.ts'

const indent = 14
const inside = contentWidth - indent

export function findingCard(sheet: Sheet, { section, question }: Point, status: FormStatus): Block {
  const mark = badge(sheet, status)
  const titleWidth = inside - mark.width - 12
  const title = stack([
    text(section, typeScale.label, titleWidth, { keepWithNext: true }),
    heading(question.text, titleWidth, { ...typeScale.heading, size: 11, leading: 15 }),
  ])
  const head: Block = {
    ...row([
      { x: 0, block: title },
      { x: inside - mark.width, block: mark },
    ]),
    keepWithNext: true,
  }
  const photos = photosOf(question)
  const blocks: Block[] = [head]
  for (const answer of question.answers) blocks.push(...answerBlocks(sheet, answer))
  if (photos.length > 0) {
    const count = 3
    blocks.push(gapOf(4))
    blocks.push(
      photoGrid(
        sheet,
        photos.map((ref, index) => ({
          ref,
          alt: `${question.text}: ${fill(sheet.texts.frame.photo, { number: index + 1 })}`,
        })),
        inside,
        count,
      ),
    )
  }
  blocks.push(...quoteMentions(sheet, question, inside))
  return edged(stack(blocks, 3), statusColours[status].fill)
}

function answerBlocks(sheet: Sheet, answer: FormAnswer): Block[] {
  const { texts, formats } = sheet
  const blocks: Block[] = []
  const value = answer.value === undefined ? undefined : formats.quantity(answer.value, answer.unit)
  const isScaled = hasScale(answer)
  const words = answer.text?.trim()
  if (words) blocks.push(text(words, typeScale.body, inside))
  if (isScaled) {
    const width = Math.min(inside, columns(7))
    blocks.push(gapOf(2), scaleBar(sheet, answer, width))
    const legal = [
      answer.limit?.legalMin !== undefined &&
        fill(texts.summary.legalMin, { value: formats.quantity(answer.limit.legalMin, answer.unit) }),
      answer.limit?.legalMax !== undefined &&
        fill(texts.summary.legalMax, { value: formats.quantity(answer.limit.legalMax, answer.unit) }),
    ].filter((part) => typeof part === 'string')
    if (legal.length > 0) blocks.push(text(legal.join(', '), typeScale.small, inside))
  } else if (value) blocks.push(text(`${texts.summary.measured}: ${value}`, typeScale.strong, inside))
  if (answer.comment?.trim()) blocks.push(text(answer.comment, typeScale.soft, inside))
  return blocks
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
      pen.artifact((doc) => {
        doc.rect(x, y, 3, inner.height).fill(colour)
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
export function pointList(sheet: Sheet, points: readonly Point[], status: Shown): Block {
  const blocks: Block[] = []
  const width = columns(6)
  for (const [section, questions] of bySection(points)) {
    if (blocks.length > 0) blocks.push(gapOf(7))
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
  }
  return stack(blocks, 4)
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
