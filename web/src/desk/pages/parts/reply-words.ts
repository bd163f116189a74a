// What the parts desk replied, in one line. Pure.
import type { PartRequest } from '@walkaround/contract/dms/parts.ts'
import { totalOf } from '@walkaround/contract/rules/money.ts'
import type { Words } from '../../app/words.ts'

type Speaker = Pick<Words, 't' | 'money' | 'shortDate'>

/** Undefined while there is no reply. */
export function answerWords(request: PartRequest, { t, money, shortDate }: Speaker): string | undefined {
  const { state, lines = [], currency, availableOn, note } = request
  if (state === 'requested') return undefined
  if (state === 'unavailable') return [t('parts.cannot'), note].filter(Boolean).join(': ')
  const sum = t('parts.exVat', { sum: money(totalOf(lines).exVat ?? 0, currency) })
  const when =
    availableOn === undefined ? t('parts.isInStock') : t('parts.onDay', { date: shortDate(availableOn) })
  return `${sum}, ${when}`
}
