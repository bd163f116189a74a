// What stands around the content: the dealership's letterhead and the title on the first page, a slim line on the
// others, the foot on all of them. Heads and feet repeat, so they are artifacts; the first letterhead is read.
import { fill } from '../texts.ts'
import { type Stacked, stack } from './block.ts'
import { flow, newPage } from './flow.ts'
import { fitLine } from './lines.ts'
import type { Element, Pen } from './pen.ts'
import { drawQr, fitsQr } from './qr.ts'
import { orderNumber, type Sheet } from './sheet.ts'
import { text } from './text.ts'
import { colours, columns, contentWidth, page, type TypeStyle, type as typeScale } from './theme.ts'

const right = page.width - page.side

/** Starts a page, draws letterhead and title, lets the content flow. */
export function drawForm(pen: Pen, sheet: Sheet, title: string, items: readonly Stacked[]): void {
  newPage(pen)
  pen.firstPages.add(pen.doc.bufferedPageRange().count - 1)
  const element = pen.open({ type: 'Part', options: { title } }, pen.root)
  const below = drawLetterhead(pen, sheet, element)
  const top = drawTitle(pen, sheet, title, below, element)
  flow(pen, items, top, element)
}

function drawLetterhead(pen: Pen, { model: { dealership } }: Sheet, parent: Element): number {
  const picture = dealership.logo ? pen.findPicture(dealership.logo) : undefined
  const nameStyle: TypeStyle = { ...typeScale.section, size: 12.5, leading: 16 }
  const name = text(dealership.name, nameStyle, columns(6))
  const contact = [dealership.phone, dealership.email, dealership.web].filter((part) => part?.trim())
  const details = stack([
    ...(dealership.addressLines ?? []).map((line) =>
      text(line, typeScale.small, columns(6), { align: 'right', oneLine: true }),
    ),
    contact.length > 0 && text(contact.join('  ·  '), typeScale.small, columns(6), { align: 'right' }),
  ])
  const logoHeight = 34
  let nameTop = page.top
  if (picture) {
    const scale = Math.min(150 / picture.width, logoHeight / picture.height)
    const element = pen.open({ type: 'Figure', options: { alt: dealership.name } }, parent)
    pen.content(element, (doc) =>
      doc.image(picture.image as never, page.side, page.top, { width: picture.width * scale }),
    )
    nameTop = page.top + picture.height * scale + 4
  }
  // With a logo the name steps back to the details, where it is part of the address.
  const nameBlock = picture
    ? text(dealership.name, { ...typeScale.small, weight: 'semibold', colour: colours.ink }, columns(6), {
        align: 'right',
      })
    : name
  let bottom: number
  const rightX = page.side + columns(6) + 14
  if (picture) {
    nameBlock.draw(pen, rightX, page.top, parent)
    details.draw(pen, rightX, page.top + nameBlock.height, parent)
    bottom = Math.max(nameTop - 4, page.top + nameBlock.height + details.height)
  } else {
    nameBlock.draw(pen, page.side, page.top, parent)
    details.draw(pen, rightX, page.top + 2, parent)
    bottom = Math.max(page.top + nameBlock.height, page.top + 2 + details.height)
  }
  pen.artifact((doc) => {
    doc
      .moveTo(page.side, bottom + 10)
      .lineTo(right, bottom + 10)
      .lineWidth(0.6)
      .stroke(colours.rule)
  })
  return bottom + 10
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
    [text(title, typeScale.title, width, { tag: 'H1' }), text(facts.join('   ·   '), typeScale.soft, width)],
    3,
  )
  const at = top + 16
  words.draw(pen, page.side, at, parent)
  if (!qr) return at + words.height + 16
  const x = right - qrSize
  const element = pen.open({ type: 'Figure', options: { alt: `${texts.frame.online}: ${qr}` } }, parent)
  pen.content(element, (doc) => drawQr(doc, qr, x, at, qrSize))
  const label = text(texts.frame.online, { ...typeScale.label, size: 6.6, leading: 9 }, qrSize + 20, {
    align: 'right',
  })
  label.draw(pen, x - 20, at + qrSize + 3, parent)
  return at + Math.max(words.height, qrSize + 3 + label.height) + 14
}

/** Heads and feet of all pages, once their number is known. */
export function drawFrames(pen: Pen, sheet: Sheet, title: string): void {
  const { model, texts } = sheet
  const { start, count } = pen.doc.bufferedPageRange()
  const plate = model.vehicle.numberPlate?.trim() || model.vehicle.vin?.trim()
  const facts = [fill(texts.frame.order, { id: orderNumber(sheet) }), plate].filter(Boolean).join('   ·   ')
  const style = typeScale.small
  for (let index = 0; index < count; index++) {
    pen.doc.switchToPage(start + index)
    pen.artifact((doc) => {
      const number = fitLine(
        fill(texts.frame.page, { page: index + 1, pages: count }),
        { ...style, weight: 'semibold' },
        columns(4),
      )
      const y = page.height - 30
      doc
        .moveTo(page.side, y - 15)
        .lineTo(right, y - 15)
        .lineWidth(0.5)
        .stroke(colours.rule)
      const left = fitLine(`${title}   ·   ${facts}`, style, contentWidth - number.width - 24)
      pen.write(left, style, page.side, y)
      pen.write(number, { ...style, weight: 'semibold', colour: colours.ink }, right - number.width, y)
    }, 'Pagination')
    if (!pen.firstPages.has(index)) {
      pen.artifact((doc) => {
        const y = 38
        const name: TypeStyle = { ...style, weight: 'semibold', colour: colours.accent }
        pen.write(fitLine(model.dealership.name, name, columns(6)), name, page.side, y)
        const words = fitLine(title, style, columns(5))
        pen.write(words, style, right - words.width, y)
        doc
          .moveTo(page.side, y + 9)
          .lineTo(right, y + 9)
          .lineWidth(0.5)
          .stroke(colours.rule)
      }, 'Pagination')
    }
  }
}
