// What each role may call (F1). Pure; which role a caller has at a system client is decided in authenticate.ts.
import type { Right } from '@walkaround/contract/operation.ts'
import type { Role } from '../scope.ts'

const everything: readonly Right[] = [
  'read',
  'orders',
  'answers',
  'photos',
  'leads',
  'quotes',
  'packages',
  'admin',
]

const rights: Record<Role | 'support', ReadonlySet<Right>> = {
  dms: new Set(everything),
  manager: new Set(everything),
  admin: new Set(everything),
  support: new Set(everything),
  // 'packages' is every PUT on packages, prices and package assignment; 'admin' the set-up of the client, such as where
  // its callbacks go, and their log.
  advisor: new Set(everything.filter((right) => right !== 'packages' && right !== 'admin')),
  technician: new Set<Right>(['read', 'answers', 'photos']),
}

// A login limited to branches may not touch what concerns the whole client: prices hold at every branch, and callbacks
// carry the cars of all branches.
const wholeClient: ReadonlySet<Right> = new Set<Right>(['packages', 'admin'])

/** Roles that may be limited to branches: the others set up and keep the whole client. */
export const limitableRoles: readonly Role[] = ['technician', 'advisor', 'manager']

export const roles: readonly Role[] = ['dms', 'technician', 'advisor', 'manager', 'admin']

export function mayCall(role: Role | 'support', right: Right, isLimited = false): boolean {
  return rights[role].has(right) && !(isLimited && wholeClient.has(right))
}
