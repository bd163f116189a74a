// The shapes on a photo in words, for people who do not see them: on the tablet, the owner's page and printed forms.
import type { MarkupShape } from '../app/markup.ts'
import { wordsByLanguage } from './markup-words.generated.ts'
import { fill, findLanguage, type Language } from './texts.ts'

interface MarkupWords {
  readonly marked: string
  readonly arrow: string
  readonly circle: string
  readonly text: string
  readonly blur: string
}

const texts: Readonly<Record<Language, MarkupWords>> = wordsByLanguage

/** Of one shape. */
export function shapeWords(shape: MarkupShape, language: string): string {
  const words = texts[findLanguage(language) ?? 'en']
  return shape.kind === 'text' ? fill(words.text, { words: shape.words }) : words[shape.kind]
}

/** Undefined if there is none. A kind that occurs several times is named once; words are never left out. */
export function markupWords(
  shapes: readonly MarkupShape[] | undefined,
  language: string,
): string | undefined {
  if (!shapes?.length) return undefined
  const named = new Set(shapes.map((shape) => shapeWords(shape, language)))
  return fill(texts[findLanguage(language) ?? 'en'].marked, { list: [...named].join(', ') })
}

/** What the photo shows, and what is marked on it. */
export const withMarkup = (
  alt: string,
  shapes: readonly MarkupShape[] | undefined,
  language: string,
): string => {
  const words = markupWords(shapes, language)
  return words === undefined ? alt : `${alt}; ${words}`
}
