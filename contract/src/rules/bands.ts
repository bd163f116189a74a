// The band a measured number falls into, and with it the standard answer it selects (D3). Pure.
import type { Bound } from '../dms/client-settings.ts'

/** Its colour and where it ends: all that a history of a vehicle has of it. */
export interface Band {
  readonly status: Bound['status']
  readonly lt?: number | undefined
  readonly lte?: number | undefined
}

interface Measured<B extends Band> {
  readonly clientSettings?: { readonly bounds?: readonly B[] }
}

export function findBand<B extends Band = Bound>(
  { clientSettings }: Measured<B>,
  value: number,
): B | undefined {
  return clientSettings?.bounds?.find(({ lt, lte }) => {
    if (lt !== undefined) return value < lt
    return lte === undefined || value <= lte
  })
}

/** Undefined if the text is not a number. */
export function toNumber(value: string | undefined): number | undefined {
  const number = Number(value)
  return value?.trim() && Number.isFinite(number) ? number : undefined
}
