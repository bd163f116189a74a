// An operation of the interface as data: the server's routes, the OpenAPI file and the reference are made from it.
import type { TSchema } from 'typebox'
import type { Stability } from './interface-changes.ts'
import type { ProblemKind } from './problems.ts'

/**
 * The right a role needs to call the operation (F1). Two are outside any system client: `none` for anybody, `self` for anybody with a
 * key.
 */
export type Right =
  | 'none'
  | 'self'
  | 'read'
  | 'orders'
  | 'answers'
  | 'notes'
  | 'parts'
  | 'photos'
  | 'leads'
  | 'quotes'
  | 'packages'
  | 'events'
  | 'admin'
  | 'logins'
  | 'keys'

export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'

export interface Reply {
  description: string
  body?: TSchema
  /** The type of a body that is not JSON. */
  contentType?: string
  headers?: Record<string, string> | undefined
}

export interface Operation {
  id: string
  method: Method
  /** Relative to the base URL; variables in braces, as in the spec. */
  path: string
  /** A heading of the spec. */
  heading: string
  summary: string
  description: string
  right: Right
  /** Variables of the path, in words; as a schema if there is a closed list of values. */
  params: Record<string, string | TSchema>
  query?: TSchema
  body?: TSchema
  /** How the body is read in the state that the description names. */
  bodyInState?: TSchema
  /** A body of bytes, read as a stream: what it may contain, in words. */
  bytes?: string
  /** The bytes are a file of JSON, which is checked like a body. */
  isJsonFile?: boolean
  /** Our own request headers that the operation understands. */
  requestHeaders?: Record<string, string>
  replies: Record<number, Reply>
  /** Kinds of problems besides those of every operation. */
  problems: readonly ProblemKind[]
  decisions: readonly string[]
  /** Accepts bodies up to the limit of price lists (A10). */
  isLarge?: boolean
  /** Our addition, not part of the interface as given. */
  ours?: boolean
  /** What callers may rely on (docs/stability.md). Without it an operation of the interface is stable, and ours is a preview. */
  stability?: Stability
  example?: unknown
}

export const operation = <const O extends Operation>(o: O): O => o

/** Header of every reply with a single resource (B7). */
export const etagReply = { etag: 'A hash of the representation. Our addition (B7).' }
export const newTag = { etag: 'Of the new state, for the next `If-Match`. Our addition (B7).' }
export const conditionalRead = {
  'if-none-match':
    'An `ETag` seen before; when it is still current the answer is 304 without a body. Our addition (B7).',
}
export const conditionalWrite = {
  'if-match':
    'An `ETag` seen before (or `*`); when the resource is no longer in that state the answer is 412 and nothing is changed. Our addition (B7).',
  'if-none-match':
    '`*`: when there is such a resource already the answer is 412 and nothing is changed. Our addition (B7).',
}
/** For a deletion, If-None-Match makes no sense. */
export const conditionalDelete = { 'if-match': conditionalWrite['if-match'] }
export const createdReply = (what: string, headers: Record<string, string> = {}) => ({
  description: `${what} was created.`,
  headers: { location: 'Absolute URL of what was created.', ...headers },
})
export const changedReply = (what: string, headers?: Record<string, string>) => ({
  description: `${what} was changed.`,
  headers,
})
