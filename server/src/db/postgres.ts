// PostgreSQL 15+ by URL: a pool, prepared statements, transactions that hold a connection only while they work.
import pg from 'pg'
import type { Database } from './database.ts'
import { isSilent } from './errors.ts'
import { type Db, propertyOf, type Statement } from './sql.ts'

// Counters and sequence numbers stay far below 2^53, but pg would return them as strings. Set for all connections of the process:
// parsers passed with each query would be looked up again for every column of every result.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// Any number works; it must only be the same in all processes of one database.
const MIGRATION_LOCK = 7_120_384_105

/** For work that may take hours: pg stores the timeout in 31 bits and has no value for "never". */
const PATIENT = { query_timeout: 2 ** 31 - 1 }

function on(client: pg.ClientBase | pg.Pool, patience: Partial<typeof PATIENT> = {}): Db {
  const query = (s: Statement) =>
    client.query({
      name: s.name,
      text: s.text,
      values: s.values as unknown[],
      rowMode: 'array',
      ...patience,
    })
  return {
    rows: async <Row>(s: Statement) => toObjects<Row>(await query(s)),
    row: async <Row>(s: Statement) => toObjects<Row>(await query(s))[0],
    run: async (s) => (await query(s)).rowCount ?? 0,
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
  /** A statement that takes longer is cancelled, and a connection that stays silent a little longer is closed. */
  timeoutMs?: number
  graceMs?: number
  onIdleError?: (error: Error) => void
}

const TIMEOUT_MS = 30_000
/** Gives a live server time to report that it cancelled the statement, so that the connection can be kept. */
const GRACE_MS = 5_000

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

export function openPostgres(options: PostgresOptions): Database {
  const { url, poolSize, timeoutMs = TIMEOUT_MS, graceMs = GRACE_MS, onIdleError } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'walkaround',
    // Long enough for a fail-over, short enough that a caller gets its 503 before it gives up.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // For work without a timeout: a migration whose server has vanished ends too.
    keepAliveInitialDelayMillis: 30_000,
    query_timeout: timeoutMs + graceMs,
    onConnect: (client) => client.query(`${MANNERS}; set statement_timeout = ${timeoutMs}`),
  })
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', (error) => onIdleError?.(error))

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    // A connection may also break between two statements, when nothing awaits it.
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
      // A connection that failed for another reason than an error from the server is not reused.
      client.release(
        failure !== undefined &&
          !(failure instanceof pg.DatabaseError) &&
          (isSilent(failure) || isBroken(client)),
      )
    }
  }

  /** No timeout for schema changes, copies, and waiting for another process that makes a schema. */
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
        // Sent without waiting for its reply: the first statement follows at once, and a failure shows there too.
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
          // A silent server would not reply to this either; closing the connection ends the transaction.
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
