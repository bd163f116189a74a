// Entity tags and the headers that list them (B7).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { etagOf } from '../lib/etag.ts'
import { isListed } from './etag.ts'

describe('etagOf', () => {
  test('is the same for the same bytes, as text or buffer, and a strong tag', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(etagOf(text), etagOf(Buffer.from(text)))
        assert.match(etagOf(text), /^"[\w-]+"$/)
      }),
    )
  })

  test('differs for other bytes', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        fc.pre(one !== other)
        assert.notEqual(etagOf(one), etagOf(other))
      }),
    )
  })
})

describe('isListed', () => {
  const tag = etagOf('x')

  test('finds a tag among others, and the star', () => {
    for (const header of [tag, ` ${tag} `, `"a", ${tag}`, `${tag},"b"`, `"a","b" ,${tag}`, '*', ' * ']) {
      assert.equal(isListed(header, tag, false), true, header)
      assert.equal(isListed(header, tag, true), true, header)
    }
  })

  test('a weak tag counts only where weak comparison is allowed', () => {
    assert.equal(isListed(`W/${tag}`, tag, true), true)
    assert.equal(isListed(`W/${tag}`, tag, false), false)
    assert.equal(isListed(`"a", W/${tag}`, tag, true), true)
    assert.equal(isListed(`w/${tag}`, tag, true), false)
  })

  test('nothing else is a match', () => {
    const bare = tag.slice(1, -1)
    for (const header of [
      '',
      '"other"',
      bare,
      `"${bare}x"`,
      `'${bare}'`,
      '"*"',
      tag.toUpperCase(),
      `${tag}${tag}`,
    ]) {
      assert.equal(isListed(header, tag, true), false, header)
    }
  })
})
