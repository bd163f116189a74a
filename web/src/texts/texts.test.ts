import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { languages } from '../language.ts'
import { en } from './en.ts'
import { fill, textsOf } from './pick-texts.ts'

/** Path of each text → the text. */
function flatten(node: unknown, path = ''): ReadonlyMap<string, string> {
  if (typeof node === 'string') return new Map([[path, node]])
  assert.ok(typeof node === 'object' && node !== null, `${path} is neither text nor a group of texts`)
  return new Map(
    Object.entries(node).flatMap(([key, value]) => [...flatten(value, path ? `${path}.${key}` : key)]),
  )
}

const english = flatten(en)
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
/** Code inside a text is the same everywhere: names of files, fields, commands. */
const codes = (text: string) => (text.match(/`[^`]+`/g) ?? []).sort()

for (const language of languages)
  describe(`texts in ${language}`, () => {
    const texts = flatten(textsOf(language))

    it('has every text and no other', () => {
      assert.deepEqual([...texts.keys()].sort(), [...english.keys()].sort())
    })

    it('leaves no text empty or untrimmed', () => {
      for (const [path, text] of texts) assert.ok(text !== '' && text === text.trim(), path)
    })

    it('has the placeholders and the code of the English text', () => {
      for (const [path, text] of texts) {
        assert.deepEqual(placeholders(text), placeholders(english.get(path) ?? ''), path)
        assert.deepEqual(codes(text), codes(english.get(path) ?? ''), path)
      }
    })

    if (language !== 'en')
      it('is translated', () => {
        for (const [path, text] of texts) if (text.length > 20) assert.notEqual(text, english.get(path), path)
      })
  })

describe('fill', () => {
  it('fills what it is given and leaves other braces alone', () => {
    assert.equal(fill('{a} /x/{id} {a} {toString}', { a: 1 }), '1 /x/{id} 1 {toString}')
  })

  it('does not fill what was filled in', () => {
    assert.equal(fill('{a} {b}', { a: '{b}', b: '$&' }), '{b} $&')
  })
})
