import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isSameHash, isTestKey, makeKey, parseKey, parsePrefix, toPrefix } from './keys.ts'

const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-']
const hex = fc.stringMatching(/^[0-9a-f]{0,64}$/)
/** Of both kinds. */
const anyKey = fc.boolean().map((isTest) => makeKey({ isTest }).key)
const position = fc.nat(47)
const replaceAt = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + 1)

describe('an API key', () => {
  test('of a sandbox is known as a test key by its first characters', () => {
    for (const isTest of [true, false]) {
      const { key, keyId } = makeKey({ isTest })
      assert.equal(key.length, isTest ? 50 : 48)
      assert.equal(key.startsWith('wa_test_'), isTest)
      assert.equal(isTestKey(keyId), isTest)
      assert.equal(parseKey(key)?.keyId, keyId)
      assert.equal(parsePrefix(toPrefix(keyId)), keyId)
      const secret = key.length - toPrefix(keyId).length - 1 - 6
      assert.ok(secret * Math.log2(62) >= 160)
    }
  })

  test('has at most 50 characters of the alphabet of the interface and is recognisable', () => {
    for (let i = 0; i < 500; i++) {
      const { key, keyId } = makeKey()
      assert.ok(key.length <= 50)
      assert.match(key, /^[A-Za-z0-9_-]+$/)
      assert.ok(key.startsWith(`wa_${keyId}_`))
      assert.match(keyId, /^[A-Za-z0-9]{8,}$/)
    }
  })

  test('carries at least 160 random bits beside its id', () => {
    const { key, keyId } = makeKey()
    const secret = key.length - toPrefix(keyId).length - 1 - 6
    assert.ok(secret * Math.log2(62) >= 160)
    const seen = new Set(Array.from({ length: 1_000 }, () => makeKey().key.slice(14, 42)))
    assert.equal(seen.size, 1_000)
    assert.equal(new Set([...seen].join('')).size, 62)
  })

  test('is parsed to its id and the SHA-256 of all of it', () => {
    const { key, keyId, hash } = makeKey()
    const parsed = parseKey(key)
    assert.equal(parsed?.keyId, keyId)
    assert.deepEqual(parsed?.hash, createHash('sha256').update(key).digest('hex'))
    assert.ok(parsed && isSameHash(parsed.hash, hash))
  })

  test('is refused with any one character changed, its case included', () => {
    fc.assert(
      fc.property(anyKey, position, fc.constantFrom(...alphabet), (key, at, by) => {
        fc.pre(key[at] !== by)
        assert.equal(parseKey(replaceAt(key, at, by)), undefined)
      }),
    )
    const { key } = makeKey()
    const letter = [...key].findIndex((char, at) => at > 3 && /[a-z]/.test(char))
    assert.equal(parseKey(replaceAt(key, letter, key.charAt(letter).toUpperCase())), undefined)
  })

  test('is refused with two neighbours swapped, with a character missing or too many', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(46), fc.constantFrom(...alphabet), (key, at, more) => {
        const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2)
        if (swapped !== key) assert.equal(parseKey(swapped), undefined)
        assert.equal(parseKey(replaceAt(key, at, '')), undefined)
        assert.equal(parseKey(key.slice(0, at) + more + key.slice(at)), undefined)
      }),
    )
  })

  test('no other text is one', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
        assert.equal(parseKey(text), undefined)
      }),
    )
    const { key } = makeKey()
    for (const text of [` ${key}`, `${key}\n`, key.toUpperCase(), key.replace('wa_', 'wb_')]) {
      assert.equal(parseKey(text), undefined)
    }
  })
})

describe('the prefix of a key', () => {
  test('is found with and without wa_, whole or in part', () => {
    const { keyId } = makeKey()
    assert.equal(parsePrefix(toPrefix(keyId)), keyId)
    assert.equal(parsePrefix(keyId), keyId)
    assert.equal(parsePrefix(toPrefix(keyId).slice(0, 8)), keyId.slice(0, 5))
  })

  test('needs four characters and nothing else in it', () => {
    for (const text of ['', 'wa_', 'wa_abc', 'abc', 'wa_ab%d', 'wa_abcd_', makeKey().key, 'wa_12345678901']) {
      assert.equal(parsePrefix(text), undefined, text)
    }
  })
})

test('hashes are the same only character for character, and of different lengths never', () => {
  fc.assert(
    fc.property(hex, hex, fc.nat(), (a, b, at) => {
      assert.equal(isSameHash(a, b), a === b)
      assert.ok(isSameHash(a, [...a].join('')))
      assert.ok(!isSameHash(a, `${a}0`))
      if (a.length > 0) assert.ok(!isSameHash(a, replaceAt(a, at % a.length, 'x')))
    }),
  )
})
