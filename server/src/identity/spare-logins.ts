// Passwords that are switched off at a client, and the spare logins whose passwords work all the same: somebody has to get in when the
// sign-in provider is down. No change may take the last of them away.
import type { SignInSettings } from '@walkaround/contract/app/sign-in-providers.ts'
import { arePasswordsOff, lockClient, setPasswordsOff } from '../organisation/client-store.ts'
import { getClientForUpdate } from '../organisation/clients.ts'
import { type AccessScope, recordClientEvent } from '../organisation/scope.ts'
import { problem } from '../problems.ts'
import type { Precondition } from '../scope.ts'
import * as store from './login-store.ts'
import { findManagedLogin } from './managed-login-store.ts'
import { deletePasswordSessions } from './session-store.ts'

type OfClient = Pick<AccessScope, 'db'> & { clientId: string }

export async function findSignInSettings({ db, clientId }: OfClient): Promise<SignInSettings> {
  const isOff = await arePasswordsOff(db, clientId)
  const spareLogins = await store.listSpareLogins(db, clientId)
  return { spareLogins, ...(isOff ? { passwordsOff: true } : {}) }
}

export async function setSignInSettings(
  scope: AccessScope & { clientId: string },
  { spareLogins, passwordsOff = false }: SignInSettings,
  precondition: Precondition,
): Promise<SignInSettings> {
  const { db, clientId } = scope
  await getClientForUpdate(scope, clientId)
  await precondition.check()
  const before = await findSignInSettings(scope)
  for (const id of spareLogins) {
    const found = await findManagedLogin(db, clientId, id)
    if (!found)
      throw problem('invalidArgument', `spareLogins: ${JSON.stringify(id)} is not the id of a login here`)
    if (!found.hasPassword)
      throw problem(
        'invalidArgument',
        `spareLogins: "${found.login}" has no password yet; it would not get in`,
      )
  }
  await store.updateSpareLogins(db, clientId, spareLogins)
  await setPasswordsOff(db, clientId, passwordsOff)
  await assertSpareLeft(scope, clientId)
  if (passwordsOff) await deletePasswordSessions(db, clientId)
  const after = await findSignInSettings(scope)
  await recordClientEvent(
    scope,
    clientId,
    {
      kind: 'signIn.settingsChanged',
      subject: `client/${clientId}`,
      payload: { isPasswordsOff: passwordsOff, spareLogins },
    },
    { before, after },
  )
  return after
}

/** After a change of a login or of the settings, in the same transaction. */
export async function assertSpareLeft({ db }: Pick<AccessScope, 'db'>, clientId: string): Promise<void> {
  if (!(await arePasswordsOff(db, clientId))) return
  // Of two changes at once, the later one sees what the earlier one left.
  await lockClient(db, clientId)
  if ((await store.countUsableSpares(db, clientId)) > 0) return
  throw problem(
    'spareLoginNeeded',
    'spareLogins: name an admin of the whole client who has a password and is not disabled',
  )
}
