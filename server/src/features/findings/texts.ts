// The words of findings, offers and forms in a language (forms.<language>.json), and its formats of numbers and dates.
import { type CarWords, carWordsOf } from '@walkaround/contract/rules/car-words.ts'
import { type Formats, formatsOf } from '@walkaround/contract/rules/formats.ts'
import { type SharedWords, sharedWordsOf } from '@walkaround/contract/rules/shared-words.ts'
import { readTexts } from '../../outside/language-files.ts'
import type { openGroups, textKeys } from './text-keys.ts'

type Keys = typeof textKeys
type FormTexts = {
  readonly [Group in keyof Keys]: Readonly<Record<Keys[Group][number], string>>
} & Readonly<Record<(typeof openGroups)[number], Readonly<Record<string, string>>>> & {
    readonly [Group in Shared]: SharedWords[Group]
  } & { readonly status: SharedWords['status'] & { readonly none: string } }
type Shared = 'units' | 'fuelTypes' | 'kinds'

/** Names of colours, units, fuels and kinds of damage are shared; the file of another language may use its own words. */
export function getTexts(language: string, folder?: URL): FormTexts {
  const texts = readTexts<Omit<FormTexts, 'status'> & { status?: Record<string, string> }>(
    'forms',
    language,
    folder,
  )
  const { status, notChecked, units, fuelTypes, kinds } = sharedWordsOf(language)
  return {
    ...texts,
    status: { ...status, none: notChecked, ...texts.status },
    units: { ...units, ...texts.units },
    fuelTypes: { ...fuelTypes, ...texts.fuelTypes },
    kinds: { ...kinds, ...texts.kinds },
  }
}

export interface Words {
  readonly texts: FormTexts
  readonly formats: Formats
  readonly car: CarWords
}

export function wordsIn(language: string, timeZone: string): Words {
  const texts = getTexts(language)
  return { texts, formats: formatsOf(language, timeZone, texts), car: carWordsOf(language) }
}
