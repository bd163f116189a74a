// What is around the content: the dealership's letterhead and the title on the first page, a slim line on the others, the footer on
// all. Headers and footers repeat, so they are artifacts; the first letterhead is read aloud.

import { fill } from '@walkaround/contract/rules/texts.ts'
import {
  drawQr,
  type Element,
  fitLine,
  fitsQr,
  type Pen,
  type TypeStyle,
  widthOf,
} from '../../../outside/paper/paper.ts'
import { orderNumber, type Sheet } from '../sheet.ts'
import { type Block, row, type Stacked, stack } from './block.ts'
import { type Density, flow } from './flow.ts'
import { type TextOptions, text } from './text.ts'
import { colours, columnGap, columns, contentWidth, page, type as typeScale } from './theme.ts'

const right = page.width - page.side

/** Starts a page, draws letterhead and title, lets the content flow; returns the number of that page. */
export function drawForm(
  pen: Pen,
  sheet: Sheet,
  title: string,
  items: (density: Density) => readonly Stacked[],
): number {
  pen.newPage()
  const first = pen.pageCount - 1
  const element = pen.open({ type: 'Part', options: { title } }, pen.root)
  const below = drawLetterhead(pen, sheet, element)
  const top = drawTitle(pen, sheet, title, below, element)
  flow(pen, items, top, element)
  return first
}

function drawLetterhead(pen: Pen, { model: { dealership } }: Sheet, parent: Element): number {
  const width = columns(6)
  const rightX = page.side + width + columnGap
  const small: TextOptions = { align: 'right', oneLine: true }
  const details = (dealership.addressLines ?? []).slice(0, 6)
  const contact = [[dealership.phone], [dealership.email, dealership.web]].map((parts) =>
    parts.filter((part) => part?.trim()).join('   ·   '),
  )
  const hours = (dealership.hours ?? []).join('   ·   ')
  const picture = dealership.logo ? pen.findPicture(dealership.logo) : undefined
  const name: TypeStyle = { ...typeScale.small, weight: 'semibold', colour: colours.ink }
  const second = dealership.colours?.second
  let bottom = page.top
  if (picture) {
    const scale = Math.min(150 / picture.width, 38 / picture.height)
    const element = pen.open({ type: 'Figure', options: { alt: dealership.name } }, parent)
    const [wide, high] = [picture.width * scale, picture.height * scale]
    pen.content(element, () => pen.picture(picture, page.side, page.top, wide, high))
    bottom += picture.height * scale
  } else {
    const large = text(dealership.name, { ...typeScale.section, size: 12.5, leading: 16 }, width, {
      mostLines: 3,
    })
    large.draw(pen, page.side, page.top, parent)
    bottom += large.height
  }
  // With a logo, the name moves to the address.
  const address = stack([
    picture && text(dealership.name, name, width, { align: 'right', mostLines: 2 }),
    ...[...details, ...contact, hours]
      .filter((line) => line.trim())
      .map((line) => text(line, typeScale.small, width, small)),
  ])
  address.draw(pen, rightX, page.top + 1, parent)
  bottom = Math.max(bottom, page.top + 1 + address.height) + 7
  pen.artifact((ink) => {
    ink
      .moveTo(page.side, bottom)
      .lineTo(right, bottom)
      .lineWidth(second ? 1.6 : 0.6)
      .stroke(second ?? colours.rule)
  })
  return bottom
}

/** The order; a vehicle's history belongs to none. */
const subjectOf = (sheet: Sheet): string =>
  sheet.model.form === 'vehicle-history'
    ? orderNumber(sheet)
    : fill(sheet.texts.frame.order, { id: orderNumber(sheet) })

function drawTitle(pen: Pen, sheet: Sheet, title: string, top: number, parent: Element): number {
  const { model, texts, formats } = sheet
  const qr = model.resultUrl && fitsQr(model.resultUrl) ? model.resultUrl : undefined
  const at = top + 12
  const qrSize = 54
  let free = contentWidth
  let bottom = at
  if (qr) {
    free -= qrSize
    const element = pen.open({ type: 'Figure', options: { alt: texts.frame.online } }, parent)
    pen.content(element, (ink) => drawQr(ink, qr, page.side + free, at, qrSize))
    free -= 8
    bottom = at + qrSize
  }
  const card = advisorCard(pen, sheet)
  const wide = card
    ? cardWidth
    : qr
      ? Math.min(cardWidth, widthOf(texts.frame.online, typeScale.label) + 1)
      : 0
  const beside = stack(
    [card, qr && text(texts.frame.online, typeScale.label, wide, { align: 'right' })].filter(
      (block) => typeof block === 'object',
    ),
    3,
  )
  if (wide > 0) {
    free -= wide
    beside.draw(pen, page.side + free, at, parent)
    bottom = Math.max(bottom, at + beside.height)
    free -= 10
  }
  const facts: string[] = [
    subjectOf(sheet),
    formats.date(model.asOf),
    ...(model.order.type?.trim() ? [model.order.type.trim()] : []),
  ]
  const words = stack(
    [
      text(title, typeScale.title, free, { tag: 'H1' }),
      text(facts.join('   ·   '), typeScale.soft, free, { oneLine: true }),
    ],
    2,
  )
  words.draw(pen, page.side, at, parent)
  return Math.max(bottom, at + words.height) + 12
}

const cardWidth = 142
const faceSize = 36

/** The advisor as on the owner's page: a round picture, name and telephone. Without a picture there is none. */
function advisorCard(pen: Pen, { model: { advisor }, texts }: Sheet): Block | undefined {
  const picture = advisor && pen.findPicture(advisor.picture)
  if (!picture) return undefined
  const width = cardWidth - faceSize - 7
  const words = stack([
    text(texts.parties.serviceAdvisor, typeScale.label, width, { oneLine: true }),
    text(advisor.name, typeScale.strong, width, { mostLines: 2 }),
    ...(advisor.phone ? [text(advisor.phone, typeScale.label, width, { oneLine: true })] : []),
  ])
  const face: Block = {
    height: faceSize,
    first: faceSize,
    draw(_, x, y, parent) {
      const element = pen.open({ type: 'Figure', options: { alt: advisor.name } }, parent)
      // Fills the circle; what stands out of it is cut off.
      const scale = faceSize / Math.min(picture.width, picture.height)
      const [wide, high] = [picture.width * scale, picture.height * scale]
      pen.content(element, (ink) => {
        ink
          .save()
          .circle(x + faceSize / 2, y + faceSize / 2, faceSize / 2)
          .clip()
        pen.picture(picture, x - (wide - faceSize) / 2, y - (high - faceSize) / 2, wide, high)
        ink.restore()
      })
    },
  }
  return row([
    { x: 0, block: face, align: 'middle' },
    { x: faceSize + 7, block: words, align: 'middle' },
  ])
}

/** Headers and footers of all pages, once their number is known; pages with a letterhead get no other header. */
export function drawFrames(pen: Pen, sheet: Sheet, title: string, firstPages: readonly number[]): void {
  const { model, texts } = sheet
  const count = pen.pageCount
  const plate = model.vehicle.numberPlate?.trim() || model.vehicle.vin?.trim()
  const facts = [...new Set([subjectOf(sheet), plate])].filter(Boolean).join('   ·   ')
  const style = typeScale.small
  for (let index = 0; index < count; index++) {
    pen.turnTo(index)
    pen.artifact((ink) => {
      const number = fitLine(
        fill(texts.frame.page, { page: index + 1, pages: count }),
        { ...style, weight: 'semibold' },
        columns(4),
      )
      const y = page.height - 26
      ink
        .moveTo(page.side, y - 14)
        .lineTo(right, y - 14)
        .lineWidth(0.5)
        .stroke(colours.rule)
      const left = fitLine(`${title}   ·   ${facts}`, style, contentWidth - number.width - 24)
      pen.write(left, style, page.side, y)
      pen.write(number, { ...style, weight: 'semibold', colour: colours.ink }, right - number.width, y)
    }, 'Pagination')
    if (!firstPages.includes(index)) {
      pen.artifact((ink) => {
        const y = 33
        const name: TypeStyle = { ...style, weight: 'semibold', colour: colours.accent }
        pen.write(fitLine(model.dealership.name, name, columns(6)), name, page.side, y)
        const words = fitLine(title, style, columns(5))
        pen.write(words, style, right - words.width, y)
        ink
          .moveTo(page.side, y + 8)
          .lineTo(right, y + 8)
          .lineWidth(0.5)
          .stroke(colours.rule)
      }, 'Pagination')
    }
  }
}
