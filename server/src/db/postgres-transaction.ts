// A transaction on a connection to PostgreSQL, with few system calls and few waits: it begins with its first statement, what is
// sent in one turn of the event loop goes out in one write, and statements whose results nobody needs go with the commit.
import type { Socket } from 'node:net'
import type pg from 'pg'
import { beginWith } from './begin-query.ts'
import { isConsequence, isSilent } from './errors.ts'
import type { Db } from './sql.ts'

export type Send = (statement: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult>

const nextTurn = () => new Promise<void>((resolve) => process.nextTick(resolve))

/** `begin`: what begins it, as text; left out, an ordinary transaction. */
export async function runTransaction<T>(
  client: pg.ClientBase,
  { begin, toDb }: { begin: string | undefined; toDb: (send: Send) => Db },
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const sent: Promise<unknown>[] = []
  let hasBegun = false
  let failure: { error: unknown } | undefined
  let isOver = false

  /** The first one: those behind it only follow from it. */
  function noteFailure<T>(done: Promise<T>): Promise<T> {
    done.catch((error: unknown) => {
      failure ??= { error }
    })
    return done
  }

  /** Awaited with the commit. */
  function leave(done: Promise<unknown>): void {
    sent.push(noteFailure(done))
  }

  const send: Send = (statement) => {
    // It would join another caller's transaction.
    if (isOver) return Promise.reject(new Error('the transaction is over'))
    stream.cork()
    process.nextTick(() => stream.uncork())
    if (hasBegun) return noteFailure(client.query(statement))
    hasBegun = true
    if (begin === undefined) return noteFailure(beginWith(client, statement))
    leave(client.query(begin))
    return noteFailure(client.query(statement))
  }

  async function commit(): Promise<void> {
    stream.cork()
    try {
      // A value that cannot be sent shows itself by the next turn; then the commit must not be sent either.
      if (sent.length > 0) await nextTurn()
      if (failure) throw failure.error
      leave(client.query('commit'))
    } finally {
      stream.uncork()
    }
    await Promise.all(sent)
  }

  const db = toDb(send)
  try {
    const result = await work({ ...db, send: (statement) => leave(db.run(statement)) })
    isOver = true
    if (hasBegun) await commit()
    return result
  } catch (error) {
    isOver = true
    // A silent server would not reply to this either; closing the connection ends the transaction.
    if (hasBegun && !isSilent(error)) await client.query('rollback').catch(() => {})
    throw failure && isConsequence(error) ? failure.error : error
  }
}
