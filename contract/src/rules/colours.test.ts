import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contrast, grounds, inkOn, isColour, mix, readable, shadesOf } from './colours.ts'

describe('colours of a dealership', () => {
  test('a colour is six hexadecimal digits', () => {
    assert.deepEqual(['#0b5768', '#FFF000', '#fff', '0b5768', 'red', '#0b576g'].map(isColour), [
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  test('contrast is that of WCAG', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21)
    assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
    assert.equal(contrast('#ffffff', '#777777').toFixed(2), '4.48')
  })

  test('a mixture lies between its colours', () => {
    assert.equal(mix('#000000', '#ffffff', 0), '#000000')
    assert.equal(mix('#000000', '#c80064', 0.5), '#640032')
  })

  test('a colour that can be read stays as it is', () => {
    assert.equal(readable('#0b5768', ['#ffffff']), '#0b5768')
  })

  test('whatever is chosen can be read, on light and on dark grounds', () => {
    const steps = ['00', '33', '66', '99', 'cc', 'ff']
    const all = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)))
    for (const main of all) {
      for (const ground of [grounds.light, grounds.dark]) {
        const shades = shadesOf(main, main, ground)
        const pairs = [
          ...ground.surfaces.map((surface) => [shades.accent, surface, 4.5] as const),
          ...ground.surfaces.map((surface) => [shades.second, surface, 3] as const),
          [shades.accent, shades.wash, 4.5],
          [shades.onAccent, shades.accent, 4.5],
          [shades.onBand, shades.band, 4.5],
        ] as const
        for (const [one, other, least] of pairs)
          assert.ok(contrast(one, other) >= least, `${main}: ${one} on ${other} has ${contrast(one, other)}`)
      }
    }
  })

  test('text on a colour is white or dark', () => {
    assert.equal(inkOn('#0b5768'), '#ffffff')
    assert.equal(inkOn('#ffd400'), '#10171a')
  })
})
