// One request to an address the operator chose: one time limit for all of it, no redirects, a reply of limited length. Addresses
// chosen by outsiders go through guarded-http.ts instead. Logs nothing.
import { buildConnector } from 'undici'
import { createAgent, exchange, SPARE_MS, toNodeError } from './http-exchange.ts'
import { failureCode, failureInWords } from './http-failures.ts'

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

/** Connects and negotiates TLS without sending HTTP; rejects with NoAnswer. */
export function reachHost(call: Pick<HttpCall, 'url' | 'timeoutMs' | 'ca' | 'caSetting'>): Promise<void> {
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

const connectorOf = ({ ca }: Pick<HttpCall, 'ca'>, timeout: number) =>
  buildConnector({ ca: ca as string | string[] | undefined, timeout, allowH2: false })
