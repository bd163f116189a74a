// Speaks PostgreSQL's protocol with the embedded engine: a statement is prepared once and afterwards sent as one message. The
// engine's own query() sends six messages for each call and plans it again.
import { type PGlite, parse, protocol, TransactionAbortedError } from '@electric-sql/pglite'
import { isConsequence, isFatal, stoppedEngine } from './errors.ts'
import { type Db, onlyInTransaction, propertyOf, type Statement } from './sql.ts'

const { serialize } = protocol

type Messages = Awaited<ReturnType<PGlite['execProtocol']>>['messages']
type Prepared = { readonly types: readonly number[]; readonly columns: Messages }

/** The columns of a result, under the property names of rows. */
const columnsOf = (described: Messages): Messages =>
  described
    .filter((message) => message instanceof protocol.messages.RowDescriptionMessage)
    .map((columns) => ({
      ...columns,
      fields: columns.fields.map((field) => ({ ...field, name: propertyOf(field.name) })),
    }))

/** Runs one piece of work after the other, in order of arrival. */
export function makeQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}

/** The caller must make sure that no other transaction is open. */
export interface Session extends Db {
  /** Several statements without parameters, which may change tables. */
  script(text: string): Promise<void>
  transaction<T>(work: (tx: Db) => Promise<T>, isolation?: string): Promise<T>
  /** Why the engine has stopped, if it has: it takes nothing more. */
  failure(): unknown
}

export function openSession(engine: PGlite): Session {
  const oneByOne = makeQueue()
  const known = new Map<string, Prepared>()
  let failure: unknown

  /** The engine handles all messages; after an error it skips to the last. */
  const send = async (...parts: readonly Uint8Array[]): Promise<Messages> => {
    if (failure !== undefined) throw stoppedEngine(failure)
    if (!engine.ready) throw new Error('the database is closed')
    try {
      return (await engine.execProtocol(Buffer.concat(parts), { syncToFs: false })).messages
    } catch (error) {
      if (!isFatal(error)) throw error
      failure = error
      throw stoppedEngine(error)
    }
  }

  async function prepare({ name, text }: Statement): Promise<Prepared> {
    const messages = await send(
      // Closes a statement prepared before a script, which may have changed its columns.
      serialize.close({ type: 'S', name }),
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const prepared = {
      types: parse.parseDescribeStatementResults(messages),
      columns: columnsOf(messages),
    }
    if (name !== '') known.set(name, prepared)
    return prepared
  }

  const query = (statement: Statement) =>
    oneByOne(async () => {
      const { types, columns } = known.get(statement.name) ?? (await prepare(statement))
      const values = statement.values.map((value, index) => toText(value, types[index]))
      const messages = await send(
        serialize.bind({ statement: statement.name, values }),
        serialize.execute({}),
        serialize.sync(),
      )
      const [result] = parse.parseResults([...columns, ...messages], engine.parsers)
      return result ?? { rows: [], affectedRows: 0 }
    })

  const toText = (value: unknown, type = 0): string | null => {
    if (value === null || value === undefined) return null
    return engine.serializers[type]?.(value) ?? String(value)
  }

  /** Returns the command tag of the engine's reply. */
  const command = (text: string) =>
    oneByOne(async () => parse.parseResults(await send(serialize.query(text)), engine.parsers)[0]?.command)

  const db: Db = {
    rows: async <Row>(s: Statement) => (await query(s)).rows as Row[],
    row: async <Row>(s: Statement) => (await query(s)).rows[0] as Row | undefined,
    run: async (s) => (await query(s)).affectedRows ?? 0,
    send: onlyInTransaction,
  }
  return {
    ...db,
    async script(text) {
      await command(text).finally(() => known.clear())
    },
    async transaction(work, isolation) {
      await command(isolation ? `begin isolation level ${isolation}` : 'begin')
      const { tx, end, causeOf } = untilEnded(db)
      try {
        const result = await work(tx)
        await end()
        // If a transaction failed, the engine rolls it back and reports that only here.
        if ((await command('commit')) === 'ROLLBACK') throw new TransactionAbortedError()
        return result
      } catch (error) {
        await end().catch(() => {})
        if (failure === undefined && engine.isInTransaction()) await command('rollback')
        throw causeOf(error)
      }
    },
    failure: () => failure,
  }
}

/** Waits for statements that were sent, and refuses others after the end: they would join another caller's transaction. */
function untilEnded(db: Db): { tx: Db; end(): Promise<void>; causeOf(error: unknown): unknown } {
  const sent: Promise<unknown>[] = []
  let isOver = false
  let first: { error: unknown } | undefined
  function ask<T>(work: (open: Db) => Promise<T>): Promise<T> {
    if (isOver) return Promise.reject(new Error('the transaction is over'))
    const done = work(db)
    done.catch((error: unknown) => {
      first ??= { error }
    })
    return done
  }
  return {
    tx: {
      rows: (statement) => ask((open) => open.rows(statement)),
      row: (statement) => ask((open) => open.row(statement)),
      run: (statement) => ask((open) => open.run(statement)),
      send: (statement) => void sent.push(ask((open) => open.run(statement))),
    },
    causeOf: (error) => (first && isConsequence(error) ? first.error : error),
    async end() {
      isOver = true
      await Promise.all(sent)
    },
  }
}
