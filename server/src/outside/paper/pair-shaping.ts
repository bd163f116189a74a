// Shapes words of common scripts from pairs of letters: in these scripts the position of a letter depends only on its neighbour. A
// name or an amount that was never printed before then costs nothing; the full shaper takes a sixth of a millisecond. Pure except
// for its cache.

/** A word as glyphs, in thousandths of the type size. */
export type Shaped = {
  readonly width: number
  /** Whether a glyph is not where the previous one ends, as with an accent. */
  readonly isShifted: boolean
  readonly glyphs: readonly {
    readonly id: number
    readonly codePoints: readonly number[]
    readonly width: number
    /** The width with kerning. */
    readonly advance: number
    readonly x: number
    readonly y: number
  }[]
}

type Glyph = Shaped['glyphs'][number]

/** Latin, Greek and Cyrillic with their common signs; no combining and no invisible characters. */
const everyday =
  /^[ -~\u00a0-\u00ac\u00ae-\u017f\u0386-\u03ce\u0400-\u045f\u2010-\u2015\u2018-\u201e\u2026\u202f\u20ac\u20bd\u2116]+$/

/** Pairs kept; a form in one language has about a thousand. */
const KEPT = 50_000

/** `shape` is the full shaper. The result is exactly what it would return, or undefined if it must be called. */
export function pairShaper(shape: (text: string) => Shaped): (word: string) => Shaped | undefined {
  const letters = new Map<string, Glyph | undefined>()
  let pairs = new Map<string, number | undefined>()

  const letterOf = (letter: string): Glyph | undefined => {
    if (letters.has(letter)) return letters.get(letter)
    const { glyphs, isShifted } = shape(letter)
    const glyph = glyphs.length === 1 && !isShifted ? glyphs[0] : undefined
    letters.set(letter, glyph)
    return glyph
  }

  /** Advance of the first letter before the second; undefined if the two change each other in any other way. */
  const advanceOf = (pair: string, first: Glyph, second: Glyph): number | undefined => {
    if (pairs.has(pair)) return pairs.get(pair)
    const { glyphs, isShifted } = shape(pair)
    const [one, two] = glyphs
    const isPlain =
      glyphs.length === 2 &&
      !isShifted &&
      one?.id === first.id &&
      two?.id === second.id &&
      two.advance === second.advance
    if (pairs.size >= KEPT) pairs = new Map()
    pairs.set(pair, isPlain ? one.advance : undefined)
    return pairs.get(pair)
  }

  return (word) => {
    if (word.length < 3 || !everyday.test(word)) return undefined
    const glyphs: Glyph[] = []
    let width = 0
    let glyph = letterOf(word[0] as string)
    for (let index = 0; index < word.length; index++) {
      if (!glyph) return undefined
      const next = index + 1 < word.length ? letterOf(word[index + 1] as string) : undefined
      const advance = next ? advanceOf(word.slice(index, index + 2), glyph, next) : glyph.advance
      if (advance === undefined || (!next && index + 1 < word.length)) return undefined
      glyphs.push(advance === glyph.advance ? glyph : { ...glyph, advance })
      width += advance
      glyph = next
    }
    return { width, isShifted: false, glyphs }
  }
}
