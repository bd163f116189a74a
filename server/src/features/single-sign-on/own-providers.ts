// With which providers a person's login is joined, as the person sees it, and taking that away again.
import type {
  OwnProvider,
  OwnProviders,
  ProviderSeparation,
} from '@walkaround/contract/app/sign-in-providers.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import type { Database } from '../../db/database.ts'
import { recordEvents } from '../../db/events.ts'
import type { Db } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AccessLog } from '../../identity/access-log.ts'
import { holdLoginById, type Login, listSpareLogins } from '../../identity/login-store.ts'
import { getLogin } from '../../identity/logins.ts'
import type { Passwords } from '../../identity/passwords.ts'
import { endProviderSessions } from '../../identity/sessions.ts'
import { confirmPassword } from '../../identity/sign-in.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import { arePasswordsOff, listClientsById } from '../../organisation/client-store.ts'
import { scopeOfClient } from '../../organisation/clients.ts'
import { problem } from '../../problems.ts'
import type { Actor, ActorOrigin, Scope } from '../../scope.ts'
import { isOnlyWay } from './rules.ts'
import * as store from './store.ts'

type Person = Pick<Login, 'id' | 'hasPassword'>

async function listAt(db: Db, clientId: string, person: Person): Promise<Omit<OwnProvider, 'clientName'>[]> {
  const rows = await store.listProvidersFor({ db, clientId }, person.id)
  if (rows.length === 0) return []
  const isPasswordOff = await isOffFor(db, clientId, person.id)
  const inUse = rows.filter(({ isEnabled, joinedAt }) => isEnabled && joinedAt !== null)
  return rows
    .filter(({ isEnabled, joinedAt }) => isEnabled || joinedAt !== null)
    .map(({ provider, label, isEnabled, keepsRoles, joinedAt }) => {
      const providers = inUse.filter((other) => other.provider !== provider).length
      const isStuck =
        joinedAt !== null && isOnlyWay({ hasPassword: person.hasPassword, isPasswordOff, providers })
      return withoutNulls({
        client: clientId,
        provider,
        label,
        joinedAt: joinedAt?.toISOString() ?? null,
        isOnlyWay: isStuck || null,
        isDisabled: !isEnabled || null,
        givesRole: !keepsRoles || null,
      })
    })
}

const isOffFor = async (db: Db, clientId: string, loginId: string): Promise<boolean> =>
  (await arePasswordsOff(db, clientId)) && !(await listSpareLogins(db, clientId)).includes(loginId)

async function listOfClients(db: Db, clientIds: readonly string[], person: Person): Promise<OwnProvider[]> {
  const clients = await listClientsById(db, [...clientIds])
  const found: OwnProvider[] = []
  for (const { clientId, name: clientName } of clients.toSorted((a, b) => a.name.localeCompare(b.name)))
    for (const { client, ...one } of await listAt(db, clientId, person))
      found.push({ client, clientName, ...one })
  return found
}

/** `clientIds`: what the session reaches; a provider of another client is nothing that it is told. */
export async function readOwnProviders(
  db: Db,
  who: { login: string; clientIds: readonly string[]; isByPassword: boolean },
): Promise<OwnProviders> {
  const login = await getLogin({ db }, who.login)
  return {
    providers: await listOfClients(db, who.clientIds, login),
    ...(who.isByPassword && !login.isSupport ? { mayChange: true } : {}),
  }
}

/** For the command line: of anybody, only those that are joined. */
export async function listProvidersOf(
  { db }: Pick<Scope, 'db'>,
  args: { login: string },
): Promise<OwnProvider[]> {
  const login = await getLogin({ db }, args.login)
  const clientIds = login.roles.map(({ clientId }) => clientId)
  return (await listOfClients(db, clientIds, login)).filter(({ joinedAt }) => joinedAt !== undefined)
}

/** Call it after the password was checked. Whoever is at the provider opens nothing with it any more, here and now. */
export async function separate(scope: Scope, providerId: string, loginId: string): Promise<void> {
  const { db, actor, now, clientId } = scope
  const login = await holdLoginById(db, loginId)
  const found = login && (await listAt(db, clientId, login)).find(({ provider }) => provider === providerId)
  if (!login || found?.joinedAt === undefined)
    throw problem('noSuchResource', `provider: the login is not joined with ${JSON.stringify(providerId)}`)
  if (found.isOnlyWay)
    throw problem(
      'onlyWayIn',
      `provider: nothing but ${JSON.stringify(providerId)} signs "${login.login}" in`,
    )
  const subjects = await store.deletePeople(scope, providerId, loginId)
  for (const subject of subjects)
    await endProviderSessions({ db, actor, now }, { clientId, providerId }, { subject, before: now })
  const event = { kind: 'provider.separated', subject: `login/${loginId}` } as const
  recordChange(scope, { ...event, name: login.login, before: { provider: providerId } })
  await recordEvents(scope, [{ ...event, payload: { providerId } }])
}

export interface PasswordPlace {
  database: Database
  clock: () => Date
  passwords: Passwords
  accessLog: AccessLog
}

interface Asking {
  login: string
  address: string
  deviceToken: string | undefined
}

/** Rejects unless it is the password of whoever asks; wrong ones count like failed sign-ins. */
export const confirmOwn = (
  { database, clock, passwords, accessLog: log }: PasswordPlace,
  who: Asking,
  password: string,
): Promise<void> => confirmPassword(database, passwords, { ...who, password, now: clock(), log })

interface SessionPerson extends Asking {
  loginId: string
  name: string
  isByPassword: boolean
  clientIds: readonly string[]
  origin: () => ActorOrigin
}

export async function separateOwn(
  place: PasswordPlace,
  { loginId, name, isByPassword, clientIds, origin, ...who }: SessionPerson,
  { client, provider, password }: ProviderSeparation,
): Promise<void> {
  if (!isByPassword || !clientIds.includes(client))
    throw problem('notYours', 'client: sign in first, with the password of a login of this client')
  await confirmOwn(place, who, password)
  const actor: Actor = { kind: 'login', id: loginId, login: who.login, name, from: origin }
  await inTransaction(place.database, async (db) =>
    separate(await scopeOfClient({ db, actor, now: place.clock() }, client), provider, loginId),
  )
}
