// Ordered work and parts, apart, with their sums; amounts without and with VAT beside each other.
import type { FormLine } from '../model.ts'
import { type Block, stack } from './block.ts'
import { sumOf } from './formats.ts'
import type { Sheet } from './sheet.ts'
import { type TableRow, table } from './table.ts'
import { text } from './text.ts'
import { columns, contentWidth, type as typeScale } from './theme.ts'

export function orderLines(sheet: Sheet, lines: readonly FormLine[], currency: string | undefined): Block {
  const { texts, formats } = sheet
  const words = texts.lines
  if (lines.length === 0) return text(words.none, typeScale.soft, columns(12))
  const gap = 12
  const quantity = 66
  const amount = 82
  const description = contentWidth - quantity - 2 * amount - 3 * gap
  const rows: TableRow[] = []
  const money = (value?: number) => (value === undefined ? '–' : formats.money(value, currency))
  const groups = (['labour', 'material'] as const)
    .map((category) => ({ category, own: lines.filter((line) => line.category === category) }))
    .filter(({ own }) => own.length > 0)
  const sums = (own: readonly FormLine[]) =>
    sumOf(own.map(({ amountExVat: exVat, amountIncVat: incVat }) => ({ exVat, incVat })) as never, currency)
  for (const { category, own } of groups) {
    const total = sums(own)
    rows.push({
      cells: [
        text(words[category], typeScale.strong, description),
        '',
        strong(money(total.exVat), amount),
        strong(money(total.incVat), amount),
      ],
      keepWithNext: true,
    })
    for (const line of own)
      rows.push({
        cells: [
          describe(line, description),
          line.quantity === undefined ? '' : formats.quantity(line.quantity, line.unit),
          money(line.amountExVat),
          money(line.amountIncVat),
        ],
      })
  }
  const total = sums(lines)
  rows.push({ cells: [words.total, '', money(total.exVat), money(total.incVat)], isTotal: true })
  return stack(
    [
      table(
        [
          { title: words.text, width: description },
          { title: words.quantity, width: quantity, align: 'right' },
          { title: words.exVat, width: amount, align: 'right' },
          { title: words.incVat, width: amount, align: 'right' },
        ],
        rows,
        { gap, padding: 4 },
      ),
      text(
        total.isComplete ? words.estimate : `${words.estimate} ${words.unpriced}`,
        typeScale.small,
        columns(12),
      ),
    ],
    5,
  )
}

const strong = (words: string, width: number) => text(words, typeScale.strong, width, { align: 'right' })

function describe({ text: words, code }: FormLine, width: number): Block {
  const name = words.trim() || code?.trim() || '–'
  return stack(
    [
      text(name, typeScale.body, width - 10),
      code?.trim() && code.trim() !== name && text(code.trim(), typeScale.small, width - 10),
    ].filter((block) => typeof block === 'object'),
  )
}
