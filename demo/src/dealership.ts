// The demo dealership: its sites, dealer codes and staff, and creating them. Its orders are elsewhere.
import { HourlyRate } from '@walkaround/contract/app/offers.ts'
import { staffRoles } from '@walkaround/contract/rules/roles.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { choice } from '@walkaround/contract/schema.ts'
import { Person } from '@walkaround/contract/shared.ts'
import { addLogin } from '@walkaround/server/identity/logins.ts'
import { addBranch } from '@walkaround/server/organisation/branches.ts'
import { addClient, setClient } from '@walkaround/server/organisation/clients.ts'
import type { AccessScope } from '@walkaround/server/organisation/scope.ts'
import { addSite, setAdvisorPicture, setSite } from '@walkaround/server/organisation/sites.ts'
import type { ClientSettings } from '@walkaround/server/scope.ts'
import { Type } from 'typebox'
import data from '../data/dealership.json' with { type: 'json' }
import staffData from '../data/staff.json' with { type: 'json' }
import { entries, nameIn, readData } from './data.ts'
import { CURRENCY } from './lines.ts'
import type { DemoFiles } from './photos.ts'
import { TIME_ZONE } from './workshop-clock.ts'

const Member = Type.Object({
  /** Appended to the client's id in the login: logins are unique in the whole installation. */
  suffix: Type.String(),
  role: choice('', [...staffRoles]),
  person: Person,
})

// Telephone numbers that the German regulator reserves for films and examples.
export const staff = readData('staff.json', entries(staffData, Member), staffData)

/** Name, letterhead of printed forms and picture file. */
const Site = Type.Object({
  name: Type.String(),
  address: Type.Array(Type.String()),
  telephone: Type.String(),
  email: Type.String(),
  website: Type.String(),
  bookingLink: Type.String(),
  logo: Type.String(),
  mainColour: Type.String(),
  secondColour: Type.String(),
  hours: Type.Array(Type.String()),
  partsStep: Type.Optional(Type.Boolean()),
  hourlyRates: Type.Array(HourlyRate),
})
const Branch = Type.Object({
  code: Type.String(),
  siteId: nameIn(data.sites),
  name: Type.String(),
  /** Who receives cars there. */
  advisor: nameIn(staff),
})

/** `firstSignIns`: the people somebody signs in as first. A hash takes a second by design, so the others get theirs on demand. */
export const {
  sites,
  branches,
  firstSignIns,
  client: group,
} = readData(
  'dealership.json',
  Type.Object({
    client: Type.Object({
      name: Type.String(),
      language: choice('', [...languages]),
      /** Wheel changes and the like are proposed only to the advisor (E8). */
      hiddenUpsaleTypes: Type.Array(Type.String()),
    }),
    sites: entries(data.sites, Site),
    branches: entries(data.branches, Branch),
    firstSignIns: Type.Array(nameIn(staff)),
  }),
  data,
)

export type StaffId = keyof typeof staff
export const staffIds = Object.keys(staff) as StaffId[]

/** The name of an advisor's portrait among the files. */
const portraitOf = (id: StaffId) => `advisor-${id}`
export const portraits: readonly string[] = [
  ...new Set(Object.values(branches).map(({ advisor }) => portraitOf(advisor))),
]

export const loginOf = (clientId: string, id: StaffId) => `${clientId}-${staff[id].suffix}`
/** The login of a DMS; the key that is shown belongs to it. */
export const dmsLoginOf = (clientId: string) => `${clientId}-dms`

export interface Dealership {
  client: ClientSettings
  /** Ids of the logins. */
  dms: string
  staff: ReadonlyMap<StaffId, string>
}

export async function addDealership(
  scope: AccessScope,
  clientId: string,
  { hashes, files }: { hashes: ReadonlyMap<StaffId, string>; files: DemoFiles },
): Promise<Dealership> {
  const client = await addClient(scope, {
    id: clientId,
    ...group,
    timeZone: TIME_ZONE,
    currency: CURRENCY,
    defaultSiteId: 'north',
    defaultSiteName: sites.north.name,
    isDemo: true,
  })
  await setClient(scope, { clientId: client.clientId, changes: { namedFigures: true } })
  await addSite(scope, { clientId, id: 'south', name: sites.south.name })
  for (const [id, { name: _, logo, ...letterhead }] of Object.entries(sites)) {
    await setSite(scope, { clientId, id, changes: { ...letterhead, logo: files.picture(logo) } })
  }
  for (const { code, siteId, name } of Object.values(branches)) {
    await addBranch(scope, { clientId, code, siteId, name })
  }
  const dms = await addLogin(scope, {
    login: dmsLoginOf(clientId),
    name: 'Dealer management system',
    clientId,
    role: 'dms',
  })
  for (const { siteId, advisor } of Object.values(branches)) {
    const { person } = staff[advisor]
    const file = files.picture(portraitOf(advisor))
    await setAdvisorPicture(scope, { clientId, id: siteId, person: person.id ?? '', file })
  }
  const added = new Map<StaffId, string>()
  for (const id of staffIds) {
    const { role, person } = staff[id]
    const passwordHash = hashes.get(id)
    const { id: loginId } = await addLogin(scope, {
      login: loginOf(clientId, id),
      name: `${person.firstName} ${person.lastName}`,
      clientId,
      role,
      passwordHash,
    })
    added.set(id, loginId)
  }
  return { client, dms: dms.id, staff: added }
}
