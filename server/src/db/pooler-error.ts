// Settings that do not fit what stands between us and PostgreSQL, in words for the operator.

/** `transaction-prepared`: the pooler gives each of its connections the prepared statements of its clients. */
export type Pooler = 'none' | 'transaction' | 'transaction-prepared'

/** The settings do not fit what stands between us and the database. For the operator, with what to do. */
export class PoolerError extends Error {
  override name = 'PoolerError'
}

export const noSession = (): PoolerError =>
  new PoolerError(
    'this needs a session of its own, and WALKAROUND_DATABASE_POOLER says that DATABASE_URL leads through a pooler: ' +
      'set DATABASE_DIRECT_URL to the address of PostgreSQL itself',
  )

export const otherDatabase = (): PoolerError =>
  new PoolerError('DATABASE_DIRECT_URL and DATABASE_URL lead to different databases: nothing was changed')

export const swapsConnections = (setting: string): PoolerError =>
  new PoolerError(
    setting === 'DATABASE_URL'
      ? 'DATABASE_URL leads through a pooler in transaction mode: set WALKAROUND_DATABASE_POOLER=transaction, ' +
          'and DATABASE_DIRECT_URL to the address of PostgreSQL itself'
      : `${setting} leads through a pooler in transaction mode: it must be the address of PostgreSQL itself`,
  )

export const forgetsStatements = (): PoolerError =>
  new PoolerError(
    'the pooler of DATABASE_URL does not keep prepared statements: set WALKAROUND_DATABASE_POOLER=transaction, ' +
      'or use PgBouncer 1.21 or later with max_prepared_statements above 0',
  )
