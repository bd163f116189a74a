// SQL as SQL: a tagged template that turns values into parameters and its own text into a prepared statement.
// It never interpolates text: what stands between ${} is always a bound value.

export interface Statement {
  /** Stable per call site, so that PostgreSQL plans each statement once per connection. */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** What a use case may do with the database. Rows come back as plain objects. */
export interface Db {
  rows<Row>(statement: Statement): Promise<Row[]>
  row<Row>(statement: Statement): Promise<Row | undefined>
  /** Runs a statement and tells how many rows it changed. */
  run(statement: Statement): Promise<number>
}

const prepared = new WeakMap<TemplateStringsArray, { name: string; text: string }>()
let statements = 0

export function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  let known = prepared.get(strings)
  if (!known) {
    const text = strings.reduce((all, part, index) => `${all}$${index}${part}`)
    known = { name: `s${++statements}`, text }
    prepared.set(strings, known)
  }
  return { name: known.name, text: known.text, values }
}

/**
 * The same, planned anew each time: for tables that are empty now and long in a minute, where a plan that was made for the one
 * is kept for the other.
 */
export const unprepared = (statement: Statement): Statement => ({ ...statement, name: '' })
