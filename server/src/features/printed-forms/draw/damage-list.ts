// Marks as a table and their photos, numbered as on the drawing.
import type { FormMark } from '../model.ts'
import { fill } from '../texts.ts'
import { type Block, stack } from './block.ts'
import { markKind, markNumber } from './damage-drawing.ts'
import { photoGrid, type ShownPhoto } from './photos.ts'
import type { Sheet } from './sheet.ts'
import { table } from './table.ts'
import { text } from './text.ts'
import { columns, contentWidth, type as typeScale } from './theme.ts'

export function markTable(sheet: Sheet, marks: readonly FormMark[]): Block {
  const { damage: words } = sheet.texts
  const gap = 12
  const widths = { number: 26, kind: 92, panel: 128, size: 66 }
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

export const markPhotoGrid = (sheet: Sheet, marks: readonly FormMark[], count: number): Block =>
  photoGrid(sheet, markPhotos(sheet, marks), columns(12), count)
