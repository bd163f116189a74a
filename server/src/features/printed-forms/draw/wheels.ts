// Tyres and brakes as one picture: the car from above, and beside each wheel what was read there: tread, pads and discs with a sign,
// a word and the place between the limits, which are named below. Says in words everything it draws.
import { type Wheel, type WheelPart, wheelParts, wheels } from '@walkaround/contract/rules/wheels.ts'
import { type Ink, type TypeStyle, widthOf } from '../../../outside/paper/paper.ts'
import { boundOf, hasScale, legalWords, limitWords, readingWords } from '../../findings/answer-words.ts'
import { gradePoints, type Shown } from '../../findings/grading.ts'
import type { FoundAnswer, FoundQuestion, FoundSection } from '../../findings/model.ts'
import type { VehicleOutline } from '../model.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, row, stack, together } from './block.ts'
import { drawOutline } from './damage-drawing.ts'
import { rangeOf } from './scale-bar.ts'
import { sign } from './status.ts'
import { text } from './text.ts'
import { colours, contentWidth, statusColours, type as typeScale } from './theme.ts'

type Read = { readonly question: FoundQuestion; readonly status: Shown }
type WheelReadings = ReadonlyMap<Wheel, ReadonlyMap<WheelPart, Read>>

/** Undefined if nothing was measured at a wheel; then there is nothing to draw. */
export function wheelReadings(sections: readonly FoundSection[]): WheelReadings | undefined {
  const graded = gradePoints(sections)
  const found = new Map<Wheel, Map<WheelPart, Read>>()
  let isMeasured = false
  for (const status of ['red', 'amber', 'green', 'none'] as const)
    for (const { question } of graded[status]) {
      if (!question.at) continue
      isMeasured ||= measuredOf(question) !== undefined
      for (const wheel of question.at.wheels) {
        const parts = found.get(wheel) ?? new Map<WheelPart, Read>()
        // Of two questions about the same the worse counts, which comes first.
        if (!parts.has(question.at.part)) parts.set(question.at.part, { question, status })
        found.set(wheel, parts)
      }
    }
  return isMeasured ? found : undefined
}

/** The questions that the picture shows. */
export const shownAtWheels = (found: WheelReadings | undefined): ReadonlySet<FoundQuestion> =>
  new Set(
    [...(found?.values() ?? [])].flatMap((parts) => [...parts.values()].map(({ question }) => question)),
  )

const measuredOf = ({ answers }: FoundQuestion): FoundAnswer | undefined =>
  answers.find(({ value }) => value !== undefined)

const carWidth = 78
const lead = 9
const cardWidth = (contentWidth - carWidth) / 2 - lead
const padding = 6
const inside = cardWidth - 2 * padding - 3

export function wheelPicture(sheet: Sheet, found: WheelReadings): Block {
  const widths = widthsOf(sheet, found)
  // The cards of an axle are equally high.
  const axle = (...names: [Wheel, Wheel]) => {
    const inner = names.map((wheel) => lines(sheet, wheel, found.get(wheel), widths))
    const high = Math.max(64, ...inner.map(({ height }) => height + 2 * padding))
    return inner.map((block, index) => card(block, high, worstOf(found.get(names[index] as Wheel))))
  }
  const [frontLeft, frontRight] = axle('frontLeft', 'frontRight') as [Block, Block]
  const [rearLeft, rearRight] = axle('rearLeft', 'rearRight') as [Block, Block]
  const [left, right] = [stack([frontLeft, rearLeft], 10), stack([frontRight, rearRight], 10)]
  const { height } = left
  const car: Block = {
    height,
    first: height,
    draw(pen, x, y) {
      const ends = { front: y + frontLeft.height / 2, rear: y + height - rearLeft.height / 2 }
      pen.artifact((ink) => drawCar(ink, sheet.model.damage?.outline, found, { x, y, height, ends }))
    },
  }
  const picture = row([
    { x: 0, block: left },
    { x: cardWidth, block: car },
    { x: contentWidth - cardWidth, block: right },
  ])
  const limits = limitLines(sheet, found).map((words) => text(words, typeScale.small, contentWidth))
  return together(stack([picture, stack(limits)], 5))
}

/** The worst of a wheel. */
const order: readonly Shown[] = ['red', 'amber', 'green', 'none']
const worstOf = (parts: ReadonlyMap<WheelPart, Read> | undefined): Shown =>
  order.find((status) => [...(parts?.values() ?? [])].some((one) => one.status === status)) ?? 'none'

function card(inner: Block, height: number, status: Shown): Block {
  return {
    height,
    first: height,
    draw(pen, x, y, parent) {
      pen.artifact((ink) => {
        ink.roundedRect(x, y, cardWidth, height, 3).fill(statusColours[status].tint)
        ink.rect(x, y + 3, 2.5, height - 6).fill(statusColours[status].fill)
      })
      inner.draw(pen, x + padding + 3, y + padding, parent)
    },
  }
}

type Widths = { readonly part: number; readonly value: number }

/** Columns as wide as their widest words, so that the values of all wheels are in line. */
function widthsOf(sheet: Sheet, found: WheelReadings): Widths {
  const reads = [...found.values()].flatMap((parts) => [...parts])
  const widest = (words: readonly string[], style: TypeStyle, most: number) =>
    Math.min(most, Math.max(0, ...words.map((one) => widthOf(one, style))) + 1)
  return {
    part: widest(
      reads.map(([part]) => sheet.car.wheelParts[part]),
      typeScale.body,
      inside * 0.36,
    ),
    value: widest(
      reads.map(([, { question }]) => valueWords(sheet, question)),
      typeScale.strong,
      inside * 0.24,
    ),
  }
}

function valueWords({ formats }: Sheet, question: FoundQuestion): string {
  const answer = measuredOf(question)
  return answer?.value === undefined ? '' : formats.quantity(answer.value, answer.unit)
}

function lines(
  sheet: Sheet,
  wheel: Wheel,
  parts: ReadonlyMap<WheelPart, Read> | undefined,
  widths: Widths,
): Block {
  const tread = parts?.get('tread')?.question
  const { dot, size } = tread?.tyre ?? {}
  const name = sheet.car.wheels[wheel]
  const facts = [size?.trim(), dot && `DOT ${dot}`].filter(Boolean).join(' · ')
  const named = widthOf(name, typeScale.strong) + 10
  const isBeside = named + widthOf(facts, typeScale.small) <= inside
  const readings = tread && readingWords(sheet, tread)
  return stack(
    [
      isBeside
        ? row([
            { x: 0, block: text(name, typeScale.strong, named, { tag: 'H3' }) },
            { x: named, block: text(facts, typeScale.small, inside - named, { align: 'right' }) },
          ])
        : stack([text(name, typeScale.strong, inside, { tag: 'H3' }), text(facts, typeScale.small, inside)]),
      ...wheelParts.flatMap((part) => {
        const read = parts?.get(part)
        if (!read) return []
        const line = measured(sheet, part, read, widths)
        return part === 'tread' && readings
          ? [line, row([{ x: signWidth, block: text(readings, typeScale.small, inside - signWidth) }])]
          : [line]
      }),
    ],
    2,
  )
}

const signWidth = 12
const barWidth = 26
const gap = 5

/** Sign, part, value, its word, and the place of the value between the limits. */
function measured(sheet: Sheet, part: WheelPart, { question, status }: Read, widths: Widths): Block {
  const answer = measuredOf(question)
  const style: TypeStyle = { ...typeScale.strong, colour: statusColours[status].ink }
  const value = valueWords(sheet, question)
  const valueLeft = signWidth + widths.part + gap
  const wordLeft = value ? valueLeft + widths.value + gap : valueLeft
  const word = sheet.texts.status[status]
  const scale = answer && hasScale(answer) ? answer : undefined
  // Words before pictures: the limits are named below.
  const hasBar = wordLeft + widthOf(word, style) + gap + barWidth <= inside
  return row([
    { x: 0, block: sign(status, 8.5, style.leading) },
    {
      x: signWidth,
      block: text(sheet.car.wheelParts[part], typeScale.body, widths.part, { oneLine: true }),
    },
    ...(value
      ? [{ x: valueLeft, block: text(value, typeScale.strong, widths.value, { oneLine: true }) }]
      : []),
    { x: wordLeft, block: text(word, style, inside - wordLeft, { oneLine: true }) },
    ...(scale && hasBar ? [{ x: inside - barWidth, block: smallBar(scale, style.leading) }] : []),
  ])
}

/** Decoration: the limits are in words below the picture. */
function smallBar({ value = 0, limit = { bands: [] } }: FoundAnswer, height: number): Block {
  const bounds = limit.bands.flatMap((band) => boundOf(band) ?? [])
  const [low, high] = rangeOf(bounds, value, limit)
  const position = (number: number) =>
    Math.min(1, Math.max(0, high === low ? 0.5 : (number - low) / (high - low))) * barWidth
  return {
    height,
    first: height,
    draw(pen, x, y) {
      pen.artifact((ink) => {
        const [top, high] = [y + height / 2 - 1, 3.5]
        let left = 0
        limit.bands.forEach((band, index) => {
          const bound = boundOf(band)
          const end = bound === undefined || index === limit.bands.length - 1 ? barWidth : position(bound)
          if (end <= left) return
          ink.rect(x + left, top, end - left, high).fill(statusColours[band.status].fill)
          if (left > 0) ink.rect(x + left - 0.4, top, 0.8, high).fill(colours.white)
          left = end
        })
        const at = x + position(value)
        ink.polygon([at - 2.6, top - 4], [at + 2.6, top - 4], [at, top + 0.4]).fill(colours.ink)
      })
    },
  }
}

/** Once for each part: wheels of a car have the same limits; where they differ, each is named. */
function limitLines(sheet: Sheet, found: WheelReadings): string[] {
  return wheelParts.flatMap((part) => {
    const answers = [...found.values()].flatMap((parts) => {
      const read = parts.get(part)
      const answer = read && measuredOf(read.question)
      return answer && hasScale(answer) ? [answer] : []
    })
    const said = answers.map((answer) =>
      [limitWords(sheet, answer), legalWords(sheet, answer)].filter(Boolean).join(', '),
    )
    return [...new Set(said)].map((words) => `${sheet.car.wheelParts[part]} – ${words}`)
  })
}

interface Frame {
  readonly x: number
  readonly y: number
  readonly height: number
  /** Where the cards of an axle have their middle. */
  readonly ends: { readonly front: number; readonly rear: number }
}

/** Front up, so that the left wheels are on the left. */
function drawCar(
  ink: Ink,
  outline: VehicleOutline | undefined,
  found: WheelReadings,
  { x, y, height, ends }: Frame,
): void {
  const view = outline?.views.find(({ id }) => id === 'top')
  const [viewLeft = 0, viewTop = 0, long = 555, wide = 250] = view?.box ?? []
  const scale = Math.min(height / long, carWidth / wide)
  const [carWide, carLong] = [wide * scale, long * scale]
  const [left, top] = [x + lead + (carWidth - carWide) / 2, y + (height - carLong) / 2]
  const [tyreWide, tyreHigh] = [carWide * 0.15, carLong * 0.145]
  for (const wheel of wheels) {
    const [isLeft, isFront] = [wheel.endsWith('Left'), wheel.startsWith('front')]
    const middle = top + carLong * (isFront ? 0.2 : 0.79)
    const edge = isLeft ? left + carWide * 0.035 : left + carWide * 0.965 - tyreWide
    const { fill } = statusColours[worstOf(found.get(wheel))]
    const [from, to] = isLeft ? [x, edge] : [x + 2 * lead + carWidth, edge + tyreWide]
    ink
      .moveTo(from, isFront ? ends.front : ends.rear)
      .lineTo(to, middle)
      .lineWidth(0.7)
      .stroke(fill)
    ink.roundedRect(edge, middle - tyreHigh / 2, tyreWide, tyreHigh, 2.5).fill(fill)
  }
  if (!outline || !view) {
    ink.roundedRect(left + carWide * 0.08, top, carWide * 0.84, carLong, 14).lineWidth(0.7)
    ink.fillAndStroke('#fcfdfd', '#46525e')
    return
  }
  const place = (px: number, py: number) =>
    [left + (viewTop + wide - py) * scale, top + (px - viewLeft) * scale] as const
  drawOutline(ink, outline, 1, { place, view: 'top' })
}
