// Registers an operation of the contract as a route. Routes say what an operation does and what it returns; everything common to
// all of them happens here: path identifiers, input by schema, transaction, reply.

import type { Readable } from 'node:stream'
import type { Operation } from '@walkaround/contract/operation.ts'
import { fillPath } from '@walkaround/contract/paths.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { type EachAlone, limits } from '@walkaround/contract/schema.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TArray, TObject, TSchema } from 'typebox'
import type { Database } from '../db/database.ts'
import { noting } from '../db/events.ts'
import type { Told } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Caller, Reach } from '../identity/authenticate.ts'
import { readBody, wantedBy } from '../input/read-body.ts'
import { compileReader, toFields } from '../input/reader.ts'
import { etagOf } from '../lib/etag.ts'
import { createGate } from '../lib/gate.ts'
import { isStorable, shown } from '../lib/texts.ts'
import { assertWithinBranches, findNamedSubject } from '../organisation/branch-reach.ts'
import { type Problem, problem, problemOf, type Violation } from '../problems.ts'
import {
  type ActorOrigin,
  type Entry,
  type Fields,
  type Precondition,
  type Scope,
  timeOf,
  unconditional,
} from '../scope.ts'
import type { AddressReader } from './addresses.ts'
import { isListed } from './etag.ts'
import { type AnyReply, type ReplyTo, sending } from './reply.ts'
import { tellOf } from './request-log.ts'
import { callerOf, callOf, findCall, findSessionOf, originOf, type SessionOfRequest } from './who.ts'

export interface Door {
  app: FastifyInstance
  /** The same, but bodies stay streams. */
  streams: FastifyInstance
  /** Of the interface, relative to the base URL. */
  prefix: string
  database: Database
  /** Without the prefix. No request header can change it (B1). */
  baseUrl: () => string
  clock: () => Date
  /** Largest body of packages and price lists, in bytes (A10). */
  priceListBodyLimit: number
  addressOf: AddressReader
  /** Requests are kept in the log, with what they changed. */
  isLogged?: boolean
}

/** The caller, apart from what they may do. */
export interface Visitor {
  /** The network the caller comes from. */
  address(): string
  /** The same with the id of the request, for the audit. */
  origin(): ActorOrigin
  session: SessionOfRequest | undefined
}

/** The person behind the call, as the app's use cases need it. */
export interface Person {
  login: string
  name: string
  role: Role | 'support'
}

export interface Presence {
  loginId: string
  /** The key that was used, or the login if a page calls. */
  keyId: string
  /** Ids of the branches the caller is limited to; left out, all. */
  branches?: readonly string[]
  /** False if the caller's branches have changed since. */
  isStillAdmitted: () => Promise<boolean>
}

type BodyOf<O extends Operation> = O extends { body: infer B extends TSchema } ? Read<B> : undefined
/** The type of a body; a list that is read entry by entry holds entries that are accepted one by one. */
type Read<B extends TSchema> =
  B extends TObject<infer P>
    ? {
        [K in keyof Static<B>]: K extends keyof P
          ? P[K] extends EachAlone & TArray<infer S>
            ? Entry<Static<S>>[]
            : Static<B>[K]
          : never
      }
    : Static<B>
type QueryOf<O extends Operation> = O extends { query: infer Q extends TSchema } ? Static<Q> : undefined

export interface Call<O extends Operation> {
  params: { [K in keyof O['params']]: string }
  query: Fields<QueryOf<O>>
  fields: Fields<BodyOf<O>>
  /** The body before it was read by its schema, for fingerprints. */
  rawBody: Buffer
  /** The body of an operation that accepts bytes. */
  stream: Readable
  /** Empty for an operation outside any system client. */
  clientId: string
  visitor: Visitor
  /** Throws for an operation outside any system client. */
  person(): Person
  /** Also of an operation for anybody with a key. */
  caller(): Caller
  /** For replies that last. */
  presence(): Presence
  /** For replies that wait: tells that the caller has gone. */
  gone(): AbortSignal
  header(name: string): string | undefined
  read<T>(work: (scope: Scope) => Promise<T>): Promise<T>
  write<T>(work: (scope: Scope) => Promise<T>): Promise<T>
  /**
   * Writes something that has a representation, in one transaction: checks the caller's precondition and adds the new ETag to the
   * reply (B7). If the work returns what it has made, that is not read again. What takes long to compose is given as a function
   * that makes its tag, called when nobody waits for the locked rows any more.
   */
  change<T>(
    find: (scope: Scope) => Promise<string | undefined>,
    work: (scope: Scope, precondition: Precondition) => Promise<T>,
    made?: (outcome: T) => string | undefined | (() => Promise<string>),
  ): Promise<T>
  /** Absolute address of an operation. */
  address(path: string, params: Record<string, string>): string
}

interface ServeOptions {
  /** The handler reads the body itself, from `rawBody`; there are no `fields`. */
  isBodyRaw?: boolean
}

export function serve<const O extends Operation>(
  door: Door,
  operation: O,
  handle: (call: Call<O>) => Promise<ReplyTo<O>>,
  { isBodyRaw = false }: ServeOptions = {},
): void {
  const wanted = operation.body && !isBodyRaw ? wantedBy(operation.body) : undefined
  const readQuery = operation.query ? compileReader(operation.query) : undefined
  const arrays = arrayParameters(operation.query)
  const numbers = numberParameters(operation.query)
  const flags = parametersOf(operation.query, 'boolean')
  // What the body's own id must equal (A5): the last identifier of the path.
  const idName =
    operation.path
      .match(/\{\w+\}/g)
      ?.at(-1)
      ?.slice(1, -1) ?? ''
  const named = findNamedSubject(operation)
  const send = sending(operation)
  const app = operation.bytes ? door.streams : door.app
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const params = request.params as Record<string, string>
    assertIdentifiers(params)
    const fields = wanted ? toFields(readBody(request.body as Buffer, wanted, params[idName])) : nothing
    const query = readQuery ? toFields(readQuery(queryOf(request, { arrays, numbers, flags }))) : nothing
    if (named) {
      const { subject, param, mayCreate } = named
      const scope = scopeOf(door, request, door.database)
      await assertWithinBranches(scope, subject, params[param] as string, { mayCreate })
    }
    let newTag: string | undefined
    const given = await handle({
      params: params as Call<O>['params'],
      query: query as Fields<QueryOf<O>>,
      fields: fields as Fields<BodyOf<O>>,
      rawBody: request.body as Buffer,
      stream: request.body as Readable,
      clientId: findCall(request)?.reach.client.clientId ?? '',
      visitor: {
        address: () => door.addressOf(request),
        origin: () => originOf(request, door.addressOf),
        session: findSessionOf(request),
      },
      person: () => personOf(request),
      presence: () => {
        const { caller, reach, isStillAdmitted } = callOf(request)
        const { loginId, keyId = loginId } = caller
        return { loginId, keyId, isStillAdmitted, ...limitOf(reach) }
      },
      caller: () => callerOf(request),
      gone: () => {
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        return gone.signal
      },
      header: (name) => request.headers[name] as string | undefined,
      read: (work) => work(scopeOf(door, request, door.database)),
      write: (work) => writing(door, request, work),
      change: async (find, work, made) => {
        const { outcome, representation } = await writing(door, request, async (scope) => {
          const outcome = await work(
            scope,
            preconditionOf(request, () => find(scope)),
          )
          return { outcome, representation: made?.(outcome) ?? (await find(scope)) }
        })
        if (typeof representation === 'function') newTag = await representation()
        else if (representation !== undefined) newTag = etagOf(representation)
        return outcome
      },
      address: (path, values) => `${door.baseUrl()}${door.prefix}${fillPath(path, values)}`,
    })
    if (newTag !== undefined) reply.header('etag', newTag)
    return send(request, reply, given as AnyReply)
  }
  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    ...bodyLimitOf(door, operation),
    handler: operation.isLarge ? inTurn(answer) : answer,
  })
}

/**
 * Large bodies become many times as much while they are worked on. All of a process together take a few of them at a time; the
 * others wait as bytes.
 */
const gate = createGate({ perOwner: 2, total: 4 })
const LARGE_BYTES = 64 * 1024

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const inTurn =
  (answer: Answer): Answer =>
  (request, reply) => {
    const { length = 0 } = (request.body as Buffer | undefined) ?? {}
    const owner = findCall(request)?.reach.client.clientId ?? ''
    return length < LARGE_BYTES ? answer(request, reply) : gate(owner, () => answer(request, reply))
  }

/** For an operation that anybody may call. Enough for a login and a password with every character escaped. */
const OPEN_BODY_BYTES = 16 * 1024

function bodyLimitOf(door: Door, operation: Operation): { bodyLimit?: number } {
  if (operation.isLarge) return { bodyLimit: door.priceListBodyLimit }
  return operation.right === 'none' ? { bodyLimit: OPEN_BODY_BYTES } : {}
}

const nothing: Fields<undefined> = { get: () => undefined }

function scopeOf(door: Door, request: FastifyRequest, db: Scope['db']): Scope {
  const { actor, reach } = callOf(request)
  const { client } = reach
  return {
    db,
    clientId: client.clientId,
    client,
    actor,
    now: timeOf(client, door.clock()),
    ...limitOf(reach),
  }
}

/** One transaction; what it changed is noted once it is committed. */
async function writing<T>(
  door: Door,
  request: FastifyRequest,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  if (!door.isLogged) return inTransaction(door.database, (db) => work(scopeOf(door, request, db)))
  let told: Told[] = []
  const outcome = await inTransaction(door.database, (db) => {
    told = []
    return work(scopeOf(door, request, noting(db, told)))
  })
  tellOf(request, told)
  return outcome
}

const limitOf = ({ branches }: Reach) => (branches ? { branches } : {})

function personOf(request: FastifyRequest): Person {
  const { caller, reach } = callOf(request)
  return { login: caller.login, name: caller.name, role: reach.role }
}

type Shape = { type?: string }
type Shapes = { properties?: Record<string, Shape> } | undefined

const parametersOf = (schema: TSchema | undefined, type: string): string[] =>
  Object.entries((schema as Shapes)?.properties ?? {}).flatMap(([name, field]) =>
    field.type === type ? [name] : [],
  )
const arrayParameters = (schema: TSchema | undefined): string[] => parametersOf(schema, 'array')
const numberParameters = (schema: TSchema | undefined): string[] => parametersOf(schema, 'integer')

/** A parameter given twice is an array; an empty one counts as absent. */
function queryOf(
  request: FastifyRequest,
  { arrays, numbers, flags }: Record<'arrays' | 'numbers' | 'flags', string[]>,
): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>)) {
    if (value === '') continue
    query[name] = value
  }
  for (const name of arrays) if (typeof query[name] === 'string') query[name] = [query[name]]
  for (const name of numbers) {
    const text = query[name]
    if (typeof text === 'string' && /^-?\d{1,15}$/.test(text)) query[name] = Number(text)
  }
  for (const name of flags) {
    if (query[name] === 'true' || query[name] === 'false') query[name] = query[name] === 'true'
  }
  return query
}

function assertIdentifiers(params: Record<string, string>): void {
  const violations: Violation[] = []
  for (const name in params) {
    const value = params[name] as string
    const rule = brokenIdentifierRule(value)
    if (rule) violations.push({ kind: 'invalidPath', info: `${name}: ${shown(value)} ${rule}` })
  }
  if (violations.length > 0) throw problemOf(violations)
}

function brokenIdentifierRule(value: string): string | undefined {
  if (value === '') return 'must not be empty'
  if (value.length > limits.idLength && [...value].length > limits.idLength) {
    return `has more than ${limits.idLength} characters`
  }
  return isStorable(value) ? undefined : 'holds NUL or a lone surrogate'
}

function preconditionOf(request: FastifyRequest, find: () => Promise<string | undefined>): Precondition {
  const { 'if-match': match, 'if-none-match': noneMatch } = request.headers
  if (match === undefined && noneMatch === undefined) return unconditional
  return {
    async check() {
      const representation = await find()
      const tag = representation === undefined ? undefined : etagOf(representation)
      if (match !== undefined && tag === undefined) throw failed('If-Match: the resource does not exist')
      if (match !== undefined && !isListed(match, tag ?? '', false)) {
        throw failed('If-Match: the resource has changed since; read it again')
      }
      if (noneMatch !== undefined && tag !== undefined && isListed(noneMatch, tag, true)) {
        throw failed(
          `If-None-Match: the resource ${noneMatch.trim() === '*' ? 'exists' : 'is in this state'}`,
        )
      }
    },
  }
}

const failed = (info: string): Problem => problem('preconditionFailed', info)
