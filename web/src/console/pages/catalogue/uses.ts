// Where surveys are made from a template, in words.
import type { ListedTemplate } from '@walkaround/contract/app/catalogue.ts'
import type { Words } from '../../app/words.ts'

export function listUses(uses: ListedTemplate['uses'], t: Words['t']): string[] {
  if (uses.length === 0) return [t('catalogue.unused')]
  return uses.map(({ branch, make, by }) => {
    if (by !== undefined) return t('catalogue.usedBy', { by })
    const where = [branch, make].filter((word) => word !== undefined)
    return where.length === 0 ? t('catalogue.usedEverywhere') : where.join(', ')
  })
}
