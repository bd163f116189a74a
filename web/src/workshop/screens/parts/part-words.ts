// A request for parts in one line: since when it waits, or what the parts desk replied. Pure.
import type { PartRequest } from '@walkaround/contract/dms/parts.ts'
import { totalOf } from '@walkaround/contract/rules/money.ts'
import type { Words } from '../../app/words.tsx'
import { minutesInWords } from '../minutes-in-words.ts'

type Speaker = Pick<Words, 't' | 'money' | 'shortDate' | 'dayTime'>

const DAY_MINUTES = 24 * 60

/** `now` in ms since 1970. */
export function partLine(request: PartRequest, words: Speaker, now: number): string {
  const { t } = words
  switch (request.state) {
    case 'requested':
      return askedLine(request.requestedAt, words, now)
    case 'priced':
      return t('parts.priced', { sum: sumWords(request, words), when: whenWords(request, words) })
    case 'unavailable':
      return request.note === undefined
        ? t('parts.unavailable')
        : t('parts.unavailableAs', { note: request.note })
  }
}

/** A day and more ago the time says more than a number of days. */
function askedLine(requestedAt: string, { t, dayTime }: Speaker, now: number): string {
  const minutes = Math.floor((now - Date.parse(requestedAt)) / 60_000)
  if (minutes < 1) return t('parts.askedNow')
  return minutes < DAY_MINUTES
    ? t('parts.askedFor', { time: minutesInWords(minutes, t) })
    : t('parts.askedAt', { time: dayTime(requestedAt) })
}

function sumWords({ lines = [], currency }: PartRequest, { t, money }: Speaker): string {
  return t('quotes.exVatShort', { amount: money(totalOf(lines).exVat ?? 0, currency) })
}

const whenWords = ({ availableOn }: PartRequest, { t, shortDate }: Speaker): string =>
  availableOn === undefined ? t('parts.inStock') : t('parts.onDay', { date: shortDate(availableOn) })
