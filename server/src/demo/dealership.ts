// Who the demo dealership is: its sites, dealer codes and staff, and making them. Its orders are elsewhere.
import type { Person } from '@walkaround/contract/shared.ts'
import { addBranch } from '../access/branches.ts'
import { addClient } from '../access/clients.ts'
import { addLogin } from '../access/logins.ts'
import type { AccessScope } from '../access/scope.ts'
import { addSite, setSite } from '../access/sites.ts'
import type { ClientSettings, Role } from '../scope.ts'
import { CURRENCY } from './lines.ts'
import type { DemoFiles } from './photos.ts'
import { TIME_ZONE } from './workshop-clock.ts'

export const DEMO_CLIENT = 'demo'

export const branches = { cars: 'DE1001', vans: 'DE1002', south: 'DE2001' } as const

/** At the head of printed forms. */
const letterheads = {
  north: {
    address: ['Autostraße 1', '00123 Neuenbrück'],
    telephone: '+49 30 23125 200',
    email: 'north@example.com',
    website: 'https://north.example.com',
  },
  south: {
    address: ['Südring 48', '00811 Oberfelden'],
    telephone: '+49 89 99998 200',
    email: 'south@example.com',
    website: 'https://south.example.com',
  },
}

interface Member {
  /** What follows the client's id in the login: logins are one space for the whole installation. */
  suffix: string
  role: Role
  person: Person
}

function member(suffix: string, role: Role, id: string, person: Person): Member {
  return { suffix, role, person: { id, ...person } }
}

// Telephone numbers come from the blocks that the German regulator keeps free for films and examples.
export const staff = {
  lena: member('advisor', 'advisor', 'E-11', {
    firstName: 'Lena',
    lastName: 'Hartwig',
    gender: 'female',
    landline: '+49 30 23125 211',
    mobilePhone: '+49 171 39200 11',
    email: 'lena.hartwig@example.com',
  }),
  mehmet: member('technician', 'technician', 'E-21', {
    firstName: 'Mehmet',
    lastName: 'Aydın',
    gender: 'male',
    landline: '+49 30 23125 221',
    email: 'mehmet.aydin@example.com',
  }),
  tomas: member('advisor-south', 'advisor', 'E-12', {
    firstName: 'Tomás',
    lastName: 'Oliveira',
    gender: 'male',
    landline: '+49 89 99998 212',
    mobilePhone: '+49 171 39200 12',
    email: 'tomas.oliveira@example.com',
  }),
  agnieszka: member('technician-south', 'technician', 'E-22', {
    firstName: 'Agnieszka',
    lastName: 'Wójcik',
    gender: 'female',
    landline: '+49 89 99998 222',
    email: 'agnieszka.wojcik@example.com',
  }),
  ruth: member('manager', 'manager', 'E-01', {
    firstName: 'Ruth',
    lastName: 'Falkenberg',
    gender: 'female',
    landline: '+49 30 23125 200',
    email: 'ruth.falkenberg@example.com',
  }),
  jonas: member('admin', 'admin', 'E-02', {
    firstName: 'Jonas',
    lastName: 'Lindqvist',
    gender: 'male',
    landline: '+49 30 23125 202',
    email: 'jonas.lindqvist@example.com',
  }),
} as const

export type StaffId = keyof typeof staff
export const staffIds = Object.keys(staff) as StaffId[]

export const loginOf = (clientId: string, id: StaffId) => `${clientId}-${staff[id].suffix}`
/** The login a DMS uses; the key that is shown is its key. */
export const dmsLoginOf = (clientId: string) => `${clientId}-dms`

/** Who somebody signs in as first. A hash takes a second by design, so the others get theirs when they need one. */
export const firstSignIns: readonly StaffId[] = ['lena', 'mehmet', 'ruth', 'jonas']

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
    name: 'Walkaround Demo Cars',
    timeZone: TIME_ZONE,
    language: 'en',
    currency: CURRENCY,
    defaultSiteId: 'north',
    defaultSiteName: 'Demo Cars North',
    // Wheel changes and the like are proposed to the advisor alone (E8).
    hiddenUpsaleTypes: ['care'],
  })
  await addSite(scope, { clientId, id: 'south', name: 'Demo Cars South' })
  for (const id of ['north', 'south'] as const) {
    await setSite(scope, { clientId, id, changes: { ...letterheads[id], logo: files.logo(id) } })
  }
  await addBranch(scope, { clientId, code: branches.cars, siteId: 'north', name: 'North, cars' })
  await addBranch(scope, { clientId, code: branches.vans, siteId: 'north', name: 'North, vans' })
  await addBranch(scope, { clientId, code: branches.south, siteId: 'south', name: 'South' })
  const dms = await addLogin(scope, {
    login: dmsLoginOf(clientId),
    name: 'Dealer management system',
    clientId,
    role: 'dms',
  })
  const added = new Map<StaffId, string>()
  for (const id of staffIds) {
    const { role, person } = staff[id]
    const passwordHash = hashes.get(id)
    const { id: loginId } = await addLogin(scope, {
      login: loginOf(clientId, id),
      name: `${person.firstName} ${person.lastName}`,
      clientId,
      role,
      ...(passwordHash === undefined ? {} : { passwordHash }),
    })
    added.set(id, loginId)
  }
  return { client, dms: dms.id, staff: added }
}
