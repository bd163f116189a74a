// Distinguishes the kinds of database errors. It decides nothing about HTTP.
import { RetryTransaction } from './database.ts'

interface Coded {
  code?: unknown
  constraint?: unknown
}

function codeOf(error: unknown): string {
  const code = (error as Coded | undefined)?.code
  return typeof code === 'string' ? code : ''
}

/** The transaction did nothing wrong and can run again. */
export function isRetryable(error: unknown): boolean {
  // 40001 serialization failure, 40P01 deadlock.
  return error instanceof RetryTransaction || ['40001', '40P01'].includes(codeOf(error))
}

/** An earlier statement of the transaction failed; that one says why. */
export const isConsequence = (error: unknown): boolean => codeOf(error) === '25P02'

/** Somebody else held the table for longer than we were ready to wait. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

/** A row of a partitioned table belongs to a partition that does not exist yet. */
export function isMissingPartition(error: unknown): boolean {
  // 23514 is any broken check; PostgreSQL names no constraint when it finds no partition.
  return codeOf(error) === '23514' && !(error as Coded).constraint
}

/** Another process is changing the same table, or has removed it. */
export function isBusyOrGone(error: unknown): boolean {
  // 55000 wrong state, 55P03 lock not available, 42P01 no such table, 42704 no such object, XX000 tuple concurrently updated.
  return ['55000', '55P03', '42P01', '42704', 'XX000'].includes(codeOf(error))
}

const connectionTroubles = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EHOSTUNREACH',
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '53300', // too many connections
  '25006', // read-only: a standby after a fail-over
  '57014', // timed out and was cancelled
])

/** The server takes no writes: it was demoted, and the connection outlived that. Nothing was written. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006'

/** What this server says holds for all connections to it: it stops, starts, or is not the primary any more. */
export function isOfLostServer(error: unknown): boolean {
  const code = codeOf(error)
  // 08P01 is about one connection: PgBouncer says so to a client that waited too long, while the others go on.
  return isReadOnly(error) || /^(57P0[123]|08(?!P01)...)$/.test(code)
}

/** No reply came on the connection. pg has no code for this, so its text is matched. */
export const isSilent = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** There is no room: for the database's own files, or for ours. Nothing was written. */
export const isDiskFull = (error: unknown): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error))

/**
 * PostgreSQL ends the process or the session of whoever meets this. The embedded engine goes on in a broken state, and must not be
 * asked anything more.
 */
export const isFatal = (error: unknown): boolean =>
  (error instanceof Error && error.name === 'RuntimeError') ||
  ['PANIC', 'FATAL'].includes(String((error as { severity?: unknown } | undefined)?.severity))

/** What waits behind an engine that has stopped. It reads its files again soon. */
export function stoppedEngine(cause: unknown): Error {
  // 57P02 crash shutdown, as a server says it.
  const code = isDiskFull(cause) ? '53100' : '57P02'
  return Object.assign(new Error('the embedded database has stopped', { cause }), { code })
}

/** The database is unreachable, starting or overloaded; the caller may try again later. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (connectionTroubles.has(code) || code.startsWith('08')) return true
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  if (isSilent(error)) return true
  // pg has no code for these either, so the texts are matched.
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after)/.test(
    error.message,
  )
}
