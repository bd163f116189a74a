// The logins of one client, for those who set them up: who has access, as what and where; changes, and where they are signed in. Whom
// somebody may change is decided by one rule of the contract.
import type { ListedLogin, LoginChange, LoginDetails } from '@walkaround/contract/app/logins.ts'
import type { OwnSession } from '@walkaround/contract/app/session.ts'
import { mayBeLimited, mayManage, type Standing } from '@walkaround/contract/rules/managing.ts'
import { needsSecondFactor } from '@walkaround/contract/rules/second-factor.ts'
import { withoutNulls } from '../lib/without-nulls.ts'
import { assertName, toLoginName } from '../organisation/rules.ts'
import { problem } from '../problems.ts'
import type { Precondition, Scope } from '../scope.ts'
import { disableLogin, enableLogin, getLogin, grantRole, recordLoginEvent, revokeRole } from './logins.ts'
import * as store from './managed-login-store.ts'
import { clearSecondFactor } from './second-factor.ts'
import * as sessions from './session-store.ts'
import { toOwnSession } from './sessions.ts'

/** Whoever asks. */
export interface Manager extends Standing {
  loginId: string
  /** Of the session that asks, in hex. */
  sessionId?: string | undefined
}

/** The operator of the machine may do everything. */
export const byCommandLine: Manager = { role: 'support', loginId: '' }

export async function idOfLogin(scope: Scope, login: string): Promise<string> {
  const found = await store.findManagedLoginByName(scope.db, scope.clientId, toLoginName(login))
  if (!found)
    throw problem('noSuchResource', `login: ${JSON.stringify(login)} has no role at "${scope.clientId}"`)
  return found.id
}

const standingOf = ({ role, branches }: store.ManagedLoginRow): Standing => ({
  role,
  branches: branches ?? undefined,
})

/** A manager of some branches sees who works there; who may be changed is another question. */
const sees = (by: Standing, { branches }: store.ManagedLoginRow): boolean =>
  by.branches === undefined || branches === null || branches.some((id) => by.branches?.includes(id))

const mayChange = (by: Manager, row: store.ManagedLoginRow): boolean =>
  row.id !== by.loginId && mayManage(by, standingOf(row))

const toDetails = (
  by: Manager,
  { isDisabled, hasPassword, isShared, ...row }: store.ManagedLoginRow,
): LoginDetails =>
  withoutNulls({
    ...row,
    isDisabled: isDisabled || null,
    isShared: isShared || null,
    hasPassword: hasPassword || null,
    mayChange: mayChange(by, { isDisabled, hasPassword, isShared, ...row }) || null,
  })

export async function listLogins(scope: Scope, by: Manager): Promise<ListedLogin[]> {
  const rows = await store.listManagedLogins(scope.db, scope.clientId, scope.now)
  return rows
    .filter((row) => sees(by, row))
    .map(({ seenAt, sessions: open, keys, passkeys, ...row }) => ({
      ...toDetails(by, row),
      ...(seenAt ? { seenAt: seenAt.toISOString() } : {}),
      ...(open > 0 ? { sessions: open } : {}),
      ...(keys > 0 ? { keys } : {}),
      ...(passkeys > 0 ? { passkeys } : {}),
      ...(lacksFactor(scope, { ...row, passkeys }) ? { lacksSecondFactor: true } : {}),
    }))
}

/** A person without a password signs in elsewhere, and proves more than that there. */
const lacksFactor = (
  { client }: Scope,
  { role, passkeys, hasPassword }: Pick<store.ManagedLoginRow, 'role' | 'hasPassword'> & { passkeys: number },
) => hasPassword && passkeys === 0 && needsSecondFactor(client.secondFactor, role)

const noLogin = (id: string) => problem('noSuchResource', `login: there is no login ${JSON.stringify(id)}`)

export async function findLogin(scope: Scope, by: Manager, id: string): Promise<LoginDetails | undefined> {
  const row = await store.findManagedLogin(scope.db, scope.clientId, id)
  return row && sees(by, row) ? toDetails(by, row) : undefined
}

export async function getLoginDetails(scope: Scope, by: Manager, id: string): Promise<LoginDetails> {
  const found = await findLogin(scope, by, id)
  if (!found) throw noLogin(id)
  return found
}

/** Refuses whoever may not change it. */
export async function getManagedLogin(scope: Scope, by: Manager, id: string): Promise<store.ManagedLoginRow> {
  return assertMayChange(by, id, await store.findManagedLogin(scope.db, scope.clientId, id))
}

/** Locks it; refuses whoever may not change it. */
export async function holdManaged(scope: Scope, by: Manager, id: string): Promise<store.ManagedLoginRow> {
  return assertMayChange(by, id, await store.lockManagedLogin(scope.db, scope.clientId, id))
}

function assertMayChange(
  by: Manager,
  id: string,
  row: store.ManagedLoginRow | undefined,
): store.ManagedLoginRow {
  if (!row || !sees(by, row)) throw noLogin(id)
  if (row.id === by.loginId)
    throw problem('notYours', 'login: this is your own; somebody else has to change it')
  if (!mayChange(by, row))
    throw problem(
      'notYours',
      `login: "${row.login}" is ${row.role} ${row.branches ? `at ${row.branches.join(', ')}` : 'at every branch'}; an admin has to change it`,
    )
  return row
}

export async function changeLogin(
  scope: Scope,
  by: Manager,
  id: string,
  change: LoginChange,
  precondition: Precondition,
): Promise<LoginDetails> {
  const { name, role, isDisabled = false } = change
  assertName('name', name)
  const before = await holdManaged(scope, by, id)
  await precondition.check()
  assertOwnAlone(before, change)
  const after = { role, branches: change.branches }
  const granted = { ...before, role, branches: change.branches ?? null }
  const isMoved = role !== before.role || !isSame(change.branches ?? null, before.branches)
  if (isMoved) {
    const given = await grantRole(scope, {
      login: before.login,
      clientId: scope.clientId,
      role,
      branches: change.branches ?? null,
    })
    granted.branches = given.branches ?? null
    if (!mayManage(by, { role, branches: given.branches })) throw beyond(by, after)
  }
  if (name !== before.name) {
    await store.updateName(scope.db, id, name)
    await recordLoginEvent(
      scope,
      await getLogin(scope, before.login),
      {
        kind: 'login.renamed',
        subject: `login/${id}`,
      },
      { before: { name: before.name }, after: { name } },
    )
  }
  if (isDisabled !== before.isDisabled) await (isDisabled ? disableLogin : enableLogin)(scope, before)
  return toDetails(by, { ...granted, name, isDisabled })
}

const isSame = (a: readonly string[] | null, b: readonly string[] | null) =>
  JSON.stringify(a && [...a].sort()) === JSON.stringify(b && [...b].sort())

/** What is said about a role that the person who gives it may not give. */
export function beyond(by: Standing, given: Standing) {
  const where = by.branches && mayBeLimited(given.role) ? ` and only at ${by.branches.join(', ')}` : ''
  return problem(
    'notYours',
    `role: a ${by.role} gives only the roles of people who work on cars${where}; an admin has to give "${given.role}"`,
  )
}

function assertOwnAlone(before: store.ManagedLoginRow, { name, isDisabled = false }: LoginChange): void {
  if (!before.isShared || (name === before.name && isDisabled === before.isDisabled)) return
  const field = name === before.name ? 'isDisabled' : 'name'
  throw problem('notYours', `${field}: "${before.login}" also works for other clients; support can change it`)
}

export async function removeLogin(
  scope: Scope,
  by: Manager,
  id: string,
  precondition: Precondition,
): Promise<void> {
  const { login } = await holdManaged(scope, by, id)
  await precondition.check()
  await revokeRole(scope, { login, clientId: scope.clientId })
}

/** Where a shared login is signed in is nothing that one of its clients is told. */
async function getOwnAlone(scope: Scope, by: Manager, id: string): Promise<store.ManagedLoginRow> {
  const found = await store.findManagedLogin(scope.db, scope.clientId, id)
  if (found && id === by.loginId) return found
  const row = assertMayChange(by, id, found)
  if (row.isShared)
    throw problem(
      'notYours',
      `login: "${row.login}" also works for other clients; support can see where it is signed in`,
    )
  return row
}

export async function listSessions(
  scope: Scope,
  by: Manager,
  id: string,
  seenAfter: Date,
): Promise<OwnSession[]> {
  await getOwnAlone(scope, by, id)
  const rows = await sessions.listSessionsOf(scope.db, id, scope.now, seenAfter)
  return rows.map((row) => toOwnSession(row, by.sessionId))
}

export async function endSession(scope: Scope, by: Manager, id: string, sessionId: string): Promise<void> {
  const { login } = await getOwnAlone(scope, by, id)
  const isId = /^[0-9a-f]{64}$/.test(sessionId)
  if (!isId || !(await sessions.deleteOwnSession(scope.db, id, sessionId)))
    throw problem('noSuchResource', 'session_id: the login has no session with this id')
  await recordLoginEvent(scope, await getLogin(scope, login), {
    kind: 'session.ended',
    subject: `login/${id}`,
  })
}

export async function endSessions(scope: Scope, by: Manager, id: string): Promise<void> {
  const { login } = await getOwnAlone(scope, by, id)
  const own = by.sessionId === undefined ? undefined : Buffer.from(by.sessionId, 'hex')
  const ended = await sessions.deleteSessionsOf(scope.db, id, own)
  if (ended === 0) return
  await recordLoginEvent(
    scope,
    await getLogin(scope, login),
    {
      kind: 'session.allEnded',
      subject: `login/${id}`,
      payload: { sessions: ended },
    },
    { before: { sessions: ended } },
  )
}

/** Takes the factors of somebody who lost them; nobody does it for themselves, and of a shared login only support does. */
export async function clearFactorsOf(
  scope: Scope,
  by: Manager,
  id: string,
): Promise<{ login: string; passkeys: number }> {
  const { login } = await holdManaged(scope, by, id)
  await getOwnAlone(scope, by, id)
  return clearSecondFactor(scope, { login })
}
