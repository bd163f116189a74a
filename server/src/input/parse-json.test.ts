// From bytes to JSON values (B4, A10).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ProblemKind } from '@walkaround/contract/problems.ts'
import fc from 'fast-check'
import { Problem } from '../problems.ts'
import { parseJson } from './parse-json.ts'

const refused = (kind: ProblemKind) => (error: unknown) => {
  assert.ok(error instanceof Problem, String(error))
  assert.equal(error.kind, kind, error.errorInfo)
  return true
}

/** Levels of objects and arrays, counted on the value. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

describe('parseJson', () => {
  test('gives back what was written, whatever is in it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        assert.deepEqual(parseJson(Buffer.from(text)), JSON.parse(text))
        assert.deepEqual(parseJson(Buffer.from(`\ufeff ${text}\n`)), JSON.parse(text))
      }),
    )
  })

  test('takes 32 levels and refuses more, by the same count as on the value', () => {
    const deep = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'max', maxDepth: 60 },
        fc.constantFrom(1, '[[{', '\\"[', 'x"]'),
        fc.tuple(tie('value')),
        fc.dictionary(fc.constantFrom('a', '[', '{"'), tie('value'), {
          minKeys: 1,
          maxKeys: 1,
          noNullPrototype: true,
        }),
      ),
    })).value
    fc.assert(
      fc.property(deep, fc.integer({ min: 0, max: 40 }), (value, more) => {
        let nested = value
        for (let level = 0; level < more; level++) nested = level % 2 ? [nested] : { a: nested }
        const body = Buffer.from(JSON.stringify(nested))
        if (depthOf(nested) <= 32) assert.deepEqual(parseJson(body), nested)
        else assert.throws(() => parseJson(body), refused('nestedTooDeep'))
      }),
    )
  })

  test('throws nothing but its own problems, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          parseJson(Buffer.from(bytes))
        } catch (error) {
          assert.ok(error instanceof Problem)
        }
      }),
    )
    const almost = fc.array(
      fc.constantFrom('{', '}', '[', ']', '"', '\\', 'a', ':', ',', '1', '\n', '\ufeff'),
      {
        maxLength: 60,
      },
    )
    fc.assert(
      fc.property(almost, (parts) => {
        try {
          parseJson(Buffer.from(parts.join('')))
        } catch (error) {
          assert.ok(error instanceof Problem)
          assert.ok(['malformedJson', 'nestedTooDeep'].includes(error.kind))
        }
      }),
    )
  })

  test('refuses nothing, an empty body and bytes that are not UTF-8', () => {
    for (const body of [
      undefined,
      Buffer.alloc(0),
      Buffer.from(' '),
      Buffer.from([0xff]),
      Buffer.from([0xc0, 0x80]),
    ]) {
      assert.throws(() => parseJson(body), refused('malformedJson'))
    }
    const twoMarks = Buffer.from('\ufeff\ufeff{}')
    assert.throws(() => parseJson(twoMarks), refused('malformedJson'))
  })

  test('a hundred thousand levels are refused before they are parsed', () => {
    const body = Buffer.from('['.repeat(100_000))
    assert.throws(() => parseJson(body), refused('nestedTooDeep'))
  })

  test('tells the place of a mistake, never the text around it', () => {
    for (const [text, place] of [
      ['{\n "a": secret\n}', 'line 2, column 7'],
      ['{"a":1,}', 'line 1, column 8'],
      ['[secret]', 'line 1, column 2'],
      ['{"a":1,\n\n "b": "secret" "c"}', 'line 3, column 16'],
      ['{"a": 01}', 'line 1, column 8'],
      ['{"a":"secret"', 'it ends too early'],
      ['{"secret', undefined],
      ['{"a": "secret\u0001"}', undefined],
    ] as const) {
      assert.throws(
        () => parseJson(Buffer.from(text)),
        (error: Problem) => {
          assert.ok(!error.errorInfo.includes('secret'), error.errorInfo)
          if (place) assert.ok(error.errorInfo.endsWith(place), `${text} ${error.errorInfo}`)
          return true
        },
      )
    }
  })
})
