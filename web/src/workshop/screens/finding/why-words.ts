// Why a package variant is not shown, in the words of the person who asks. Pure.
import type { VariantReason } from '@walkaround/contract/app/board.ts'
import type { Words } from '../../app/words.tsx'
import type { TextKey } from '../../texts/en.ts'

type Reasons = readonly VariantReason[]

/** A list of codes can be long; nobody reads more of it. */
const mostShown = 6

export function whyWords(reasons: Reasons, { t, locale }: Pick<Words, 't' | 'locale'>): string[] {
  const list = new Intl.ListFormat(locale, { type: 'disjunction' })
  return reasons.flatMap(({ code, attribute, value = '', allowed = [] }) => {
    if (code === 'noPrice') return [t('finding.reason.noPrice')]
    // The other codes tell why something is shown all the same.
    if (code !== 'notInList' || attribute === undefined) return []
    const named = (one: string) => valueWords(attribute, one, t)
    const some = allowed.slice(0, mostShown).map(named)
    return [
      t('finding.reason.notInList', {
        attribute: t(`finding.attribute.${attribute}`),
        value: named(value),
        allowed: list.format(allowed.length > mostShown ? [...some, '…'] : some),
      }),
    ]
  })
}

/** What the interface has a closed list for is told in words; codes, makes and years are what they are. */
const closed: Readonly<Record<string, TextKey>> = {
  'fuelType petrol': 'finding.fuel.petrol',
  'fuelType diesel': 'finding.fuel.diesel',
  'fuelType hybrid': 'finding.fuel.hybrid',
  'fuelType electric': 'finding.fuel.electric',
  'fuelType biofuelPetrol': 'finding.fuel.biofuelPetrol',
  'fuelType biofuelGas': 'finding.fuel.biofuelGas',
  'fuelType liquefiedGas': 'finding.fuel.liquefiedGas',
  'airIntakeType Turbo SC': 'finding.air.turbo',
  'airIntakeType Naturally aspirated': 'finding.air.natural',
}

function valueWords(attribute: string, value: string, t: Words['t']): string {
  const key = closed[`${attribute} ${value}`]
  if (key) return t(key)
  return attribute === 'engineCapacity' ? t('finding.litres', { n: value }) : value
}
