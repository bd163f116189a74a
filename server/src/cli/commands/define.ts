// What a command is, and the few ways to make one from a use case. The list of commands is in ../commands.ts.
import { type Static, type TObject, type TProperties, type TString, Type } from 'typebox'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Media } from '../../features/media/media.ts'
import { scopeOfClient } from '../../organisation/clients.ts'
import type { AccessScope } from '../../organisation/scope.ts'
import { openSecretBox, type SecretBox } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import type { OpenedCallbacks } from '../../process/open-callbacks.ts'
import type { Actor, Scope } from '../../scope.ts'

export interface CommandContext {
  database: Database
  config: Config
  /** Opened when a command first asks: most do not use files. */
  media(): Promise<Media>
  /** Those of the service if the command runs inside one; otherwise a command that needs them opens its own. */
  callbacks?: OpenedCallbacks
  now: Date
  actor: Actor
  progress(text: string): void
  signal?: AbortSignal
}

export interface Command {
  /** One line in the help of its group; the line of a command of one word is in ../program.ts. */
  summary?: string | undefined
  /** Properties of the schema that are arguments, in order; the others are options. */
  positional: readonly string[]
  schema: TObject
  run(context: CommandContext, args: Record<string, unknown>): Promise<unknown>
  /** Useful on a database that does not exist yet; other commands say where they looked for one. */
  mayCreate?: boolean | undefined
  /** Runs on any schema; for other commands the database is migrated first. */
  asItIs?: boolean | undefined
}

/** Our own keywords in a schema, read by the command line. */
export interface OptionKeywords {
  /** The placeholder of the value in the help. */
  'x-value'?: string
  /** The word that means null: unset, or back to the default. */
  'x-null'?: string
  /** Where the command line takes the value from instead. */
  'x-from'?: 'password on stdin' | 'json file' | 'file as base64' | 'line of a file'
  /** The largest file taken, in bytes. */
  'x-bytes'?: number
  /** The separator of a list; by default a comma. */
  'x-separator'?: ';'
  /** A flag that also has its --no- form. */
  'x-negatable'?: true
}

type Options = OptionKeywords & { description: string; minimum?: number }

export const text = (description: string, options: OptionKeywords = {}) =>
  Type.String({ description, ...options } satisfies Options)
export const flag = (description: string, options: OptionKeywords = {}) =>
  Type.Boolean({ description, ...options } satisfies Options)
export const oneOf = <V extends string>(
  values: readonly V[],
  description: string,
  options: OptionKeywords = {},
) => Type.Unsafe<V>(Type.Enum([...values], { description, ...options } satisfies Options))
export const whole = (description: string, options: OptionKeywords = {}) =>
  Type.Integer({ description, minimum: 1, ...options } satisfies Options)
export const list = (description: string, options: OptionKeywords = {}) =>
  Type.Array(Type.String(), { description, ...options } satisfies Options)
export const orNull = (description: string, options: OptionKeywords & { 'x-null': string }) =>
  Type.Union([Type.String(), Type.Null()], { description, ...options } satisfies Options)
export const listOrNull = (description: string, options: OptionKeywords & { 'x-null': string }) =>
  Type.Union([Type.Array(Type.String()), Type.Null()], { description, ...options } satisfies Options)

interface Definition<R extends TProperties, O extends TProperties> {
  summary?: string
  /** In the order of the command line. */
  arguments?: R
  options?: O
  required?: (keyof O & string)[]
  mayCreate?: true
  asItIs?: true
}

type ArgsOf<R extends TProperties, O extends TProperties> = Static<TObject<R>> & Partial<Static<TObject<O>>>

export function define<R extends TProperties, O extends TProperties>(
  { summary, arguments: given, options, required = [], mayCreate, asItIs }: Definition<R, O>,
  run: (context: CommandContext, args: ArgsOf<R, O>) => Promise<unknown>,
): Command {
  const optional = Object.entries(options ?? {}).map(([name, schema]) => [
    name,
    required.includes(name) ? schema : Type.Optional(schema),
  ])
  const schema = Type.Object({ ...given, ...Object.fromEntries(optional) }, { additionalProperties: false })
  return {
    summary,
    positional: Object.keys(given ?? {}),
    schema,
    mayCreate,
    asItIs,
    run: run as Command['run'],
  }
}

/** Runs what a command does for one system client in one transaction. */
export const inClient = <T>(
  { database, actor, now }: CommandContext,
  clientId: string,
  work: (scope: Scope) => Promise<T>,
): Promise<T> =>
  inTransaction(database, async (db) => work(await scopeOfClient({ db, actor, now }, clientId)))

/** The callbacks of the service the command runs in, or its own while it runs. */
export async function withCallbacks<T>(
  { config, callbacks }: CommandContext,
  work: (callbacks: OpenedCallbacks) => Promise<T>,
): Promise<T> {
  if (callbacks) return work(callbacks)
  // Imported only here: inside a service they are open, and their HTTP client takes long to load.
  const { openCallbacks } = await import('../../process/open-callbacks.ts')
  const opened = openCallbacks(config)
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

/** The box for secrets with its key already read: inside a transaction is too late for that. */
export async function boxOf({ config, callbacks }: CommandContext): Promise<SecretBox> {
  const box = callbacks?.box ?? openSecretBox(config)
  await box.unlock()
  return box
}

/** Runs a use case of access in one transaction. */
export function access<R extends TProperties, O extends TProperties>(
  definition: Definition<R, O>,
  run: (scope: AccessScope, args: ArgsOf<R, O>) => Promise<unknown>,
): Command {
  return define(definition, ({ database, actor, now }, args) =>
    inTransaction(database, (db) => run({ db, actor, now }, args)),
  )
}

/** Runs a use case of a feature, on behalf of the system client named first. */
export function feature<R extends TProperties & { client: TString }, O extends TProperties>(
  definition: Definition<R, O>,
  run: (scope: Scope, args: ArgsOf<R, O>) => Promise<unknown>,
): Command {
  return access(definition, async (scope, args) => {
    const { client: clientId } = args as unknown as { client: string }
    return run(await scopeOfClient(scope, clientId), args)
  })
}

/** For commands that change the given options: giving none is a mistake. */
export function anyOf<T extends object>(changes: T): T {
  if (Object.values(changes).some((value) => value !== undefined)) return changes
  throw problem('invalidArgument', 'nothing to change: name at least one option')
}
