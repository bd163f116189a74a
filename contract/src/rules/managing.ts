// Whom somebody may invite, change and take access from. Service and console decide by it.
import { limitableRoles, type Role, roles } from './roles.ts'

/** What somebody may do at one system client, and where. */
export interface Standing {
  role: Role | 'support'
  /** Ids of the branches it is limited to; left out, all of the client. */
  branches?: readonly string[] | undefined
}

/** Managers set up the people who work on cars; managers, admins and systems are for admins. */
const ofManagers: readonly Role[] = ['technician', 'parts', 'advisor']

/** The roles that somebody may give. */
export const rolesGivenBy = ({ role }: Pick<Standing, 'role'>): readonly Role[] =>
  role === 'admin' || role === 'support' ? roles : role === 'manager' ? ofManagers : []

/** A manager of some branches has nothing to say about people who also work at others. */
export function mayManage(by: Standing, of: Standing): boolean {
  const givesRole = (rolesGivenBy(by) as readonly string[]).includes(of.role)
  if (!givesRole || by.branches === undefined) return givesRole
  const { branches: own } = by
  return of.branches?.every((branch) => own.includes(branch)) ?? false
}

export const mayBeLimited = (role: Standing['role']): boolean =>
  (limitableRoles as readonly string[]).includes(role)
