// What the link of an invitation opens: says who invites whom, and takes the password. A person who already has the login proves it with
// its password, and gets the role here beside those of other clients.

import { recordChange } from '../../db/audit/record-change.ts'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AccessLog } from '../../identity/access-log.ts'
import { findLogin, retireLogin } from '../../identity/login-store.ts'
import { addLogin, getLoginForUpdate, grantRole, setPassword } from '../../identity/logins.ts'
import { assertPassword } from '../../identity/password-rules.ts'
import type { Passwords } from '../../identity/passwords.ts'
import { signIn } from '../../identity/sign-in.ts'
import { findClient } from '../../organisation/client-store.ts'
import { problem } from '../../problems.ts'
import { type Scope, timeOf } from '../../scope.ts'
import { parseLinkName } from '../owner-links/token.ts'
import { createGuessLimit } from '../owner-page/guess-limit.ts'
import { auditedInvitation, type InvitationRow } from './model.ts'
import * as store from './store.ts'

export interface AcceptPlace {
  database: Database
  clock: () => Date
  passwords: Passwords
  accessLog: AccessLog
}

export const limitGuesses = () => createGuessLimit()

interface Found {
  scope: Scope
  invitation: InvitationRow
}

/** Undefined for an address that is none of ours, was used, or has expired. */
export const findInvitation = ({ database, clock }: AcceptPlace, name: string): Promise<Found | undefined> =>
  find(database, clock(), name)

async function find(db: Db, real: Date, name: string, address?: string): Promise<Found | undefined> {
  const parts = parseLinkName(name)
  const client = parts && (await findClient(db, parts.clientId))
  if (!client) return undefined
  const now = timeOf(client, real)
  const scope: Scope = {
    db,
    clientId: client.clientId,
    client,
    now,
    actor: {
      kind: 'system',
      id: 'invitation',
      ...(address === undefined ? {} : { from: () => ({ address }) }),
    },
  }
  const invitation = await store.findByToken(scope, parts.hash)
  return invitation && invitation.expiresAt > now ? { scope, invitation } : undefined
}

/** Somebody who has no role anywhere is nobody's login any more: its name is free again. */
const isAbandoned = (login: Awaited<ReturnType<typeof findLogin>>) =>
  login !== undefined && !login.isSupport && login.roles.length === 0

/**
 * Refuses a weak password, and one that is not that of a login there is. Undefined if the link ended meanwhile. Hashing and checking take
 * a second each, so both are done before the transaction.
 */
export async function useInvitation(
  place: AcceptPlace,
  name: string,
  { password, address }: { password: string; address: string },
): Promise<InvitationRow | undefined> {
  const { database, passwords, clock, accessLog } = place
  const before = await findInvitation(place, name)
  if (!before) return undefined
  const { login, kind } = before.invitation
  const known = await findLogin(database, login)
  const joinsKnown = kind === 'join' && known !== undefined && !isAbandoned(known)
  if (joinsKnown)
    await signIn(database, passwords, { login, password, address, now: clock(), log: accessLog })
  else assertPassword(password, login)
  const passwordHash = joinsKnown ? undefined : await passwords.hash(password, login)
  return inTransaction(database, async (db) => {
    const found = await find(db, clock(), name, address)
    const held = found && (await store.lockWaiting(found.scope, found.invitation.id))
    if (!found || !held) return undefined
    const { scope } = found
    if (kind === 'password') await setPassword(scope, { login, passwordHash: passwordHash as string })
    else await join(scope, held, passwordHash)
    await store.setUsed(scope, held)
    recordChange(scope, auditedInvitation('invitation.used', held))
    return held
  })
}

async function join(
  scope: Scope,
  invitation: InvitationRow,
  passwordHash: string | undefined,
): Promise<void> {
  const { login, name, role } = invitation
  const { clientId } = scope
  const branches = invitation.branches ?? undefined
  const known = await findLogin(scope.db, login)
  if (known && !isAbandoned(known)) {
    if (passwordHash !== undefined)
      throw problem('alreadyExists', `login: "${login}" was made meanwhile; try again`)
    const { disabledAt } = await getLoginForUpdate(scope, login)
    if (disabledAt) throw problem('notAuthorized', 'the login is disabled')
    await grantRole(scope, { login, clientId, role, branches: branches ?? null })
    return
  }
  if (passwordHash === undefined) throw problem('notAuthorized', 'the login is gone')
  if (known) await retireLogin(scope.db, known.id, scope.now)
  await addLogin(scope, { login, name, passwordHash, clientId, role, ...(branches ? { branches } : {}) })
}
