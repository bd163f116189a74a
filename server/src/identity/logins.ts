// Logins, their roles at system clients, and taking them out of use. Passwords come here hashed: hashing takes a
// second and must not happen inside a transaction.

import { randomUUID } from 'node:crypto'
import { limitableRoles, type Role, roles } from '@walkaround/contract/rules/roles.ts'
import { listNamedBranches } from '../organisation/branch-store.ts'
import { findClient } from '../organisation/client-store.ts'
import { getClient, getClientForUpdate } from '../organisation/clients.ts'
import { assertName, toLoginName } from '../organisation/rules.ts'
import {
  type AccessScope,
  type AuditedEvent,
  type ChangedValues,
  PLATFORM,
  recordClientEvent,
} from '../organisation/scope.ts'
import { problem } from '../problems.ts'
import { deleteDevicesOf } from './device-store.ts'
import { toPrefix } from './keys.ts'
import { forgetFailuresOf } from './lock-out.ts'
import * as store from './login-store.ts'
import { deleteSessionsOf } from './session-store.ts'
import { assertSpareLeft } from './spare-logins.ts'

export type { Login } from './login-store.ts'

export interface NewLogin {
  login: string
  name?: string
  /** From passwords.ts; a login without a password can only use keys. */
  passwordHash?: string
  /** A login of a system client … */
  clientId?: string
  role?: Role
  /** Dealer codes or ids of the branches the role is limited to; left out, all of the client. */
  branches?: string[]
  /** … or of platform support, which reaches all of them (F1). */
  isSupport?: boolean
}

/** In the log and the audit of every client the login works for; else in the platform's own. */
export async function recordLoginEvent(
  scope: AccessScope,
  login: Pick<store.Login, 'login' | 'roles'>,
  event: AuditedEvent,
  values: ChangedValues = {},
): Promise<void> {
  const clientIds = login.roles.length > 0 ? login.roles.map(({ clientId }) => clientId) : [PLATFORM]
  const name = event.subject.startsWith('key/') ? toPrefix(event.subject.slice('key/'.length)) : login.login
  for (const clientId of clientIds) await recordClientEvent(scope, clientId, event, { name, ...values })
}

function assertRole(role: string): void {
  if (!(roles as readonly string[]).includes(role)) {
    throw problem('invalidArgument', `role: ${JSON.stringify(role)} is not one of ${roles.join(', ')}`)
  }
}

export async function addLogin(scope: AccessScope, args: NewLogin): Promise<store.Login> {
  const login = toLoginName(args.login)
  const name = args.name ?? login
  assertName('name', name)
  const isSupport = args.isSupport ?? false
  if (isSupport && [args.clientId, args.role, args.branches].some((given) => given !== undefined)) {
    throw problem(
      'invalidArgument',
      'client: a support login reaches every system client and takes no client, role or branch',
    )
  }
  if (!isSupport && (args.clientId === undefined || args.role === undefined)) {
    throw problem('invalidArgument', 'client: a login needs a client and a role, or must be a support login')
  }
  const row = { id: randomUUID(), login, name, isSupport, passwordHash: args.passwordHash ?? null }
  if (!(await store.insertLogin(scope.db, row, scope.now))) {
    throw problem('alreadyExists', `login: there is a login "${login}" already`)
  }
  const roles: store.Login['roles'] = []
  if (args.clientId !== undefined && args.role !== undefined) {
    const role = await toRole(scope, { ...args, clientId: args.clientId, role: args.role })
    await store.upsertRole(scope.db, row.id, role)
    roles.push(role)
  }
  const added = { id: row.id, login, name, isSupport, hasPassword: row.passwordHash !== null, roles }
  await recordLoginEvent(
    scope,
    added,
    {
      kind: 'login.created',
      subject: `login/${row.id}`,
      payload: isSupport ? { isSupport } : payloadOf(roles[0]),
    },
    { after: { login, name, ...(isSupport ? { isSupport } : payloadOf(roles[0])) } },
  )
  return added
}

/** Everyone, or those with a role at one client. */
export async function listLogins(
  scope: AccessScope,
  args: { clientId?: string } = {},
): Promise<store.Login[]> {
  if (args.clientId === undefined) return store.listLogins(scope.db)
  await getClient(scope, args.clientId)
  return store.listLoginsOfClient(scope.db, args.clientId)
}

export async function getLogin(scope: Pick<AccessScope, 'db'>, login: string): Promise<store.Login> {
  const found = await store.findLogin(scope.db, toLoginName(login))
  if (!found) throw problem('noSuchResource', `login: there is no login ${JSON.stringify(login)}`)
  return found
}

/** As getLogin, and nobody else changes the login until the transaction ends. */
export async function getLoginForUpdate(scope: AccessScope, login: string): Promise<store.Login> {
  await store.lockLogin(scope.db, toLoginName(login))
  return getLogin(scope, login)
}

const payloadOf = (role: store.LoginRole | undefined) => ({
  role: role?.role,
  ...(role?.branches ? { branches: role.branches } : {}),
})

/** A login works for sandboxes alone, or for none. */
export async function isOfSandbox(
  { db }: Pick<AccessScope, 'db'>,
  { roles: all }: Pick<store.Login, 'roles'>,
): Promise<boolean> {
  const [clientId] = all.map((role) => role.clientId)
  return clientId !== undefined && (await findClient(db, clientId))?.isSandbox === true
}

/** Its keys would otherwise be test keys and live keys at once. */
async function assertOneKind(
  scope: AccessScope,
  login: Pick<store.Login, 'login' | 'roles'>,
  clientId: string,
): Promise<void> {
  const others = login.roles.filter((role) => role.clientId !== clientId)
  if (others.length === 0) return
  const { isSandbox = false } = await getClient(scope, clientId)
  if ((await isOfSandbox(scope, { roles: others })) === isSandbox) return
  const kinds = isSandbox ? 'is a sandbox, and its clients are not' : 'is no sandbox, and its clients are'
  throw problem(
    'invalidArgument',
    `client: "${clientId}" ${kinds}; "${login.login}" cannot work for both, so make another login`,
  )
}

interface Grant {
  clientId: string
  role: Role
  /** Dealer codes or ids; null or left out: all branches. */
  branches?: string[] | null
}

export async function toRole(
  scope: AccessScope,
  { clientId, role, branches }: Grant,
): Promise<store.LoginRole> {
  assertRole(role)
  if (!branches) {
    await getClient(scope, clientId)
    return { clientId, role }
  }
  if (!limitableRoles.includes(role)) {
    throw problem(
      'invalidArgument',
      `branch: the role "${role}" is for the whole client; only ${limitableRoles.join(', ')} can be limited to branches`,
    )
  }
  // Merging branches locks the client's row, so these branches still exist when the role is written.
  await getClientForUpdate(scope, clientId)
  return { clientId, role, branches: await toBranchIds(scope, clientId, branches) }
}

export async function toBranchIds(scope: AccessScope, clientId: string, names: string[]): Promise<string[]> {
  if (names.length === 0) throw problem('invalidArgument', 'branch: name at least one, or all')
  const ids = new Set<string>()
  for (const name of names) {
    const [branch] = await listNamedBranches(scope.db, clientId, [name])
    if (!branch) {
      throw problem(
        'invalidArgument',
        `branch: ${JSON.stringify(name)} is not a dealer code or branch of "${clientId}"`,
      )
    }
    ids.add(branch.id)
  }
  return [...ids].sort()
}

/** Keeps an existing limit to branches unless a new one, or null for none, is given: a new role must not widen access. */
export async function grantRole(
  scope: AccessScope,
  args: { login: string } & Grant,
): Promise<store.LoginRole> {
  assertRole(args.role)
  const login = await getLoginForUpdate(scope, args.login)
  if (login.isSupport) {
    throw problem('invalidArgument', `login: "${login.login}" is a support login and has no roles`)
  }
  await assertOneKind(scope, login, args.clientId)
  const before = login.roles.find(({ clientId }) => clientId === args.clientId)
  const branches = args.branches === undefined ? before?.branches : args.branches
  const granted = await toRole(scope, { ...args, ...(branches === undefined ? {} : { branches }) })
  await store.upsertRole(scope.db, login.id, granted)
  await assertSpareLeft(scope, args.clientId)
  await recordClientEvent(
    scope,
    args.clientId,
    {
      kind: 'login.roleGranted',
      subject: `login/${login.id}`,
      payload: payloadOf(granted),
    },
    { name: login.login, before: payloadOf(before), after: payloadOf(granted) },
  )
  return granted
}

/** Removes branches from a limited role; the last branch can only go with the role itself. */
export async function revokeBranches(
  scope: AccessScope,
  args: { login: string; clientId: string; branches: string[] },
): Promise<store.LoginRole> {
  const login = await getLoginForUpdate(scope, args.login)
  const before = login.roles.find(({ clientId }) => clientId === args.clientId)
  if (!before?.branches) {
    throw problem(
      'invalidArgument',
      `branch: "${login.login}" has no role at client ${JSON.stringify(args.clientId)} that is limited to branches`,
    )
  }
  const gone = await toBranchIds(scope, args.clientId, args.branches)
  const left = before.branches.filter((id) => !gone.includes(id))
  if (left.length === 0) {
    throw problem('invalidArgument', 'branch: no branch would be left; revoke the role itself')
  }
  return grantRole(scope, { ...before, login: login.login, branches: left })
}

export async function revokeRole(
  scope: AccessScope,
  args: { login: string; clientId: string },
): Promise<void> {
  const login = await getLoginForUpdate(scope, args.login)
  const before = login.roles.find(({ clientId }) => clientId === args.clientId)
  if (!(await store.deleteRole(scope.db, login.id, args.clientId))) {
    throw problem(
      'noSuchResource',
      `login: "${login.login}" has no role at client ${JSON.stringify(args.clientId)}`,
    )
  }
  await assertSpareLeft(scope, args.clientId)
  await recordClientEvent(
    scope,
    args.clientId,
    { kind: 'login.roleRevoked', subject: `login/${login.id}` },
    { name: login.login, before: payloadOf(before) },
  )
}

const toggled = (isDisabled: boolean) => ({ before: { isDisabled: !isDisabled }, after: { isDisabled } })

/**
 * Its keys and sessions stop at once on every process (F1); enabling brings the keys back. Until then the sessions are
 * remembered, so that the devices they were begun on can be told why.
 */
export async function disableLogin(scope: AccessScope, args: { login: string }): Promise<void> {
  const login = await getLoginForUpdate(scope, args.login)
  if (login.disabledAt) return
  await store.updateDisabledAt(scope.db, login.id, scope.now)
  for (const { clientId } of login.roles) await assertSpareLeft(scope, clientId)
  await deleteDevicesOf(scope.db, login.id)
  await recordLoginEvent(
    scope,
    login,
    { kind: 'login.disabled', subject: `login/${login.id}` },
    toggled(true),
  )
}

export async function enableLogin(scope: AccessScope, args: { login: string }): Promise<void> {
  const login = await getLoginForUpdate(scope, args.login)
  if (!login.disabledAt) return
  await deleteSessionsOf(scope.db, login.id)
  await store.updateDisabledAt(scope.db, login.id, null)
  await recordLoginEvent(
    scope,
    login,
    { kind: 'login.enabled', subject: `login/${login.id}` },
    toggled(false),
  )
}

/** Also ends the login's sessions and forgets its devices, so that somebody who knew the old password is out. */
export async function setPassword(
  scope: AccessScope,
  args: { login: string; passwordHash: string },
): Promise<void> {
  const login = await getLoginForUpdate(scope, args.login)
  await store.updatePasswordHash(scope.db, login.id, args.passwordHash)
  await deleteSessionsOf(scope.db, login.id)
  await deleteDevicesOf(scope.db, login.id)
  await forgetFailuresOf(scope.db, login.login)
  await recordLoginEvent(
    scope,
    login,
    { kind: 'login.passwordSet', subject: `login/${login.id}` },
    { secrets: ['password'] },
  )
}
