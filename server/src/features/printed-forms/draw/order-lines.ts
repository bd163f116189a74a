// Ordered work and parts, separately, with their totals; amounts without and with VAT side by side.

import type { ActLine } from '@walkaround/contract/app/acts.ts'
import { sumLines } from '@walkaround/contract/rules/money.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, stack } from './block.ts'
import { type Column, type TableRow, table, widthFor } from './table.ts'
import { text } from './text.ts'
import { contentWidth, type as typeScale } from './theme.ts'

const gap = 12

export function orderLines(sheet: Sheet, lines: readonly ActLine[], currency: string | undefined): Block {
  const { texts, formats } = sheet
  const words = texts.lines
  if (lines.length === 0) return text(words.none, typeScale.soft, contentWidth)
  // If no line has a number, the description takes that column.
  const hasCodes = lines.some(({ code }) => code?.trim())
  const money = (value?: number) => (value === undefined ? '–' : formats.money(value, currency))
  const quantityOf = ({ quantity, unit }: ActLine) =>
    quantity === undefined ? '' : formats.quantity(quantity, unit)
  const total = sumLines(lines, currency)
  const widths = {
    code: widthFor(
      words.code,
      lines.map(({ code = '' }) => code.trim()),
      40,
      84,
    ),
    quantity: widthFor(words.quantity, lines.map(quantityOf), 30, 64),
    amount: widthFor(`${words.exVat}\n${words.incVat}`, [money(total.exVat), money(total.incVat)], 56, 90),
  }
  const description =
    contentWidth - widths.quantity - 2 * widths.amount - 3 * gap - (hasCodes ? widths.code + gap : 0)
  const strong = (amount: string) => text(amount, typeScale.strong, widths.amount, { align: 'right' })
  const cells = (
    name: string | Block,
    code: string,
    quantity: string,
    exVat: string | Block,
    incVat: string | Block,
  ) => [name, ...(hasCodes ? [text(code, codeStyle, widths.code)] : []), quantity, exVat, incVat]
  const rows: TableRow[] = []
  for (const category of ['labour', 'material'] as const) {
    const own = lines.filter((line) => line.category === category)
    if (own.length === 0) continue
    const sum = sumLines(own, currency)
    const name = text(words[category], typeScale.strong, description)
    rows.push({
      cells: cells(name, '', '', strong(money(sum.exVat)), strong(money(sum.incVat))),
      keepWithNext: true,
    })
    for (const line of own) {
      const { text: name, code = '', amountExVat, amountIncVat } = line
      rows.push({
        cells: cells(
          name.trim() || '–',
          code.trim(),
          quantityOf(line),
          money(amountExVat),
          money(amountIncVat),
        ),
      })
    }
  }
  rows.push({ cells: cells(words.total, '', '', money(total.exVat), money(total.incVat)), isTotal: true })
  const columns: Column[] = [
    { title: words.text, width: description },
    ...(hasCodes ? [{ title: words.code, width: widths.code }] : []),
    { title: words.quantity, width: widths.quantity, align: 'right' },
    { title: words.exVat, width: widths.amount, align: 'right' },
    { title: words.incVat, width: widths.amount, align: 'right' },
  ]
  const note = total.isComplete ? words.estimate : `${words.estimate} ${words.unpriced}`
  return stack([table(columns, rows, { gap, padding: 2.5 }), text(note, typeScale.small, contentWidth)], 5)
}

const codeStyle = { ...typeScale.small, leading: typeScale.body.leading }
