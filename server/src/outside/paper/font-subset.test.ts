import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { SubsetSource } from './font-subset.ts'
import { getFace } from './fonts.ts'

const file = readFileSync(
  new URL(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
)
const source = new SubsetSource(file)
const glyphOf = (letter: string) => getFace('regular').shape(letter).glyphs[0]?.id as number

describe('a font of some glyphs', () => {
  test('has their outlines and widths, and the missing sign first', () => {
    const subset = source.newSubset()
    const letters = [...'Walkaround ЖλŚ1']
    const numbers = letters.map((letter) => subset.includeGlyph(glyphOf(letter)))
    assert.deepEqual([...new Set(numbers)].length, new Set(letters).size)
    assert.equal(subset.includeGlyph(glyphOf('a')), numbers[1])
    assert.ok(!numbers.includes(0))
    const made = new SubsetSource(subset.encode())
    assert.deepEqual(made.outline(0).bytes, source.outline(0).bytes)
    for (const [index, letter] of letters.entries()) {
      const [own, original] = [made.outline(numbers[index] as number), source.outline(glyphOf(letter))]
      if (original.components.length > 0) continue
      // Outlines are padded to four bytes.
      assert.ok(own.bytes.subarray(0, original.bytes.length).equals(original.bytes), letter)
      assert.ok(own.bytes.length - original.bytes.length < 4, letter)
      assert.deepEqual(made.metric(numbers[index] as number), source.metric(glyphOf(letter)), letter)
    }
  })

  test('has the parts of a letter that is made of others', () => {
    const subset = source.newSubset()
    const number = subset.includeGlyph(glyphOf('Ä'))
    const original = source.outline(glyphOf('Ä'))
    assert.equal(original.components.length, 2)
    const made = new SubsetSource(subset.encode())
    const { components } = made.outline(number)
    assert.deepEqual(
      components.map(({ glyph }) => made.outline(glyph).bytes.toString('hex').slice(0, 60)),
      original.components.map(({ glyph }) => source.outline(glyph).bytes.toString('hex').slice(0, 60)),
    )
    // Glyph 0, the letter, its two parts, and the parts of those.
    assert.ok(made.table('maxp').readUInt16BE(4) >= 4)
  })

  test('is a file whose tables lie where it says, with their sums', () => {
    const subset = source.newSubset()
    for (const letter of 'Übergabe') subset.includeGlyph(glyphOf(letter))
    const made = subset.encode()
    const names: string[] = []
    for (let at = 12; at < 12 + made.readUInt16BE(4) * 16; at += 16) {
      names.push(made.toString('latin1', at, at + 4))
      const [offset, length] = [made.readUInt32BE(at + 8), made.readUInt32BE(at + 12)]
      assert.equal(offset % 4, 0)
      assert.ok(offset + length <= made.length)
      let sum = 0
      for (let word = offset; word < offset + length; word += 4)
        sum = (sum + made.readUInt32BE(word)) % 2 ** 32
      assert.equal(made.readUInt32BE(at + 4), sum, names.at(-1))
    }
    assert.deepEqual(names, [...names].sort())
    for (const name of ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']) assert.ok(names.includes(name), name)
    assert.ok(made.length < file.length / 10)
  })
})
