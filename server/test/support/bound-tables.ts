// Reads a statement with PostgreSQL's own parser: which tables it reads and writes, which of them are not bound to a system client
// by equality, and what of it a distributed engine would refuse.
import { parse } from 'libpg-query'

// The tree as the parser gives it: one key names the kind of a node. Its own types make every field optional.
// biome-ignore lint/suspicious/noExplicitAny: a tree of 260 kinds of nodes, of which a dozen matter here
type Tree = any

export interface Reading {
  reads: Set<string>
  writes: Set<string>
  /** Tables that are not bound, by the name they have in the statement. */
  unbound: string[]
  refused: Set<'recursive' | 'modifying' | 'skipLocked'>
}

/** Something a statement reads from: a table of the schema, or rows that it made itself. */
interface Source {
  table?: string
  /** Columns of rows it made that hold a client, where they are known; of others by their names. */
  clients?: Set<string>
  isBound: boolean
}

type Sources = Map<string, Source>

/** Statements name the column of the client so, and columns that lead to the client which runs something centrally. */
const CLIENT = 'system_client_id'
const isMasterName = (name: string) => /(^|_)(master|client)(_client)?_id$/.test(name)

export interface Schema {
  /** Column names of each table and view. */
  columns: ReadonlyMap<string, ReadonlySet<string>>
  /** Only the client on whose behalf the statement runs counts, not one that runs something centrally for it. */
  isOneClient?: boolean
}

/** `values`: the source text of each parameter. A client is bound by something that has its name. */
export async function readStatement(
  text: string,
  values: readonly string[],
  schema: Schema,
): Promise<Reading> {
  const reading: Reading = { reads: new Set(), writes: new Set(), unbound: [], refused: new Set() }
  const { stmts } = await parse(text)
  for (const { stmt } of stmts ?? []) new Walk(reading, values, schema).query(stmt, new Map(), new Map())
  return reading
}

/** The conditions that all hold. */
function conjuncts(condition: Tree): Tree[] {
  const { BoolExpr } = condition ?? {}
  if (BoolExpr?.boolop === 'AND_EXPR') return BoolExpr.args.flatMap(conjuncts)
  return condition ? [condition] : []
}

const columnOf = (tree: Tree): { source?: string; name: string } | undefined => {
  const fields = tree?.ColumnRef?.fields?.map((field: Tree) => field.String?.sval)
  if (!fields || fields.includes(undefined)) return undefined
  return fields.length === 1 ? { name: fields[0] } : { source: fields[0], name: fields[1] }
}

class Walk {
  readonly reading: Reading
  readonly values: readonly string[]
  readonly schema: Schema
  constructor(reading: Reading, values: readonly string[], schema: Schema) {
    this.reading = reading
    this.values = values
    this.schema = schema
  }

  /** `outer`: sources of the statement around; `made`: rows named by `with`. Tells which of its columns hold a client. */
  query(tree: Tree, outer: Sources, made: ReadonlyMap<string, Set<string>>): Set<string> {
    const [kind] = Object.keys(tree) as [string]
    const node = tree[kind]
    const names = new Map(made)
    if (node.withClause?.recursive) this.reading.refused.add('recursive')
    for (const { CommonTableExpr: one } of node.withClause?.ctes ?? []) {
      if (!one.ctequery.SelectStmt) this.reading.refused.add('modifying')
      const clients = this.query(one.ctequery, outer, names)
      names.set(one.ctename, renamed(clients, one.ctequery, one.aliascolnames))
    }
    if (kind === 'SelectStmt') return this.select(node, outer, names)
    if (kind === 'InsertStmt') return this.insert(node, outer, names)
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt') return this.change(node, outer, names)
    throw new Error(`a statement of kind ${kind} is not expected`)
  }

  private select(node: Tree, outer: Sources, made: ReadonlyMap<string, Set<string>>): Set<string> {
    if (node.larg) {
      const left = this.query({ SelectStmt: node.larg }, outer, made)
      this.query({ SelectStmt: node.rarg }, outer, made)
      return left
    }
    for (const { LockingClause: lock } of node.lockingClause ?? [])
      if (lock.waitPolicy === 'LockWaitSkip') this.reading.refused.add('skipLocked')
    const { from, sources } = this.from(node.fromClause ?? [], node.whereClause, outer, made)
    for (const part of [
      node.targetList,
      node.whereClause,
      node.havingClause,
      node.sortClause,
      node.valuesLists,
    ])
      this.inside(part, sources, made)
    return this.clientsOf(node.targetList ?? [], sources, from)
  }

  private insert(node: Tree, outer: Sources, made: ReadonlyMap<string, Set<string>>): Set<string> {
    const table = node.relation.relname as string
    this.reading.writes.add(table)
    const names: string[] = node.cols?.map((col: Tree) => col.ResTarget.name) ?? []
    const at = names.indexOf(CLIENT)
    const rows = node.selectStmt?.SelectStmt
    const values = rows?.valuesLists?.map(({ List }: Tree) => List.items) as Tree[][] | undefined
    let isBound = false
    if (values) {
      this.inside(values, outer, made)
      isBound = values.every((row) => this.isClient(row[at], outer))
    } else if (rows) {
      const { sources } = this.peek(rows, outer, made)
      isBound = this.isClient(rows.targetList?.[at]?.ResTarget.val, sources)
      this.query(node.selectStmt, outer, made)
    }
    this.note(table, node.relation.alias?.aliasname ?? table, isBound)
    const own: Sources = new Map([[node.relation.alias?.aliasname ?? table, { table, isBound: true }]])
    this.inside(
      node.onConflictClause,
      new Map([...outer, ...own, ['excluded', { table, isBound: true }]]),
      made,
    )
    const returned = node.returningClause?.exprs ?? node.returningList ?? []
    return this.clientsOf(returned, new Map([...outer, ...own]), [...own.keys()])
  }

  private change(node: Tree, outer: Sources, made: ReadonlyMap<string, Set<string>>): Set<string> {
    this.reading.writes.add(node.relation.relname)
    const others = node.fromClause ?? node.usingClause ?? []
    const own = { RangeVar: node.relation }
    const target = node.relation.alias?.aliasname ?? node.relation.relname
    const { from, sources } = this.from([own, ...others], node.whereClause, outer, made, target)
    this.inside([node.targetList, node.whereClause], sources, made)
    const returned = node.returningClause?.exprs ?? node.returningList ?? []
    return this.clientsOf(returned, sources, from)
  }

  /** The sources of a `from`, bound as far as equalities go; those that are not are noted. A target is written, not read. */
  private from(
    clause: Tree[],
    where: Tree,
    outer: Sources,
    made: ReadonlyMap<string, Set<string>>,
    target?: string,
  ) {
    const found = this.peek({ fromClause: clause, whereClause: where }, outer, made)
    for (const name of found.from) {
      const source = found.sources.get(name) as Source
      if (!source.table) continue
      if (name !== target) this.reading.reads.add(source.table)
      this.note(source.table, name, source.isBound)
    }
    for (const [subquery, alias] of found.subqueries) {
      const clients = this.query(subquery, found.sources, made)
      const known = found.sources.get(alias) as Source
      known.clients = renamed(clients, subquery, found.columns.get(alias))
    }
    this.bind(found)
    return found
  }

  private peek(node: Tree, outer: Sources, made: ReadonlyMap<string, Set<string>>): Found {
    const found: Found = {
      sources: new Map(outer),
      from: [],
      subqueries: [],
      columns: new Map(),
      conditions: conjuncts(node.whereClause).map((condition) => ({ condition, only: undefined })),
      made,
    }
    for (const item of node.fromClause ?? []) this.add(item, found)
    // Rows that the statement made say which of their columns hold a client once their own sources are bound.
    for (const [subquery, alias] of found.subqueries) {
      const quiet = new Walk(
        { reads: new Set(), writes: new Set(), unbound: [], refused: new Set() },
        this.values,
        this.schema,
      )
      this.bind(found)
      const clients = quiet.query(subquery, found.sources, made)
      ;(found.sources.get(alias) as Source).clients = renamed(clients, subquery, found.columns.get(alias))
    }
    this.bind(found)
    return found
  }

  private add(item: Tree, found: Found): string[] {
    if (item.JoinExpr) {
      const { larg, rarg, quals, jointype } = item.JoinExpr
      const left = this.add(larg, found)
      const right = this.add(rarg, found)
      // The condition of an outer join keeps out no row of its other side.
      const only = jointype === 'JOIN_LEFT' ? right : jointype === 'JOIN_INNER' ? undefined : []
      for (const condition of conjuncts(quals)) found.conditions.push({ condition, only })
      return [...left, ...right]
    }
    const { name, source, subquery, columns } = this.sourceOf(item, found)
    found.sources.set(name, source)
    found.from.push(name)
    if (columns) found.columns.set(name, columns)
    if (subquery) found.subqueries.push([subquery, name])
    return [name]
  }

  private sourceOf(
    item: Tree,
    found: Found,
  ): { name: string; source: Source; subquery?: Tree; columns?: Tree[] } {
    if (item.RangeVar) {
      const { relname, alias } = item.RangeVar
      const name = alias?.aliasname ?? relname
      const clients = found.made.get(relname)
      return { name, source: clients ? { clients, isBound: true } : { table: relname, isBound: false } }
    }
    const node = item.RangeSubselect ?? item.RangeFunction
    const name = node.alias?.aliasname ?? ''
    const columns = node.alias?.colnames
    if (item.RangeSubselect) return { name, source: { isBound: true }, subquery: node.subquery, columns }
    // Of unnest, each column is one of its arguments; what else a function gives is no client but by its name.
    const args: Tree[] = node.functions.flatMap(({ List }: Tree) => List.items[0]?.FuncCall?.args ?? [])
    const clients = (columns ?? []).flatMap(({ String: { sval } }: Tree, at: number) =>
      this.isParameterOfClient(args[at]) ? [sval] : [],
    )
    return { name, source: { clients: new Set(clients), isBound: true } }
  }

  /** Until nothing more follows: what is equal to the client of something bound is bound as well. */
  private bind(found: Found): void {
    for (let count = -1, before = -2; count !== before; ) {
      before = count
      for (const { condition, only } of found.conditions)
        for (const [one, other] of equalities(condition)) {
          const name = this.ownerOf(one, found.sources)
          const source = name === undefined ? undefined : found.sources.get(name)
          if (name === undefined || !source || source.isBound || (only && !only.includes(name))) continue
          if (this.isClient(other, found.sources)) source.isBound = true
        }
      count = [...found.sources.values()].filter(({ isBound }) => isBound).length
    }
  }

  /** The source whose client a column is. */
  private ownerOf(tree: Tree, sources: Sources): string | undefined {
    const column = columnOf(tree)
    if (column?.name !== CLIENT) return undefined
    if (column.source !== undefined) return column.source
    return [...sources].findLast(([, source]) => [...this.columnsOf(source)].includes(CLIENT))?.[0]
  }

  /** A parameter that is called a client, or a column of something bound that holds one. */
  private isClient(tree: Tree, sources: Sources): boolean {
    if (this.isParameterOfClient(tree)) return true
    const column = columnOf(tree)
    if (!column) return false
    const owner = column.source ?? this.ownerOf(tree, sources)
    const source = owner === undefined ? undefined : sources.get(owner)
    if (!source?.isBound) return false
    return source.table ? this.isClientName(column.name) : source.clients?.has(column.name) === true
  }

  private isParameterOfClient(tree: Tree): boolean {
    const bare = tree?.TypeCast ? tree.TypeCast.arg : tree
    const value = this.values[(bare?.ParamRef?.number ?? 0) - 1]
    if (value === undefined || (this.schema.isOneClient && /master|catalogueOwners/i.test(value)))
      return false
    return /client|master|catalogueOwners/i.test(value)
  }

  private isClientName(name: string): boolean {
    return name === CLIENT || (!this.schema.isOneClient && isMasterName(name))
  }

  private note(table: string, name: string, isBound: boolean): void {
    if (isBound || !this.schema.columns.get(table)?.has(CLIENT)) return
    this.reading.unbound.push(name === table ? table : `${table} ${name}`)
  }

  /** Subqueries anywhere in an expression. */
  private inside(tree: Tree, sources: Sources, made: ReadonlyMap<string, Set<string>>): void {
    if (tree === null || typeof tree !== 'object') return
    if (tree.SelectStmt) this.query(tree, sources, made)
    else for (const part of Object.values(tree)) this.inside(part, sources, made)
  }

  /** Of the columns a query gives, those that hold a client. */
  private clientsOf(targets: Tree[], sources: Sources, from: readonly string[]): Set<string> {
    const clients = new Set<string>()
    for (const { ResTarget: target } of targets) {
      const fields = target?.val?.ColumnRef?.fields ?? []
      if (fields.at(-1)?.A_Star) {
        const wanted = fields.length > 1 ? [fields[0].String.sval] : from
        for (const name of wanted)
          for (const column of this.columnsOf(sources.get(name)))
            if (this.isClientName(column)) clients.add(column)
      } else if (target && this.isClient(target.val, sources)) {
        const name = target.name ?? columnOf(target.val)?.name
        if (name) clients.add(name)
      }
    }
    return clients
  }

  private columnsOf(source: Source | undefined): Iterable<string> {
    return (source?.table && this.schema.columns.get(source.table)) || source?.clients || []
  }
}

interface Found {
  sources: Sources
  from: string[]
  subqueries: [tree: Tree, alias: string][]
  columns: Map<string, Tree[]>
  conditions: { condition: Tree; only: string[] | undefined }[]
  made: ReadonlyMap<string, Set<string>>
}

/** Both ways around; of `any (…)` only the column can be bound. */
function equalities(condition: Tree): [Tree, Tree][] {
  const { kind, name, lexpr, rexpr } = condition.A_Expr ?? {}
  if (name?.[0]?.String?.sval !== '=') return []
  if (kind === 'AEXPR_OP_ANY') return [[lexpr, rexpr]]
  if (kind !== 'AEXPR_OP') return []
  return [
    [lexpr, rexpr],
    [rexpr, lexpr],
  ]
}

/** Names that an alias gives to columns count instead of their own. */
function renamed(clients: Set<string>, tree: Tree, names: Tree[] | undefined): Set<string> {
  if (!names) return clients
  const targets: Tree[] = tree.SelectStmt?.targetList ?? []
  return new Set(
    targets.flatMap(({ ResTarget: target }, at) => {
      const own = target.name ?? columnOf(target.val)?.name
      return own && clients.has(own) ? [names[at]?.String.sval ?? own] : []
    }),
  )
}
