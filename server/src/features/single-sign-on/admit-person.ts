// From the claims of a provider to a login of its client. Never reaches another client, and never takes over a login by its name: that
// needs the client's own rule for a verified address of its domains, or the person's password.
import {
  type Claims,
  domainOf,
  type JoinRefusal,
  type ProviderRefusal,
  personClaimedBy,
  roleGivenBy,
} from '@walkaround/contract/rules/provider-claims.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { recordEvents } from '../../db/events.ts'
import {
  findLogin,
  holdLoginById,
  type Login,
  listSpareLogins,
  retireLogin,
} from '../../identity/login-store.ts'
import { addLogin, grantRole, revokeRole } from '../../identity/logins.ts'
import { updateName } from '../../identity/managed-login-store.ts'
import { findLoginName } from '../../organisation/rules.ts'
import type { Scope } from '../../scope.ts'
import { branchesNamed } from './set-provider.ts'
import * as store from './store.ts'

/** Said to the person in words, by the sign-in page. */
export class NotAdmitted extends Error {
  override name = 'NotAdmitted'
  readonly why: ProviderRefusal | JoinRefusal
  /** Whom it concerns, for the record of access. */
  readonly login: string | undefined

  constructor(why: ProviderRefusal | JoinRefusal, message: string, login?: string) {
    super(message)
    this.why = why
    this.login = login
  }
}

const NAME_LENGTH = 200

type Row = store.ProviderRow
type Given = Awaited<ReturnType<typeof givenRole>>

/** In a transaction. `joins`: the login that the person proved by its password before. */
export async function admitPerson(
  scope: Scope,
  row: Row,
  { subject, claims, joins }: { subject: string; claims: Claims; joins: string | null },
): Promise<Login> {
  const { providerId } = row
  // People who come for the first time, twice at once, are one.
  await store.lockProvider(scope, providerId)
  const given = await givenRole(scope, row, claims)
  const knownId = await store.findPersonLogin(scope, providerId, subject)
  if (knownId !== undefined) {
    if (joins !== null && joins !== knownId)
      throw new NotAdmitted('taken', 'the person is joined with another login')
    return renew(scope, row, await holdLogin(scope, knownId), given, claims)
  }
  if (joins !== null) {
    const login = await holdLogin(scope, joins)
    await assertMayJoin(scope, row, login, given)
    await join(scope, row, subject, login)
    return login
  }
  const login = await findOrAdd(scope, row, given, claims)
  await join(scope, row, subject, login)
  return login
}

/** Somebody whom the rules give nothing would lose their role with the next sign-in over there. */
async function assertMayJoin(scope: Scope, row: Row, login: Login, given: Given): Promise<void> {
  if (await store.isJoined(scope, row.providerId, login.id))
    throw new NotAdmitted('joined', 'the login is joined with another person of the provider', login.login)
  if (!roleHere(login, scope.clientId) || !(given || row.keepsRoles))
    throw new NotAdmitted('noAccess', 'no rule gives a role', login.login)
}

async function holdLogin(scope: Scope, id: string): Promise<Login> {
  const login = await holdLoginById(scope.db, id)
  if (!login || login.disabledAt) throw new NotAdmitted('disabled', 'the login is disabled', login?.login)
  return login
}

async function givenRole(scope: Scope, row: Row, claims: Claims) {
  const given = roleGivenBy(row.rules, claims)
  if (!given?.branches) return given && { role: given.role, branches: null }
  const { branches } = await branchesNamed(scope, given.branches)
  return branches.length === 0 ? undefined : { role: given.role, branches }
}

const roleHere = ({ roles }: Login, clientId: string) => roles.find((role) => role.clientId === clientId)

const sameBranches = (a: readonly string[] | null | undefined, b: readonly string[] | null) =>
  JSON.stringify(a ?? null) === JSON.stringify(b)

/** What the provider says about them now counts, unless the client keeps roles itself. */
async function renew(scope: Scope, row: Row, login: Login, given: Given, claims: Claims): Promise<Login> {
  const { clientId } = scope
  const before = roleHere(login, clientId)
  const isKept = row.keepsRoles && before !== undefined
  if (!isKept && !given) {
    // A spare login stays what it is: it is the way in when the provider is wrong.
    const isSpare = (await listSpareLogins(scope.db, clientId)).includes(login.id)
    if (before && !isSpare) await revokeRole(scope, { login: login.login, clientId })
    throw new NotAdmitted('noAccess', 'no rule gives a role', login.login)
  }
  if (!isKept && given && !(before?.role === given.role && sameBranches(before.branches, given.branches)))
    await grantRole(scope, { login: login.login, clientId, ...given })
  await rename(scope, row, login, claims)
  return login
}

/** A name that the provider knows better; not of somebody who also works elsewhere. */
async function rename(scope: Scope, row: Row, login: Login, claims: Claims): Promise<void> {
  const { name } = personClaimedBy(row.claims, claims)
  if (name === undefined || isUnfit(name) || name === login.name || login.roles.length > 1) return
  await updateName(scope.db, login.id, name)
  const event = { kind: 'login.renamed', subject: `login/${login.id}` } as const
  recordChange(scope, { ...event, name: login.login, before: { name: login.name }, after: { name } })
  await recordEvents(scope, [event])
}

const isUnfit = (name: string) => name.length > NAME_LENGTH || /\p{C}/u.test(name)

async function join(scope: Scope, { providerId }: Row, subject: string, login: Login): Promise<void> {
  await store.insertPerson(scope, { providerId, subject, loginId: login.id }, scope.now)
  const event = { kind: 'provider.joined', subject: `login/${login.id}` } as const
  recordChange(scope, { ...event, name: login.login, after: { provider: providerId } })
  await recordEvents(scope, [{ ...event, payload: { providerId } }])
}

async function findOrAdd(scope: Scope, row: Row, given: Given, claims: Claims): Promise<Login> {
  const person = personClaimedBy(row.claims, claims)
  const wanted = findLoginName(person.login ?? '') ?? findLoginName(person.email ?? '')
  if (wanted === undefined) throw new NotAdmitted('failed', `the claim "${row.claims.login}" names no login`)
  const known = await findLogin(scope.db, wanted)
  const isAbandoned = known && !known.isSupport && known.roles.length === 0
  if (known && !isAbandoned) {
    if (roleHere(known, scope.clientId)) return joinByAddress(scope, row, known, given, claims)
    // Of another client, which is told to nobody here: the person gets a login beside it.
  }
  if (!given) throw new NotAdmitted('noAccess', 'no rule gives a role', wanted)
  if (!row.addsPeople) throw new NotAdmitted('unknown', 'nobody is added by themselves', wanted)
  if (known && isAbandoned) await retireLogin(scope.db, known.id, scope.now)
  const login = known && !isAbandoned ? await freeName(scope, wanted) : wanted
  const { name = wanted } = person
  const { clientId } = scope
  const { role, branches } = given
  return addLogin(scope, {
    login,
    name: isUnfit(name) ? wanted : name,
    clientId,
    role,
    ...(branches ? { branches } : {}),
  })
}

/** Here alone, at an address of the client's own domains that the provider vouches for, and only if the client wants it. */
async function joinByAddress(
  scope: Scope,
  row: Row,
  known: Login,
  given: Given,
  claims: Claims,
): Promise<Login> {
  const { email, isEmailVerified } = personClaimedBy(row.claims, claims)
  const isOurs =
    row.joinsByEmail &&
    isEmailVerified &&
    email === known.login &&
    row.domains.includes(domainOf(email) ?? '') &&
    !known.isSupport &&
    known.roles.length === 1
  if (!isOurs)
    throw new NotAdmitted('taken', 'there is such a login here already; nothing joins the two', known.login)
  return renew(scope, row, await holdLogin(scope, known.id), given, claims)
}

async function freeName(scope: Scope, wanted: string): Promise<string> {
  for (let number = 1; number < 100; number++) {
    const name = findLoginName(`${wanted}#${scope.clientId}${number === 1 ? '' : `-${number}`}`)
    if (name === undefined) break
    if (!(await findLogin(scope.db, name))) return name
  }
  throw new NotAdmitted('taken', 'no free name was found', wanted)
}
