// One PUT to an address somebody else chose: to public addresses over TLS and to networks the operator allows, and
// nowhere else, whatever a name resolves to. Follows no redirect, keeps no secret, and logs nothing. Undici speaks HTTP, on
// sockets that are made and judged here.
import { lookup as resolve } from 'node:dns/promises'
import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net'
import { createSecureContext, rootCertificates, connect as tlsConnect } from 'node:tls'
import { dropContinue } from './http-continue.ts'
import { type Cut, createCut } from './http-cut.ts'
import { exchange, type HttpAnswer, type HttpRequest, isFinal } from './http-exchange.ts'
import { failureInWords, Refused } from './http-failures.ts'
import { closedError, createKeptClients, type Line, type Open } from './kept-clients.ts'
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
  headers: Readonly<Record<string, string>>
  body: string
  signal?: AbortSignal
}

export interface PutResult {
  /** Milliseconds; absent where a connection was used again, or none came about. */
  dnsMs?: number
  connectMs?: number
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
  function opener(url: URL, times: Times, since: () => number): Open {
    return (line, done) => {
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
  }

  async function put(request: Put): Promise<PutResult> {
    const began = performance.now()
    const since = () => Math.round(performance.now() - began)
    const url = URL.parse(request.url)
    const refusal = whyRefused(url)
    if (!url || refusal !== undefined) return { totalMs: 0, failure: refusal ?? '' }
    const times: Times = {}
    const cut = createCut(timeoutMs, request.signal)
    try {
      const { status, head, body } = await send(url, request, cut, opener(url, times, since))
      return {
        ...times,
        status,
        responseHead: storable(head),
        responseBody: storable(body.toString('utf8')),
        totalMs: since(),
      }
    } catch (error) {
      if (request.signal?.aborted) throw error
      return { ...times, totalMs: since(), failure: failureInWords(error, cut.isCut(), timeoutMs) }
    } finally {
      cut.end()
    }
  }

  async function send(url: URL, { headers, body }: Put, cut: Cut, open: Open): Promise<HttpAnswer> {
    const request = { path: url.pathname + url.search, headers, body }
    let isNew = false
    const opening: Open = (line, done) => {
      isNew = true
      open(line, done)
    }
    try {
      return await use(lines.take(url.origin, opening), request, cut)
    } catch (error) {
      if (isNew || cut.isCut() || isFinal(error)) throw error
      // The other side closed a kept connection just then: nothing of this request was answered, so it is sent anew.
      return use(lines.make(url.origin, opening), request, cut)
    }
  }

  async function use(line: Line, request: HttpRequest, cut: Cut): Promise<HttpAnswer> {
    cut.on((why) => lines.end(line, why))
    try {
      const answer = await exchange(line, request, LONGEST_ANSWER)
      if (answer.isWhole) lines.rest(line)
      else lines.end(line)
      return answer
    } catch (error) {
      lines.end(line)
      throw error
    }
  }

  return { put, whyRefused: (text) => whyRefused(URL.parse(text)), close: lines.close }
}

const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')

/** As a database takes it; what a head holds is bounded as well. */
const storable = (text: string) => text.slice(0, LONGEST_ANSWER).replaceAll('\0', '\uFFFD')
