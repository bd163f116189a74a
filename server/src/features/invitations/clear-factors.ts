// Removes the second factor of somebody who lost it, and has the person told by e-mail: if it was not their wish, they learn of it. Whoever
// does it is told whether anybody is written to.
import type { ClearedSecondFactor } from '@walkaround/contract/app/logins.ts'
import { isEmail } from '@walkaround/contract/rules/contact-address.ts'
import { findLogin, type Login } from '../../identity/login-store.ts'
import { clearFactorsOf, type Manager } from '../../identity/manage-logins.ts'
import { clearSecondFactor } from '../../identity/second-factor.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { scopeOfClient } from '../../organisation/clients.ts'
import type { AccessScope } from '../../organisation/scope.ts'
import type { Actor, Scope } from '../../scope.ts'
import { keepsMessages } from '../messages/kept-messages.ts'
import * as store from './store.ts'

export const CLEARED_JOB = 'secondFactor.clearedMail'

/** Names are read when the mail is written: a job keeps none. */
export interface ClearedMail {
  loginId: string
  by: Pick<Actor, 'kind' | 'id'>
  at: string
}

/** Where a person is written to; a login may be an address, or the last link they used went to one. */
export async function findAddress(
  scope: Scope,
  { login }: Pick<Login, 'login'>,
): Promise<{ address: string; language: string } | undefined> {
  const { email = null, language = scope.client.language } = (await store.findLastUsed(scope, login)) ?? {}
  const address = isEmail(login) ? login : email
  return address === null ? undefined : { address, language }
}

export async function clearFactorsAndTell(
  scope: Scope,
  by: Manager,
  id: string,
  keepsMails: boolean,
): Promise<ClearedSecondFactor> {
  const { login: name, passkeys } = await clearFactorsOf(scope, by, id)
  const login = passkeys > 0 && !keepsMails ? await findLogin(scope.db, name) : undefined
  const sentTo = login && (await tell(scope, login))
  return { passkeys, ...(sentTo === undefined ? {} : { sentTo }) }
}

/** Of any login, by the operator: the first of its clients that has an address and sends mails writes to the person, and no other. */
export async function clearFactorsAnywhere(
  scope: AccessScope,
  args: { login: string },
  { hasMail }: { hasMail: boolean },
): Promise<ClearedSecondFactor & { login: string }> {
  const cleared = await clearSecondFactor(scope, args)
  const login = cleared.passkeys > 0 ? await findLogin(scope.db, cleared.login) : undefined
  for (const { clientId } of login?.roles ?? []) {
    const at = await scopeOfClient(scope, clientId)
    if (await keepsMessages(at, 'email', hasMail)) continue
    const sentTo = await tell(at, login as Login)
    if (sentTo !== undefined) return { ...cleared, sentTo }
  }
  return cleared
}

async function tell(scope: Scope, login: Login): Promise<string | undefined> {
  const found = await findAddress(scope, login)
  if (!found) return undefined
  const { kind, id } = scope.actor
  const payload: ClearedMail = { loginId: login.id, by: { kind, id }, at: scope.now.toISOString() }
  await enqueue(scope, { kind: CLEARED_JOB, payload })
  return found.address
}
