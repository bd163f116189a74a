// Makes the first client of an installation with its sites, branches and admin, all in one transaction, and signs the admin in.
import type { SetUpDraft } from '@walkaround/contract/set-up-page.ts'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DEVICE_LIFETIME_MS, deviceIdOf, rememberDevice } from '../../identity/devices.ts'
import { addLogin } from '../../identity/logins.ts'
import type { Passwords } from '../../identity/passwords.ts'
import { createSession } from '../../identity/sessions.ts'
import { addBranch } from '../../organisation/branches.ts'
import { addClient } from '../../organisation/clients.ts'
import { addSite } from '../../organisation/sites.ts'
import { createGuessLimit } from '../owner-page/guess-limit.ts'
import { clientIdOf, sitesOf } from './draft.ts'
import { examineLink, takeLink } from './link.ts'

export const limitTries = () => createGuessLimit()
export const deviceSeconds = DEVICE_LIFETIME_MS / 1000
/** Of this machine; the page proposes that of the browser instead. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

export interface SetUpPlace {
  database: Database
  passwords: Passwords
  clock: () => Date
}

interface FirstSession {
  token: string
  deviceToken: string
  seconds: number
}

export const examineFirstLink = ({ database, clock }: SetUpPlace, token: string) =>
  examineLink(database, clock(), token)

/**
 * Undefined if somebody else was faster, or the link was made anew. The draft has been checked; what the database refuses nevertheless
 * is thrown. The password is hashed before the transaction, because that takes a second.
 */
export async function setUp(
  { database, passwords, clock }: SetUpPlace,
  token: string,
  draft: SetUpDraft,
  { password, ...origin }: { password: string; address: string; agent: string | undefined },
): Promise<FirstSession | undefined> {
  const passwordHash = await passwords.hash(password, draft.login)
  return inTransaction(database, async (db) => {
    const now = clock()
    if (!(await takeLink(db, now, token))) return undefined
    const scope = { db, actor: { kind: 'system', id: 'set-up' } as const, now }
    const clientId = clientIdOf(draft)
    const [first, ...others] = sitesOf(draft)
    await addClient(scope, {
      id: clientId,
      name: draft.name,
      timeZone: draft.timeZone,
      language: draft.language,
      currency: draft.currency,
      ...(first ? { defaultSiteId: first.id, defaultSiteName: first.name } : {}),
    })
    for (const { id, name } of others) await addSite(scope, { clientId, id, name })
    for (const site of first ? [first, ...others] : [])
      for (const branch of site.branches) await addBranch(scope, { clientId, siteId: site.id, ...branch })
    const admin = await addLogin(scope, {
      login: draft.login,
      name: draft.person,
      passwordHash,
      clientId,
      role: 'admin',
    })
    const deviceToken = await rememberDevice(scope, { loginId: admin.id })
    const session = await createSession(
      { ...scope, actor: { kind: 'login', id: admin.id } },
      { login: admin.login, origin: { ...origin, device: deviceIdOf(deviceToken) } },
    )
    const seconds = Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000)
    return { token: session.token, deviceToken, seconds }
  })
}
