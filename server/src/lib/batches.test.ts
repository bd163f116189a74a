import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inBatches, type Page } from './batches.ts'

const readFrom = (ids: readonly string[]) => {
  const asked: Page[] = []
  const list = async (page: Page) => {
    asked.push(page)
    return ids
      .filter((id) => id > page.after)
      .slice(0, page.limit)
      .map((id) => ({ id }))
  }
  return { asked, list }
}

async function collect(ids: readonly string[], limit: number) {
  const { asked, list } = readFrom(ids)
  const batches: string[][] = []
  for await (const rows of inBatches(limit, list)) batches.push(rows.map(({ id }) => id))
  return { batches, asked: asked.map(({ after }) => after) }
}

test('every row comes once, and a batch that is not full is the last', async () => {
  assert.deepEqual(await collect(['a', 'b', 'c'], 2), { batches: [['a', 'b'], ['c']], asked: ['', 'b'] })
})

test('a full batch may be the last: only an empty one tells', async () => {
  assert.deepEqual(await collect(['a', 'b'], 2), { batches: [['a', 'b']], asked: ['', 'b'] })
  assert.deepEqual(await collect([], 2), { batches: [], asked: [''] })
})
