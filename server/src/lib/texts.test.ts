// What a message shows of a value, and which texts can be stored.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isStorable, shown, shownWithParts } from './texts.ts'

describe('shown', () => {
  test('is JSON for plain values, a word for the rest', () => {
    for (const [value, text] of [
      ['a "b"\n', '"a \\"b\\"\\n"'],
      [5, '5'],
      [true, 'true'],
      [null, 'null'],
      [[1], 'an array'],
      [{ a: 1 }, 'an object'],
      [undefined, 'nothing'],
      [Number.POSITIVE_INFINITY, 'Infinity'],
    ] as const) {
      assert.equal(shown(value), text)
    }
  })

  test('is short, whole characters only, on one line, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const short = shown(text)
        assert.ok(short.isWellFormed())
        assert.ok([...short].length <= 62, short)
        assert.ok(!/[\n\r]/.test(short))
      }),
    )
    assert.equal(shown('😀'.repeat(100)), `"${'😀'.repeat(59)}…`)
  })
})

describe('shownWithParts', () => {
  test('is JSON, as short as the other', () => {
    assert.equal(shownWithParts({ a: [1, null] }), '{"a":[1,null]}')
    assert.equal(shownWithParts([]), '[]')
    assert.equal(shownWithParts({ a: '😀'.repeat(100) }), `{"a":"${'😀'.repeat(54)}…`)
    assert.equal(shownWithParts('x'), shown('x'))
  })
})

describe('isStorable', () => {
  test('refuses NUL and half characters alone', () => {
    for (const text of ['\0', 'a\0', '\ud800', '\udc00', 'a\ud800b']) assert.equal(isStorable(text), false)
    for (const text of ['', 'a', '💥', '\u0001', '\uffff']) assert.equal(isStorable(text), true)
  })
})
