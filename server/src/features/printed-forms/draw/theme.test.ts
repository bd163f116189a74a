import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colours, columnGap, columns, contentWidth, statusColours, type as typeScale } from './theme.ts'

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test('words can be read: 4.5 to 1 on paper and on every tint', () => {
  for (const { colour } of Object.values(typeScale))
    for (const ground of [colours.white, colours.pale])
      assert.ok(contrast(colour, ground) >= 4.5, `${colour} on ${ground}`)
  for (const { ink, tint } of Object.values(statusColours)) {
    assert.ok(contrast(ink, tint) >= 4.5, `${ink} on ${tint}`)
    assert.ok(contrast(colours.soft, tint) >= 4.5, `soft on ${tint}`)
  }
})

test('signs can be told from the paper: 3 to 1', () => {
  for (const colour of [
    colours.mark,
    colours.earlier,
    ...Object.values(statusColours).map(({ fill }) => fill),
  ])
    assert.ok(contrast(colour, colours.white) >= 3, colour)
})

test('twelve columns fill the page', () => {
  assert.ok(Math.abs(columns(12) - contentWidth) < 0.01)
  assert.ok(Math.abs(2 * columns(6) + columnGap - contentWidth) < 0.01)
})
