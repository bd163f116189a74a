import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutNulls } from './without-nulls.ts'

test('only what is null is left out', () => {
  const row: { a: string | null; b: number | null; c: boolean; d: string | null } = {
    a: '',
    b: 0,
    c: false,
    d: null,
  }
  const present = withoutNulls(row)
  assert.deepEqual(present, { a: '', b: 0, c: false })
  assert.ok(!('d' in present))
})
