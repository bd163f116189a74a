// Why a package variant is not shown, in the person's language. Pure.
import type { VariantReason } from '@walkaround/contract/app/package-reasons.ts'
import type { Words } from '../../app/words.tsx'
import type { TextKey } from '../../texts/texts.ts'

type Reasons = readonly VariantReason[]
type Said = Pick<Words, 't' | 'either' | 'shared'>

/** A list of codes can be long; nobody reads more of it. */
const mostShown = 6

export function whyWords(reasons: Reasons, words: Said): string[] {
  const { t, either } = words
  return reasons.flatMap(({ code, attribute, value = '', allowed = [] }) => {
    if (code === 'noPrice') return [t('finding.reason.noPrice')]
    // The other codes say why something is shown anyway.
    if (code !== 'notInList' || attribute === undefined) return []
    const named = (one: string) => valueWords(attribute, one, words)
    const some = allowed.slice(0, mostShown).map(named)
    return [
      t('finding.reason.notInList', {
        attribute: t(`finding.attribute.${attribute}`),
        value: named(value),
        allowed: either(allowed.length > mostShown ? [...some, '…'] : some),
      }),
    ]
  })
}

/** Values from a closed list of the interface are translated; codes, makes and years are shown unchanged. */
const closed: Readonly<Record<string, TextKey>> = {
  'airIntakeType Turbo SC': 'finding.air.turbo',
  'airIntakeType Naturally aspirated': 'finding.air.natural',
}

function valueWords(attribute: string, value: string, { t, shared }: Said): string {
  const fuels: Readonly<Record<string, string>> = shared.fuelTypes
  if (attribute === 'fuelType') return fuels[value] ?? value
  const key = closed[`${attribute} ${value}`]
  if (key) return t(key)
  return attribute === 'engineCapacity' ? t('finding.litres', { n: value }) : value
}
