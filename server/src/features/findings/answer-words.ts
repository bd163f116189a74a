// What was found, as people read it: answers, measured values, their bands and limits in words. Pure.
import { fill } from '@walkaround/contract/rules/texts.ts'
import { tyrePlaces } from '@walkaround/contract/rules/tyres.ts'
import type { FoundAnswer, FoundQuestion, Limit, PhotoRef } from './model.ts'
import type { Words } from './texts.ts'

/** The measured value and the text. */
export const answerParts = ({ formats }: Words, { value, unit, text }: FoundAnswer): string[] =>
  [value === undefined ? '' : formats.quantity(value, unit), text?.trim() ?? ''].filter((part) => part !== '')

export const answerWords = (words: Words, { answers }: FoundQuestion): string =>
  answers
    .map((answer) => [...answerParts(words, answer), answer.comment?.trim()].filter(Boolean).join(' · '))
    .filter(Boolean)
    .join('; ')

/** The readings from the inside out if there are several; the depth that counts is the answer. */
export function readingWords({ car, formats }: Words, { tyre = {} }: FoundQuestion): string | undefined {
  const read = tyrePlaces.flatMap((place) => {
    const value = Number(tyre[place] ?? Number.NaN)
    return Number.isFinite(value) ? [`${car.tyrePlaces[place]} ${formats.number(value)}`] : []
  })
  return read.length > 1 ? read.join(' · ') : undefined
}

/** Readings, when the tyre was made, and its size. */
export function tyreWords(words: Words, question: FoundQuestion): string[] {
  const { dot, size } = question.tyre ?? {}
  const [week, year] = [dot?.slice(0, 2) ?? '', `20${dot?.slice(2) ?? ''}`]
  return [
    readingWords(words, question),
    dot && fill(words.car.tyreMade, { dot, week: Number(week), year }),
    size?.trim(),
  ].filter((one) => !!one) as string[]
}

/** The bound of a band. */
export const boundOf = (band: Limit['bands'][number]): number | undefined => band.below ?? band.upTo

/** Whether the value can be shown on a scale of its bands. */
export function hasScale({ value, limit }: FoundAnswer): boolean {
  const bounds = limit?.bands.flatMap((band) => boundOf(band) ?? []) ?? []
  return value !== undefined && bounds.length > 0 && bounds.every((bound) => Number.isFinite(bound))
}

export const scaleWords = (words: Words, answer: FoundAnswer): string =>
  fill(words.texts.summary.scale, {
    value: words.formats.quantity(answer.value ?? 0, answer.unit),
    bands: limitWords(words, answer),
  })

/** The bands of a value. */
export function limitWords({ texts, formats }: Words, { limit }: FoundAnswer): string {
  const { summary, status } = texts
  const bands = (limit?.bands ?? []).map((band) => {
    const words = { bound: formats.number(boundOf(band) ?? 0), status: status[band.status] }
    if (band.below !== undefined) return fill(summary.scaleBelow, words)
    return fill(band.upTo === undefined ? summary.scaleRest : summary.scaleUpTo, words)
  })
  return bands.join(', ')
}

export function legalWords({ texts, formats }: Words, { limit, unit }: FoundAnswer): string {
  const words = (template: string, value?: number) =>
    value === undefined ? [] : [fill(template, { value: formats.quantity(value, unit) })]
  return [
    ...words(texts.summary.legalMin, limit?.legalMin),
    ...words(texts.summary.legalMax, limit?.legalMax),
  ].join(', ')
}

/** Photos of the question and of its answers, each once. */
export const photosOf = ({ answers, photos = [] }: FoundQuestion): PhotoRef[] => [
  ...new Set([...answers.flatMap((answer) => answer.photos ?? []), ...photos]),
]
