// Pieces joined are the JSON of the whole.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonInPieces } from './json-in-pieces.ts'

test('a long list comes in pieces, which together are the value', async () => {
  for (const length of [0, 1, 2, 3, 7]) {
    const items = Array.from({ length }, (_, index) => ({ index, gone: undefined }))
    for (const whole of [{ items }, { first: 'a', items, gone: undefined, last: [1] }]) {
      let text = ''
      for await (const piece of jsonInPieces(whole, 'items', 3)) text += piece
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(whole)))
    }
  }
})

test('others have a turn between two pieces', async () => {
  const seen: string[] = []
  setImmediate(() => seen.push('other'))
  for await (const text of jsonInPieces({ items: [1, 2] }, 'items', 1)) seen.push(String(text))
  assert.deepEqual(seen, ['{"items":[', '1', 'other', ',2', ']}'])
})
