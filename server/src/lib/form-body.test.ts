import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseForm } from './form-body.ts'

describe('parseForm', () => {
  test('reads what a browser sends', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'))
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 20 }), (pairs) => {
        const form = parseForm(new URLSearchParams(pairs).toString(), 20)
        const first = new Map<string, string>()
        for (const [name, value] of pairs) if (name !== '' && !first.has(name)) first.set(name, value)
        assert.deepEqual(form, first)
      }),
    )
  })

  test('counts every field, also one that is named again', () => {
    assert.equal(parseForm('a&'.repeat(21), 20), undefined)
    assert.deepEqual(parseForm('a=1&a=2', 20), new Map([['a', '1']]))
  })

  test('refuses broken percent-encoding, half a character and NUL', () => {
    for (const body of ['a=%', 'a=%f', 'a=%ff', '%ed%a0%80=1', 'a=%00'])
      assert.equal(parseForm(body, 20), undefined)
  })
})
