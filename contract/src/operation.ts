// An operation of the interface as data: the server routes by it, the OpenAPI file and the reference are made of it.
import type { TSchema } from 'typebox'

/** What a role must be allowed to do to call the operation (F1); `none` stands outside of any system client. */
export type Right =
  | 'none'
  | 'read'
  | 'orders'
  | 'answers'
  | 'photos'
  | 'leads'
  | 'quotes'
  | 'packages'
  | 'admin'

export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'

export interface Answer {
  description: string
  body?: TSchema
  /** What the body is when it is no JSON. */
  contentType?: string
  headers?: Record<string, string>
}

export interface Operation {
  id: string
  method: Method
  /** Relative to the base URL; variables in braces, spelled as the spec spells them. */
  path: string
  /** A heading of the spec. */
  heading: string
  summary: string
  description: string
  right: Right
  params: Record<string, string>
  query?: TSchema
  body?: TSchema
  /** A body of bytes, taken as a stream: what it may hold, in words. */
  bytes?: string
  /** Request headers of our own that the operation understands. */
  requestHeaders?: Record<string, string>
  answers: Record<number, Answer>
  /** Kinds of problems, beyond those every operation shares. */
  problems: string[]
  decisions: string[]
  /** Takes bodies up to the limit of price lists (A10). */
  isLarge?: boolean
  /** An addition of ours, not part of the interface as given. */
  ours?: boolean
  example?: unknown
}

export const operation = <const O extends Operation>(o: O): O => o

/** What every answer with a single resource understands (B7). */
export const etagAnswer = { etag: 'A hash of the representation. Our addition (B7).' }
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
/** What is removed has no state to be absent. */
export const conditionalDelete = { 'if-match': conditionalWrite['if-match'] }
export const createdAnswer = (what: string, headers: Record<string, string> = {}): Answer => ({
  description: `${what} was created.`,
  headers: { location: 'Absolute URL of what was created.', ...headers },
})
export const changedAnswer = (what: string, headers?: Record<string, string>): Answer => ({
  description: `${what} was changed.`,
  ...(headers ? { headers } : {}),
})
