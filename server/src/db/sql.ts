// SQL as SQL: a tagged template that turns values into parameters and its text into a prepared statement. It never interpolates
// text: each ${} is a bound value, or a part that was written the same way.

import { createHash } from 'node:crypto'

export interface Statement {
  /**
   * The same for the same text in every process, so that PostgreSQL plans each statement once per connection, and processes of two
   * versions behind one pooler never give one name to two texts.
   */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** The events that it writes, if it changes anything. */
  readonly tells?: readonly Told[]
  /** Facts that it changes, and from which others follow. */
  readonly moves?: readonly Moved[]
}

/** Facts that a statement changes: answers, offers, lines of orders. What follows from them is written at the end of the transaction. */
export interface Moved {
  clientId: string
  surveyIds?: readonly string[]
  orderIds?: readonly string[]
  leadIds?: readonly string[]
  /** The questions whose answers change, and none if only something else does; left out if it may be any. */
  questionIds?: readonly string[]
}

/** What an event says, for the log of requests. */
export interface Told {
  kind: string
  /** Left out if only the database knows it. */
  subject?: string
  /** More about the subject, such as the type of a survey. */
  what?: string
  /** How many, if more than one. */
  times?: number
}

/** What a use case may do with the database. Rows are plain objects; the column `due_at` becomes `dueAt`. */
export interface Db {
  rows<Row>(statement: Statement): Promise<Row[]>
  row<Row>(statement: Statement): Promise<Row | undefined>
  /** Runs a statement and returns how many rows it changed. */
  run(statement: Statement): Promise<number>
  /**
   * Only in a transaction: runs a statement whose result nobody needs, without waiting. The transaction waits for it before it
   * returns, and fails if the statement does.
   */
  send(statement: Statement): void
}

export const onlyInTransaction = (): never => {
  throw new Error('send() is for transactions: nobody would notice that the statement failed')
}

interface Shape {
  /** In this process only. */
  id: number
  strings: readonly string[]
  text: string
  /** Made when the shape is first used as a statement of its own. */
  name?: string
}

const written = new WeakMap<TemplateStringsArray, Shape>()
const composed = new Map<string, Shape>()
let shapes = 0

function newShape(strings: readonly string[]): Shape {
  const text = strings.reduce((all, string, index) => `${all}$${index}${string}`)
  return { id: ++shapes, strings, text }
}

const nothing = newShape([''])

/** 132 bits of a hash: no two of our texts share them. */
const toName = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** A piece of SQL that several statements share. It can only be used inside statements and other parts, never run alone. */
export class Part {
  readonly shape: Shape
  readonly values: readonly unknown[]
  readonly tells: readonly Told[] | undefined
  readonly moves: readonly Moved[] | undefined
  constructor(
    shape: Shape,
    values: readonly unknown[],
    { tells, moves }: { tells?: readonly Told[] | undefined; moves?: readonly Moved[] | undefined } = {},
  ) {
    this.shape = shape
    this.values = values
    this.tells = tells
    this.moves = moves
  }
}

export function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  const { shape, values: bound } = compose(strings, values)
  shape.name ??= toName(shape.text)
  const statement = { name: shape.name, text: shape.text, values: bound }
  const tells = allOf(values, 'tells')
  const moves = allOf(values, 'moves')
  return tells || moves
    ? { ...statement, ...(tells ? { tells } : {}), ...(moves ? { moves } : {}) }
    : statement
}

/** What the parts of a statement say together. */
function allOf<K extends 'tells' | 'moves'>(values: readonly unknown[], name: K): Part[K] {
  let all: readonly unknown[] | undefined
  for (const value of values)
    if (value instanceof Part && value[name]) all = all ? [...all, ...value[name]] : value[name]
  return all as Part[K]
}

export function part(strings: TemplateStringsArray, ...values: unknown[]): Part {
  const { shape, values: bound } = compose(strings, values)
  return new Part(shape, bound, { tells: allOf(values, 'tells'), moves: allOf(values, 'moves') })
}

/** An empty part that says what the statement around it changes. */
export const moving = (moved: Moved): Part => new Part(nothing, [], { moves: [moved] })

/** The same for one survey. */
export const movingSurvey = (
  { clientId }: Pick<Moved, 'clientId'>,
  surveyId: string,
  questionIds?: readonly string[],
): Part => moving({ clientId, surveyIds: [surveyId], ...(questionIds ? { questionIds } : {}) })

/** The same template with the same parts is one statement, composed once. */
function compose(strings: TemplateStringsArray, values: unknown[]): { shape: Shape; values: unknown[] } {
  let own = written.get(strings)
  if (!own) {
    own = newShape(strings)
    written.set(strings, own)
  }
  if (!values.some((value) => value instanceof Part)) return { shape: own, values }
  const places = values.map((value) => (value instanceof Part ? value.shape.id : ''))
  const key = `${own.id} ${places.join(' ')}`
  let shape = composed.get(key)
  if (!shape) {
    shape = newShape(splice(strings, values))
    composed.set(key, shape)
  }
  return { shape, values: values.flatMap((value) => (value instanceof Part ? value.values : [value])) }
}

function splice(strings: readonly string[], values: readonly unknown[]): string[] {
  const spliced = [strings[0] as string]
  values.forEach((value, index) => {
    const [first = '', ...others] = value instanceof Part ? value.shape.strings : ['', '']
    spliced.push(spliced.pop() + first, ...others)
    spliced.push(`${spliced.pop()}${strings[index + 1]}`)
  })
  return spliced
}

/**
 * The same statement, planned again each time: for tables that are empty now and long a minute later, where a kept plan would be
 * the wrong one.
 */
export const unprepared = (statement: Statement): Statement => ({ ...statement, name: '' })

const properties = new Map<string, string>()

/** The property name of a column. The engines ask once per statement, not per row. */
export function propertyOf(column: string): string {
  let property = properties.get(column)
  if (property === undefined) {
    property = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    properties.set(column, property)
  }
  return property
}
