// A site as its form has it: lists are typed one a line. Pure.
import type { Site, SiteChange } from '@walkaround/contract/app/places.ts'

export interface SiteDraft {
  name: string
  address: string
  telephone: string
  email: string
  website: string
  bookingLink: string
  mainColour: string
  secondColour: string
  hours: string
  hourlyRates: string
  language: string
  timeZone: string
  currency: string
  mailFrom: string
  mailFromName: string
  smsFrom: string
  partsStep: boolean
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type Rate = NonNullable<Site['hourlyRates']>[number]

const rateInWords = ({ labourType, amountExVat, currency }: Rate) =>
  `${labourType === undefined ? '' : `${labourType} = `}${amountExVat} ${currency}`

/** What cannot be read goes to the service as it was typed, which says what is wrong with it. */
function toRate(line: string): Rate {
  const [, labourType = '', amount = '', currency = ''] =
    /^(?:([^=]*)=)?\s*(\d+(?:[.,]\d+)?)\s*(\S*)$/u.exec(line) ?? []
  const type = labourType.trim()
  if (amount === '') return { labourType: line, amountExVat: 0, currency: '' }
  return {
    ...(type === '' ? {} : { labourType: type }),
    amountExVat: Number(amount.replace(',', '.')),
    currency: currency.toUpperCase(),
  }
}

export const toSiteDraft = (site: Site): SiteDraft => ({
  name: site.name,
  address: (site.address ?? []).join('\n'),
  telephone: site.telephone ?? '',
  email: site.email ?? '',
  website: site.website ?? '',
  bookingLink: site.bookingLink ?? '',
  mainColour: site.mainColour ?? '',
  secondColour: site.secondColour ?? '',
  hours: (site.hours ?? []).join('\n'),
  hourlyRates: (site.hourlyRates ?? []).map(rateInWords).join('\n'),
  language: site.language ?? '',
  timeZone: site.timeZone ?? '',
  currency: site.currency ?? '',
  mailFrom: site.mailFrom ?? '',
  mailFromName: site.mailFromName ?? '',
  smsFrom: site.smsFrom ?? '',
  partsStep: site.partsStep ?? false,
})

export function toSiteBody(draft: SiteDraft): SiteChange {
  const { name, address, hours, hourlyRates, partsStep, ...texts } = draft
  const given = Object.entries(texts)
    .map(([field, text]) => [field, field === 'currency' ? text.trim().toUpperCase() : text.trim()] as const)
    .filter(([, text]) => text !== '')
  const lists = { address: linesOf(address), hours: linesOf(hours) }
  const rates = linesOf(hourlyRates).map(toRate)
  return {
    name,
    ...Object.fromEntries(given),
    ...Object.fromEntries(Object.entries(lists).filter(([, lines]) => lines.length > 0)),
    ...(rates.length > 0 ? { hourlyRates: rates } : {}),
    ...(partsStep ? { partsStep } : {}),
  }
}
