// One PUT over one undici client, and what came back. Undici reads and writes HTTP; here is only what is kept of an answer,
// and what its failures are called. Sends nothing twice and follows nothing.
import { type Dispatcher, errors } from 'undici'
import type { Line } from './kept-clients.ts'

export interface HttpAnswer {
  status: number
  /** Status line and headers; lines end with a line feed. */
  head: string
  body: Buffer
  /** It ended where it said it would. */
  isWhole: boolean
}

export interface HttpRequest {
  path: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
}

const NOTHING = Buffer.alloc(0)

/** Words that an answer is on its way are ignored, but not for ever. */
const MOST_INTERIM = 32

/** The codes of Node's own client, so that failures are told alike. */
const codes: Record<string, string> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_INFO: 'ECONNRESET',
  UND_ERR_DESTROYED: 'ECONNRESET',
  UND_ERR_CLOSED: 'ECONNRESET',
  UND_ERR_HEADERS_OVERFLOW: 'HPE_HEADER_OVERFLOW',
  // Before there is a status it stands for lengths that contradict each other.
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'HPE_INVALID',
  UND_ERR_INVALID_ARG: 'ERR_INVALID_CHAR',
  UND_ERR_NOT_SUPPORTED: 'ERR_INVALID_CHAR',
}

/** Rejects only while there is no status: once it has come it decides, and a body that breaks off changes nothing. */
export function exchange(line: Line, request: HttpRequest, longest: number): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  let status = 0
  let head = ''
  let interim = 0
  let length = 0
  const kept: Buffer[] = []
  const done = (isWhole: boolean) =>
    resolve({ status, head, body: kept.length === 0 ? NOTHING : Buffer.concat(kept), isWhole })
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => line.onStart(),
    onResponseStart(controller, code, _headers, words = '') {
      if (code < 100 || code > 599) controller.abort(notHttp())
      else if (code >= 200) {
        status = code
        head = toHead(code, words, (controller.rawHeaders ?? []) as Buffer[])
      } else if (++interim > MOST_INTERIM) controller.abort(notHttp())
    },
    onResponseData(controller, chunk) {
      if (length < longest) kept.push(chunk.subarray(0, longest - length))
      length += chunk.length
      if (length > longest) controller.abort(new Error('enough'))
    },
    onResponseEnd: () => done(true),
    onResponseError(_controller, error) {
      if (status > 0) done(false)
      else reject(toNodeError(error))
    },
  }
  const { path, headers, body } = request
  line.client.dispatch({ path, method: 'PUT', headers, body }, handler)
  return promise
}

const notHttp = () => Object.assign(new Error('not HTTP'), { code: 'HPE_INVALID' })

/** Another connection would change nothing: it was answered with what is not HTTP, or cannot be sent at all. */
export const isFinal = (error: unknown) =>
  /^(?:HPE_|ERR_INVALID)/.test(String((error as NodeJS.ErrnoException).code))

function toNodeError(error: Error): Error {
  const { code = '' } = error as NodeJS.ErrnoException
  // Its code is not always set. What was not asked for is "bad": a change of protocol, or one more 100 Continue.
  if (error instanceof errors.HTTPParserError || /^bad (?:response|upgrade)$/.test(error.message))
    return notHttp()
  return codes[code] === undefined ? error : Object.assign(new Error(code), { code: codes[code] })
}

function toHead(status: number, words: string, raw: Buffer[]): string {
  let head = words === '' ? `HTTP/1.1 ${status}` : `HTTP/1.1 ${status} ${words}`
  for (let index = 0; index < raw.length; index += 2) head += `\n${raw[index]}: ${raw[index + 1]}`
  return head
}
