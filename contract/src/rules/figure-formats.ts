// How figures are written besides plain numbers and money: shares, durations, and by how much something has changed. Apart from the other
// formats, because the first load of the tablet app says none of them.
import type { Formats } from './formats.ts'

export interface FigureFormats {
  /** A share of 1: 0.345 is 34.5 %. */
  percent(share: number, decimals?: number): string
  /** 45 s, 12 min, 3 h 20 min, 2 days 4 h: the two largest units. */
  duration(seconds: number): string
  /** With its sign: +12 %, −3 %, ±0 %; undefined where there is nothing to compare with. */
  change(now: number, before: number): string | undefined
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export function figureFormatsOf({ locale }: Pick<Formats, 'locale'>): FigureFormats {
  const made = new Map<string, Intl.NumberFormat>()
  const format = (name: string, options: Intl.NumberFormatOptions) => {
    const found = made.get(name) ?? new Intl.NumberFormat(locale, options)
    made.set(name, found)
    return found
  }
  const inUnit = (value: number, unit: 'second' | 'minute' | 'hour' | 'day') =>
    format(unit, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(value)
  const inTwo = (
    [large, largeUnit]: [number, 'hour' | 'day'],
    [small, smallUnit]: [number, 'minute' | 'hour'],
  ) => [inUnit(large, largeUnit), ...(small > 0 ? [inUnit(small, smallUnit)] : [])].join(' ')
  return {
    percent: (share, decimals = 0) =>
      format(`percent ${decimals}`, {
        style: 'percent',
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }).format(share),
    duration: (seconds) => {
      if (Math.round(seconds) < MINUTE) return inUnit(Math.max(0, Math.round(seconds)), 'second')
      const minutes = Math.round(seconds / MINUTE)
      if (minutes < 60) return inUnit(minutes, 'minute')
      if (minutes < DAY / MINUTE) return inTwo([Math.floor(minutes / 60), 'hour'], [minutes % 60, 'minute'])
      const hours = Math.round(seconds / HOUR)
      return inTwo([Math.floor(hours / 24), 'day'], [hours % 24, 'hour'])
    },
    change: (now, before) => {
      if (before === 0 || !Number.isFinite(now) || !Number.isFinite(before)) return undefined
      const share = (now - before) / Math.abs(before)
      const shown = format('change', {
        style: 'percent',
        maximumFractionDigits: 0,
        signDisplay: 'exceptZero',
      }).format(share)
      return /[+\-−]/.test(shown) ? shown : `±${shown}`
    },
  }
}
