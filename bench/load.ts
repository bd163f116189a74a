// A load generator with little overhead: raw TLS connections, prepared request bytes, replies separated by their length.
import { connect, type TLSSocket } from 'node:tls'

export interface LoadOptions {
  port: number
  ca: string
  connections: number
  requests: number
  /** The bytes of the next request. */
  next: () => Buffer
  /** The status every reply must have. */
  expect: number
}

/** Returns the seconds until all replies arrived. */
export async function load({ port, ca, connections, requests, next, expect }: LoadOptions): Promise<number> {
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(port, ca)))
  let left = requests
  const begun = performance.now()
  await Promise.all(
    opened.map(async ({ ask }) => {
      while (left-- > 0) {
        const status = await ask(next())
        if (status !== expect) throw new Error(`expected ${expect}, got ${status}`)
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  for (const { close } of opened) close()
  return seconds
}

/** A connection for one request at a time. */
export async function openConnection(
  port: number,
  ca: string,
): Promise<{ ask(request: Buffer): Promise<number>; close(): void }> {
  const socket = await open(port, ca)
  const answers = readAnswers(socket)
  return {
    async ask(request) {
      socket.write(request)
      const { value: status, done } = await answers.next()
      if (done) throw new Error('the server closed the connection')
      return status
    },
    close: () => void socket.destroy(),
  }
}

function open(port: number, ca: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      { port, host: '127.0.0.1', servername: 'localhost', ca, ALPNProtocols: ['http/1.1'] },
      () => {
        socket.setNoDelay(true)
        resolve(socket)
      },
    )
    socket.once('error', reject)
  })
}

/** Yields the status of each reply once its last byte has arrived. */
async function* readAnswers(socket: TLSSocket): AsyncGenerator<number> {
  let held: Buffer = Buffer.alloc(0)
  let need: { status: number; end: number } | undefined
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (;;) {
      need ??= headOf(held)
      if (!need) break
      const end = need.end === CHUNKED ? endOfChunks(held) : need.end
      if (end === undefined || held.length < end) break
      held = held.subarray(end)
      const { status } = need
      need = undefined
      yield status
    }
  }
}

const CHUNKED = -1

function headOf(bytes: Buffer): { status: number; end: number } | undefined {
  const split = bytes.indexOf('\r\n\r\n')
  if (split < 0) return undefined
  const head = bytes.toString('latin1', 0, split)
  const status = Number(head.slice(9, 12))
  if (/transfer-encoding: chunked/i.test(head)) return { status, end: CHUNKED }
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return { status, end: split + 4 + length }
}

function endOfChunks(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('0\r\n\r\n', bytes.indexOf('\r\n\r\n') + 2)
  return end < 0 ? undefined : end + 5
}

export function requestBytes(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'host: localhost']
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined)
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}
