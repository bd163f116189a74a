// Two taps at one question: the same verdict in both orders of arrival.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { layTap, settleTaps, type TapVersion, tappedAt } from './conflicting-taps.ts'

const tap = (version: string, seconds: number, status?: TapVersion['status']): TapVersion => ({
  version,
  at: seconds * 1000,
  by: version,
  ...(status ? { status } : {}),
  isCleared: status === undefined,
  words: status ?? '',
})

function verdict(...taps: TapVersion[]): string {
  const settled = settleTaps(taps.reduce<TapVersion[]>((left, one) => layTap(left, one, []), []))
  return `${settled?.stands.version}${settled?.isOpen ? ' asks' : ''}`
}

describe('two taps that did not see each other', () => {
  const cases: [string, TapVersion, TapVersion, string][] = [
    ['the later and worse one stands', tap('a', 0, 'amber'), tap('b', 60, 'red'), 'b'],
    [
      'a worse one never gives way to a later better one',
      tap('a', 0, 'red'),
      tap('b', 60, 'amber'),
      'a asks',
    ],
    ['taking back does not lose a finding', tap('a', 0, 'green'), tap('b', 60), 'a asks'],
    ['within two seconds there is no order', tap('a', 0, 'amber'), tap('b', 2, 'red'), 'b asks'],
    ['beyond two seconds there is one', tap('a', 0, 'amber'), tap('b', 2.001, 'red'), 'b'],
    ['the same said twice is no conflict', tap('a', 0, 'red'), tap('b', 1, 'red'), 'b'],
  ]
  for (const [name, one, other, expected] of cases) {
    test(`${name}, in both orders of arrival`, () => {
      assert.equal(verdict(one, other), expected)
      assert.equal(verdict(other, one), expected)
    })
  }

  test('of three the worst stands whatever the order', () => {
    const [a, b, c] = [tap('a', 0, 'green'), tap('b', 10, 'red'), tap('c', 20, 'amber')]
    for (const order of [
      [a, b, c],
      [c, b, a],
      [b, c, a],
      [a, c, b],
    ])
      assert.equal(verdict(...order), 'b asks')
  })
})

describe('a tap that saw', () => {
  test('ends what it saw and leaves the rest', () => {
    const known = [tap('a', 0, 'red'), tap('b', 1, 'amber')]
    const green = tap('c', 5, 'green')
    assert.deepEqual(layTap(known, green, ['a', 'b']), [green])
    assert.deepEqual(layTap(known, green, ['a']), [known[1], green])
    assert.deepEqual(layTap(known, green, undefined), [green])
  })

  test('ends the own earlier one, and an own later one outlives it', () => {
    const early = { ...tap('a', 0, 'red'), by: 'me' }
    const late = { ...tap('b', 60, 'green'), by: 'me' }
    assert.deepEqual(layTap([early], late, []), [late])
    assert.deepEqual(layTap([late], early, []), [late])
  })
})

test("the measured difference is taken off the device's clock, and nobody taps in the future", () => {
  assert.equal(tappedAt(10_000, 4_000, 9_000), 6_000)
  assert.equal(tappedAt(10_000, -4_000, 9_000), 9_000)
})
