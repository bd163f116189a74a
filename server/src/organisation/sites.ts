// Sites: the places a system client's branches belong to, and what owners see of them: letterhead, colours, hours, pictures.
import { isDeepStrictEqual } from 'node:util'
import type { HourlyRate } from '@walkaround/contract/app/offers.ts'
import { problem } from '../problems.ts'
import type { ClientSettings, Precondition, Scope } from '../scope.ts'
import { changedSettings } from './changed-settings.ts'
import * as store from './client-store.ts'
import { getClient, getClientForUpdate, toTimeZone } from './clients.ts'
import {
  assertAddress,
  assertColour,
  assertCurrency,
  assertEmail,
  assertHourlyRates,
  assertHours,
  assertIdentifier,
  assertLanguage,
  assertMailFrom,
  assertName,
  assertSenderName,
  assertTelephone,
  assertTimeZone,
  assertWebsite,
} from './rules.ts'
import { type AccessScope, recordClientEvent } from './scope.ts'

export async function addSite(
  scope: AccessScope,
  args: { clientId: string; id: string; name?: string },
): Promise<store.Site> {
  const site = { id: args.id, name: args.name ?? args.id }
  assertIdentifier('id', site.id)
  assertName('name', site.name)
  await getClientForUpdate(scope, args.clientId)
  if (!(await store.insertSite(scope.db, args.clientId, site, scope.now))) {
    throw problem('alreadyExists', `id: there is a site "${args.id}" already`)
  }
  await recordClientEvent(
    scope,
    args.clientId,
    { kind: 'site.created', subject: `site/${site.id}` },
    { name: site.name, after: site },
  )
  return site
}

export async function listSites(scope: AccessScope, args: { clientId: string }): Promise<store.Site[]> {
  await getClient(scope, args.clientId)
  return store.listSites(scope.db, args.clientId)
}

export async function getSite(
  scope: AccessScope,
  args: { clientId: string; id: string },
): Promise<store.Site> {
  await getClient(scope, args.clientId)
  const site = await store.findSite(scope.db, args.clientId, args.id)
  if (!site) throw problem('noSuchResource', `site: there is no site ${JSON.stringify(args.id)}`)
  return site
}

/** Null, or no line, removes it; a field that is not named stays. */
export interface SiteChanges {
  name?: string | undefined
  address?: string[] | undefined
  telephone?: string | null | undefined
  email?: string | null | undefined
  website?: string | null | undefined
  bookingLink?: string | null | undefined
  /** A file that is already in the store of files. */
  logo?: string | null | undefined
  mainColour?: string | null | undefined
  secondColour?: string | null | undefined
  hours?: string[] | undefined
  hourlyRates?: HourlyRate[] | undefined
  language?: string | null | undefined
  timeZone?: string | null | undefined
  currency?: string | null | undefined
  mailFrom?: string | null | undefined
  mailFromName?: string | null | undefined
  smsFrom?: string | null | undefined
  /** Parts are asked for between finding and offer. */
  partsStep?: boolean | undefined
}

export async function setSite(
  scope: AccessScope,
  args: { clientId: string; id: string; changes: SiteChanges },
): Promise<store.Site> {
  assertChanges(args.changes)
  const { timeZone } = args.changes
  const changes =
    typeof timeZone === 'string'
      ? { ...args.changes, timeZone: await toTimeZone(scope, timeZone) }
      : args.changes
  await getClientForUpdate(scope, args.clientId)
  const before = await getSite(scope, args)
  const fields = (Object.keys(changes) as (keyof SiteChanges)[]).filter(
    (field) =>
      changes[field] !== undefined && !isDeepStrictEqual(before[field] ?? empty(field), changes[field]),
  )
  if (fields.length === 0) return before
  const payload = Object.fromEntries(fields.map((field) => [field, changes[field]]))
  const after = Object.entries({ ...before, ...payload }).filter(
    ([, value]) => value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
  )
  const site = Object.fromEntries(after) as unknown as store.Site
  await store.updateSite(scope.db, args.clientId, site)
  if (fields.includes('timeZone') || fields.includes('currency'))
    await store.keepPlaces(scope.db, args.clientId)
  await recordClientEvent(
    scope,
    args.clientId,
    {
      kind: 'site.changed',
      subject: `site/${site.id}`,
      payload: changedSettings(payload),
    },
    { name: site.name, before, after: site },
  )
  return site
}

type Inherited = Pick<ClientSettings, 'defaultSiteId' | 'timeZone' | 'language' | 'currency'>

/** As those who set it up see it. */
const toShown = (site: store.Site, { defaultSiteId, timeZone, language, currency }: Inherited) => ({
  ...site,
  ofClient: { timeZone, language, ...(currency === undefined ? {} : { currency }) },
  ...(site.id === defaultSiteId ? { isDefault: true as const } : {}),
})

type OfClient = AccessScope & Pick<Scope, 'clientId'>

export async function listShownSites(scope: OfClient) {
  const client = await getClient(scope, scope.clientId)
  return (await store.listSites(scope.db, scope.clientId)).map((site) => toShown(site, client))
}

export async function findShownSite(scope: OfClient, id: string) {
  const site = await store.findSite(scope.db, scope.clientId, id)
  return site && toShown(site, await getClient(scope, scope.clientId))
}

export const getShownSite = async (scope: OfClient, id: string) =>
  toShown(await getSite(scope, { clientId: scope.clientId, id }), await getClient(scope, scope.clientId))

/** The whole site as it is to be; the logo has ways of its own. */
export async function putSite(
  scope: OfClient,
  id: string,
  { name, ...given }: Omit<SiteChanges, 'logo'> & { name: string },
  precondition: Precondition,
) {
  const { clientId } = scope
  await getClientForUpdate(scope, clientId)
  await precondition.check()
  if (!(await store.hasSite(scope.db, clientId, id))) await addSite(scope, { clientId, id, name })
  const whole = Object.fromEntries(ownFields.map((field) => [field, given[field] ?? empty(field)]))
  await setSite(scope, { clientId, id, changes: { ...whole, name } })
  return getShownSite(scope, id)
}

const ownFields = [
  'address',
  'telephone',
  'email',
  'website',
  'bookingLink',
  'mainColour',
  'secondColour',
  'hours',
  'hourlyRates',
  'language',
  'timeZone',
  'currency',
  'mailFrom',
  'mailFromName',
  'smsFrom',
  'partsStep',
] as const satisfies readonly (keyof SiteChanges)[]

const lists: readonly (keyof SiteChanges)[] = ['address', 'hours', 'hourlyRates']
const empty = (field: keyof SiteChanges) =>
  lists.includes(field) ? [] : field === 'partsStep' ? false : null

function assertChanges(changes: SiteChanges): void {
  const { name, address, telephone, email, website, bookingLink, mainColour, secondColour, hours, language } =
    changes
  if (name !== undefined) assertName('name', name)
  if (address) assertAddress(address)
  if (typeof telephone === 'string') assertTelephone(telephone)
  if (typeof email === 'string') assertEmail(email)
  if (typeof website === 'string') assertWebsite('website', website)
  if (typeof bookingLink === 'string') assertWebsite('bookingLink', bookingLink)
  if (typeof mainColour === 'string') assertColour('mainColour', mainColour)
  if (typeof secondColour === 'string') assertColour('secondColour', secondColour)
  if (hours) assertHours(hours)
  if (changes.hourlyRates) assertHourlyRates(changes.hourlyRates)
  if (typeof language === 'string') assertLanguage(language)
  if (typeof changes.timeZone === 'string') assertTimeZone(changes.timeZone)
  if (typeof changes.currency === 'string') assertCurrency(changes.currency)
  if (typeof changes.mailFrom === 'string') assertMailFrom(changes.mailFrom)
  if (typeof changes.mailFromName === 'string') assertSenderName('mailFromName', changes.mailFromName, 200)
  if (typeof changes.smsFrom === 'string') assertSenderName('smsFrom', changes.smsFrom, 40)
}

/** A person is named by the id in the DMS or by e-mail address, whichever orders have. */
export async function setAdvisorPicture(
  scope: AccessScope,
  args: { clientId: string; id: string; person: string; file: string | null },
): Promise<store.AdvisorPicture[]> {
  const { clientId, id, file } = args
  assertIdentifier('person', args.person)
  await getClientForUpdate(scope, clientId)
  await getSite(scope, args)
  const person = toPersonKey(args.person)
  if (file !== null) await store.saveAdvisorPicture(scope.db, clientId, id, { person, file }, scope.now)
  else if (!(await store.deleteAdvisorPicture(scope.db, clientId, id, person)))
    throw problem('noSuchResource', `person: ${JSON.stringify(args.person)} has no picture at this site`)
  await recordClientEvent(
    scope,
    clientId,
    {
      kind: 'site.changed',
      subject: `site/${id}`,
      payload: { advisorPicture: file },
    },
    { after: { advisorPicture: { person, file } } },
  )
  return store.listAdvisorPictures(scope.db, clientId, id)
}

export async function listAdvisorPictures(
  scope: AccessScope,
  args: { clientId: string; id: string },
): Promise<store.AdvisorPicture[]> {
  await getSite(scope, args)
  return store.listAdvisorPictures(scope.db, args.clientId, args.id)
}

/** E-mail addresses are the same however they are capitalised; ids are not. */
const toPersonKey = (name: string) => (name.includes('@') ? name.toLowerCase() : name)

/** The picture of an advisor as orders name them. */
export async function findAdvisorPicture(
  scope: Pick<AccessScope, 'db'> & { clientId: string },
  siteId: string,
  { id, email }: { readonly id?: string | undefined; readonly email?: string | undefined },
): Promise<string | undefined> {
  const names = [id, email].flatMap((name) => (name ? [toPersonKey(name)] : []))
  return names.length === 0 ? undefined : store.findAdvisorPicture(scope.db, scope.clientId, siteId, names)
}
