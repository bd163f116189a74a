// The interface that both engines implement. The engines themselves are in embedded.ts and postgres.ts.
import type { Db } from './sql.ts'

export interface Database extends Db {
  readonly engine: 'embedded' | 'postgres'
  /**
   * Runs `work` in one transaction and returns after the commit. The embedded engine has a single connection: using the Database
   * itself inside `work` would wait for ever, so `work` only gets the transaction. With an isolation, it is for work that may take
   * long, such as a backup, and has a connection to the server itself.
   */
  transaction<T>(work: (tx: Db) => Promise<T>, options?: { isolation?: 'repeatable read' }): Promise<T>
  /** Several statements on one connection to the server itself, without a transaction; for what looks at other connections. */
  session<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs several statements without parameters; for migrations. Opens no transaction. */
  script(text: string): Promise<void>
  /** Holds a lock over all processes on this database while `work` runs. */
  exclusively<T>(work: (script: (text: string) => Promise<void>, db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Thrown by a use case that found a row another transaction has just made: the whole transaction runs again. */
export class RetryTransaction extends Error {
  constructor() {
    super('the transaction met a concurrent change and runs again')
    this.name = 'RetryTransaction'
  }
}
