// PostgreSQL 15+ by URL: a pool, prepared statements, transactions that hold a connection only while they work. What needs a session
// goes to PostgreSQL itself, also if everything else goes through a pooler in transaction mode.
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type Connections, openConnections } from './connections.ts'
import type { Database } from './database.ts'
import { askPid, assertKeepsConnection, assertKeepsStatements, isDirect } from './pooler.ts'
import { noSession, otherDatabase, type Pooler } from './pooler-error.ts'
import { runTransaction, type Send } from './postgres-transaction.ts'
import { type Db, onlyInTransaction, propertyOf, type Statement } from './sql.ts'

// Counters and sequence numbers stay far below 2^53, but pg would return them as strings. Set for all connections of the process:
// parsers passed with each query would be looked up again for every column of every result.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// Any number works; it must only be the same in all processes of one database.
const MIGRATION_LOCK = 7_120_384_105
const LOCK_PAUSE_MS = 50

/** For work that may take hours: pg stores the timeout in 31 bits and has no value for "never". */
const PATIENT = { query_timeout: 2 ** 31 - 1 }

const on =
  (client: pg.ClientBase): Send =>
  (statement) =>
    client.query(statement)

/** `fixed` is the same for all statements: patience, or no names where the pooler keeps no prepared statements. */
function toDb(send: Send, fixed: { query_timeout?: number; name?: string } = {}): Db {
  const query = (s: Statement) =>
    send({
      name: s.name,
      text: s.text,
      values: s.values as unknown[],
      rowMode: 'array',
      ...fixed,
    })
  return {
    rows: async <Row>(s: Statement) => toObjects<Row>(await query(s)),
    row: async <Row>(s: Statement) => toObjects<Row>(await query(s))[0],
    run: async (s) => (await query(s)).rowCount ?? 0,
    send: onlyInTransaction,
  }
}

function toObjects<Row>({ fields, rows }: pg.QueryArrayResult): Row[] {
  const properties = fields.map(({ name }) => propertyOf(name))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < properties.length; at++) row[properties[at] as string] = values[at]
    return row as Row
  })
}

export interface PostgresOptions {
  url: string
  poolSize: number
  /** What `url` leads through; none by default. */
  pooler?: Pooler | undefined
  /** The address of PostgreSQL itself, for what needs a session. */
  directUrl?: string | undefined
  /** A statement that takes longer is cancelled, and a connection that stays silent a little longer is closed. */
  timeoutMs?: number
  graceMs?: number
  onIdleError?: (error: Error) => void
}

const TIMEOUT_MS = 30_000
/** Gives a live server time to report that it cancelled the statement, so that the connection can be kept. */
const GRACE_MS = 5_000
/** A migration or a backup, and what another command of the same process does meanwhile. */
const SESSIONS = 2

/**
 * Our statements are short and many. The planner overestimates index scans and would JIT-compile some statements each time, which
 * takes longer than running them. With the keepalives the server notices within a minute that a process vanished, and frees what it
 * held. Set by a statement, because some poolers refuse such settings in the startup message.
 */
const MANNERS = [
  'set jit = off',
  'set tcp_keepalives_idle = 30',
  'set tcp_keepalives_interval = 10',
  'set tcp_keepalives_count = 3',
].join('; ')

function toConfig({ timeoutMs = TIMEOUT_MS, graceMs = GRACE_MS }: PostgresOptions): pg.PoolConfig {
  return {
    application_name: 'walkaround',
    // Long enough for a fail-over, short enough that a caller gets its 503 before it gives up.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // For work without a timeout: a migration whose server has vanished ends too.
    keepAliveInitialDelayMillis: 30_000,
    query_timeout: timeoutMs + graceMs,
    // A statement is sent although the one before it is not answered yet; most begin a transaction that way.
    pipeline: true,
  } as pg.PoolConfig
}

/** Every connection is a session of its own, with settings that stay. `setting` is what its address comes from. */
function openSessions(
  options: PostgresOptions,
  address: { url: string; max: number },
  setting: string,
): Connections {
  const { timeoutMs = TIMEOUT_MS, onIdleError } = options
  const config = { ...toConfig(options), connectionString: address.url, max: address.max }
  const check = untilItSucceeds((client) => assertKeepsConnection(client, config, setting))
  return openConnections({
    config,
    onIdleError,
    async onConnect(client) {
      const answer = await client.query(`${MANNERS}; set statement_timeout = ${timeoutMs}; ${askPid}`)
      if (!isDirect(client, answer)) await check(client)
    },
  })
}

/**
 * Nothing may be set on a connection that others get next. Each transaction sets what it needs for itself, in the message that
 * begins it; a single statement is cancelled by us.
 */
function openPooled(options: PostgresOptions): Connections {
  const { url, poolSize, pooler, timeoutMs = TIMEOUT_MS, onIdleError } = options
  const config = { ...toConfig(options), connectionString: url, max: poolSize }
  const check = untilItSucceeds((client) => assertKeepsStatements(client, config))
  return openConnections({
    config,
    onIdleError,
    cancelAfterMs: timeoutMs,
    ...(pooler === 'transaction-prepared' ? { onConnect: check } : {}),
  })
}

/** The pooler is looked at once, not by every connection. */
function untilItSucceeds(look: (client: pg.ClientBase) => Promise<void>): typeof look {
  let looked: Promise<void> | undefined
  return (client) => {
    looked ??= look(client).catch((error: unknown) => {
      looked = undefined
      throw error
    })
    return looked
  }
}

export function openPostgres(options: PostgresOptions): Database {
  const { url, poolSize, pooler = 'none', directUrl, timeoutMs = TIMEOUT_MS } = options
  const isPooled = pooler !== 'none'
  const main = isPooled ? openPooled(options) : openSessions(options, { url, max: poolSize }, 'DATABASE_URL')
  const direct =
    directUrl === undefined
      ? undefined
      : openSessions(options, { url: directUrl, max: SESSIONS }, 'DATABASE_DIRECT_URL')
  const sessions = (): Connections => {
    if (direct) return direct
    if (isPooled) throw noSession()
    return main
  }
  const names = pooler === 'transaction' ? { name: '' } : {}

  /** No timeout for schema changes, copies, and waiting for another process that makes a schema. */
  async function patiently<T>(
    client: pg.PoolClient,
    work: (run: (text: string) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    await client.query('set statement_timeout = 0')
    try {
      return await work(async (text) => void (await client.query({ text, ...PATIENT } as pg.QueryConfig)))
    } finally {
      await client.query(`set statement_timeout = ${timeoutMs}`).catch(() => {})
    }
  }

  async function tryLock(client: pg.PoolClient): Promise<boolean> {
    const text = `select pg_try_advisory_lock(${MIGRATION_LOCK})`
    return (await client.query({ text, rowMode: 'array' })).rows[0]?.[0] === true
  }

  /** Whoever holds the lock in one place must be seen to hold it in the other. */
  async function assertSameDatabase(): Promise<void> {
    if (!direct) return
    const { rows } = await main.query({
      text: `select pg_try_advisory_xact_lock(${MIGRATION_LOCK})`,
      rowMode: 'array',
    })
    if (rows[0]?.[0] === true) throw otherDatabase()
  }

  return {
    engine: 'postgres',
    ...toDb(main.query, names),
    async transaction(work, options) {
      if (options?.isolation === undefined) {
        const begin = isPooled
          ? `begin; set local jit = off; set local statement_timeout = ${timeoutMs}`
          : undefined
        const ofTransaction = { begin, toDb: (send: Send) => toDb(send, names) }
        return main.withClient((client) => runTransaction(client, ofTransaction, work))
      }
      const begin = `begin isolation level ${options.isolation}`
      return sessions().withClient((client) => runTransaction(client, { begin, toDb }, work))
    },
    session: async (work) => sessions().withClient((client) => work(toDb(on(client)))),
    async script(text) {
      await sessions().withClient((client) => patiently(client, (run) => run(text)))
    },
    async exclusively(work) {
      return sessions().withClient((client) =>
        patiently(client, async (run) => {
          // Asked for again and again: a statement that waits for the lock would hold a snapshot, which the creation of an index
          // beside running work waits for in turn.
          while (!(await tryLock(client))) await setTimeout(LOCK_PAUSE_MS)
          try {
            await assertSameDatabase()
            return await work(run, toDb(on(client), PATIENT))
          } finally {
            await run(`select pg_advisory_unlock(${MIGRATION_LOCK})`).catch(() => {})
          }
        }),
      )
    },
    async close() {
      await Promise.all([main.close(), direct?.close()])
    },
  }
}
