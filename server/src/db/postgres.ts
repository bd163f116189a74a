// PostgreSQL 15+ by URL: a pool, prepared statements, transactions that hold a connection only while they work.
import pg from 'pg'
import type { Database } from './database.ts'
import { isSilent } from './errors.ts'
import type { Db, Statement } from './sql.ts'

// Counters and sequence numbers stay far below 2^53; pg would hand them out as strings. Set for all connections of the
// process: parsers given with each query would be looked up again for every column of every answer.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// Any number does; it must only be the same in all processes of one database.
const MIGRATION_LOCK = 7_120_384_105

/** For work that may take hours: pg counts milliseconds in 31 bits and has no number for never. */
const PATIENT = { query_timeout: 2 ** 31 - 1 }

function on(client: pg.ClientBase | pg.Pool, patience: Partial<typeof PATIENT> = {}): Db {
  const query = (s: Statement) =>
    client.query({ name: s.name, text: s.text, values: s.values as unknown[], ...patience })
  return {
    rows: async <Row>(s: Statement) => (await query(s)).rows as Row[],
    row: async <Row>(s: Statement) => (await query(s)).rows[0] as Row | undefined,
    run: async (s) => (await query(s)).rowCount ?? 0,
  }
}

export interface PostgresOptions {
  url: string
  poolSize: number
  /** A statement that takes longer is given up, and a connection that stays silent a little longer is closed. */
  timeoutMs?: number
  graceMs?: number
  onIdleError?: (error: Error) => void
}

const TIMEOUT_MS = 30_000
/** So that a server that lives says itself that it has given up, and the connection stays. */
const GRACE_MS = 5_000

/**
 * Statements here are short and many: the planner, which overrates a walk over an index, would compile some of them each time,
 * for longer than they run. A process that vanished without a word is noticed by the server within a minute, and what it
 * held is free. Told in the first message of a connection, some poolers would refuse these.
 */
const MANNERS = [
  'set jit = off',
  'set tcp_keepalives_idle = 30',
  'set tcp_keepalives_interval = 10',
  'set tcp_keepalives_count = 3',
].join('; ')

export function openPostgres(options: PostgresOptions): Database {
  const { url, poolSize, timeoutMs = TIMEOUT_MS, graceMs = GRACE_MS, onIdleError } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'walkaround',
    // Long enough for a fail-over to answer, short enough that a caller gets its 503 before giving up.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // For what has no other clock: a migration whose server has vanished ends as well.
    keepAliveInitialDelayMillis: 30_000,
    query_timeout: timeoutMs + graceMs,
    onConnect: (client) => client.query(`${MANNERS}; set statement_timeout = ${timeoutMs}`),
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => onIdleError?.(error))

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    // A connection may also break between two statements, when nobody awaits it.
    const ignore = () => {}
    client.on('error', ignore)
    let failure: unknown
    try {
      return await work(client)
    } catch (error) {
      failure = error
      throw error
    } finally {
      client.off('error', ignore)
      // A connection that failed outside the server's own complaints is not given to the next caller.
      client.release(
        failure !== undefined &&
          !(failure instanceof pg.DatabaseError) &&
          (isSilent(failure) || isBroken(client)),
      )
    }
  }

  /** Schemas, copies and waiting for another process that makes one take as long as they take. */
  async function patiently<T>(
    client: pg.PoolClient,
    work: (run: (text: string) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    await client.query('set statement_timeout = 0')
    try {
      return await work(async (text) => void (await client.query({ text, ...PATIENT })))
    } finally {
      await client.query(`set statement_timeout = ${timeoutMs}`).catch(() => {})
    }
  }

  return {
    engine: 'postgres',
    ...on(pool),
    async transaction(work, options) {
      return withClient(async (client) => {
        // Sent without waiting for its answer: the first statement follows at once. A failure shows there too.
        const begun = client.query(
          options?.isolation ? `begin isolation level ${options.isolation}` : 'begin',
        )
        begun.catch(() => {})
        try {
          const result = await work(on(client))
          await begun
          await client.query('commit')
          return result
        } catch (error) {
          // Whoever says nothing any more would not answer this either; the connection is closed, and that ends it.
          if (!isSilent(error)) await client.query('rollback').catch(() => {})
          throw error
        }
      })
    },
    async script(text) {
      await withClient((client) => patiently(client, (run) => run(text)))
    },
    async exclusively(work) {
      return withClient((client) =>
        patiently(client, async (run) => {
          await run(`select pg_advisory_lock(${MIGRATION_LOCK})`)
          try {
            return await work(run, on(client, PATIENT))
          } finally {
            await run(`select pg_advisory_unlock(${MIGRATION_LOCK})`).catch(() => {})
          }
        }),
      )
    },
    close: () => pool.end(),
  }
}

function isBroken(client: pg.PoolClient): boolean {
  const state = client as unknown as { _queryable?: boolean; _ending?: boolean }
  return state._queryable === false || state._ending === true
}
