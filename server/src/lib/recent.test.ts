import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Recent } from './recent.ts'

test('what was not used for the longest time is forgotten first', () => {
  const recent = new Recent<number>(2)
  recent.set('a', 1)
  recent.set('b', 2)
  assert.equal(recent.get('a'), 1)
  recent.set('c', 3)
  assert.deepEqual([recent.get('a'), recent.get('b'), recent.get('c')], [1, undefined, 3])
  recent.set('a', 4)
  assert.deepEqual([recent.get('a'), recent.size], [4, 2])
})

test('entries that weigh differently are kept up to a weight; one that is too heavy is not kept', () => {
  const recent = new Recent<string>(5, (text) => text.length)
  recent.set('a', 'xx')
  recent.set('b', 'xx')
  recent.set('a', 'xxx')
  assert.deepEqual([recent.get('b'), recent.get('a')], ['xx', 'xxx'])
  recent.set('c', 'x')
  assert.deepEqual([recent.get('a'), recent.get('b'), recent.get('c')], ['xxx', undefined, 'x'])
  recent.set('d', 'xxxxxx')
  assert.equal(recent.size, 0)
  recent.set('e', 'xxxxx')
  assert.equal(recent.get('e'), 'xxxxx')
})
