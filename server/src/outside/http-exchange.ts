// One HTTP request over an undici agent: one time limit from the DNS lookup to the last byte, no redirect, nothing sent twice, and
// a reply cut at its maximum length. The caller decides whom the agent may reach. Logs nothing.
import { Agent, type buildConnector, type Dispatcher, errors } from 'undici'
import { dropContinue } from './http-continue.ts'
import { OutOfTime } from './http-failures.ts'

export interface HttpRequest {
  origin: string
  path: string
  method: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array | undefined
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** Bytes of the body to keep. */
  longest: number
}

export interface HttpReply {
  status: number
  /** Status line and headers; lines end with a line feed. */
  head: string
  body: Buffer
  /** Why the body ended too early. */
  brokenOff: Error | undefined
}

/** How long an idle connection is kept for the next request. */
const IDLE_MS = 4_000
/** Undici's connect timeout is this much later than our own, so that ours is the one reported. */
export const SPARE_MS = 1_000
const LONGEST_HEAD = 16_384
const NOTHING = Buffer.alloc(0)

/** Interim replies are ignored, up to this many. */
const MOST_INTERIM = 32

export const createAgent = (connect: buildConnector.connector): Agent =>
  new Agent({
    connect(to, done) {
      connect(to, (...made) => {
        if (made[1]) dropContinue(made[1])
        done(...made)
      })
    },
    allowH2: false,
    maxHeaderSize: LONGEST_HEAD,
    // One overall timeout replaces all of these.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    // The other side may shorten this time, but not lengthen it.
    keepAliveMaxTimeout: IDLE_MS,
  })

/** Rejects only before a status has arrived; afterwards the status counts. The agent connects during this call or not at all. */
export function exchange(agent: Dispatcher, request: HttpRequest): Promise<HttpReply> {
  const { origin, path, method, headers, body, timeoutMs, signal, longest } = request
  const { promise, resolve, reject } = Promise.withResolvers<HttpReply>()
  let abort: ((why: Error) => void) | undefined
  let isOver = false
  let status = 0
  let head = ''
  let interim = 0
  let length = 0
  const kept: Buffer[] = []

  function end(why?: Error): void {
    if (isOver) return
    isOver = true
    clearTimeout(clock)
    signal?.removeEventListener('abort', onAbort)
    const all = kept.length === 0 ? NOTHING : Buffer.concat(kept)
    if (status > 0) resolve({ status, head, body: all, brokenOff: why })
    else reject(why)
  }
  function stop(why: Error): void {
    if (isOver) return
    end(why)
    abort?.(why)
  }
  const onAbort = () => stop(signal?.reason)
  // Reads first what has arrived: a process that was busy must not blame the other side for its own delay.
  const clock = setTimeout(() => setImmediate(stop, new OutOfTime()), timeoutMs)
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) onAbort()

  agent.dispatch(
    { origin, path, method, headers, body: body ?? null },
    {
      onRequestStart(controller) {
        abort = (why) => controller.abort(why)
        // The time limit passed before there was a connection.
        if (isOver) abort(new OutOfTime())
      },
      onResponseStart(controller, code, _headers, words = '') {
        if (code < 100 || code > 599) stop(notHttp())
        else if (code >= 200) {
          status = code
          head = toHead(code, words, (controller.rawHeaders ?? []) as Buffer[])
        } else if (++interim > MOST_INTERIM) stop(notHttp())
      },
      onResponseData(controller, chunk) {
        if (length < longest) kept.push(chunk.subarray(0, longest - length))
        length += chunk.length
        if (length <= longest) return
        end()
        controller.abort(new Error('enough'))
      },
      onResponseEnd: () => end(),
      onResponseError: (_controller, error) => end(toNodeError(error)),
    },
  )
  return promise
}

const notHttp = () => Object.assign(new Error('not HTTP'), { code: 'HPE_INVALID' })

/** The codes of Node's own client, so that failures are described the same way. */
const codes: Record<string, string> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_INFO: 'ECONNRESET',
  UND_ERR_DESTROYED: 'ECONNRESET',
  UND_ERR_CLOSED: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_HEADERS_OVERFLOW: 'HPE_HEADER_OVERFLOW',
  // Before a status has arrived, this code means contradictory lengths.
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'HPE_INVALID',
  UND_ERR_INVALID_ARG: 'ERR_INVALID_CHAR',
  UND_ERR_NOT_SUPPORTED: 'ERR_INVALID_CHAR',
}

export function toNodeError(error: Error): Error {
  const { code = '' } = error as NodeJS.ErrnoException
  // Its code is not always set. "bad" means something unrequested: a change of protocol, or another 100 Continue.
  if (error instanceof errors.HTTPParserError || /^bad (?:response|upgrade)$/.test(error.message))
    return notHttp()
  return codes[code] === undefined ? error : Object.assign(new Error(code), { code: codes[code] })
}

function toHead(status: number, words: string, raw: Buffer[]): string {
  let head = words === '' ? `HTTP/1.1 ${status}` : `HTTP/1.1 ${status} ${words}`
  for (let index = 0; index < raw.length; index += 2) head += `\n${raw[index]}: ${raw[index + 1]}`
  return head
}
