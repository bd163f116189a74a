// What each role may do (F1): the service decides by it, and the tablet shows nobody what would be refused.
import type { Right } from '../operation.ts'

/** Of people, from the one who may do least. */
export const staffRoles = ['technician', 'parts', 'advisor', 'manager', 'admin'] as const
export const roles = ['dms', ...staffRoles] as const
export type Role = (typeof roles)[number]
/** `support` reaches every system client. */
type CallerRole = Role | 'support'

/** Roles that may be limited to branches: the others set up and keep the whole client. */
export const limitableRoles: readonly Role[] = ['technician', 'parts', 'advisor', 'manager']

const everything: readonly Right[] = [
  'read',
  'orders',
  'answers',
  'notes',
  'parts',
  'photos',
  'leads',
  'quotes',
  'packages',
  'events',
  'admin',
  'logins',
  'keys',
]
const ofAccess: readonly Right[] = ['logins', 'keys']

const rights: Record<CallerRole, ReadonlySet<Right>> = {
  dms: new Set(everything.filter((right) => !ofAccess.includes(right))),
  manager: new Set(everything.filter((right) => right !== 'keys')),
  admin: new Set(everything),
  support: new Set(everything),
  // 'notes' is what people write for each other on a car: notes, and requests for parts; 'parts' is to reply to those.
  // 'packages' is every PUT on packages, prices and package assignment; 'events' the log with what was changed; 'admin' the
  // set-up of the client, such as where its callbacks go, and their log. 'logins' is to invite people and change their roles, as far as
  // managing.ts allows; 'keys' is to issue and block the keys of systems.
  advisor: new Set(
    everything.filter((right) => !['packages', 'events', 'admin', ...ofAccess].includes(right)),
  ),
  technician: new Set<Right>(['read', 'answers', 'notes', 'photos']),
  parts: new Set<Right>(['read', 'notes', 'parts']),
}

// A login limited to branches may not touch what concerns the whole client: prices hold at every branch, and callbacks
// carry the cars of all branches.
const wholeClient: ReadonlySet<Right> = new Set<Right>(['packages', 'admin', 'keys'])

export const rightsOf = (role: CallerRole, isLimited = false): Right[] =>
  everything.filter((right) => mayCall(role, right, isLimited))

export function mayCall(role: CallerRole, right: Right, isLimited = false): boolean {
  return rights[role].has(right) && !(isLimited && wholeClient.has(right))
}

/** With a PIN on a shared tablet one works on cars: whoever sets something up signs in with more than four digits. */
export const mayCallWithPin = (right: Right): boolean => !wholeClient.has(right) && !ofAccess.includes(right)

const ownOnly: ReadonlySet<CallerRole> = new Set<CallerRole>(['technician', 'parts', 'advisor'])

/** Those who work on cars see the figures of what they did themselves. */
export const seesOwnFigures = (role: CallerRole): boolean => ownOnly.has(role)

/** Photos without their blurred areas: people of the workshop only, whatever else a key may do. */
export const maySeeOriginals = (role: CallerRole): boolean => role !== 'dms' && mayCall(role, 'photos')

const reopeners: ReadonlySet<CallerRole> = new Set<CallerRole>(['manager', 'admin', 'support'])

/** A completed survey. */
export const mayReopen = (role: CallerRole): boolean => reopeners.has(role)
