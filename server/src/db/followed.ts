// A database whose transactions also write what follows from the facts they changed: before the commit, so that both are there or
// neither. What follows is decided by features; this only notices the changes.
import type { Database } from './database.ts'
import type { Db, Moved, Statement } from './sql.ts'

/** Writes what follows from the changes of a transaction. */
export type Follow = (db: Db, moved: readonly Moved[]) => Promise<void>

const isAny = ({ surveyIds, orderIds, leadIds }: Moved) =>
  [surveyIds, orderIds, leadIds].some((ids) => ids !== undefined && ids.length > 0)

/** The same transaction, which adds to `moved` what its statements change. */
const noticing = (db: Db, moved: Moved[]): Db => {
  const notice = (statement: Statement): Statement => {
    if (statement.moves) moved.push(...statement.moves.filter(isAny))
    return statement
  }
  return {
    rows: (statement) => db.rows(notice(statement)),
    row: (statement) => db.row(notice(statement)),
    run: (statement) => db.run(notice(statement)),
    send: (statement) => db.send(notice(statement)),
  }
}

export const followed = (database: Database, follow: Follow): Database => ({
  ...database,
  transaction: (work, options) =>
    database.transaction(async (tx) => {
      const moved: Moved[] = []
      const result = await work(noticing(tx, moved))
      if (moved.length > 0) await follow(tx, moved)
      return result
    }, options),
})
