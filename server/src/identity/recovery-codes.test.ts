import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hashOfCode, makeCodes } from './recovery-codes.ts'

describe('recovery codes', () => {
  test('are ten different ones in groups of four, without letters that look like others', () => {
    const codes = makeCodes()
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
  })

  test('are known however they are typed, and only for their login', () => {
    const hash = hashOfCode('login', '01ab-cdef-ghjk-mnpq')
    for (const typed of [
      '01ABCDEFGHJKMNPQ',
      ' o1ab cdef ghjk mnpq ',
      'Olab–cdef–ghjk–mnpq',
      '0Iab-cdef-ghjk-mnpq',
    ])
      assert.equal(hashOfCode('login', typed), hash, typed)
    assert.notEqual(hashOfCode('another', '01ab-cdef-ghjk-mnpq'), hash)
    for (const wrong of ['', '01ab-cdef-ghjk-mnp', '01ab-cdef-ghjk-mnpqr', '01ab-cdef-ghjk-mnp!'])
      assert.equal(hashOfCode('login', wrong), undefined, wrong)
  })
})
