// What a handler returns, typed by the replies its operation declares, and how it is sent. A wrong shape, an undeclared status and
// a body in a reply without one do not compile.
import { Readable } from 'node:stream'
import type { Operation } from '@walkaround/contract/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { etagOf } from '../lib/etag.ts'
import type { ReadyBytes, ReadyJson, ReadyJsonPieces } from '../lib/ready-json.ts'
import { isListed } from './etag.ts'

type Headers = Record<string, string | string[]>
type Events = (signal: AbortSignal) => AsyncIterable<string>

interface NoContent {
  body?: never
  json?: never
  headers?: Headers
}

type Content<R> = R extends { body: infer B extends TSchema }
  ?
      | { body: Static<B>; headers?: Headers }
      | { json: ReadyJson<Static<B>>; headers?: Headers }
      | { kept: ReadyBytes<Static<B>>; headers?: Headers }
      | { pieces: ReadyJsonPieces<Static<B>> }
  : R extends { contentType: 'text/event-stream' }
    ? /** For as long as the caller stays; the signal says that they went. */ { events: Events }
    : R extends { contentType: 'text/csv; charset=utf-8' | 'application/x-ndjson' }
      ? /** As long as it is. */ { pieces: AsyncIterable<string>; headers?: Headers }
      : R extends { contentType: string }
        ? /** Made only for a caller who does not have this state. */ {
            bytes: () => Promise<Buffer>
            etag: string
            headers: Headers
          }
        : R extends { headers: { location: string } }
          ? NoContent & { location: string }
          : NoContent

/** One of the replies the operation declares. */
export type ReplyTo<O extends Operation> = {
  [S in keyof O['replies']]: { status: S } & Content<O['replies'][S]>
}[keyof O['replies']]

/** A reply of any operation. */
export interface AnyReply {
  status: number
  body?: unknown
  json?: string
  kept?: Buffer
  pieces?: AsyncIterable<string | Buffer>
  events?: Events
  bytes?: () => Promise<Buffer>
  etag?: string
  location?: string
  headers?: Headers
}

export const ok = <T>(body: T) => ({ status: 200, body }) as const
export const okJson = <T>(json: ReadyJson<T>) => ({ status: 200, json }) as const
export const okKept = <T>(kept: ReadyBytes<T>) => ({ status: 200, kept }) as const
export const okPieces = <T>(pieces: ReadyJsonPieces<T>) => ({ status: 200, pieces }) as const
export const okEvents = (events: Events) => ({ status: 200, events }) as const
export const created = (location: string) => ({ status: 201, location }) as const
export const redirected = (location: string) => ({ status: 302, location }) as const
export const noContent = { status: 204 } as const

/** How the replies of an operation are sent; computes once what is common to all of them. */
export function sending({ replies }: Operation) {
  const { contentType = 'application/json; charset=utf-8', headers } = replies[200] ?? {}
  const isTagged = headers !== undefined && 'etag' in headers

  return async (request: FastifyRequest, reply: FastifyReply, given: AnyReply): Promise<FastifyReply> => {
    if (given.headers) reply.headers(given.headers)
    if (given.location !== undefined) reply.header('location', given.location)
    if (given.status !== 200) return reply.code(given.status).send()
    if (given.bytes) {
      if (isKnown(request, reply, given.etag as string)) return reply.code(304).send()
      return reply.header('content-type', contentType).send(await given.bytes())
    }
    if (given.events) return sendEvents(request, reply, given.events)
    if (given.pieces) {
      reply.header('content-type', contentType)
      return reply.send(Readable.from(given.pieces, { objectMode: false }))
    }
    const body = given.kept ?? Buffer.from(given.json ?? JSON.stringify(given.body))
    if (isTagged && isKnown(request, reply, given.kept ? keptTagOf(body) : etagOf(body)))
      return reply.code(304).send()
    return reply.header('content-type', contentType).send(body)
  }
}

/** Of bytes that are sent more than once. */
const keptTags = new WeakMap<Buffer, string>()

function keptTagOf(body: Buffer): string {
  let tag = keptTags.get(body)
  if (tag === undefined) {
    tag = etagOf(body)
    keptTags.set(body, tag)
  }
  return tag
}

function sendEvents(request: FastifyRequest, reply: FastifyReply, events: Events): FastifyReply {
  // Proxies that buffer a reply would hold back every event.
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

/** Sets the ETag of the state that is sent, and returns whether the caller already has it (B7): only somebody who reads asks that. */
function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    // A reply to a change may say more than the next read, such as a new secret; then the door has set the tag of that.
    if (!reply.hasHeader('etag')) reply.header('etag', etag)
    return false
  }
  reply.header('etag', etag)
  const known = request.headers['if-none-match']
  return known !== undefined && isListed(known, etag, true)
}
