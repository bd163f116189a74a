// One PUT to an address somebody else chose: to public addresses over TLS and to networks the operator allows, and
// nowhere else, whatever a name resolves to. Follows no redirect, keeps no secret, and logs nothing. On sockets of its own:
// each is judged when it connects, and the way through Node's client would cost more than the request.
import { lookup as resolve } from 'node:dns/promises'
import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net'
import { createSecureContext, rootCertificates, connect as tlsConnect } from 'node:tls'
import { createAnswerReader, type HttpAnswer, NotHttp } from './http-answer.ts'
import { type Cut, createCut } from './http-cut.ts'
import { failureInWords, Refused } from './http-failures.ts'
import { isAllowed, networkList, whyNotPublic } from './public-address.ts'
import { createWires, type Wire } from './wires.ts'

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
  const wires = createWires(IDLE_MS)

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

  /** Nothing is written to it before it is judged. */
  function connect(url: URL, cut: Cut, times: Times, since: () => number): Promise<Wire> {
    const ours = own(url.hostname)
    const isPlain = url.protocol === 'http:'
    const host = ours?.host ?? bare(url.hostname)
    const lookup = guardedLookup(isPlain, () => {
      times.dnsMs = since()
    })
    const to = { host, port: ours?.port ?? Number(url.port || (isPlain ? 80 : 443)), noDelay: true, lookup }
    const name = isIP(host) === 0 ? { servername: host } : {}
    const socket: Socket = isPlain
      ? netConnect(to)
      : tlsConnect({ ...to, ...trust, ...name, ALPNProtocols: ['http/1.1'] })
    const { promise, resolve: connected, reject } = Promise.withResolvers<Wire>()
    const wire = wires.wire(url.origin, socket, { onData: () => socket.destroy(), onGone: reject })
    cut.on((why) => socket.destroy(why))
    socket.once('connect', () => {
      times.connectMs = since() - (times.dnsMs ?? 0)
      // What the system connected to is looked at once more.
      const why = ours ? undefined : whyRefusedAddress(socket.remoteAddress ?? '', isPlain)
      if (why !== undefined) socket.destroy(new Refused(why))
      else if (isPlain) connected(wire)
    })
    socket.once('secureConnect', () => {
      times.connectMs = since() - (times.dnsMs ?? 0)
      connected(wire)
    })
    return promise
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
      const open = () => connect(url, cut, times, since)
      const { status, head, body } = await send(url.origin, toBytes(url, request), cut, open)
      return {
        ...times,
        status,
        responseHead: storable(head),
        responseBody: storable(body),
        totalMs: since(),
      }
    } catch (error) {
      if (request.signal?.aborted) throw error
      return { ...times, totalMs: since(), failure: failureInWords(error, cut.isCut(), timeoutMs) }
    } finally {
      cut.end()
    }
  }

  async function send(
    origin: string,
    bytes: string | Buffer,
    cut: Cut,
    open: () => Promise<Wire>,
  ): Promise<HttpAnswer> {
    const kept = wires.take(origin)
    if (!kept) return exchange(await open(), bytes, cut)
    try {
      return await exchange(kept, bytes, cut)
    } catch (error) {
      if (cut.isCut() || error instanceof NotHttp) throw error
      // The other side closed a kept connection just then: nothing of this request was answered, so it is sent anew.
      return exchange(await open(), bytes, cut)
    }
  }

  function exchange(wire: Wire, bytes: string | Buffer, cut: Cut): Promise<HttpAnswer> {
    const { socket } = wire
    const { promise, resolve: done, reject } = Promise.withResolvers<HttpAnswer>()
    const reader = createAnswerReader(LONGEST_ANSWER)
    wire.user = {
      onData(chunk) {
        try {
          const answer = reader.push(chunk)
          if (!answer) return
          wire.user = undefined
          if (answer.mayReuse) wires.rest(wire)
          else socket.destroy()
          done(answer)
        } catch (error) {
          socket.destroy(error as Error)
        }
      },
      onGone(error) {
        // The status has come and decides; a body that never ends or breaks off changes nothing.
        const answer = reader.end()
        if (answer) done(answer)
        else reject(error)
      },
    }
    cut.on((why) => socket.destroy(why))
    // It may be gone since it was taken or opened, and then nobody would tell.
    if (socket.destroyed) wire.user.onGone(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
    else socket.write(bytes)
    return promise
  }

  return { put, whyRefused: (text) => whyRefused(URL.parse(text)), close: wires.close }
}

const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')

/** As text a database takes, and no longer than what is kept. */
const storable = (bytes: Buffer) =>
  bytes.subarray(0, LONGEST_ANSWER).toString('utf8').replaceAll('\0', '\uFFFD')

/** In one piece, so that it is one write. */
function toBytes(url: URL, { headers, body }: Put): string | Buffer {
  let head = `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n`
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`
  // A header that breaks its line, or cannot be written, would make another request of it.
  if (
    !/^(?:[\t\x20-\x7e\x80-\xff]+\r\n)+$/.test(head) ||
    head.split('\r\n').length !== Object.keys(headers).length + 3
  )
    throw Object.assign(new Error('a header cannot be sent'), { code: 'ERR_INVALID_CHAR' })
  head += `content-length: ${Buffer.byteLength(body)}\r\n\r\n`
  // Headers are Latin-1; only where that is no UTF-8 are they written apart.
  return /^[\0-\x7f]*$/.test(head)
    ? head + body
    : Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body, 'utf8')])
}
