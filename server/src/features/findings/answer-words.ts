// What was found, as people read it: answers, measured values, their bands and limits in words. Pure.
import { fill } from '@walkaround/contract/rules/texts.ts'
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

/** The bound of a band. */
export const boundOf = (band: Limit['bands'][number]): number | undefined => band.below ?? band.upTo

/** Whether the value can be shown on a scale of its bands. */
export function hasScale({ value, limit }: FoundAnswer): boolean {
  const bounds = limit?.bands.flatMap((band) => boundOf(band) ?? []) ?? []
  return value !== undefined && bounds.length > 0 && bounds.every((bound) => Number.isFinite(bound))
}

export function scaleWords({ texts, formats }: Words, { value = 0, unit, limit }: FoundAnswer): string {
  const { summary, status } = texts
  const bands = (limit?.bands ?? []).map((band) => {
    const words = { bound: formats.number(boundOf(band) ?? 0), status: status[band.status] }
    if (band.below !== undefined) return fill(summary.scaleBelow, words)
    return fill(band.upTo === undefined ? summary.scaleRest : summary.scaleUpTo, words)
  })
  return fill(summary.scale, { value: formats.quantity(value, unit), bands: bands.join(', ') })
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
