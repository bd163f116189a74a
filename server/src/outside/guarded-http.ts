// One request to an address that an outsider chose. Reaches only public addresses over TLS and networks the operator allows, whatever a
// name resolves to. Follows no redirect, keeps no secret, and logs nothing.
import { isIP } from 'node:net'
import { createSecureContext, rootCertificates } from 'node:tls'
import { buildConnector } from 'undici'
import { networksOf } from '../lib/networks.ts'
import { permittedLookup, resolveAll } from './address-guard.ts'
import { createAgent, exchange, type HttpReply, type HttpRequest, SPARE_MS } from './http-exchange.ts'
import { failureInWords, isClosed, Refused } from './http-failures.ts'
import { isAllowed, whyNotPublic } from './public-address.ts'

export interface GuardOptions {
  /** Networks that may be reached although they are not public, even over plain HTTP. */
  allow?: readonly string[]
  /** PEM of an authority trusted in addition to the public ones. */
  ca?: string | undefined
  /** Limit for everything from the DNS lookup to the last byte. */
  timeoutMs?: number
  /** All addresses of a name. */
  lookup?: (name: string) => Promise<string[]>
  /**
   * Finds a listener of this same process by a name that no resolver knows (such as x.invalid). Only that name reaches it, and the
   * name reaches nothing else, so no rule about addresses is relaxed for it.
   */
  own?: (name: string) => { host: string; port: number } | undefined
}

export interface Put {
  url: string
  /** Appended to the path after a slash. */
  leaf?: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
  signal?: AbortSignal | undefined
}

export interface PutResult {
  /** Milliseconds; absent if a connection was reused or none was made. */
  dnsMs?: number | undefined
  connectMs?: number | undefined
  totalMs: number
  status?: number
  responseHead?: string
  responseBody?: string
  /** The reason in words if no reply came. */
  failure?: string
}

export interface Ask {
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  signal?: AbortSignal | undefined
}

interface AskedReply {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

export interface GuardedHttp {
  /** Rejects only if the signal is aborted. */
  put(request: Put): Promise<PutResult>
  /** For protocols whose replies are read. Rejects with NotAsked, which says why in words. */
  ask(request: Ask): Promise<AskedReply>
  /** Why the address is refused before any lookup; undefined if it may be tried. */
  whyRefused(url: string): string | undefined
  close(): void
}

/** No whole reply came. */
export class NotAsked extends Error {
  override name = 'NotAsked'
}

const TIMEOUT_MS = 10_000
/** Keys and descriptions of sign-in providers have a few thousand. */
const LONGEST_ASKED = 500_000
export const LONGEST_ANSWER = 20_000

/** Receivers are few and repeat; what is sent to them is not counted here. */
const MOST_PLACES = 1_000

interface Place {
  origin: string
  path: string
}

/** The request that a connection was made for. */
interface Opening {
  isNew: boolean
  since: () => number
  times: Pick<PutResult, 'dnsMs' | 'connectMs'>
}

export function createGuardedHttp(options: GuardOptions = {}): GuardedHttp {
  const { timeoutMs = TIMEOUT_MS, own = () => undefined } = options
  const { lookup: find = resolveAll } = options
  const networks = networksOf(options.allow ?? [])
  const trust =
    options.ca === undefined
      ? {}
      : { secureContext: createSecureContext({ ca: [...rootCertificates, options.ca] }) }
  const places = new Map<string, Place>()
  const agent = createAgent(connect)
  let current: Opening | undefined

  function whyRefusedAddress(address: string, isPlain: boolean): string | undefined {
    if (isAllowed(networks, address)) return undefined
    const why = whyNotPublic(address)
    if (why !== undefined) return `${address} is not public: it is ${why}`
    return isPlain ? 'plain http is only for networks in WALKAROUND_CALLBACK_ALLOW; use https' : undefined
  }

  function whyRefused(url: URL | null): string | undefined {
    if (!url) return 'it is not an absolute address'
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return `it starts with ${url.protocol}`
    if (url.username || url.password) return 'it has a user or a password'
    if (url.hash) return 'it has a fragment'
    if (own(url.hostname)) return undefined
    const isPlain = url.protocol === 'http:'
    const host = bare(url.hostname)
    if (isIP(host) !== 0) return whyRefusedAddress(host, isPlain)
    // No network is allowed, so plain HTTP is refused without looking up the name.
    return isPlain && (options.allow ?? []).length === 0 ? whyRefusedAddress('1.1.1.1', true) : undefined
  }

  /** Undici asks for a connection while it accepts a request, so that request is the current one. */
  function connect(to: buildConnector.Options, done: buildConnector.Callback): void {
    const opening: Opening = current ?? { isNew: true, since: () => 0, times: {} }
    const { since, times } = opening
    opening.isNew = true
    const ours = own(to.hostname)
    const isPlain = to.protocol === 'http:'
    const lookup = permittedLookup(
      find,
      (address) => whyRefusedAddress(address, isPlain),
      () => {
        times.dnsMs = since()
      },
    )
    const options = { ...trust, lookup, allowH2: false, timeout: timeoutMs + SPARE_MS }
    const place = ours ? { ...to, hostname: ours.host, port: String(ours.port) } : to
    buildConnector(options)(place, (...made) => {
      const [, socket] = made
      if (!socket) return done(...made)
      // Checks again which address the system connected to, before any HTTP is sent.
      const why = ours ? undefined : whyRefusedAddress(socket.remoteAddress ?? '', isPlain)
      times.connectMs = since() - (times.dnsMs ?? 0)
      if (why === undefined) return done(...made)
      socket.destroy()
      done(new Refused(why), null)
    })
  }

  /** Judged once per address: the result depends only on the options and the address itself. */
  function placeOf(address: string): Place | string {
    const known = places.get(address)
    if (known) return known
    const url = URL.parse(address)
    const refusal = whyRefused(url)
    if (!url || refusal !== undefined) return refusal ?? ''
    const place = { origin: url.origin, path: url.pathname + url.search }
    if (places.size >= MOST_PLACES) places.clear()
    places.set(address, place)
    return place
  }

  async function send(request: Omit<HttpRequest, 'timeoutMs'>, opening: Opening): Promise<HttpReply> {
    const { since } = opening
    const sent = () => {
      current = opening
      const reply = exchange(agent, { ...request, timeoutMs: timeoutMs - since() })
      current = undefined
      return reply
    }
    try {
      return await sent()
    } catch (error) {
      if (opening.isNew || agent.destroyed || !isClosed(error)) throw error
      // The other side closed a kept connection at that moment; it replied to no part of this request, so it is sent again.
      return await sent()
    }
  }

  async function put({ url: address, leaf, headers, body, signal }: Put): Promise<PutResult> {
    const began = performance.now()
    const since = () => Math.round(performance.now() - began)
    const place = placeOf(address)
    if (typeof place === 'string') return { totalMs: 0, failure: place }
    const path =
      leaf === undefined ? place.path : `${place.path.replace(/\/$/, '')}/${encodeURIComponent(leaf)}`
    const { origin } = place
    const opening: Opening = { isNew: false, since, times: {} }
    try {
      const reply = await send(
        { origin, path, method: 'PUT', headers, body, signal, longest: LONGEST_ANSWER },
        opening,
      )
      const totalMs = since()
      // Undici accepts the next request on this connection one turn later; sending it earlier would open another connection.
      await new Promise(setImmediate)
      return {
        ...opening.times,
        totalMs,
        status: reply.status,
        responseHead: storable(reply.head),
        responseBody: reply.body.length === 0 ? '' : storable(reply.body.toString('utf8')),
      }
    } catch (error) {
      if (signal?.aborted) throw error
      return { ...opening.times, totalMs: since(), failure: failureInWords(error, timeoutMs) }
    }
  }

  async function ask({ url: address, method, headers, body, signal }: Ask): Promise<AskedReply> {
    const place = placeOf(address)
    if (typeof place === 'string') throw new NotAsked(place)
    const began = performance.now()
    const opening: Opening = { isNew: false, since: () => Math.round(performance.now() - began), times: {} }
    try {
      const { origin, path } = place
      const reply = await send(
        { origin, path, method, headers, body, signal, longest: LONGEST_ASKED },
        opening,
      )
      if (reply.brokenOff) throw reply.brokenOff
      if (reply.body.length >= LONGEST_ASKED) throw new NotAsked(`it sent more than ${LONGEST_ASKED} bytes`)
      return { status: reply.status, headers: readHead(reply.head), body: reply.body }
    } catch (error) {
      if (signal?.aborted || error instanceof NotAsked) throw error
      throw new NotAsked(failureInWords(error, timeoutMs), { cause: error })
    }
  }

  return { put, ask, whyRefused: (text) => whyRefused(URL.parse(text)), close: () => void agent.destroy() }
}

function readHead(head: string): [name: string, value: string][] {
  return head
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, name, value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name.toLowerCase(), value] satisfies [string, string]]
    })
}

const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')

/** As text that the database can store; the length of a head is limited too. */
function storable(text: string): string {
  const kept = text.length > LONGEST_ANSWER ? text.slice(0, LONGEST_ANSWER) : text
  return kept.includes('\0') ? kept.replaceAll('\0', '\uFFFD') : kept
}
