// Which value counts at a site: its own, or else that of its client; and where it comes from, for whoever reads or changes it.

export interface PlaceSettings {
  timeZone: string
  language: string
  currency?: string | undefined
}

export interface Settled {
  value: string
  from: 'site' | 'client'
}

const settle = (own: string | undefined, inherited: string): Settled =>
  own === undefined ? { value: inherited, from: 'client' } : { value: own, from: 'site' }

/** Without `currency` if neither says one. */
export function settledAt(
  site: Partial<PlaceSettings>,
  client: Pick<PlaceSettings, 'timeZone' | 'language' | 'currency'>,
): { timeZone: Settled; language: Settled; currency?: Settled } {
  const currency = site.currency ?? client.currency
  return {
    timeZone: settle(site.timeZone, client.timeZone),
    language: settle(site.language, client.language),
    ...(currency === undefined ? {} : { currency: settle(site.currency, currency) }),
  }
}
