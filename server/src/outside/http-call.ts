// One request to an address the operator chose: one time limit for all of it, no redirects, a reply of limited length. Addresses
// chosen by outsiders go through guarded-http.ts instead. Logs nothing.
import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'
import { buildConnector } from 'undici'
import type { AddressGuard } from './address-guard.ts'
import { createAgent, exchange, SPARE_MS, toNodeError } from './http-exchange.ts'
import { failureCode, failureInWords, Refused } from './http-failures.ts'

interface HttpCall {
  url: string
  method: string
  headers?: Readonly<Record<string, string>>
  body?: string | undefined
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** Authorities to trust instead of the public ones; `caSetting` is the setting that names one. */
  ca?: string | readonly string[] | undefined
  caSetting?: string
  longest?: number
  /** For an address that the operator did not choose. */
  guard?: AddressGuard | undefined
}

/** No reply came; the message says why and quotes nothing that was sent. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  readonly code: ReturnType<typeof failureCode>

  constructor(cause: unknown, { timeoutMs, caSetting = '' }: Pick<HttpCall, 'timeoutMs' | 'caSetting'>) {
    super(failureInWords(cause, timeoutMs, caSetting), { cause })
    this.code = failureCode(cause)
  }
}

const LONGEST_ANSWER = 200_000

/** Makes a connection for this call only. Rejects with NoAnswer, unless the signal is aborted. */
export async function callHttp(call: HttpCall): Promise<{ status: number; body: string }> {
  const { method, headers = {}, body, timeoutMs, signal, longest = LONGEST_ANSWER } = call
  const { origin, pathname, search } = new URL(call.url)
  const agent = createAgent(connectorOf(call, timeoutMs + SPARE_MS))
  try {
    const request = { origin, path: pathname + search, method, headers, body, timeoutMs, signal, longest }
    const reply = await exchange(agent, request)
    if (reply.brokenOff) throw reply.brokenOff
    return { status: reply.status, body: reply.body.toString('utf8') }
  } catch (error) {
    throw signal?.aborted ? error : new NoAnswer(error, call)
  } finally {
    agent.destroy()
  }
}

interface OpenHttp {
  origin: string
  timeoutMs: number
  /** PEM of an authority trusted in addition to the public ones. */
  ca?: string | undefined
  caSetting: string
}

interface OneRequest {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

interface OneReply {
  status: number
  /** Names in small letters; of a header that comes twice, both values. */
  headers: Record<string, string>
  body: Buffer
}

const LONGEST_FILE = 64 * 1024 * 1024

/** Many requests to one origin, over connections that are kept. Each rejects with NoAnswer if no reply came. */
export function openHttp({ origin, timeoutMs, ca, caSetting }: OpenHttp): {
  send: (request: OneRequest) => Promise<OneReply>
  close: () => void
} {
  const trusted = ca === undefined ? undefined : [...rootCertificates, ca]
  const agent = createAgent(connectorOf({ ca: trusted }, timeoutMs + SPARE_MS))
  return {
    async send(request) {
      try {
        const reply = await exchange(agent, { origin, ...request, timeoutMs, longest: LONGEST_FILE })
        if (reply.brokenOff) throw reply.brokenOff
        return { status: reply.status, headers: readHead(reply.head), body: reply.body }
      } catch (error) {
        throw new NoAnswer(error, { timeoutMs, caSetting })
      }
    },
    close: () => agent.destroy(),
  }
}

function readHead(head: string): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const line of head.split('\n').slice(1)) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
    const key = name.toLowerCase()
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`
  }
  return headers
}

/** Connects and negotiates TLS without sending HTTP; rejects with NoAnswer. */
export function reachHost(
  call: Pick<HttpCall, 'url' | 'timeoutMs' | 'ca' | 'caSetting' | 'guard'>,
): Promise<void> {
  const { hostname, host, protocol, port } = new URL(call.url)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const to = { hostname: hostname.replace(/^\[(.*)\]$/, '$1'), host, protocol, port }
  connectorOf(call, call.timeoutMs)(to, (error, socket) => {
    if (error) return reject(new NoAnswer(toNodeError(error), call))
    socket.destroy()
    resolve()
  })
  return promise
}

function connectorOf(
  { ca, guard }: Pick<HttpCall, 'ca' | 'guard'>,
  timeout: number,
): buildConnector.connector {
  const trust = { ca: ca as string | string[] | undefined, timeout, allowH2: false }
  if (!guard) return buildConnector(trust)
  const connect = buildConnector({ ...trust, lookup: guard.lookup })
  return (to, done) => {
    const host = to.hostname.replace(/^\[(.*)\]$/, '$1')
    const refusal = isIP(host) === 0 ? undefined : guard.whyRefused(host)
    if (refusal !== undefined) return done(new Refused(refusal), null)
    connect(to, (...made) => {
      const [, socket] = made
      const why = socket ? guard.whyRefused(socket.remoteAddress ?? '') : undefined
      if (!socket || why === undefined) return done(...made)
      socket.destroy()
      done(new Refused(why), null)
    })
  }
}
