// The band a measured number falls into, and with it the standard answer it selects (D3). Pure.
import type { Bound } from '../dms/client-settings.ts'

interface Measured {
  readonly clientSettings?: { readonly bounds?: readonly Bound[] }
}

export function findBand({ clientSettings }: Measured, value: number): Bound | undefined {
  return clientSettings?.bounds?.find((bound) => {
    if ('lt' in bound) return value < bound.lt
    return 'lte' in bound ? value <= bound.lte : true
  })
}

/** Undefined if the text is not a number. */
export function toNumber(value: string | undefined): number | undefined {
  const number = Number(value)
  return value?.trim() && Number.isFinite(number) ? number : undefined
}
