// The people who may work on the cars of a branch: logins of staff that are not disabled.
import type { StaffMember } from '@walkaround/contract/app/work-plans.ts'
import { mayCall, staffRoles } from '@walkaround/contract/rules/roles.ts'
import { type Login, listLoginsOfClient } from '../../identity/login-store.ts'
import type { Scope } from '../../scope.ts'

type Staff = StaffMember & { loginId: string }

/** Who keeps the parts works on no car. */
const isStaffRole = (role: string): role is StaffMember['role'] =>
  staffRoles.some((one) => one === role && mayCall(one, 'answers'))

function toStaff({ id: loginId, login, name, disabledAt, roles: [at] }: Login): Staff[] {
  if (disabledAt || !at || !isStaffRole(at.role)) return []
  const limits = at.branches ? { branches: at.branches } : {}
  return [{ id: login, loginId, name: name.trim() || login, role: at.role, ...limits }]
}

const listStaff = async ({ db, clientId }: Scope): Promise<Staff[]> =>
  (await listLoginsOfClient(db, clientId)).flatMap(toStaff)

const worksAt = ({ branches }: Staff, wanted: readonly string[]) =>
  branches === undefined || branches.some((id) => wanted.includes(id))

/** Those at the branches of the person who asks, by name. */
export async function listPeople(scope: Scope): Promise<StaffMember[]> {
  const reached = scope.branches
  const staff = (await listStaff(scope)).filter((one) => reached === undefined || worksAt(one, reached))
  const order = new Intl.Collator(scope.client.language)
  return staff
    .sort((one, other) => order.compare(one.name, other.name))
    .map(({ loginId: _, branches, ...one }) => {
      const shown = branches?.filter((id) => reached === undefined || reached.includes(id))
      return { ...one, ...(shown ? { branches: shown } : {}) }
    })
}

/** By login; undefined if nobody of that login may work there. */
export async function findPerson(
  scope: Scope,
  login: string,
  branchId: string,
): Promise<{ login: string; loginId: string; name: string } | undefined> {
  const found = (await listStaff(scope)).find(({ id }) => id === login)
  if (!found || !worksAt(found, [branchId])) return undefined
  return { login, loginId: found.loginId, name: found.name }
}
