import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FairQueue } from './fair-queue.ts'

describe('FairQueue', () => {
  test('owners take turns, each in the order of their own', () => {
    const queue = new FairQueue<string>({ perOwner: 10, total: 10 })
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) assert.ok(queue.push(item.charAt(0), item))
    const taken = Array.from({ length: 7 }, () => queue.shift())
    assert.deepEqual(taken, ['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined])
    assert.equal(queue.size, 0)
  })

  test('a greedy owner is refused, a modest one never', () => {
    const queue = new FairQueue<number>({ perOwner: 3, total: 4 })
    assert.deepEqual(
      [1, 2, 3, 4].map((item) => queue.push('greedy', item)),
      [true, true, true, false],
    )
    assert.ok(queue.push('modest', 5))
    assert.ok(queue.push('other', 6))
    assert.ok(!queue.push('modest', 7), 'all in all there is no room')
    assert.deepEqual(queue.drain(), [1, 2, 3, 5, 6])
    assert.equal(queue.shift(), undefined)
  })
})
