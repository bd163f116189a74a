// One PUT to an address somebody else chose: to public addresses over TLS and to networks the operator allows, and
// nowhere else, whatever a name resolves to. Follows no redirect, keeps no secret, and logs nothing.
import { lookup as resolve } from 'node:dns/promises'
import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { createSecureContext, rootCertificates } from 'node:tls'
import { failureInWords, Refused } from './http-failures.ts'
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

export function createGuardedHttp(options: GuardOptions = {}): GuardedHttp {
  const { timeoutMs = TIMEOUT_MS, own = () => undefined } = options
  const { lookup = async (name) => (await resolve(name, { all: true })).map(({ address }) => address) } =
    options
  const networks = networkList(options.allow ?? [])
  // Read once: an agent that were given the certificates would put all of them into the name of every connection.
  const trust =
    options.ca === undefined
      ? {}
      : { secureContext: createSecureContext({ ca: [...rootCertificates, options.ca] }) }
  const kept = { keepAlive: true, timeout: IDLE_MS }
  const agents = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent({ ...kept, ...trust }) }

  function whyRefusedAddress(address: string, isPlain: boolean): string | undefined {
    if (isAllowed(networks, address)) return undefined
    const why = whyNotPublic(address)
    if (why !== undefined) return `${address} is not public: it is ${why}`
    return isPlain ? 'plain http is only for networks in WALKAROUND_CALLBACK_ALLOW; use https' : undefined
  }

  const whyRefused = (text: string) => whyRefusedUrl(URL.parse(text))

  function whyRefusedUrl(url: URL | null): string | undefined {
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

  async function put(request: Put): Promise<PutResult> {
    const began = performance.now()
    const since = () => Math.round(performance.now() - began)
    const url = URL.parse(request.url)
    const refusal = whyRefusedUrl(url)
    if (!url || refusal !== undefined)
      return { totalMs: 0, failure: refusal ?? 'it is not an absolute address' }
    const times: Times = {}
    const cut = createCut(timeoutMs, request.signal)
    try {
      const answer = await send(url, request, cut, times, since, true)
      return { ...times, ...answer, totalMs: since() }
    } catch (error) {
      if (request.signal?.aborted) throw error
      return { ...times, totalMs: since(), failure: failureInWords(error, cut.isCut(), timeoutMs) }
    } finally {
      cut.end()
    }
  }

  function send(
    url: URL,
    { headers, body }: Put,
    cut: Cut,
    times: Times,
    since: () => number,
    mayReuse: boolean,
  ): Promise<Answer> {
    const isPlain = url.protocol === 'http:'
    const ours = own(url.hostname)
    const { promise, resolve: done, reject } = Promise.withResolvers<Answer>()
    const guard: RequestOptions = ours
      ? { hostname: ours.host, port: ours.port, agent: false }
      : {
          agent: mayReuse ? agents[url.protocol as 'http:'] : false,
          ...(mayReuse || isPlain ? {} : trust),
          lookup: guardedLookup(isPlain, () => {
            times.dnsMs = since()
          }),
        }
    const call = (isPlain ? httpRequest : httpsRequest)(url, {
      ...guard,
      method: 'PUT',
      headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
    })
    cut.on((why) => call.destroy(why))
    call.once('socket', (socket: Socket) => {
      if (call.reusedSocket) return
      // Before anybody else hears of it and writes: what the system connected to is looked at once more.
      socket.prependOnceListener('connect', () => {
        times.connectMs = since() - (times.dnsMs ?? 0)
        const why = ours ? undefined : whyRefusedAddress(socket.remoteAddress ?? '', isPlain)
        if (why !== undefined) socket.destroy(new Refused(why))
      })
      socket.once('secureConnect', () => {
        times.connectMs = since() - (times.dnsMs ?? 0)
      })
    })
    let isAnswered = false
    call.on('error', (error) => {
      if (isAnswered) return
      // The other side closed a kept connection just then: nothing of this request was answered, so it is sent anew.
      if (call.reusedSocket && !cut.isCut()) {
        send(url, { url: url.href, headers, body }, cut, times, since, false).then(done, reject)
      } else reject(error)
    })
    call.once('response', (response) => {
      isAnswered = true
      const chunks: Buffer[] = []
      let length = 0
      const end = () => {
        const { httpVersion, statusCode = 0, statusMessage = '', rawHeaders } = response
        const lines = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`.trimEnd()]
        for (let at = 0; at < rawHeaders.length; at += 2)
          lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
        done({
          status: statusCode,
          responseHead: storable(Buffer.from(lines.join('\n'), 'latin1')),
          responseBody: storable(Buffer.concat(chunks)),
        })
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk.subarray(0, LONGEST_ANSWER - length))
        length += chunk.length
        if (length <= LONGEST_ANSWER) return
        end()
        call.destroy()
      })
      response.once('end', end)
      // The status has come and decides; a body that never ends or breaks off changes nothing.
      response.once('error', end)
      response.once('close', end)
    })
    call.end(body)
    return promise
  }

  return {
    put,
    whyRefused,
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

type Times = Pick<PutResult, 'dnsMs' | 'connectMs'>
type Answer = Pick<PutResult, 'status' | 'responseHead' | 'responseBody'>

interface Cut {
  isCut(): boolean
  /** What is to be ended; the last one counts. */
  on(end: (why: Error) => void): void
  end(): void
}

/** Ends a request when its time is over or its caller says so. A timer, for signals made of signals cost more than sending. */
function createCut(timeoutMs: number, signal: AbortSignal | undefined): Cut {
  let isCut = false
  let cut: (why: Error) => void = () => {}
  const act = () => {
    isCut = true
    cut(new Error('cut off'))
  }
  const timer = setTimeout(act, timeoutMs)
  signal?.addEventListener('abort', act, { once: true })
  return {
    isCut: () => isCut,
    on(end) {
      cut = end
      if (isCut || signal?.aborted) act()
    },
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', act)
    },
  }
}

const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')

/** As text a database takes, and no longer than what is kept. */
const storable = (bytes: Buffer) =>
  bytes.subarray(0, LONGEST_ANSWER).toString('utf8').replaceAll('\0', '\uFFFD')
