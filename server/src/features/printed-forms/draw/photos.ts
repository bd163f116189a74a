// Photos in equal tiles, uncropped and hardly enlarged, with a caption below each. JPEG bytes are embedded unchanged; what was drawn on a
// photo is drawn above it.

import type { MarkupShape } from '@walkaround/contract/app/markup.ts'
import { drawingExtent, drawShapes, outlineColour } from '@walkaround/contract/rules/markup.ts'
import { withMarkup } from '@walkaround/contract/rules/markup-words.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { type Element, fitLine, type Ink, type Pen, textPath } from '../../../outside/paper/paper.ts'
import type { PhotoRef } from '../../findings/model.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, row, stack } from './block.ts'
import { text } from './text.ts'
import { colours, type as typeScale } from './theme.ts'

export type ShownPhoto = { readonly ref: PhotoRef; readonly caption?: string; readonly alt: string }

const ratio = 4 / 3

/** Tiles in rows of `count`; a row stays whole, but rows may move to the next page. */
export function photoGrid(
  sheet: Sheet,
  photos: readonly ShownPhoto[],
  width: number,
  count: number,
  gap = 10,
): Block {
  const tileWidth = (width + gap) / count - gap
  const rows: Block[] = []
  for (let start = 0; start < photos.length; start += count)
    rows.push(
      row(
        photos
          .slice(start, start + count)
          .map((photo, index) => ({ x: index * (tileWidth + gap), block: tile(sheet, photo, tileWidth) })),
      ),
    )
  return stack(
    rows.map((one) => ({ ...one, first: one.height, split: () => undefined })),
    gap,
  )
}

function tile(sheet: Sheet, { ref, caption, alt }: ShownPhoto, width: number): Block {
  const height = width / ratio
  const photo = sheet.model.photos?.[ref]
  const words = caption ?? photo?.caption
  const takenAt = photo?.takenAt
  const dated = takenAt
    ? `${alt}, ${fill(sheet.texts.frame.taken, { date: sheet.formats.date(takenAt) })}`
    : alt
  const full = withMarkup(dated, photo?.shapes, sheet.model.language)
  const picture: Block = {
    height,
    first: height,
    draw(pen, x, y, parent) {
      const element = pen.open({ type: 'Figure', options: { alt: full } }, parent)
      drawPicture(pen, sheet, ref, element, x, y, width, height)
    },
  }
  // Two lines at most: the full text is at the finding.
  return words
    ? stack([picture, text(words, typeScale.small, width, { tag: 'Caption', mostLines: 2 })], 3)
    : picture
}

function drawPicture(
  pen: Pen,
  { texts, model }: Sheet,
  ref: PhotoRef,
  element: Element,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const picture = pen.findPicture(ref)
  pen.artifact((ink) => {
    ink.roundedRect(x, y, width, height, 2).fill(colours.pale)
  })
  pen.content(element, (ink) => {
    if (!picture) {
      const line = fitLine(texts.frame.photoMissing, typeScale.small, width - 8)
      pen.write(line, typeScale.small, x + (width - line.width) / 2, y + height / 2 + 2)
      return
    }
    ink.save()
    ink.roundedRect(x, y, width, height, 2).clip()
    const placed = pen.picture(picture, x, y, width, height)
    drawMarkup(pen, ink, model.photos?.[ref]?.shapes ?? [], placed)
    ink.restore()
  })
}

type Placed = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

function drawMarkup(
  pen: Pen,
  ink: Ink,
  shapes: readonly MarkupShape[],
  { x, y, width, height }: Placed,
): void {
  const drawn = drawShapes(shapes, { width, height })
  if (drawn.length === 0) return
  ink.save()
  ink.scaled(x, y, width / drawingExtent({ width, height }).width)
  ink.lineJoin('round')
  for (const one of drawn) {
    if (one.kind === 'fill') ink.path(one.path).fill(one.colour)
    else if (one.kind === 'stroke') ink.path(one.path).lineWidth(one.width).stroke(one.colour)
    else {
      const style = { weight: 'bold', size: one.size, leading: one.size, colour: one.colour } as const
      for (const line of one.lines) {
        const outline = textPath(line.words, one.size, line.x, line.y)
        if (outline !== '') ink.path(outline).lineWidth(one.outline).stroke(outlineColour)
        pen.write(fitLine(line.words, style, Number.POSITIVE_INFINITY), style, line.x, line.y, true)
      }
    }
  }
  ink.restore()
}
