// The damage of a vehicle: a large drawing, the signs explained, the marks of this visit and earlier ones, photos.
import { fill } from '@walkaround/contract/rules/texts.ts'
import type { Sheet } from '../sheet.ts'
import { type Stacked, stack, tagged } from './block.ts'
import { damageDrawing, legend } from './damage-drawing.ts'
import { markPhotos, markTable } from './damage-list.ts'
import type { Density } from './flow.ts'
import { part, plain } from './part.ts'
import { photoGrid } from './photos.ts'
import { text } from './text.ts'
import { contentWidth, type as typeScale } from './theme.ts'
import { vehicleStrip } from './vehicle-panel.ts'

export function damageReport(sheet: Sheet, density: Density = 'airy'): Stacked[] {
  const { model, texts } = sheet
  const words = texts.damage
  const { marks } = model.damage ?? { marks: [] }
  const fresh = marks.filter(({ isEarlier }) => !isEarlier)
  const earlier = marks.filter(({ isEarlier }) => isEarlier)
  const photos = markPhotos(sheet, [...fresh, ...earlier])
  // The list has every sign with its word, so the drawing needs no other explanation.
  const items: (Stacked | false)[] = [
    ...drawn(sheet, density === 'dense' ? 220 : 270, false),
    fresh.length > 0 && part(words.newMarks, [markTable(sheet, fresh)]),
    earlier.length > 0 && part(words.earlierMarks, [markTable(sheet, earlier)]),
    photos.length > 0 && part(words.photos, [photoGrid(sheet, photos, contentWidth, 3)]),
  ]
  return items.filter((item) => item !== false)
}

/** The drawing with its signs on one page, without list and photos. */
export const damageDrawingOnly = (sheet: Sheet, density: Density = 'airy'): Stacked[] =>
  drawn(sheet, density === 'dense' ? 240 : 400, true)

function drawn(sheet: Sheet, mostHigh: number, withLegend: boolean): Stacked[] {
  const { model, texts } = sheet
  const words = texts.damage
  const damage = model.damage ?? { marks: [] }
  const { marks } = damage
  const earlier = marks.filter(({ isEarlier }) => isEarlier).length
  const drawing = damageDrawing(sheet, damage, contentWidth, mostHigh)
  const none = damage.checked ? words.noMarks : words.notRecorded
  return [
    plain(tagged('Sect', vehicleStrip(sheet)), 0),
    part(words.title, [
      marks.length === 0
        ? text(none, typeScale.strong, contentWidth)
        : text(fill(words.counts, { count: marks.length - earlier, earlier }), typeScale.body, contentWidth),
      drawing,
      !drawing && marks.length > 0 && text(words.noOutline, typeScale.soft, contentWidth),
      withLegend &&
        drawing &&
        stack([text(words.legend, typeScale.label, contentWidth), legend(sheet, contentWidth, damage)], 3),
    ]),
  ]
}
