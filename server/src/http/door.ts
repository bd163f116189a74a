// Opens an operation of the contract to HTTP. Routes say what an operation does and what goes back; everything that
// is the same for all of them happens here: identifiers of the path, input by schema, transaction, answer.
import { Readable } from 'node:stream'
import type { Operation } from '@walkaround/contract/operation.ts'
import { fillPath } from '@walkaround/contract/paths.ts'
import { limits } from '@walkaround/contract/schema.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Reach } from '../access/authenticate.ts'
import { assertWithinBranches, findNamedSubject } from '../access/branch-reach.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { isStorable, shown } from '../lib/texts.ts'
import { type Problem, problem, problemOf, type Violation } from '../problems.ts'
import { type Fields, type Precondition, type Role, type Scope, unconditional } from '../scope.ts'
import type { AddressReader } from './addresses.ts'
import { etagOf, isListed } from './etag.ts'
import { parseJson } from './json-body.ts'
import { compileReader, type Reading } from './reader.ts'
import { callOf, findCall, findSessionOf, type SessionOfRequest } from './who.ts'

export interface Door {
  app: FastifyInstance
  /** The same, but bodies are left as streams. */
  streams: FastifyInstance
  /** Of the interface, below the base URL. */
  prefix: string
  database: Database
  /** Without the prefix. No request header can change it (B1). */
  baseUrl: () => string
  clock: () => Date
  /** Bytes of a body of packages and price lists (A10). */
  priceListBodyLimit: number
  addressOf: AddressReader
}

/** Whoever calls, before and beside what they may do. */
export interface Visitor {
  /** The network they come from. */
  address(): string
  session: SessionOfRequest | undefined
}

/** The person behind the call, as use cases of the app need them. */
export interface Person {
  login: string
  name: string
  role: Role | 'support'
}

export interface Presence {
  loginId: string
  /** Ids of the branches the caller is limited to; left out, all. */
  branches?: readonly string[]
  /** No longer when the caller's branches are others by now. */
  isStillAdmitted: () => Promise<boolean>
}

type BodyOf<O extends Operation> = O extends { body: infer B extends TSchema } ? Static<B> : undefined
type QueryOf<O extends Operation> = O extends { query: infer Q extends TSchema } ? Static<Q> : undefined

export interface Call<O extends Operation> {
  params: { [K in keyof O['params']]: string }
  query: Fields<QueryOf<O>>
  fields: Fields<BodyOf<O>>
  /** The parsed body before it was read, for fingerprints. */
  rawBody: Buffer
  /** The body of an operation that takes bytes. */
  stream: Readable
  /** Empty for an operation outside of any system client. */
  clientId: string
  visitor: Visitor
  /** Not for an operation outside of any system client. */
  person(): Person
  /** For answers that last. */
  presence(): Presence
  header(name: string): string | undefined
  read<T>(work: (scope: Scope) => Promise<T>): Promise<T>
  write<T>(work: (scope: Scope) => Promise<T>): Promise<T>
  /**
   * A write of something that has a representation, in one transaction: the precondition of the caller goes along, and the
   * answer carries the new tag (B7).
   */
  change<T>(
    find: (scope: Scope) => Promise<string | undefined>,
    work: (scope: Scope, precondition: Precondition) => Promise<T>,
  ): Promise<T>
  /** Absolute address of an operation of the interface. */
  address(path: string, params: Record<string, string>): string
}

export type Answer =
  | { status: 200; json: string; headers?: Record<string, string | string[]>; isOneResource?: boolean }
  | { status: 200; stream: AsyncIterable<string> }
  /** Server-sent events, for as long as the caller stays; the signal says that they went. */
  | { status: 200; events: (signal: AbortSignal) => AsyncIterable<string> }
  /** Made only for a caller who does not have this state. */
  | {
      status: 200
      bytes: () => Promise<Buffer>
      contentType: string
      etag: string
      headers: Record<string, string>
    }
  | { status: 201; location: string; headers?: Record<string, string> }
  | { status: 204; headers?: Record<string, string> }
  | { status: 302; location: string }

export const resource = (json: string): Answer => ({ status: 200, json, isOneResource: true })
export const created = (location: string): Answer => ({ status: 201, location })
export const redirected = (location: string): Answer => ({ status: 302, location })
export const noContent: Answer = { status: 204 }

export function serve<const O extends Operation>(
  door: Door,
  operation: O,
  handle: (call: Call<O>) => Promise<Answer>,
): void {
  const readBody = operation.body ? compileReader(operation.body) : undefined
  const readQuery = operation.query ? compileReader(operation.query) : undefined
  const wantsArray = (operation.body as Shape | undefined)?.type === 'array'
  const arrays = arrayParameters(operation.query)
  const numbers = numberParameters(operation.query)
  // What the body's own id must equal (A5): the last identifier of the path.
  const idName =
    operation.path
      .match(/\{\w+\}/g)
      ?.at(-1)
      ?.slice(1, -1) ?? ''
  const named = findNamedSubject(operation)
  const app = operation.bytes ? door.streams : door.app
  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    ...bodyLimitOf(door, operation),
    handler: async (request, reply) => {
      const params = request.params as Record<string, string>
      assertIdentifiers(params)
      const fields = readBody ? fieldsOf(request, params[idName], readBody, wantsArray) : nothing
      const query = readQuery ? toFields(readQuery(queryOf(request, arrays, numbers))) : nothing
      if (named) {
        const { subject, param, mayCreate } = named
        const scope = scopeOf(door, request, door.database)
        await assertWithinBranches(scope, subject, params[param] as string, { mayCreate })
      }
      let newTag: string | undefined
      const answer = await handle({
        params: params as Call<O>['params'],
        query: query as Fields<QueryOf<O>>,
        fields: fields as Fields<BodyOf<O>>,
        rawBody: request.body as Buffer,
        stream: request.body as Readable,
        clientId: findCall(request)?.reach.client.clientId ?? '',
        visitor: { address: () => door.addressOf(request), session: findSessionOf(request) },
        person: () => personOf(request),
        presence: () => {
          const { caller, reach, isStillAdmitted } = callOf(request)
          return { loginId: caller.loginId, isStillAdmitted, ...limitOf(reach) }
        },
        header: (name) => request.headers[name] as string | undefined,
        read: (work) => work(scopeOf(door, request, door.database)),
        write: (work) => inTransaction(door.database, (db) => work(scopeOf(door, request, db))),
        change: (find, work) =>
          inTransaction(door.database, async (db) => {
            const scope = scopeOf(door, request, db)
            const outcome = await work(
              scope,
              preconditionOf(request, () => find(scope)),
            )
            const representation = await find(scope)
            newTag = representation === undefined ? undefined : etagOf(representation)
            return outcome
          }),
        address: (path, values) => `${door.baseUrl()}${door.prefix}${fillPath(path, values)}`,
      })
      if (newTag !== undefined) reply.header('etag', newTag)
      return send(request, reply, answer)
    },
  })
}

/** Of an operation that anyone may call; a login and a password with every character escaped are shorter. */
const OPEN_BODY_BYTES = 16 * 1024

function bodyLimitOf(door: Door, operation: Operation): { bodyLimit?: number } {
  if (operation.isLarge) return { bodyLimit: door.priceListBodyLimit }
  return operation.right === 'none' ? { bodyLimit: OPEN_BODY_BYTES } : {}
}

const nothing: Fields<undefined> = { get: () => undefined }

function scopeOf(door: Door, request: FastifyRequest, db: Scope['db']): Scope {
  const { actor, reach } = callOf(request)
  const { client } = reach
  return { db, clientId: client.clientId, client, actor, now: door.clock(), ...limitOf(reach) }
}

const limitOf = ({ branches }: Reach) => (branches ? { branches } : {})

function personOf(request: FastifyRequest): Person {
  const { caller, reach } = callOf(request)
  return { login: caller.login, name: caller.name, role: reach.role }
}

/** The same body read by another schema, for an operation that takes less in some state. */
export const fieldsFrom = <T>(body: Buffer, read: (value: unknown) => Reading): Fields<T> =>
  toFields(read(parseJson(body))) as Fields<T>

function jsonTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : shown(value)
}

function fieldsOf(
  request: FastifyRequest,
  pathId: string | undefined,
  read: (value: unknown) => Reading,
  wantsArray: boolean,
): Fields<unknown> {
  const parsed = parseJson(request.body as Buffer | undefined)
  const wanted = wantsArray ? 'an array' : 'an object'
  const given = jsonTypeOf(parsed)
  if (given !== wanted) throw problem('wrongJsonType', `the body is ${given}, the operation takes ${wanted}`)
  const reading = read(parsed)
  const id = (reading.value as { id?: string } | undefined)?.id
  if (id !== undefined && pathId !== undefined && id !== pathId) {
    reading.violations.push({
      kind: 'idMismatch',
      info: `id: ${shown(id)} differs from ${shown(pathId)} in the path`,
    })
  }
  return toFields(reading)
}

function toFields({ value, violations }: Reading): Fields<unknown> {
  return {
    get() {
      if (violations.length > 0) throw problemOf(violations)
      return value
    },
  }
}

type Shape = { type?: string }
type Shapes = { properties?: Record<string, Shape> } | undefined

const parametersOf = (schema: TSchema | undefined, type: string): string[] =>
  Object.entries((schema as Shapes)?.properties ?? {}).flatMap(([name, field]) =>
    field.type === type ? [name] : [],
  )
const arrayParameters = (schema: TSchema | undefined): string[] => parametersOf(schema, 'array')
const numberParameters = (schema: TSchema | undefined): string[] => parametersOf(schema, 'integer')

/** A parameter given twice is an array; one that is empty counts as left out. */
function queryOf(request: FastifyRequest, arrays: string[], numbers: string[]): Record<string, unknown> {
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

async function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  if ('headers' in answer && answer.headers) reply.headers(answer.headers)
  if (answer.status === 204) return reply.code(204).send()
  if (answer.status === 201 || answer.status === 302) {
    return reply.code(answer.status).header('location', answer.location).send()
  }
  if ('bytes' in answer) {
    if (isKnown(request, reply, answer.etag)) return reply.code(304).send()
    return reply.header('content-type', answer.contentType).send(await answer.bytes())
  }
  if ('events' in answer) return sendEvents(request, reply, answer.events)
  reply.header('content-type', 'application/json; charset=utf-8')
  if ('stream' in answer) return reply.send(Readable.from(answer.stream, { objectMode: false }))
  const body = Buffer.from(answer.json)
  if (answer.isOneResource && isKnown(request, reply, etagOf(body))) {
    reply.removeHeader('content-type')
    return reply.code(304).send()
  }
  return reply.send(body)
}

function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  events: (signal: AbortSignal) => AsyncIterable<string>,
): FastifyReply {
  // Proxies that collect an answer before they pass it on would keep every event for themselves.
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  if (request.method === 'HEAD') return reply.send()
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return reply.send(Readable.from(events(gone.signal), { objectMode: false }))
}

/** Names the state that is sent, and tells whether the caller has it (B7). */
function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  const known = request.headers['if-none-match']
  return known !== undefined && isListed(known, etag, true)
}
