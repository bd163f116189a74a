// A statement that begins a transaction, for pg: `begin` and the statement go to the server in one message and their replies come
// back in one, where two statements would be sent and answered one after the other.
import pg from 'pg'

type Callback = (error: Error | undefined, result: pg.QueryArrayResult) => void

/** What pg does not describe in its types. */
interface Connection {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(statement: { statement: string }): void
  execute(portal: object): void
}
interface Inner {
  name: string
  text: string
  hasBeenParsed(connection: Connection): boolean
  prepare(connection: Connection): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
const { prepare, handleCommandComplete } = pg.Query.prototype as unknown as Inner

const BEGIN = 'begin'

class BeginQuery extends pg.Query {
  #hasBegun = false

  prepare(connection: Connection): void {
    const own = this as unknown as Inner
    // The driver takes the first "parsed" for the statement's own, so that one is sent first.
    if (own.name && !own.hasBeenParsed(connection)) {
      connection.parse(own)
      connection.submittedNamedStatements[own.name] = own.text
    }
    if (!connection.parsedStatements[BEGIN]) {
      connection.parse({ name: BEGIN, text: BEGIN })
      connection.parsedStatements[BEGIN] = BEGIN
    }
    connection.bind({ statement: BEGIN })
    connection.execute({})
    prepare.call(own, connection)
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#hasBegun) handleCommandComplete.call(this as unknown as Inner, message, connection)
    this.#hasBegun = true
  }
}

/** Resolves with the reply to the statement; if either fails, neither has happened. */
export function beginWith(
  client: pg.ClientBase,
  statement: pg.QueryArrayConfig,
): Promise<pg.QueryArrayResult> {
  return new Promise((resolve, reject) => {
    const callback: Callback = (error, result) => (error ? reject(error) : resolve(result))
    client.query(new BeginQuery({ ...statement, queryMode: 'extended', callback } as pg.QueryConfig))
  })
}
