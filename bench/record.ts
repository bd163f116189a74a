// Plays one request through the real application and records every statement it sent and the bytes of its reply, so that the bare
// server can do exactly the same and nothing else.
import type { FastifyInstance } from 'fastify'
import type { Database } from '../server/src/db/database.ts'
import type { Db, Statement } from '../server/src/db/sql.ts'

export interface Script {
  isTransaction: boolean
  statements: { name: string; text: string; values: unknown[] }[]
  status: number
  headers: Record<string, string>
  body: string
}

/** With what differs from request to request: ids that are new each time, and the id that stands in the path. */
export interface NotedScript extends Script {
  fresh: string[]
  subject: string
}

export function recording(database: Database): {
  database: Database
  take(): Pick<Script, 'isTransaction' | 'statements'>
} {
  let statements: Script['statements'] = []
  let isTransaction = false
  const on = (db: Db): Db => {
    const note = (s: Statement): Statement => {
      statements.push({ name: s.name, text: s.text, values: [...s.values] })
      return s
    }
    return {
      rows: (s) => db.rows(note(s)),
      row: (s) => db.row(note(s)),
      run: (s) => db.run(note(s)),
      send: (s) => db.send(note(s)),
    }
  }
  return {
    database: {
      ...database,
      ...on(database),
      transaction: (work, options) => {
        isTransaction = true
        return database.transaction((tx) => work(on(tx)), options)
      },
    },
    take() {
      const taken = { isTransaction, statements }
      statements = []
      isTransaction = false
      return taken
    },
  }
}

export async function record(
  app: FastifyInstance,
  take: () => Pick<Script, 'isTransaction' | 'statements'>,
  request: { method: 'GET' | 'PUT' | 'POST'; url: string; headers: Record<string, string>; payload?: string },
): Promise<Script> {
  take()
  const answer = await app.inject(request)
  const { isTransaction, statements } = take()
  const headers: Record<string, string> = {}
  for (const name of ['content-type', 'etag', 'location', 'x-request-id']) {
    const value = answer.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  if (answer.statusCode >= 400) throw new Error(`${request.method} ${request.url}: ${answer.body}`)
  return { isTransaction, statements, status: answer.statusCode, headers, body: answer.body }
}
