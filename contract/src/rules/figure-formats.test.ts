import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { figureFormatsOf } from './figure-formats.ts'

const spaces = (text: string | undefined) => text?.replaceAll(/\s/g, ' ')

describe('formats of figures', () => {
  const english = figureFormatsOf({ locale: 'en-GB' })
  const german = figureFormatsOf({ locale: 'de' })

  test('a share is written as a percentage of the language', () => {
    assert.equal(english.percent(0.345), '35%')
    assert.equal(english.percent(0.345, 1), '34.5%')
    assert.equal(spaces(german.percent(0.345, 1)), '34,5 %')
  })

  for (const [seconds, words] of [
    [0, '0 secs'],
    [59.4, '59 secs'],
    [59.6, '1 min'],
    [150, '3 mins'],
    [3_600, '1 hr'],
    [12_000, '3 hrs 20 mins'],
    [86_399, '1 day'],
    [187_200, '2 days 4 hrs'],
  ] as const)
    test(`${seconds} seconds are ${words}`, () => assert.equal(spaces(english.duration(seconds)), words))

  test('a change has its sign, and none without something to compare with', () => {
    assert.equal(english.change(112, 100), '+12%')
    assert.equal(english.change(97, 100), '-3%')
    assert.equal(english.change(100, 100), '±0%')
    assert.equal(english.change(-50, -100), '+50%')
    assert.equal(english.change(5, 0), undefined)
  })
})
