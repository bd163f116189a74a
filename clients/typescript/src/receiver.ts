// Receives callbacks: checks key and signature, recognises repeats by their id, and replies as the service expects. It has a handler
// for servers of Node and one for servers that speak in Request and Response; both do the same.
import { type CallbackBodies, unnamedKind } from './interface.generated.ts'
import { isSameKey, secretBytes, verifySignature } from './signature.ts'

export type { CallbackBodies, WebhookOutputInfo } from './interface.generated.ts'
export { type SignatureOptions, type SignedHeaders, verifySignature } from './signature.ts'

/** A callback by its kind, so that `switch (callback.kind)` tells the type of `body`. Expect kinds that are not listed here yet. */
export type Callback = {
  [Kind in keyof CallbackBodies]: {
    readonly kind: Kind
    /** The same for each repeat. */
    readonly id: string
    /** Sent by somebody who tries whether callbacks arrive. */
    readonly isTest: boolean
    readonly body: CallbackBodies[Kind]
  }
}[keyof CallbackBodies]

export interface ReceiverOptions {
  /** `whsec_…`, as `walkaround callback set --secret new` shows it once; several while it is being changed. */
  secret?: string | readonly string[]
  /** What `X-Api-Key` must be. */
  apiKey?: string | readonly string[]
  /** Store it and return, within ten seconds. If this throws, the reply is 500 and the callback comes again. */
  onEvent: (callback: Callback) => void | Promise<void>
  /** Whether a callback with this id was taken. Without it, the last ten thousand are known until the process ends. */
  isKnown?: (id: string) => boolean | Promise<boolean>
  /** Called after `onEvent` returned. Give it together with `isKnown`. */
  remember?: (id: string) => void | Promise<void>
  /** Why a request was refused or failed, for the log. */
  onRefused?: (status: number, why: unknown) => void
  /** How far the clocks of both sides may differ; 300 unless given. */
  toleranceSeconds?: number
  /** Larger bodies are refused; 1 MiB unless given. */
  maxBytes?: number
  now?: () => Date
}

/** A request as it came; names of headers in lower case. */
export interface Arrived {
  method: string
  headers: Readonly<Record<string, string | undefined>>
  body: Uint8Array
}

/** What the handler needs of a request of `node:http`. */
export interface NodeRequest extends AsyncIterable<unknown> {
  method?: string | undefined
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface NodeResponse {
  writeHead(status: number, headers?: Record<string, string>): unknown
  end(text?: string): unknown
}

export interface Receiver {
  /** `createServer(receiver.node)`; also for Express and others, as long as nothing reads the body before. */
  node(request: NodeRequest, response: NodeResponse): Promise<void>
  /** For servers that take a Request and give a Response. */
  fetch(request: Request): Promise<Response>
  /** For any other server: gives the status of the reply. */
  take(arrived: Arrived): Promise<number>
}

const MOST_BYTES = 1024 * 1024
const MOST_KNOWN = 10_000
const TEST_PREFIX = 'test-'

/** Refuses a request; the sender is not told why. */
class Refusal extends Error {
  readonly status: number
  constructor(status: number, why: string) {
    super(why)
    this.status = status
  }
}

export function createReceiver(options: ReceiverOptions): Receiver {
  const { secret, apiKey, onEvent, onRefused = () => {}, maxBytes = MOST_BYTES } = options
  const secrets = listOf(secret)
  const keys = listOf(apiKey)
  if (secrets.length + keys.length === 0) throw new TypeError('createReceiver needs a secret or an apiKey')
  if ((options.isKnown === undefined) !== (options.remember === undefined)) {
    throw new TypeError('createReceiver needs isKnown and remember together')
  }
  for (const one of secrets) secretBytes(one)
  const { isKnown, remember } = { ...memory(), ...given(options) }
  /** Several attempts may come at the same moment: the later ones wait for the first. */
  const underway = new Map<string, Promise<void>>()

  async function check({ method, headers, body }: Arrived): Promise<void> {
    if (method !== 'PUT') throw new Refusal(405, `${method} is not PUT`)
    if (body.length > maxBytes) throw new Refusal(413, `${body.length} bytes are more than ${maxBytes}`)
    if (keys.length > 0) {
      const same = await Promise.all(keys.map((key) => isSameKey(headers['x-api-key'] ?? '', key)))
      if (!same.includes(true)) throw new Refusal(401, 'X-Api-Key is not that of this receiver')
    }
    if (secrets.length === 0) return
    const signed = {
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
    }
    const why = await verifySignature(signed, body, { ...options, secret: secrets })
    if (why !== undefined) throw new Refusal(401, why)
  }

  async function handle(callback: Callback): Promise<void> {
    if (await isKnown(callback.id)) return
    await onEvent(callback)
    await remember(callback.id)
  }

  async function take(arrived: Arrived): Promise<number> {
    try {
      await check(arrived)
      const callback = readCallback(arrived)
      const { id } = callback
      const before = underway.get(id)
      const now = before ?? handle(callback)
      if (!before) underway.set(id, now)
      try {
        await now
      } finally {
        if (!before) underway.delete(id)
      }
      return 204
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 500
      onRefused(status, error instanceof Refusal ? error.message : error)
      return status
    }
  }

  return {
    take,
    async fetch(request) {
      const body = request.body ? await read(chunksOf(request.body), maxBytes) : new Uint8Array()
      const status = await take({
        method: request.method,
        headers: Object.fromEntries(request.headers),
        body,
      })
      return new Response(null, { status, headers: allowOf(status) })
    },
    async node(request, response) {
      const body = await read(request as AsyncIterable<Uint8Array>, maxBytes)
      const status = await take({ method: request.method ?? '', headers: single(request.headers), body })
      response.writeHead(status, allowOf(status))
      response.end()
    },
  }
}

const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : (value ?? [])

const given = ({ isKnown, remember }: ReceiverOptions) => (isKnown && remember ? { isKnown, remember } : {})

const allowOf = (status: number): Record<string, string> => (status === 405 ? { Allow: 'PUT' } : {})

function memory(): Required<Pick<ReceiverOptions, 'isKnown' | 'remember'>> {
  const known = new Set<string>()
  return {
    isKnown: (id) => known.has(id),
    remember(id) {
      known.add(id)
      const [oldest] = known
      if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    },
  }
}

function readCallback({ body }: Arrived): Callback {
  let content: { id?: unknown; kind?: unknown } | null
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Refusal(400, 'the body is not JSON')
  }
  if (typeof content !== 'object' || content === null) throw new Refusal(400, 'the body is not an object')
  const { id } = content
  if (typeof id !== 'string' || id === '') throw new Refusal(400, 'the body has no id')
  const kind = typeof content.kind === 'string' ? content.kind : unnamedKind
  return { kind, id, isTest: id.startsWith(TEST_PREFIX), body: content } as unknown as Callback
}

/** Stops keeping what is beyond the limit, so that nobody can fill the memory; one byte more tells that it was exceeded. */
async function read(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const kept: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    const room = maxBytes + 1 - length
    if (room <= 0) continue
    const part = chunk.subarray(0, room)
    kept.push(part)
    length += part.length
  }
  const all = new Uint8Array(length)
  let place = 0
  for (const part of kept) {
    all.set(part, place)
    place += part.length
  }
  return all
}

/** Streams of browsers are not iterable everywhere. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

const single = (headers: NodeRequest['headers']): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
