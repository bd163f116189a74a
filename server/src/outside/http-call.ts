// One request to an address the operator chose: one clock for all of it, no redirects, an answer that is cut. What
// others chose goes through guarded-http.ts instead. Logs nothing.
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect as connectPlain, isIP } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { failureCode, failureInWords } from './http-failures.ts'

export interface HttpCall {
  url: string
  method: string
  headers?: Readonly<Record<string, string>>
  body?: string
  timeoutMs: number
  signal?: AbortSignal
  /** Authorities to trust instead of the public ones, and the setting that names another. */
  ca?: string | readonly string[] | undefined
  caSetting?: string
}

export interface HttpAnswer {
  status: number
  body: string
}

/** No answer came; the message says why and names nothing of what was sent. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  readonly code: ReturnType<typeof failureCode>

  constructor(message: string, code: ReturnType<typeof failureCode>) {
    super(message)
    this.code = code
  }
}

const LONGEST_ANSWER = 200_000

export function callHttp({
  url,
  method,
  headers,
  body,
  timeoutMs,
  signal,
  ca,
  caSetting = '',
}: HttpCall): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  const clock = AbortSignal.timeout(timeoutMs)
  const isPlain = url.startsWith('http:')
  const call = (isPlain ? httpRequest : httpsRequest)(url, {
    method,
    agent: false,
    signal: AbortSignal.any([clock, ...(signal ? [signal] : [])]),
    ...(ca === undefined ? {} : { ca: typeof ca === 'string' ? ca : [...ca] }),
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    },
  })
  const fail = (error: unknown) =>
    reject(
      signal?.aborted
        ? error
        : new NoAnswer(
            failureInWords(error, clock.aborted, timeoutMs, caSetting),
            failureCode(error, clock.aborted),
          ),
    )
  call.on('error', fail)
  call.on('response', (response) => {
    const chunks: Buffer[] = []
    let length = 0
    const end = () =>
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') })
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, Math.max(0, LONGEST_ANSWER - length)))
      length += chunk.length
      if (length <= LONGEST_ANSWER) return
      end()
      call.destroy()
    })
    response.on('error', fail)
    response.on('end', end)
  })
  call.end(body)
  return promise
}

/** Connects and agrees on TLS, without a word of HTTP; rejects with NoAnswer. */
export function reachHost({
  url: text,
  timeoutMs,
  ca,
  caSetting = '',
}: Pick<HttpCall, 'url' | 'timeoutMs' | 'ca' | 'caSetting'>): Promise<void> {
  const url = new URL(text)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isPlain = url.protocol === 'http:'
  const port = Number(url.port) || (isPlain ? 80 : 443)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = isPlain
    ? connectPlain({ host, port }, resolve)
    : connectSecure(
        {
          host,
          port,
          ...(isIP(host) === 0 ? { servername: host } : {}),
          ...(ca === undefined ? {} : { ca: typeof ca === 'string' ? ca : [...ca] }),
        },
        resolve,
      )
  const fail = (error: unknown, isOutOfTime: boolean) =>
    reject(
      new NoAnswer(failureInWords(error, isOutOfTime, timeoutMs, caSetting), failureCode(error, isOutOfTime)),
    )
  socket.setTimeout(timeoutMs, () => fail(undefined, true))
  socket.on('error', (error) => fail(error, false))
  return promise.finally(() => socket.destroy())
}
