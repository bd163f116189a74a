// The marks as a table with their photos, numbered as on the drawing.
import { fill } from '@walkaround/contract/rules/texts.ts'
import type { FormMark } from '../model.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, stack } from './block.ts'
import { markKind, markNumber } from './damage-drawing.ts'
import type { ShownPhoto } from './photos.ts'
import { table, widthFor } from './table.ts'
import { text } from './text.ts'
import { contentWidth, type as typeScale } from './theme.ts'

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

function remarkOf({ texts, formats }: Sheet, mark: FormMark, width: number): Block {
  const earlier = mark.recordedAt
    ? fill(texts.damage.earlierSince, { date: formats.shortDate(mark.recordedAt) })
    : texts.damage.earlier
  return stack(
    [
      mark.comment?.trim() && text(mark.comment, typeScale.body, width),
      mark.isEarlier && text(earlier, typeScale.soft, width),
      !mark.comment?.trim() && !mark.isEarlier && text('–', typeScale.body, width),
    ].filter((block) => typeof block === 'object'),
  )
}

function sizeOf({ texts, formats }: Sheet, { size }: FormMark): string | undefined {
  if (size === undefined) return undefined
  if (typeof size === 'object') return formats.quantity(size.value, size.unit)
  return Object.hasOwn(texts.sizes, size) ? texts.sizes[size] : size
}

export function markPhotos(sheet: Sheet, marks: readonly FormMark[]): ShownPhoto[] {
  return marks.flatMap((mark) => {
    const caption = [
      fill(sheet.texts.damage.photoOfMark, { number: mark.number }),
      [sheet.texts.kinds[mark.kind], mark.panel].filter(Boolean).join(', '),
    ].join(' · ')
    return (mark.photos ?? []).map((ref) => ({ ref, caption, alt: caption }))
  })
}
