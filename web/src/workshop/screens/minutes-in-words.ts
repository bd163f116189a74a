// How long something takes or has taken, as people say it: 12 min, 1 h 20 min, 5 h, 2 days. Pure.
import type { Words } from '../app/words.tsx'

export function minutesInWords(minutes: number, t: Words['t']): string {
  if (minutes < 60) return t('due.min', { m: minutes })
  if (minutes < 3 * 60) return t('due.hours', { h: Math.floor(minutes / 60), m: minutes % 60 })
  if (minutes < 24 * 60) return t('due.onlyHours', { h: Math.floor(minutes / 60) })
  return t('due.days', { n: Math.floor(minutes / (24 * 60)) })
}
