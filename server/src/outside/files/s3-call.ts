// One signed call to an S3 store, repeated after a pause if the store is unreachable. Bodies are streams of known length, which
// fetch cannot send; hence node:http. Errors name the store and the status, never headers or signatures.
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { FilesError } from './files-error.ts'

export interface S3Settings {
  /** https://s3.example.org, without the bucket. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Prefix of every key, so that a bucket can be shared. */
  prefix?: string | undefined
  /** Whether the bucket is in the path (default, needed by most self-hosted stores) or in the host name. */
  pathStyle?: boolean | undefined
  /** Longest time without a byte in either direction. */
  timeoutMs?: number
  tries?: number
  firstPauseMs?: number
}

interface S3Call {
  method: string
  name: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Of the body, in hex. */
  sha256: string
  /** Called for each attempt. */
  body?: () => Buffer | Readable
}

const TIMEOUT_MS = 30_000
/** Somebody may watch a video slowly or pause it. */
const READING_TIMEOUT_MS = 10 * 60_000
const LONGEST_ERROR = 10_000

export function addressOf(
  { endpoint, bucket, pathStyle = true }: Pick<S3Settings, 'endpoint' | 'bucket' | 'pathStyle'>,
  { name, query = {} }: Pick<S3Call, 'name' | 'query'>,
): URL {
  const address = new URL(endpoint)
  const path = name.split('/').map(encodeURIComponent).join('/')
  const root = address.pathname.replace(/\/$/, '')
  address.pathname = pathStyle ? `${root}/${bucket}/${path}` : `${root}/${path}`
  if (!pathStyle) address.hostname = `${bucket}.${address.hostname}`
  address.search = new URLSearchParams(query).toString().replaceAll('+', '%20')
  return address
}

export function createS3Caller(settings: S3Settings) {
  const { tries = 4, firstPauseMs = 150, timeoutMs = TIMEOUT_MS } = settings
  const base = new URL(settings.endpoint)
  const isTls = base.protocol === 'https:'
  const agent = isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const closing = new AbortController()

  async function sign(call: S3Call, address: URL): Promise<Record<string, string>> {
    const { accessKeyId, secretAccessKey, region } = settings
    const headers = { ...call.headers, 'x-amz-content-sha256': call.sha256 }
    const { method } = call
    const url = address.href
    const signed = await new AwsV4Signer({
      method,
      url,
      headers,
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    }).sign()
    return Object.fromEntries(signed.headers as Headers)
  }

  async function once(call: S3Call, accepted: readonly number[]): Promise<IncomingMessage> {
    const address = addressOf(settings, call)
    // Signed for each attempt: a signature is valid only for minutes.
    const headers = await sign(call, address)
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const make = isTls ? httpsRequest : httpRequest
    const request = make(address, { method: call.method, headers, agent, signal: closing.signal })
    const fail = (error: unknown) => reject(failure(error))
    request.setTimeout(timeoutMs, () => request.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })))
    request.on('error', fail)
    request.on('response', resolve)
    const body = call.body?.()
    if (body instanceof Readable) {
      body.on('error', (error) => request.destroy(error))
      request.on('close', () => body.destroy())
      body.pipe(request)
    } else request.end(body)
    const response = await promise
    const status = response.statusCode ?? 0
    if (accepted.includes(status)) {
      request.setTimeout(READING_TIMEOUT_MS)
      return response
    }
    const code = /<Code>(\w{1,60})<\/Code>/.exec((await drain(response, LONGEST_ERROR)).toString())?.[1]
    // If an upload was refused early, its body is still being sent.
    request.destroy()
    const words = `The S3 store at ${base.host} answered ${status}${code ? ` (${code})` : ''} for bucket ${settings.bucket}.`
    throw new FilesError(words, status >= 500 || status === 429 || code === 'RequestTimeout')
  }

  function failure(error: unknown): FilesError {
    const { code, name } = error as NodeJS.ErrnoException
    // If our own file cannot be read, the store is not to blame.
    if (code !== undefined && ['ENOENT', 'EACCES', 'EIO'].includes(code))
      return new FilesError(`A file to be stored cannot be read (${code}).`)
    const words = `The S3 store at ${base.host} cannot be reached (${code ?? name}).`
    return new FilesError(words, !closing.signal.aborted && !isHopeless(code))
  }

  async function again<T>(attempt: () => Promise<T>): Promise<T> {
    for (let nth = 1; ; nth++) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof FilesError) || !error.isPassing || nth >= tries) throw error
        await pause(firstPauseMs * 3 ** (nth - 1) * (0.75 + Math.random() / 2))
      }
    }
  }

  return {
    again,
    /** The reply, with its body unread. Throws FilesError for any status that is not accepted. */
    call: (call: S3Call, accepted: readonly number[]) => again(() => once(call, accepted)),
    close() {
      closing.abort()
      agent.destroy()
    },
  }
}

/** Another attempt does not fix a certificate or a name. */
const isHopeless = (code: string | undefined) =>
  code !== undefined && /^(ENOTFOUND$|ERR_TLS|CERT_|DEPTH_|UNABLE_|SELF_)/.test(code)

export async function drain(stream: Readable, limit = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer)
      length += (chunk as Buffer).length
      if (length > limit) break
    }
  } catch (error) {
    throw new FilesError(
      `The S3 store broke off (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
      true,
    )
  }
  return Buffer.concat(chunks)
}
