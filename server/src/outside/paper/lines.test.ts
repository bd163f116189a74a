import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toRuns } from './glyph-runs.ts'
import { breakLines, fitLine, type Line } from './lines.ts'
import type { TypeStyle } from './type-style.ts'

const style: TypeStyle = { weight: 'regular', size: 9, leading: 13, colour: '#18222d' }
const wordsOf = ({ runs }: Line) => runs.map(({ text }) => text).join('')
const lines = (text: string, width: number) => breakLines(text, style, width).map(wordsOf)

test('breaks at spaces, after hyphens and slashes, and keeps the line ends of the writer', () => {
  assert.deepEqual(lines('one two three', 30), ['one', 'two', 'three'])
  assert.deepEqual(lines('Kühlmittel-Ausgleichsbehälter', 70), ['Kühlmittel-', 'Ausgleichsbehäl', 'ter'])
  assert.deepEqual(lines('a\r\nb\n\n\n\nc\n', 200), ['a', 'b', '', 'c'])
  assert.deepEqual(lines('', 200), [''])
})

test('a hyphen before a figure is no place to break', () => {
  assert.deepEqual(lines('Oil 0W-30', 38), ['Oil', '0W-30'])
})

test('characters without a glyph become their code, combining ones join their letter', () => {
  assert.deepEqual(toRuns('Li 中 e\u0301', style), [
    { text: 'Li ', isCode: false },
    { text: '[U+4E2D]', isCode: true },
    { text: ' é', isCode: false },
  ])
  assert.deepEqual(toRuns('👩\u200d🔧\ufe0f', style), [
    { text: '[U+1F469]', isCode: true },
    { text: '[U+1F527]', isCode: true },
  ])
  assert.deepEqual(toRuns('≥ 1,6 mm → ok\u0000', style), [{ text: '>= 1,6 mm -> ok', isCode: false }])
})

test('an indent is kept where the word has room after it, and dropped where it has none', () => {
  assert.deepEqual(breakLines('\tone', style, 200).map(wordsOf), ['    one'])
  for (const text of ['\t\t\u0531', `${' '.repeat(40)}word`, `\t\t${'W'.repeat(30)}`]) {
    const [first, ...more] = breakLines(text, style, 45)
    assert.ok(first && !wordsOf(first).startsWith(' '), text)
    for (const line of [first, ...more]) assert.ok(line.width <= 45 && line.runs.length > 0, text)
  }
})

test('whatever is written, no line is wider than its room and no visible character is lost', () => {
  const unit = fc.oneof(
    fc.constantFrom(' ', '\n', '-', '/', 'ä', 'Ж', 'λ', 'W', 'i', '1', '中', '😀', '\u00a0', '\t'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
  )
  const texts = fc.array(unit, { maxLength: 120 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, fc.integer({ min: 45, max: 400 }), (text, width) => {
      const broken = breakLines(text, style, width)
      for (const line of broken)
        assert.ok(line.width <= width + 0.01, `${line.width} in ${width}: ${wordsOf(line)}`)
      const printed = broken.map(wordsOf).join('').replaceAll(/\s/g, '')
      const wanted = toRuns(text.replaceAll(/\s/g, ''), style)
        .map((run) => run.text)
        .join('')
      // Normalising may join characters across a removed space, so only the number of letters is compared then.
      if (text.normalize('NFC') === text) assert.equal(printed, wanted)
    }),
    { numRuns: 150 },
  )
})

test('one line is cut with an ellipsis', () => {
  const line = fitLine('A very long name of a dealership', style, 80)
  assert.ok(wordsOf(line).endsWith('…') && line.width <= 80, wordsOf(line))
  assert.equal(wordsOf(fitLine('short', style, 80)), 'short')
})
