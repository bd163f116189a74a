// Calls an operation of the web apps by its id. Request and reply are typed by the operation; at run time only methods and paths
// are included, because a calling page does not need schemas.
import type { Static, TSchema } from 'typebox'
import type { byId } from './app/operations.ts'
import { routes } from './app/routes.generated.ts'
import type { Method } from './operation.ts'
import { fillPath } from './paths.ts'

type Operations = typeof byId
export type OperationId = keyof Operations

export type ParamsOf<I extends OperationId> = { [K in keyof Operations[I]['params']]: string }
export type QueryOf<I extends OperationId> = Operations[I] extends { query: infer Q extends TSchema }
  ? Static<Q>
  : Record<string, never>
/** Undefined if the reply has no body. */
export type ReplyBodyOf<I extends OperationId> = Operations[I]['replies'] extends {
  200: { body: infer B extends TSchema }
}
  ? Static<B>
  : undefined

type Given<I extends OperationId> = { query?: QueryOf<I> } & (Operations[I] extends {
  body: infer B extends TSchema
}
  ? { body: Static<B> }
  : { body?: never })

type Optional<T> = Record<never, never> extends T ? [T?] : [T]

/** `How` is what a transport needs besides the operation: a timeout, a signal. */
export type Call<How> = <I extends OperationId>(
  id: I,
  params: ParamsOf<I>,
  ...given: Optional<Given<I> & How>
) => Promise<ReplyBodyOf<I>>

/** Relative to the prefix of the interface. Empty query parameters are left out; a list is its name once for each value. */
export function pathOf<I extends OperationId>(id: I, params: ParamsOf<I>, query?: QueryOf<I>): string {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== '') words.append(name, String(one))
  return `${fillPath(routes[id].path, params)}${words.size === 0 ? '' : `?${words}`}`
}

export const methodOf = (id: OperationId): Method => routes[id].method

/** A transport throws refusals; 200 has a body, other replies have none. */
export const createCall =
  <How extends object>(
    send: (
      path: string,
      ask: How & { method: Method; body?: unknown },
    ) => Promise<Pick<Response, 'status' | 'json'>>,
  ): Call<How> =>
  async (id, params, ...[given]) => {
    const { query, ...ask } = (given ?? {}) as Given<typeof id> & How
    const response = await send(pathOf(id, params, query), { ...(ask as How), method: routes[id].method })
    return (response.status === 200 ? await response.json() : undefined) as ReplyBodyOf<typeof id>
  }
