// How the browser trusts the local authority of the service under test, and nothing beyond it: the chain is verified here
// against the authority the service hands out, and only the key that was verified is admitted. Other certificates fail.
import assert from 'node:assert/strict'
import { createHash, X509Certificate } from 'node:crypto'
import { readFile as readText } from 'node:fs/promises'
import { request as requestPlain } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { connect } from 'node:tls'
import type { Reached } from './visit.ts'

export interface Trusted {
  /** For the start of the browser. */
  flags: readonly string[]
  /** Asks the interface of the DMS. */
  asDms: <T>(path: string, ask?: { method?: string; body?: unknown }) => Promise<{ status: number; body: T }>
  /** A file, where the interface leads to it. */
  fileAsDms: (path: string) => Promise<Buffer>
}

export async function trustService(service: Reached): Promise<Trusted> {
  const ca = await readAuthority(service)
  const { hostname, port } = new URL(service.base)
  const key = await verifiedKey(hostname, Number(port), ca)
  return {
    flags: [`--ignore-certificate-errors-spki-list=${key}`],
    asDms: <T>(path: string, asked: { method?: string; body?: unknown } = {}) =>
      ask<T>(`${service.base}/v1${path}`, { ...asked, ca, headers: { 'x-api-key': service.key } }),
    fileAsDms: (path) => readFile(`${service.base}/v1${path}`, ca, { 'x-api-key': service.key }),
  }
}

/** As the service hands it out. Without the demo it has no plain port to fetch it from. */
export const readAuthority = async ({ base, plain, dataDir }: Reached): Promise<string> =>
  plain === base
    ? readText(join(dataDir, 'tls', 'walkaround-ca.crt'), 'utf8')
    : (await fetch(`${plain}/ca.crt`)).text()

/** Name and chain must be right; gives the digest of the key. */
function verifiedKey(host: string, port: number, ca: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect({ host, port, servername: host, ca }, () => {
      const { raw } = socket.getPeerCertificate()
      assert.ok(socket.authorized, String(socket.authorizationError))
      socket.end()
      const spki = new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })
      done(createHash('sha256').update(spki).digest('base64'))
    })
    socket.on('error', fail)
  })
}

interface Asked {
  readonly method?: string
  readonly ca: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

function readFile(url: string, ca: string, headers: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  return new Promise((done, fail) => {
    const sent = request(url, { ca, headers }, async (answer) => {
      const { location } = answer.headers
      if (location !== undefined) return done(readFile(location, ca))
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      return done(Buffer.concat(chunks))
    })
    sent.on('error', fail)
    sent.end()
  })
}

/** JSON to and fro, outside of the browser. */
export function ask<T>(
  url: string,
  { method = 'GET', ca, headers, body }: Asked,
): Promise<{ status: number; body: T; cookies: string[] }> {
  const open = url.startsWith('https:') ? request : requestPlain
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((done, fail) => {
    const sent = open(url, { method, ca, headers: { ...headers, ...type } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => {
        const { statusCode: status = 0, headers: told } = answer
        done({ status, cookies: told['set-cookie'] ?? [], body: (text && JSON.parse(text)) || undefined })
      })
    })
    sent.on('error', fail)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
