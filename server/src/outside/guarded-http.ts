// One PUT to an address somebody else chose: to public addresses over TLS and to networks the operator allows, and
// nowhere else, whatever a name resolves to. Follows no redirect, keeps no secret, and logs nothing. Undici speaks HTTP, on
// sockets that are made and judged here.
import { lookup as resolve } from 'node:dns/promises'
import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net'
import { createSecureContext, rootCertificates, connect as tlsConnect } from 'node:tls'
import { dropContinue } from './http-continue.ts'
import { createCuts } from './http-cut.ts'
import { exchange, type HttpAnswer, isFinal } from './http-exchange.ts'
import { failureInWords, Refused } from './http-failures.ts'
import { closedError, createKeptClients, type Open } from './kept-clients.ts'
import { isAllowed, networkList, whyNotPublic } from './public-address.ts'

export interface GuardOptions {
  /** Networks that may be reached although they are not public, also over plain HTTP. */
  allow?: readonly string[]
  /** PEM of an authority trusted beside the public ones. */
  ca?: string | undefined
  /** For everything from the name to the last byte. */
  timeoutMs?: number
  /** All addresses of a name. */
  lookup?: (name: string) => Promise<string[]>
  /**
   * A listener of this very process, by a name no resolver knows (such as x.invalid). Only that name reaches it, and the
   * name reaches nothing else: no rule about addresses is bent for it.
   */
  own?: (name: string) => { host: string; port: number } | undefined
}

export interface Put {
  url: string
  /** Comes behind the path, after a slash. */
  leaf?: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
  signal?: AbortSignal | undefined
}

export interface PutResult {
  /** Milliseconds; absent where a connection was used again, or none came about. */
  dnsMs?: number | undefined
  connectMs?: number | undefined
  totalMs: number
  status?: number
  responseHead?: string
  responseBody?: string
  /** In words, when no answer came. */
  failure?: string
}

export interface GuardedHttp {
  /** Never rejects but for an aborted signal. */
  put(request: Put): Promise<PutResult>
  /** Why the address would be refused whatever the network says; undefined when it may be tried. */
  whyRefused(url: string): string | undefined
  close(): void
}

const TIMEOUT_MS = 10_000
export const LONGEST_ANSWER = 20_000
/** Idle connections are kept for the next callback that long. */
const IDLE_MS = 4_000

/** Receivers, and not what is sent to them: few, and the same again. */
const MOST_PLACES = 1_000

interface Place {
  url: URL
  origin: string
  path: string
}

type Times = Pick<PutResult, 'dnsMs' | 'connectMs'>

export function createGuardedHttp(options: GuardOptions = {}): GuardedHttp {
  const { timeoutMs = TIMEOUT_MS, own = () => undefined } = options
  const { lookup = async (name) => (await resolve(name, { all: true })).map(({ address }) => address) } =
    options
  const networks = networkList(options.allow ?? [])
  const trust =
    options.ca === undefined
      ? {}
      : { secureContext: createSecureContext({ ca: [...rootCertificates, options.ca] }) }
  const lines = createKeptClients(IDLE_MS)
  const places = new Map<string, Place>()
  const beginCut = createCuts(timeoutMs)

  function whyRefusedAddress(address: string, isPlain: boolean): string | undefined {
    if (isAllowed(networks, address)) return undefined
    const why = whyNotPublic(address)
    if (why !== undefined) return `${address} is not public: it is ${why}`
    return isPlain ? 'plain http is only for networks in WALKAROUND_CALLBACK_ALLOW; use https' : undefined
  }

  function whyRefused(url: URL | null): string | undefined {
    if (!url) return 'it is not an absolute address'
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return `it starts with ${url.protocol}`
    if (url.username || url.password) return 'it carries a user or a password'
    if (url.hash) return 'it carries a fragment'
    if (own(url.hostname)) return undefined
    const isPlain = url.protocol === 'http:'
    const host = bare(url.hostname)
    if (isIP(host) !== 0) return whyRefusedAddress(host, isPlain)
    // No address in any allowed network: the name need not even be asked for.
    return isPlain && (options.allow ?? []).length === 0 ? whyRefusedAddress('1.1.1.1', true) : undefined
  }

  /** Only what may be reached is handed to the socket, so there is nothing else it could connect to. */
  function guardedLookup(isPlain: boolean, onResolved: () => void): LookupFunction {
    return (name, { all }, done) => {
      lookup(name).then(
        (addresses) => {
          onResolved()
          const good = addresses.filter((address) => whyRefusedAddress(address, isPlain) === undefined)
          const found = good.map((address) => ({ address, family: isIP(address) }))
          const [first] = found
          if (!first) {
            const why =
              addresses[0] === undefined ? 'has no address' : whyRefusedAddress(addresses[0], isPlain)
            done(new Refused(`${name}: ${why}`), '', 0)
          } else if (all) done(null, found)
          else done(null, first.address, first.family)
        },
        (error: NodeJS.ErrnoException) => done(error, '', 0),
      )
    }
  }

  /** Nothing is written before the socket is judged, no greeting of TLS either. */
  function open(url: URL, times: Times, since: () => number, ...[line, done]: Parameters<Open>): void {
    const ours = own(url.hostname)
    const isPlain = url.protocol === 'http:'
    const host = ours?.host ?? bare(url.hostname)
    const port = ours?.port ?? Number(url.port || (isPlain ? 80 : 443))
    const lookup = guardedLookup(isPlain, () => {
      times.dnsMs = since()
    })
    let isOver = false
    const watch = (socket: Socket) => {
      line.socket = socket
      const fail = (error: Error) => {
        if (!isOver) done(error, null)
        isOver = true
      }
      socket.on('error', fail)
      socket.once('close', () => fail(closedError()))
    }
    const hand = (socket: Socket) => {
      if (isOver) return
      isOver = true
      times.connectMs = since() - (times.dnsMs ?? 0)
      line.onStart = dropContinue(socket)
      done(null, socket)
    }
    const raw = netConnect({ host, port, noDelay: true, lookup })
    watch(raw)
    raw.once('connect', () => {
      // What the system connected to is looked at once more.
      const why = ours ? undefined : whyRefusedAddress(raw.remoteAddress ?? '', isPlain)
      if (why !== undefined) return void raw.destroy(new Refused(why))
      if (isPlain) return hand(raw)
      // The name the certificate must be for; an address is not sent as a name.
      const name = isIP(host) === 0 ? { servername: host } : { host }
      const secure = tlsConnect({ socket: raw, ...trust, ...name, ALPNProtocols: ['http/1.1'] })
      watch(secure)
      secure.once('secureConnect', () => hand(secure))
    })
  }

  /** What may be tried is judged once: nothing but the options and the address itself is looked at. */
  function placeOf(address: string): Place | string {
    const known = places.get(address)
    if (known) return known
    const url = URL.parse(address)
    const refusal = whyRefused(url)
    if (!url || refusal !== undefined) return refusal ?? ''
    const place = { url, origin: url.origin, path: url.pathname + url.search }
    if (places.size >= MOST_PLACES) places.clear()
    places.set(address, place)
    return place
  }

  async function put({ url: address, leaf, headers, body, signal }: Put): Promise<PutResult> {
    const began = performance.now()
    const since = () => Math.round(performance.now() - began)
    const place = placeOf(address)
    if (typeof place === 'string') return { totalMs: 0, failure: place }
    const { url, origin } = place
    const times: Times = {}
    const cut = beginCut(signal)
    let isNew = false
    const opening: Open = (line, done) => {
      isNew = true
      open(url, times, since, line, done)
    }
    const path =
      leaf === undefined ? place.path : `${place.path.replace(/\/$/, '')}/${encodeURIComponent(leaf)}`
    let line = lines.take(origin, opening)
    cut.on((why) => lines.end(line, why))
    try {
      let answer: HttpAnswer
      try {
        answer = await exchange(line, { path, headers, body }, LONGEST_ANSWER)
      } catch (error) {
        if (isNew || cut.isCut || isFinal(error)) throw error
        // The other side closed a kept connection just then: nothing of this request was answered, so it is sent anew.
        lines.end(line)
        line = lines.make(origin, opening)
        answer = await exchange(line, { path, headers, body }, LONGEST_ANSWER)
      }
      if (answer.isWhole) lines.rest(line)
      else lines.end(line)
      return {
        dnsMs: times.dnsMs,
        connectMs: times.connectMs,
        totalMs: since(),
        status: answer.status,
        responseHead: storable(answer.head),
        responseBody: answer.body.length === 0 ? '' : storable(answer.body.toString('utf8')),
      }
    } catch (error) {
      lines.end(line)
      if (signal?.aborted) throw error
      return { ...times, totalMs: since(), failure: failureInWords(error, cut.isCut, timeoutMs) }
    } finally {
      cut.end()
    }
  }

  return { put, whyRefused: (text) => whyRefused(URL.parse(text)), close: lines.close }
}

const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')

/** As a database takes it; what a head holds is bounded as well. */
function storable(text: string): string {
  const kept = text.length > LONGEST_ANSWER ? text.slice(0, LONGEST_ANSWER) : text
  return kept.includes('\0') ? kept.replaceAll('\0', '\uFFFD') : kept
}
