// Makes guessing of passwords slow: failed sign-ins are counted by login and by address, over all processes, and after
// a few of them both wait, longer each time. Equal for logins that do not exist; API keys never come here.
import { hash } from 'node:crypto'
import type { Db } from '../db/sql.ts'
import { problem } from '../problems.ts'
import { findLoginName } from './rules.ts'
import * as store from './sign-in-failure-store.ts'

export interface Attempt {
  login: string
  /** Of whoever calls, as text. */
  address: string
}

/** Failures that are free. A whole workshop may share one address. */
const FREE_BY_LOGIN = 5
const FREE_BY_ADDRESS = 30
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 15 * 60_000
/** So long without a failure, and the count begins anew. */
const FORGOTTEN_AFTER_MS = 60 * 60_000

const subjectOf = (kind: string, text: string) => hash('sha256', `${kind} ${text}`, 'hex')
const loginSubject = ({ login }: Attempt) =>
  subjectOf('login', findLoginName(login) ?? login.normalize('NFC').toLowerCase())
const addressSubject = ({ address }: Attempt) => subjectOf('address', address)

/** How long to wait after so many failures. */
export function waitAfter(failures: number, free: number): number {
  return failures < free ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - free, 20))
}

/**
 * Counts the attempt as failed before its password is checked, so that many at once gain nothing; whoever succeeds
 * takes it back. Refuses it while the login or the address waits.
 */
export async function beginAttempt(db: Db, attempt: Attempt, now: Date): Promise<void> {
  const byLogin = loginSubject(attempt)
  const rows = await store.lockFailures(db, [byLogin, addressSubject(attempt)], now)
  const waitMs = Math.max(...rows.map(({ waits_until }) => waits_until.getTime() - now.getTime()))
  if (waitMs > 0) {
    const seconds = String(Math.ceil(waitMs / 1000))
    throw problem('tooManySignIns', `several sign-ins failed; try again in ${seconds} seconds`, {
      'retry-after': seconds,
    })
  }
  for (const row of rows) {
    const isForgotten = now.getTime() - row.last_at.getTime() > FORGOTTEN_AFTER_MS
    const failures = (isForgotten ? 0 : row.failures) + 1
    const wait = waitAfter(failures, row.subject === byLogin ? FREE_BY_LOGIN : FREE_BY_ADDRESS)
    await store.updateFailures(db, {
      subject: row.subject,
      failures,
      last_at: now,
      // No wait is no moment at all: the clocks of two processes are never quite the same.
      waits_until: new Date(wait === 0 ? 0 : now.getTime() + wait),
    })
  }
}

/** The password was never checked: nothing is held against anyone. */
export async function dropAttempt(db: Db, attempt: Attempt): Promise<void> {
  for (const subject of [loginSubject(attempt), addressSubject(attempt)].sort()) {
    await store.takeBackFailure(db, subject)
  }
}

/**
 * The login begins anew. Failures with other logins from the address stay: else whoever has one password could go on
 * guessing others.
 */
export async function forgiveAttempts(db: Db, attempt: Attempt): Promise<void> {
  const [byLogin, byAddress] = [loginSubject(attempt), addressSubject(attempt)]
  // In the order all others take the rows.
  for (const subject of [byLogin, byAddress].sort()) {
    if (subject === byLogin) await store.deleteFailures(db, subject)
    else await store.takeBackFailure(db, subject)
  }
}

export function sweepSignInFailures(scope: { db: Db; now: Date }): Promise<number> {
  return store.deleteFailuresBefore(scope.db, new Date(scope.now.getTime() - FORGOTTEN_AFTER_MS))
}
