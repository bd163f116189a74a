import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { placed } from './placed.ts'

describe('a placeholder', () => {
  test('stands where somebody wrote, in place of what was chosen', () => {
    assert.deepEqual(placed('Dear , hello', 'name', 5, 5), { value: 'Dear {name}, hello', cursor: 11 })
    assert.deepEqual(placed('Dear Ada', 'name', 5, 8), { value: 'Dear {name}', cursor: 11 })
  })

  test('of a link gets a line of its own', () => {
    assert.equal(placed('See it here', 'link', 6, 6).value, 'See it\n{link}\n here')
    assert.equal(placed('See\n', 'link', 4, 4).value, 'See\n{link}')
    assert.equal(placed('', 'link', 0, 0).value, '{link}')
  })
})
