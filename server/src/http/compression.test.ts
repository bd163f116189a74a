import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { codingOf } from './compression.ts'

describe('codingOf', () => {
  test('takes the best of what the caller takes', () => {
    assert.equal(codingOf('gzip, deflate, br, zstd'), 'br')
    assert.equal(codingOf('GZIP;q=0.5'), 'gzip')
    assert.equal(codingOf('br;q=0, gzip'), 'gzip')
    assert.equal(codingOf('br; q=0.000 , identity'), undefined)
    assert.equal(codingOf('bridge, gzipped'), undefined)
    assert.equal(codingOf(''), undefined)
    assert.equal(codingOf(undefined), undefined)
  })
})
