// The languages of the pages and the choice among them. No cookie is read or set: `?lang=` decides, else the browser.

export const languages = ['en', 'de', 'ru'] as const
export type Language = (typeof languages)[number]

function isLanguage(value: string): value is Language {
  return (languages as readonly string[]).includes(value)
}

function findLanguage(tag: string): Language | undefined {
  const primary = tag.trim().toLowerCase().split('-', 1)[0] ?? ''
  return isLanguage(primary) ? primary : undefined
}

/** `chosen` is what the person asked for (`?lang=`); it wins over the browser's list. `otherwise` where nothing fits. */
export function pickLanguage(
  acceptLanguage: string | undefined,
  chosen?: string,
  otherwise: Language = 'en',
): Language {
  const wanted = chosen === undefined ? undefined : findLanguage(chosen)
  if (wanted !== undefined) return wanted
  let best: Language = otherwise
  let bestWeight = 0
  for (const entry of (acceptLanguage ?? '').split(',')) {
    const [tag = '', ...parameters] = entry.split(';')
    const language = tag.trim() === '*' ? otherwise : findLanguage(tag)
    const weight = toWeight(parameters)
    if (language === undefined || weight <= bestWeight) continue
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
