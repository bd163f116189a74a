import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getFace, openFont } from './fonts.ts'
import { pairShaper } from './pair-shaping.ts'

const alphabets = {
  amounts: '0123456789.,:/-+%€£₽$()\u00a0\u202f ',
  latin:
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZäöüßÄÖÜéèçñąęłžščřœæø0123456789.,:;-–—/()’&@+%# ',
  cyrillic: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЭЮЯ0123456789.,:;-–—/()«»№ ',
  greek: 'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ0123456789.,- ',
  mixed: 'abcfTVffiяжАТУλΤ123.,-/ ',
}

const fonts = { regular: openFont('regular'), bold: openFont('bold') }

/** The same words in every run. */
function wordsOf(alphabet: string, count: number): string[] {
  const letters = [...alphabet]
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 3 + next(9) }, () => letters[next(letters.length)]).join(''),
  )
}

describe('shaping by pairs', () => {
  for (const weight of ['regular', 'bold'] as const)
    for (const [name, alphabet] of Object.entries(alphabets))
      test(`says of ${name} in ${weight} what the full shaper says`, () => {
        const { shape } = fonts[weight]
        const byPairs = pairShaper(shape)
        let made = 0
        for (const word of wordsOf(alphabet, 400)) {
          const shaped = byPairs(word)
          if (!shaped) continue
          made++
          assert.deepEqual(shaped, shape(word), JSON.stringify(word))
        }
        assert.ok(made > 300, `${made}`)
      })

  test('leaves to the full shaper what it does not know', () => {
    const byPairs = pairShaper(fonts.regular.shape)
    for (const word of ['x\u030cyz', 'مرحبا', 'q\u0303uestion', '1\u20442'])
      assert.equal(byPairs(word), undefined)
  })

  test('is what a face does, kerning and all', () => {
    const { shape } = getFace('regular')
    assert.deepEqual(shape('AVATAR'), fonts.regular.shape('AVATAR'))
    assert.ok(shape('AVATAR').glyphs.some(({ advance, width }) => advance < width))
  })
})
