// Slows down guessing of passwords: failed sign-ins are counted over all processes, and after a few of them the caller
// waits, longer each time. Nobody can lock somebody else out with that: a login is counted per
// address, and a device that signed in before is counted separately. API keys are not affected.
import { hash } from 'node:crypto'
import type { Db } from '../db/sql.ts'
import { findLoginName } from '../organisation/rules.ts'
import { problem } from '../problems.ts'
import * as store from './sign-in-failure-store.ts'

export interface Attempt {
  login: string
  /** The caller's address, as text. */
  address: string
  /** Hash of the device's token in hex, when this login signed in from it before. */
  device?: string | undefined
}

interface Count {
  subject: string
  /** Failures that are free. */
  free: number
  /** What a right password does to the count: clears it, or takes back only its own attempt. */
  onRight: 'forget' | 'take back'
}

/** What was counted for an attempt. */
export type Counted = readonly Count[]

const FREE_BY_PAIR = 5
/** A whole workshop may share one address. */
const FREE_BY_ADDRESS = 30
/** Counts failures from all addresses. Known devices do not wait for it. */
const FREE_BY_LOGIN = 50
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 15 * 60_000
/** After this long without a failure the count starts again. */
const FORGOTTEN_AFTER_MS = 60 * 60_000

const nameOf = (login: string) => findLoginName(login) ?? login.normalize('NFC').toLowerCase()
const subjectOf = (kind: string, ...parts: string[]) =>
  hash('sha256', [kind, ...parts].map((part) => JSON.stringify(part)).join(' '), 'hex')

/** The counts an attempt can be made under: that of its device if it is known, and those for everybody. */
function waysOf({ login, address, device }: Attempt): Counted[] {
  const name = nameOf(login)
  const asEverybody: Counted = [
    { subject: subjectOf('login at address', name, address), free: FREE_BY_PAIR, onRight: 'forget' },
    // A right password does not clear the failures of its address with other logins; otherwise somebody who has one login
    // could go on guessing others. Nor does it clear the failures of other addresses with its login.
    { subject: subjectOf('address', address), free: FREE_BY_ADDRESS, onRight: 'take back' },
    { subject: subjectOf('login', name), free: FREE_BY_LOGIN, onRight: 'take back' },
  ]
  if (device === undefined) return [asEverybody]
  const subject = subjectOf('login at device', name, device)
  return [[{ subject, free: FREE_BY_PAIR, onRight: 'forget' }], asEverybody]
}

/** How long to wait after so many failures. */
function waitAfter(failures: number, free: number): number {
  return failures < free ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - free, 20))
}

/**
 * Counts the attempt as failed before its password is checked, so that parallel attempts gain nothing; a success
 * takes it back. Refuses the attempt while every count it could be made under is waiting.
 */
export async function beginAttempt(db: Db, attempt: Attempt, now: Date): Promise<Counted> {
  const ways = waysOf(attempt)
  const locked = await store.lockFailures(
    db,
    ways.flat().map(({ subject }) => subject),
    now,
  )
  const rows = new Map(locked.map((row) => [row.subject, row]))
  const rowOf = ({ subject }: Count) => rows.get(subject) as store.FailureRow
  const waits = ways.map((way) =>
    Math.max(...way.map((count) => rowOf(count).waitsUntil.getTime() - now.getTime())),
  )
  const counted = ways.find((_, index) => (waits[index] as number) <= 0)
  if (!counted) throw tooMany(Math.min(...waits))
  for (const count of counted) {
    const row = rowOf(count)
    const isForgotten = now.getTime() - row.lastAt.getTime() > FORGOTTEN_AFTER_MS
    const failures = (isForgotten ? 0 : row.failures) + 1
    const wait = waitAfter(failures, count.free)
    await store.updateFailures(db, {
      subject: row.subject,
      failures,
      lastAt: now,
      // No wait must not become a moment in the future: the clocks of two processes always differ a little.
      waitsUntil: new Date(wait === 0 ? 0 : now.getTime() + wait),
    })
  }
  return counted
}

function tooMany(waitMs: number) {
  const seconds = String(Math.ceil(waitMs / 1000))
  return problem('tooManySignIns', `several sign-ins failed; try again in ${seconds} seconds`, {
    'retry-after': seconds,
  })
}

// Locks the rows in the same order as everywhere else.
const inOrder = (counted: Counted) => counted.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))

/** For an attempt whose password was never checked, or was right and is not enough: earlier failures stay. */
export async function dropAttempt(db: Db, counted: Counted): Promise<void> {
  for (const { subject } of inOrder(counted)) await store.takeBackFailure(db, subject)
}

/** The password was right, and the second factor if one is needed. */
export async function forgiveAttempts(db: Db, counted: Counted): Promise<void> {
  for (const { subject, onRight } of inOrder(counted)) {
    if (onRight === 'forget') await store.deleteFailures(db, subject)
    else await store.takeBackFailure(db, subject)
  }
}

/** Called when the login gets a new password: guesses at the former one no longer matter. */
export async function forgetFailuresOf(db: Db, login: string): Promise<void> {
  await store.deleteFailures(db, subjectOf('login', nameOf(login)))
}

export function sweepSignInFailures(scope: { db: Db; now: Date }): Promise<number> {
  return store.deleteFailuresBefore(scope.db, new Date(scope.now.getTime() - FORGOTTEN_AFTER_MS))
}
