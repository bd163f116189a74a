// Checks a login and password for the web pages (spec, Authentication 5: never for API calls). It takes about a
// second, so it runs outside of any transaction; the session is made afterwards.
import type { Database } from '../db/database.ts'
import type { Db } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { findLoginName } from '../organisation/rules.ts'
import { Problem, problem } from '../problems.ts'
import type { AccessLog } from './access-log.ts'
import { findDevice } from './devices.ts'
import { beginAttempt, dropAttempt, forgiveAttempts } from './lock-out.ts'
import { findPassword, opensWithPassword, replacePasswordHash } from './login-store.ts'
import type { Passwords } from './passwords.ts'
import { findNextStep, type NextStep } from './second-factor.ts'

interface SignedIn {
  loginId: string
  login: string
  name: string
  isSupport: boolean
}

/** Undefined if the login is unknown or disabled, has no password, or the password is wrong; all cost the same work (F2). */
export async function checkPassword(
  db: Db,
  passwords: Passwords,
  args: { login: string; password: string },
): Promise<SignedIn | undefined> {
  const row = await findPassword(db, findLoginName(args.login) ?? '')
  const known = row?.passwordHash ?? undefined
  const isRight = await passwords.isRight(known, args.password)
  if (!row || known === undefined || !isRight || row.disabledAt !== null) return undefined
  if (!(await passwords.isCurrent(known))) {
    await replacePasswordHash(db, row.id, known, await passwords.renew(args.password))
  }
  return { loginId: row.id, login: row.login, name: row.name, isSupport: row.isSupport }
}

/** `next`: what has to follow before there is a session. */
type PasswordChecked = SignedIn & { next: NextStep }

/** As above, with the lock-out around it. */
export async function signIn(
  database: Database,
  passwords: Passwords,
  args: {
    login: string
    password: string
    address: string
    deviceToken?: string | undefined
    now: Date
    log?: AccessLog
  },
): Promise<PasswordChecked> {
  try {
    return await tryToSignIn(database, passwords, args)
  } catch (error) {
    const kind = error instanceof Problem ? noted[error.kind] : undefined
    if (kind) args.log?.note({ kind, who: { login: args.login }, address: args.address }, args.now)
    throw error
  }
}

const noted: Record<string, 'signIn.failed' | 'signIn.lockedOut'> = {
  signInFailed: 'signIn.failed',
  passwordsOff: 'signIn.failed',
  tooManySignIns: 'signIn.lockedOut',
}

async function tryToSignIn(
  database: Database,
  passwords: Passwords,
  args: { login: string; password: string; address: string; deviceToken?: string | undefined; now: Date },
): Promise<PasswordChecked> {
  const { login, address, now } = args
  const counted = await inTransaction(database, async (db) =>
    beginAttempt(db, { login, address, device: await findDevice(db, args) }, now),
  )
  let signedIn: SignedIn | undefined
  try {
    signedIn = await checkPassword(database, passwords, args)
  } catch (error) {
    await inTransaction(database, (db) => dropAttempt(db, counted))
    throw error
  }
  if (!signedIn) throw problem('signInFailed', 'the login is unknown or disabled, or the password is wrong')
  const next = await findNextStep(database, signedIn.loginId)
  // A password that is only half of it forgives nothing: whoever knows it could go on guessing the other half.
  await inTransaction(database, (db) => (next ? dropAttempt : forgiveAttempts)(db, counted))
  await assertOpens(database, signedIn)
  return { ...signedIn, next }
}

/** Only whoever has the password learns that it opens nothing any more. */
async function assertOpens(db: Db, { loginId, isSupport, login }: SignedIn): Promise<void> {
  if (isSupport || (await opensWithPassword(db, loginId))) return
  throw problem('passwordsOff', `login: "${login}" signs in at the provider of its dealership`)
}

/** Checks the password of somebody who is signed in. Failures count like sign-ins, so that an open session cannot be used to guess it. */
export async function confirmPassword(
  database: Database,
  passwords: Passwords,
  args: Parameters<typeof signIn>[2],
): Promise<void> {
  try {
    await signIn(database, passwords, args)
  } catch (error) {
    if (error instanceof Problem && error.kind === 'signInFailed') {
      throw problem('wrongPassword', 'current: is not your password')
    }
    throw error
  }
}
