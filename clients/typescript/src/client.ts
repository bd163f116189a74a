// The client: one method for each operation of the interface. It sends requests, sends them again where that is safe, reads replies
// and throws refusals. It needs `fetch` and nothing else, so it runs in Node, browsers and other runtimes.
import type { CallOptions, Reply, Route } from './call.ts'
import { NoReplyError, WalkaroundError } from './errors.ts'
import { type Operations, prefix, routes } from './interface.generated.ts'
import { pauseBefore, readRetryAfter } from './retry.ts'

export type { CallOptions, Reply } from './call.ts'
export { NoReplyError, WalkaroundError } from './errors.ts'
export * from './interface.generated.ts'
export { changeWithTag, rememberTag } from './tags.ts'

export interface ClientOptions {
  /** Of the service, without `/v1`: `https://localhost:8443`. */
  baseUrl: string
  /** The key of your login at the service. */
  key: string
  /** Taken for each call that names no `system_client_id`. */
  systemClientId?: string
  /** Of one attempt, its body included; 30 seconds unless given. */
  timeoutMs?: number
  /** How often a request is sent again at most; 4 unless given, 0 for never. */
  retries?: number
  /** If the service asks for a longer pause, the refusal is thrown instead; a minute unless given. */
  longestPauseMs?: number
  /** Another `fetch`: with a proxy, an authority to trust, a log. */
  fetch?: typeof fetch
  /** Another way to wait between attempts. */
  pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

export type Client = Operations

type Params = Readonly<Record<string, string | undefined>>
type Given = CallOptions & { query?: Readonly<Record<string, unknown>>; body?: unknown } & Record<
    string,
    unknown
  >
type AnyReply = Reply<number, unknown>
type Send = (params?: Params, given?: Given) => Promise<AnyReply>

const DEFAULTS = { timeoutMs: 30_000, retries: 4, longestPauseMs: 60_000 }
const repeatable = new Set(['GET', 'PUT', 'DELETE'])
const redirects = new Set([301, 302, 303, 307, 308])
const IDEMPOTENCY = 'idempotencyKey'

export function createClient(options: ClientOptions): Client {
  const methods = Object.entries(routes).map(([id, route]): [string, Send] => {
    const send: Send = (params = {}, given = {}) => sendUntilReplied(options, { id, route, params, given })
    return [id, route.page ? Object.assign(send, paging(send, route.page.field)) : send]
  })
  return Object.fromEntries(methods) as unknown as Client
}

/** The address of the next page is that of this one with another query: so the key goes to no other place. */
function paging(send: Send, field: string | undefined) {
  async function* pages(params?: Params, given: Given = {}): AsyncGenerator<AnyReply, void> {
    let query = given.query ?? {}
    for (;;) {
      const page = await send(params, { ...given, query })
      yield page
      const next = nextQuery(page.headers.get('link'))
      // A feed that is read to its end names the place where it goes on.
      if (next === undefined || (isEmpty(page.data, field) && sameQuery(next, query))) return
      query = next
    }
  }
  async function* each(params?: Params, given?: Given): AsyncGenerator<unknown, void> {
    for await (const { data } of pages(params, given)) yield* entriesOf(data, field)
  }
  return { pages, each }
}

const entriesOf = (data: unknown, field: string | undefined) =>
  (field === undefined ? data : (data as Record<string, unknown>)[field]) as unknown[]
const isEmpty = (data: unknown, field: string | undefined) => entriesOf(data, field).length === 0

function nextQuery(link: string | null): Record<string, string[]> | undefined {
  for (const [, address = '', parameters = ''] of (link ?? '').matchAll(/<([^>]*)>([^,<]*)/g)) {
    if (!/;\s*rel="?next"?(\s|;|$)/.test(parameters)) continue
    const query: Record<string, string[]> = {}
    // The address may be relative; only its query counts.
    for (const [name, value] of new URL(address, 'https://a.invalid').searchParams) {
      query[name] = [...(query[name] ?? []), value]
    }
    return query
  }
  return undefined
}

const sameQuery = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>) =>
  queryOf(one).toString() === queryOf(other).toString()

/** Lists are repeated; what is empty is left out. */
function queryOf(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') words.append(name, String(one))
    }
  }
  return words
}

interface Call {
  id: string
  route: Route
  params: Params
  given: Given
}

function addressOf({ baseUrl, systemClientId }: ClientOptions, { id, route, params, given }: Call): URL {
  const path = route.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = params[name] ?? (name === 'system_client_id' ? systemClientId : undefined)
    if (value === undefined || value === '') throw new TypeError(`${id}: ${name} is missing`)
    // An address library takes these for steps between folders, however they are written.
    if (value === '.' || value === '..') throw new TypeError(`${id}: ${name} must not be ${value}`)
    return encodeURIComponent(value)
  })
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${prefix}${path}`)
  url.search = queryOf(given.query ?? {}).toString()
  return url
}

function headersOf({ key }: ClientOptions, { route, given }: Call): Record<string, string> {
  const headers: Record<string, string> = { 'X-API-KEY': key }
  for (const [option, name] of Object.entries(route.headers ?? {})) {
    const value = given[option]
    if (value !== undefined && value !== null) headers[name] = String(value)
  }
  if (given.requestId !== undefined) headers['X-Request-Id'] = given.requestId
  if (given.body !== undefined) headers['Content-Type'] = route.contentType ?? 'application/json'
  return headers
}

async function sendUntilReplied(options: ClientOptions, call: Call): Promise<AnyReply> {
  const { route, given } = call
  const { retries, longestPauseMs, pause = wait } = { ...DEFAULTS, ...defined(options) }
  // The same key for each attempt, so that the work is done once.
  const isKeyed = route.headers !== undefined && IDEMPOTENCY in route.headers
  const kept = isKeyed ? { ...call, given: { [IDEMPOTENCY]: crypto.randomUUID(), ...defined(given) } } : call
  const isRepeatable = isKeyed || repeatable.has(route.method)
  for (let attempt = 1; ; attempt++) {
    const result = await attemptOnce(options, kept)
    if (!(result instanceof Error)) return result
    const isRefused = result instanceof WalkaroundError
    const outcome = isRefused ? result : 'no reply'
    const isHopeless = !isRefused && result.isUntrusted
    const ms = isHopeless ? undefined : pauseBefore(outcome, { attempt, isRepeatable, chance: Math.random() })
    if (ms === undefined || ms > longestPauseMs || attempt > (given.retries ?? retries)) throw result
    await pause(ms, given.signal)
  }
}

/** Options that are undefined are not given. */
const defined = <T extends object>(options: T): T =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T

/** A reply, or why there is none; throws only the reason of the caller's signal and what is wrong with the call itself. */
async function attemptOnce(
  options: ClientOptions,
  call: Call,
): Promise<AnyReply | WalkaroundError | NoReplyError> {
  const { id, route, given } = call
  const { signal, timeoutMs = options.timeoutMs ?? DEFAULTS.timeoutMs } = given
  const url = addressOf(options, call)
  const { body } = given
  const isText = route.contentType === undefined
  signal?.throwIfAborted()
  const ending = new AbortController()
  const end = () => ending.abort(signal?.reason)
  signal?.addEventListener('abort', end)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    ending.abort()
  }, timeoutMs)
  try {
    const response = await fetchWithin(options, url, {
      method: route.method,
      headers: headersOf(options, call),
      signal: ending.signal,
      ...(body === undefined ? {} : { body: isText ? JSON.stringify(body) : (body as Blob) }),
    })
    return response.status >= 400 ? await refusalOf(id, response) : await replyOf(route, response)
  } catch (error) {
    signal?.throwIfAborted()
    return new NoReplyError(id, error, isLate ? timeoutMs : undefined)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

/** Photos may be redirected. `fetch` would send the key along wherever that leads, so this follows by itself, without it. */
async function fetchWithin(
  { fetch: send = fetch, baseUrl }: ClientOptions,
  url: URL,
  init: RequestInit & { headers: Record<string, string> },
): Promise<Response> {
  const response = await send(url, { ...init, redirect: 'manual' })
  // A page in a browser is not told where a redirect leads.
  if (response.type === 'opaqueredirect') return send(url, { ...init, redirect: 'follow' })
  const location = response.headers.get('location')
  if (!redirects.has(response.status) || location === null || init.method !== 'GET') return response
  const target = new URL(location, url)
  const { 'X-API-KEY': key = '', ...others } = init.headers
  const isSame = target.origin === new URL(baseUrl).origin
  return send(target, {
    ...init,
    headers: isSame ? { ...others, 'X-API-KEY': key } : others,
    redirect: 'error',
  })
}

async function replyOf({ isBinary }: Route, response: Response): Promise<AnyReply> {
  const { status, headers } = response
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  const hasBody = status !== 204 && status !== 304 && (isBinary || isJson)
  // A body that nobody wants is read too, so that the connection can be used again.
  const content = await (hasBody && isBinary ? response.blob() : hasBody ? response.json() : response.text())
  return {
    status,
    data: hasBody ? content : undefined,
    etag: headers.get('etag') ?? undefined,
    location: headers.get('location') ?? undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    headers,
  }
}

async function refusalOf(operation: string, response: Response): Promise<WalkaroundError> {
  const { status, headers } = response
  const text = await response.text()
  return new WalkaroundError({
    ...(readRefusal(text) ?? { errorCode: 0, error: `HTTP ${status}`, errorInfo: text.slice(0, 500) }),
    operation,
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: readRetryAfter(headers.get('retry-after'), new Date()),
  })
}

function readRefusal(text: string): { errorCode: number; error: string; errorInfo: string } | undefined {
  try {
    const { errorCode, error, errorInfo } = JSON.parse(text)
    return typeof errorCode === 'number'
      ? { errorCode, error: String(error), errorInfo: String(errorInfo) }
      : undefined
  } catch {
    return undefined
  }
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}
