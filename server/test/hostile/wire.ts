// The application behind real TLS, and the three ways in: HTTP/1.1 as a library speaks it, HTTP/2, and bytes as nobody
// should send them. The certificate is trusted by its authority, as a real caller must do it.
import assert from 'node:assert/strict'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { connect } from 'node:tls'
import { problems } from '@walkaround/contract/problems.ts'
import { type Authenticator, createAuthenticator } from '../../src/identity/authenticate.ts'
import { type TestClient, testApp } from '../support/api.ts'
import { openOnWire } from '../support/on-wire.ts'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

export interface Sent {
  method?: string
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer | undefined
}

interface Wire {
  port: number
  ca: string
  agent: Agent
  authenticator: Authenticator
}

let opening: Promise<Wire> | undefined
let close = async () => {}

export function wire(): Promise<Wire> {
  opening ??= open()
  return opening
}

async function open(): Promise<Wire> {
  const authenticator = createAuthenticator((await testApp()).database)
  const opened = await openOnWire({ authenticator })
  const agent = new Agent({ ca: opened.ca, keepAlive: true, maxSockets: 16 })
  close = async () => {
    agent.destroy()
    session?.destroy()
    await opened.close()
  }
  const { port } = opened.app.server.address() as AddressInfo
  return { port, ca: opened.ca, agent, authenticator }
}

after(() => close())

/** HTTP/1.1 by node:https. */
export async function send({ method = 'GET', path, headers = {}, body }: Sent): Promise<Answer> {
  const { port, agent } = await wire()
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', servername: 'localhost', port, agent, method, path, headers },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
        response.on('error', reject)
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}

let session: ClientHttp2Session | undefined

/** HTTP/2, on one session for as long as it lasts. */
export async function sendHttp2({ method = 'GET', path, headers = {}, body }: Sent): Promise<Answer> {
  const { port, ca } = await wire()
  if (!session || session.closed || session.destroyed) {
    session = connectHttp2(`https://localhost:${port}`, { ca, host: '127.0.0.1' })
    session.on('error', () => {})
  }
  const stream = session.request(
    { ':method': method, ':path': path, ...headers },
    { endStream: body === undefined },
  )
  return new Promise((resolve, reject) => {
    let answered: Answer['headers'] = {}
    const chunks: Buffer[] = []
    stream.on('response', (given) => {
      answered = given as Answer['headers']
    })
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () =>
      resolve({
        status: Number(answered[':status'] ?? 0),
        headers: answered,
        text: Buffer.concat(chunks).toString(),
      }),
    )
    stream.on('error', reject)
    if (body !== undefined) stream.end(body)
  })
}

/**
 * Writes bytes to a TLS connection and gives back everything that comes until the other side closes it or `isEnough`
 * says so. Each part is sent when the one before brought a reply or, without one, when it was written.
 */
export async function sendBytes(
  parts: (string | Buffer)[],
  {
    isEnough = isWholeAnswer,
    protocol = 'http/1.1',
  }: { isEnough?: (text: string) => boolean; protocol?: string } = {},
): Promise<string> {
  const { port, ca } = await wire()
  const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca, ALPNProtocols: [protocol] })
  return new Promise((resolve, reject) => {
    let text = ''
    const done = () => {
      socket.destroy()
      resolve(text)
    }
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
      if (isEnough(text)) done()
    })
    socket.on('close', done)
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The other side may close the connection while we are still writing; what it said before counts.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') done()
      else reject(error)
    })
    socket.on('secureConnect', async () => {
      for (const part of parts) {
        if (socket.destroyed) return
        await new Promise((written) => socket.write(part, written))
      }
    })
  })
}

/** A head that says how long the body is, and that body. */
export function isWholeAnswer(text: string): boolean {
  const { head, body } = split(withoutInterim(text))
  if (head === undefined) return false
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  return length !== undefined && body.length >= Number(length)
}

function split(text: string): { head?: string; body: string } {
  const end = text.indexOf('\r\n\r\n')
  return end < 0 ? { body: '' } : { head: text.slice(0, end), body: text.slice(end + 4) }
}

const withoutInterim = (text: string) => text.replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, '')

/** The reply in what came back; an interim 100 is left out. */
export function parse(text: string): Answer {
  const { head, body } = split(withoutInterim(text))
  const [line = '', ...lines] = (head ?? '').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((entry) => {
      const colon = entry.indexOf(':')
      return [entry.slice(0, colon).toLowerCase(), entry.slice(colon + 1).trim()]
    }),
  )
  return { status: Number(/^HTTP\/1\.\d (\d{3})/.exec(line)?.[1] ?? 0), headers, text: body }
}

export const BODY = '{"externalBranchId":"B1"}'
export const orderPath = (client: TestClient, id = '1') =>
  `/v1/system-clients/${client.id}/service-orders/${id}`

/** A PUT of an order with these header lines, its length among them. */
export const putBytes = (client: TestClient, lines: string[], body = BODY, id = '1') =>
  [
    `PUT ${orderPath(client, id)} HTTP/1.1`,
    'Host: a',
    `X-API-KEY: ${client.key}`,
    'Content-Type: application/json',
    ...lines,
    '',
    body,
  ].join('\r\n')

export async function isServing(client: TestClient): Promise<void> {
  const path = `/v1/system-clients/${client.id}/leads`
  const answer = await send({ path, headers: { 'x-api-key': client.key } })
  assert.equal(answer.status, 200, answer.text)
}

const byCode = new Map(Object.values(problems).map((entry) => [entry.errorCode, entry]))

/** The three fields, a number of the catalogue with its status, and nothing of our insides. Returns the number. */
export function assertRefused(
  answer: Pick<Answer, 'status' | 'text'>,
  what: string,
  status?: number,
): number {
  const where = `${what}: ${answer.status} ${answer.text.slice(0, 500)}`
  assert.ok(answer.status >= 400 && answer.status < 500, where)
  if (status !== undefined) assert.equal(answer.status, status, where)
  let body: Record<string, unknown>
  try {
    body = JSON.parse(answer.text)
  } catch {
    assert.fail(`${where} is not JSON`)
  }
  assert.deepEqual(Object.keys(body).sort(), ['error', 'errorCode', 'errorInfo'], where)
  const entry = byCode.get(body.errorCode as number)
  assert.ok(entry, where)
  assert.equal(entry.status, answer.status, where)
  assert.equal(body.error, entry.error, where)
  assert.ok(typeof body.errorInfo === 'string' && body.errorInfo !== '', where)
  assert.doesNotMatch(answer.text, /node_modules|\.ts:\d|FST_ERR|select .* from/i, where)
  return body.errorCode as number
}
