// Writes many small items with few statements: which go together, who is told, and what one bad item does to the others.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../../test/support/until.ts'
import { createBatch } from './batch.ts'

function makeBatch(write: (items: readonly number[]) => Promise<number[]>) {
  const writes: number[][] = []
  const told: string[] = []
  const add = createBatch<number, number>({
    write(items) {
      writes.push([...items])
      return write(items)
    },
    onWritten: (item, result) => told.push(`${item}=${result}`),
    onFailed: (item, error) => told.push(`${item}: ${(error as Error).message}`),
  })
  return { add, writes, told }
}

const twice = async (items: readonly number[]) => items.map((item) => item * 2)
/** Resolves when everything that waits for no clock has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a batch', () => {
  test('writes the first at once, and what comes meanwhile together', async () => {
    const { add, writes, told } = makeBatch(twice)
    for (const item of [1, 2, 3]) add(item)
    assert.deepEqual([writes, told], [[[1]], []])
    await settled()
    assert.deepEqual(writes, [[1], [2, 3]])
    assert.deepEqual(told, ['1=2', '2=4', '3=6'])
    add(4)
    await settled()
    assert.deepEqual(writes.at(-1), [4])
  })

  test('writes each alone when all together fail, so that only the bad one is told so', async () => {
    const { add, writes, told } = makeBatch(async (items) => {
      if (items.includes(3)) throw new Error('not that one')
      return twice(items)
    })
    for (const item of [1, 2, 3, 4]) add(item)
    await settled()
    assert.deepEqual(writes, [[1], [2, 3, 4], [2], [3], [4]])
    assert.deepEqual(told, ['1=2', '2=4', '3: not that one', '4=8'])
  })

  test('waits for a database that is away for a moment, and tells nobody meanwhile', async () => {
    let times = 0
    const { add, told } = makeBatch(async (items) => {
      if (++times === 1) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
      assert.deepEqual(told, [])
      return twice(items)
    })
    add(1)
    await until('the second try is told', () => told.length > 0)
    assert.deepEqual([told, times], [['1=2'], 2])
  })
})
