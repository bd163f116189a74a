import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { families } from './families.ts'
import { splitFamilies, type Times } from './split-families.ts'

const namesOf = (lanes: readonly (readonly { name: string }[])[]) =>
  lanes.map((lane) => lane.map(({ name }) => name))

describe('families of browser checks', () => {
  it('are split by the times that were kept, in their order, and stay in the lane that is given', () => {
    const given = [{ name: 'a' }, { name: 'b', lane: 1 as const }, { name: 'c' }, { name: 'd' }]
    const times = { a: { one: 10, two: 20 }, b: { one: 25 }, c: { one: 5 }, d: { one: 40 } }
    assert.deepEqual(namesOf(splitFamilies(given, times)), [
      ['c', 'd'],
      ['a', 'b'],
    ])
    assert.deepEqual(namesOf(splitFamilies([{ name: 'new' }, { name: 'newer' }], {})), [['new'], ['newer']])
  })

  it('all run, and those of a change end within a tenth of each other', () => {
    const times = JSON.parse(readFileSync(new URL('times.json', import.meta.url), 'utf8')) as Times
    assert.deepEqual(new Set(splitFamilies(families, times).flat()), new Set(families))
    const lanes = splitFamilies(
      families.filter(({ isForWhole }) => !isForWhole),
      times,
    )
    const sums = lanes.map((lane) =>
      lane.flatMap(({ name }) => Object.values(times[name] ?? {})).reduce((sum, seconds) => sum + seconds, 0),
    )
    assert.ok(Math.min(...sums) > Math.max(...sums) * 0.9, `${sums}`)
  })
})
