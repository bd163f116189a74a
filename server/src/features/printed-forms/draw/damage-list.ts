// The marks as a table with their photos, numbered as on the drawing.
import { fill } from '@walkaround/contract/rules/texts.ts'
import { widthOf } from '../../../outside/paper/paper.ts'
import type { FormMark } from '../model.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, row, stack } from './block.ts'
import { markKind, markNumber } from './damage-drawing.ts'
import type { ShownPhoto } from './photos.ts'
import { table, widthFor } from './table.ts'
import { text } from './text.ts'
import { columnGap, columns, contentWidth, type as typeScale } from './theme.ts'

export function markTable(sheet: Sheet, marks: readonly FormMark[]): Block {
  const { damage: words } = sheet.texts
  const gap = 12
  const signs = 17
  const kinds = marks.map(({ kind }) => sheet.texts.kinds[kind])
  const panels = marks.map(({ panel }) => panel ?? '–')
  const widths = {
    number: 26,
    kind: signs + widthFor(words.kind, kinds, 40, 90),
    panel: widthFor(words.panel, panels, 60, 140),
    size: widthFor(
      words.size,
      marks.map((mark) => sizeOf(sheet, mark) ?? '–'),
      36,
      70,
    ),
  }
  const comment = contentWidth - Object.values(widths).reduce((a, b) => a + b, 0) - 4 * gap
  return table(
    [
      { title: words.number, width: widths.number },
      { title: words.kind, width: widths.kind },
      { title: words.panel, width: widths.panel },
      { title: words.size, width: widths.size },
      { title: words.comment, width: comment },
    ],
    marks.map((mark) => ({
      cells: [
        markNumber(mark),
        markKind(sheet, mark, widths.kind),
        mark.panel ?? '–',
        sizeOf(sheet, mark) ?? '–',
        remarkOf(sheet, mark, comment),
      ],
    })),
    { gap, padding: 4 },
  )
}

/** Two columns under a drawing: number and sign as on it, then kind, place, size and remark in words. */
export function markList(sheet: Sheet, marks: readonly FormMark[]): Block {
  const width = columns(6)
  const rows: Block[] = []
  for (let index = 0; index < marks.length; index += 2)
    rows.push(
      row(
        marks.slice(index, index + 2).map((mark, column) => ({
          x: column * (width + columnGap),
          block: listed(sheet, mark, width),
        })),
      ),
    )
  return stack(rows, 2)
}

function listed(sheet: Sheet, mark: FormMark, width: number): Block {
  const left = 18
  const kind = markKind(sheet, mark, 17 + widthOf(sheet.texts.kinds[mark.kind], typeScale.body) + 1)
  const own = left + 17 + Math.ceil(widthOf(sheet.texts.kinds[mark.kind], typeScale.body)) + 6
  const words = [
    mark.panel,
    sizeOf(sheet, mark),
    mark.comment?.trim(),
    mark.isEarlier && earlierWords(sheet, mark),
  ]
  return row([
    { x: 0, block: markNumber(mark) },
    { x: left, block: kind },
    { x: own, block: text(words.filter(Boolean).join(' · '), typeScale.body, width - own) },
  ])
}

const earlierWords = ({ texts, formats }: Sheet, { recordedAt }: FormMark) =>
  recordedAt ? fill(texts.damage.earlierSince, { date: formats.shortDate(recordedAt) }) : texts.damage.earlier

function remarkOf(sheet: Sheet, mark: FormMark, width: number): Block {
  return stack(
    [
      mark.comment?.trim() && text(mark.comment, typeScale.body, width),
      mark.isEarlier && text(earlierWords(sheet, mark), typeScale.soft, width),
      !mark.comment?.trim() && !mark.isEarlier && text('–', typeScale.body, width),
    ].filter((block) => typeof block === 'object'),
  )
}

function sizeOf({ texts, formats }: Sheet, { size }: FormMark): string | undefined {
  if (size === undefined) return undefined
  if (typeof size === 'object') return formats.quantity(size.value, size.unit)
  return Object.hasOwn(texts.sizes, size) ? texts.sizes[size] : size
}

/** `number`: a short caption, where the list is beside the photos. */
export function markPhotos(
  sheet: Sheet,
  marks: readonly FormMark[],
): (ShownPhoto & { readonly number: string })[] {
  return marks.flatMap((mark) => {
    const number = fill(sheet.texts.damage.photoOfMark, { number: mark.number })
    const caption = [number, [sheet.texts.kinds[mark.kind], mark.panel].filter(Boolean).join(', ')].join(
      ' · ',
    )
    return (mark.photos ?? []).map((ref) => ({ ref, caption, alt: caption, number }))
  })
}
