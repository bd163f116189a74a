// Makes guessing of passwords slow: failed sign-ins are counted over all processes, and after a few of them whoever
// guesses waits, longer each time. Nobody can keep somebody else out with that: a login from one address waits for
// itself, and a device that signed in before is counted apart. API keys never come here.
import { hash } from 'node:crypto'
import type { Db } from '../db/sql.ts'
import { problem } from '../problems.ts'
import { findLoginName } from './rules.ts'
import * as store from './sign-in-failure-store.ts'

export interface Attempt {
  login: string
  /** Of whoever calls, as text. */
  address: string
  /** Hash of the device's token in hex, when this login signed in from it before. */
  device?: string | undefined
}

interface Count {
  subject: string
  /** Failures that are free. */
  free: number
  /** What a right password does to it: ends it, or takes back only its own attempt. */
  onRight: 'forget' | 'take back'
}

/** What was counted for an attempt. */
export type Counted = readonly Count[]

const FREE_BY_PAIR = 5
/** A whole workshop may share one address. */
const FREE_BY_ADDRESS = 30
/** From many addresses at once. Devices that are known do not wait for it. */
const FREE_BY_LOGIN = 50
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 15 * 60_000
/** So long without a failure, and the count begins anew. */
const FORGOTTEN_AFTER_MS = 60 * 60_000

const nameOf = (login: string) => findLoginName(login) ?? login.normalize('NFC').toLowerCase()
const subjectOf = (kind: string, ...parts: string[]) =>
  hash('sha256', [kind, ...parts].map((part) => JSON.stringify(part)).join(' '), 'hex')

/** An attempt may go either way: by its device where that is known, else as everybody. */
function waysOf({ login, address, device }: Attempt): Counted[] {
  const name = nameOf(login)
  const asEverybody: Counted = [
    { subject: subjectOf('login at address', name, address), free: FREE_BY_PAIR, onRight: 'forget' },
    // A right password does not clear what its address did with other logins: else whoever has one could go on
    // guessing others. Nor what other addresses did with its login.
    { subject: subjectOf('address', address), free: FREE_BY_ADDRESS, onRight: 'take back' },
    { subject: subjectOf('login', name), free: FREE_BY_LOGIN, onRight: 'take back' },
  ]
  if (device === undefined) return [asEverybody]
  const subject = subjectOf('login at device', name, device)
  return [[{ subject, free: FREE_BY_PAIR, onRight: 'forget' }], asEverybody]
}

/** How long to wait after so many failures. */
export function waitAfter(failures: number, free: number): number {
  return failures < free ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - free, 20))
}

/**
 * Counts the attempt as failed before its password is checked, so that many at once gain nothing; whoever succeeds
 * takes it back. Refuses it while everything it could be counted under waits.
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
    Math.max(...way.map((count) => rowOf(count).waits_until.getTime() - now.getTime())),
  )
  const counted = ways.find((_, index) => (waits[index] as number) <= 0)
  if (!counted) throw tooMany(Math.min(...waits))
  for (const count of counted) {
    const row = rowOf(count)
    const isForgotten = now.getTime() - row.last_at.getTime() > FORGOTTEN_AFTER_MS
    const failures = (isForgotten ? 0 : row.failures) + 1
    const wait = waitAfter(failures, count.free)
    await store.updateFailures(db, {
      subject: row.subject,
      failures,
      last_at: now,
      // No wait is no moment at all: the clocks of two processes are never quite the same.
      waits_until: new Date(wait === 0 ? 0 : now.getTime() + wait),
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

// In the order all others take the rows.
const inOrder = (counted: Counted) => counted.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))

/** The password was never checked: nothing is held against anyone. */
export async function dropAttempt(db: Db, counted: Counted): Promise<void> {
  for (const { subject } of inOrder(counted)) await store.takeBackFailure(db, subject)
}

/** The password was right. */
export async function forgiveAttempts(db: Db, counted: Counted): Promise<void> {
  for (const { subject, onRight } of inOrder(counted)) {
    if (onRight === 'forget') await store.deleteFailures(db, subject)
    else await store.takeBackFailure(db, subject)
  }
}

/** The login has another password: what was guessed at the former one says nothing. */
export async function forgetFailuresOf(db: Db, login: string): Promise<void> {
  await store.deleteFailures(db, subjectOf('login', nameOf(login)))
}

export function sweepSignInFailures(scope: { db: Db; now: Date }): Promise<number> {
  return store.deleteFailuresBefore(scope.db, new Date(scope.now.getTime() - FORGOTTEN_AFTER_MS))
}
