// The languages of the pages and the choice among them. No cookie is read or set: `?lang=` decides, otherwise the browser.
import { findLanguage, type Language } from '@walkaround/contract/rules/texts.ts'

/** `otherwise` is used if nothing fits. */
export const pickLanguage = (
  acceptLanguage: string | undefined,
  chosen?: string,
  otherwise: Language = 'en',
): Language => findWanted(acceptLanguage, chosen) ?? otherwise

/** `chosen` is what the person asked for (`?lang=`); it takes precedence over the browser's list. */
export function findWanted(acceptLanguage: string | undefined, chosen?: string): Language | undefined {
  const wanted = chosen === undefined ? undefined : findLanguage(chosen)
  if (wanted !== undefined) return wanted
  let best: Language | undefined
  let bestWeight = 0
  for (const entry of (acceptLanguage ?? '').split(',')) {
    const [tag = '', ...parameters] = entry.split(';')
    const isAny = tag.trim() === '*'
    const language = isAny ? undefined : findLanguage(tag)
    const weight = toWeight(parameters)
    if ((language === undefined && !isAny) || weight <= bestWeight) continue
    best = language
    bestWeight = weight
  }
  return best
}

function toWeight(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=')
    if (name.trim().toLowerCase() !== 'q') continue
    const weight = Number(value)
    return weight >= 0 && weight <= 1 ? weight : 0
  }
  return 1
}
