// A measured value and its limits: a bar in the colours of the states with the value on it, and the same in words.
import type { OwnerScale } from '@walkaround/contract/owner-page.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { wearWords } from '@walkaround/contract/rules/wear-words.ts'
import { type Html, html } from '../html.ts'
import type { OwnerView } from './frame.ts'

const WIDTH = 320
const BAR = { top: 20, height: 10 }

export function renderScale(view: OwnerView, scale: OwnerScale): Html {
  const { texts, formats } = view
  const { value, unit, bands, last, urgentFrom } = scale
  const ends = bands.flatMap(({ end }) => end ?? [])
  const [low, high] = rangeOf(ends, last === undefined ? [value] : [value, last.value])
  const at = (number: number) =>
    Math.round(Math.min(1, Math.max(0, (number - low) / (high - low))) * WIDTH * 10) / 10
  let left = 0
  const parts = bands.flatMap(({ grade, end }, index) => {
    const right = end === undefined || index === bands.length - 1 ? WIDTH : at(end)
    const part = { grade, left, width: right - left }
    left = right
    return part.width > 0 ? [part] : []
  })
  const placed = (number: number) => Math.min(Math.max(at(number), 6), WIDTH - 6)
  const mark = placed(value)
  const anchor = mark < 40 ? 'start' : mark > WIDTH - 40 ? 'end' : 'middle'
  return html`<div class="scale">
<svg viewBox="0 0 ${WIDTH} 48" aria-hidden="true" focusable="false">
${parts.map((part) => html`<rect class="band ${part.grade}" x="${part.left}" y="${BAR.top}" width="${part.width}" height="${BAR.height}"/>`)}
${ends.map((end) => html`<text class="limit" x="${at(end)}" y="45" text-anchor="middle">${formats.number(end)}</text>`)}
${
  last !== undefined &&
  html`<circle class="last" cx="${placed(last.value)}" cy="${BAR.top + BAR.height / 2}" r="5"/>
`
}<path class="mark" d="M${mark - 6} 12h12l-6 8zM${mark - 1} 18h2v13h-2z"/>
<text class="value" x="${anchor === 'start' ? 0 : anchor === 'end' ? WIDTH : mark}" y="10" text-anchor="${anchor}">${formats.quantity(value, unit)}</text>
</svg>
<p class="scale-words">${wordsOf(scale, texts, (number) => formats.quantity(number, unit)).join(' ')}${
    last !== undefined &&
    html` <span class="last-words"><span class="last-sign" aria-hidden="true"></span>${fill(
      texts.lastMeasured,
      {
        date: formats.date(last.at),
        value: formats.quantity(last.value, unit),
      },
    )}</span>`
  }${urgentFrom !== undefined && html` <span class="last-words">${wearWords('red', urgentFrom, view)}</span>`}</p>
</div>`
}

function wordsOf(
  { value, bands, legal }: OwnerScale,
  texts: OwnerView['texts'],
  show: (number: number) => string,
): string[] {
  const [first] = bands
  const last = bands.at(-1)
  const before = bands.at(-2)
  const good =
    last?.grade === 'green' && before?.end !== undefined
      ? [fill(texts.goodFrom, { limit: show(before.end) })]
      : first?.grade === 'green' && first.end !== undefined
        ? [fill(texts.goodUpTo, { limit: show(first.end) })]
        : []
  const law = legal
    ? [fill(legal.side === 'least' ? texts.legalLeast : texts.legalMost, { limit: show(legal.value) })]
    : []
  return [fill(texts.measured, { value: show(value) }), ...good, ...law]
}

/** With room on both sides of the limits and the values always inside; never below zero for values that cannot be negative. */
function rangeOf(ends: readonly number[], values: readonly number[]): [number, number] {
  const [least, most] = [Math.min(...ends), Math.max(...ends)]
  const room = Math.max((most - least) * 0.8, Math.abs(most) * 0.4, 1e-9)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const low = Math.min(least - room, lowest - room * 0.2)
  return [least >= 0 && lowest >= 0 ? Math.max(0, low) : low, Math.max(most + room, highest + room * 0.2)]
}
