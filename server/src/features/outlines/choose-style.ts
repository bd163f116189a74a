// Chooses the body style of a vehicle by what is known about it. The meaning of words and models is data:
// server/data/outlines/body-styles.json. Always returns a style; the nearest one is better than no drawing.
import { readFileSync } from 'node:fs'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { BodyStyle } from './outline.ts'

type KnownOfVehicle = Pick<Vehicle, 'make' | 'model' | 'modelCode' | 'derivativeCode'> & {
  /** In words, if a source gives it separately from the model. */
  bodyType?: string
}

interface BodyStyles {
  fallback: BodyStyle
  /** A style's words, in English, German and Russian. */
  words: Partial<Record<BodyStyle, string[]>>
  makes: {
    names: string[]
    models: Partial<Record<BodyStyle, string[]>>
    codes?: Partial<Record<BodyStyle, string[]>>
  }[]
  /** Names that are recognised after any make. */
  models: Partial<Record<BodyStyle, string[]>>
}

interface Rules {
  fallback: BodyStyle
  words: Phrases
  makes: Map<string, { models: Phrases; codes: Phrases }>
  models: Phrases
}
/** Longest first, so that "golf variant" comes before "golf". */
type Phrases = [phrase: string, style: BodyStyle][]

/** Styles that the same model may have. "Coupé" turns a saloon into a coupé but leaves an SUV an SUV. */
const interchangeable: ReadonlySet<BodyStyle> = new Set(['hatchback', 'saloon', 'estate', 'coupe'])

export function chooseBodyStyle(vehicle: KnownOfVehicle): BodyStyle {
  const { fallback, words, makes, models } = rules()
  const told = findPhrase(words, fold(vehicle.bodyType ?? ''))
  if (told) return told[1]

  const text = fold([vehicle.make, vehicle.model, vehicle.derivativeCode].filter(Boolean).join(' '))
  const make = makes.get(fold(vehicle.make ?? '')) ?? makes.get(makeIn(makes, text) ?? '')
  // A code determines the body; a name alone may not.
  const byCode = make && findCode(make.codes, fold(vehicle.modelCode ?? '').replaceAll(' ', ''))
  if (byCode) return byCode

  const [name, byName] = (make && findPhrase(make.models, text)) ??
    findPhrase(models, text) ?? ['', undefined]
  // Words inside the name say nothing more: a "Transporter Kombi" is not a "Transporter".
  const byWord = findPhrase(words, without(text, name))?.[1]
  if (byWord && byName && interchangeable.has(byWord) && !interchangeable.has(byName)) return byName
  return byWord ?? byName ?? fallback
}

function makeIn(makes: Rules['makes'], text: string): string | undefined {
  return [...makes.keys()].find((name) => text.startsWith(`${name} `))
}

const findPhrase = (phrases: Phrases, text: string): Phrases[number] | undefined =>
  phrases.find(([phrase]) => ` ${text} `.includes(` ${phrase} `))

const without = (text: string, phrase: string) =>
  phrase === '' ? text : ` ${text} `.replace(` ${phrase} `, ' | ').trim()

/** By its beginning. A code of letters only must match a whole first part, or `DE` would be found in `DEMO`. */
function findCode(codes: Phrases, text: string): BodyStyle | undefined {
  return codes.find(([code]) => {
    if (!text.startsWith(code)) return false
    return !/^\p{L}+$/u.test(code) || !/^\p{L}/u.test(text.slice(code.length))
  })?.[1]
}

/** Without case, accents and punctuation; single spaces between words. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

let read: Rules | undefined

function rules(): Rules {
  read ??= prepare(
    JSON.parse(readFileSync(new URL('../../../data/outlines/body-styles.json', import.meta.url), 'utf8')),
  )
  return read
}

function prepare({ fallback, words, makes, models }: BodyStyles): Rules {
  return {
    fallback,
    words: phrasesOf(words),
    models: phrasesOf(models),
    makes: new Map(
      makes.flatMap(({ names, ...make }) => {
        const codes = phrasesOf(make.codes ?? {})
        return names.map((name) => [fold(name), { models: phrasesOf(make.models), codes }] as const)
      }),
    ),
  }
}

function phrasesOf(styles: Partial<Record<BodyStyle, string[]>>): Phrases {
  return Object.entries(styles)
    .flatMap(([style, phrases]) =>
      phrases.map((phrase) => [fold(phrase), style as BodyStyle] as [string, BodyStyle]),
    )
    .toSorted(([a], [b]) => b.length - a.length)
}
