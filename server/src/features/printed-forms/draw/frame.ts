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
} from '../../../outside/paper/paper.ts'
import { orderNumber, type Sheet } from '../sheet.ts'
import { type Stacked, stack } from './block.ts'
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
  bottom = Math.max(bottom, page.top + 1 + address.height) + 10
  pen.artifact((ink) => {
    ink
      .moveTo(page.side, bottom)
      .lineTo(right, bottom)
      .lineWidth(second ? 1.6 : 0.6)
      .stroke(second ?? colours.rule)
  })
  return bottom
}

function drawTitle(pen: Pen, sheet: Sheet, title: string, top: number, parent: Element): number {
  const { model, texts, formats } = sheet
  const qr = model.resultUrl && fitsQr(model.resultUrl) ? model.resultUrl : undefined
  const qrSize = 58
  const width = contentWidth - (qr ? qrSize + 24 : 0)
  const facts: string[] = [
    fill(texts.frame.order, { id: orderNumber(sheet) }),
    formats.date(model.asOf),
    ...(model.order.type?.trim() ? [model.order.type.trim()] : []),
  ]
  const words = stack(
    [
      text(title, typeScale.title, width, { tag: 'H1' }),
      text(facts.join('   ·   '), typeScale.soft, width, { oneLine: true }),
    ],
    3,
  )
  const at = top + 16
  words.draw(pen, page.side, at, parent)
  if (!qr) return at + words.height + 16
  const x = right - qrSize
  const element = pen.open({ type: 'Figure', options: { alt: texts.frame.online } }, parent)
  pen.content(element, (ink) => drawQr(ink, qr, x, at, qrSize))
  const label = text(texts.frame.online, { ...typeScale.label, size: 6.6, leading: 9 }, qrSize + 20, {
    align: 'right',
  })
  label.draw(pen, x - 20, at + qrSize + 6, parent)
  return at + Math.max(words.height, qrSize + 6 + label.height) + 14
}

/** Headers and footers of all pages, once their number is known; pages with a letterhead get no other header. */
export function drawFrames(pen: Pen, sheet: Sheet, title: string, firstPages: readonly number[]): void {
  const { model, texts } = sheet
  const count = pen.pageCount
  const plate = model.vehicle.numberPlate?.trim() || model.vehicle.vin?.trim()
  const facts = [fill(texts.frame.order, { id: orderNumber(sheet) }), plate].filter(Boolean).join('   ·   ')
  const style = typeScale.small
  for (let index = 0; index < count; index++) {
    pen.turnTo(index)
    pen.artifact((ink) => {
      const number = fitLine(
        fill(texts.frame.page, { page: index + 1, pages: count }),
        { ...style, weight: 'semibold' },
        columns(4),
      )
      const y = page.height - 30
      ink
        .moveTo(page.side, y - 15)
        .lineTo(right, y - 15)
        .lineWidth(0.5)
        .stroke(colours.rule)
      const left = fitLine(`${title}   ·   ${facts}`, style, contentWidth - number.width - 24)
      pen.write(left, style, page.side, y)
      pen.write(number, { ...style, weight: 'semibold', colour: colours.ink }, right - number.width, y)
    }, 'Pagination')
    if (!firstPages.includes(index)) {
      pen.artifact((ink) => {
        const y = 38
        const name: TypeStyle = { ...style, weight: 'semibold', colour: colours.accent }
        pen.write(fitLine(model.dealership.name, name, columns(6)), name, page.side, y)
        const words = fitLine(title, style, columns(5))
        pen.write(words, style, right - words.width, y)
        ink
          .moveTo(page.side, y + 9)
          .lineTo(right, y + 9)
          .lineWidth(0.5)
          .stroke(colours.rule)
      }, 'Pagination')
    }
  }
}
