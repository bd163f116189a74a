// How the browser trusts the local authority of the service under test, and nothing beyond it: the chain is verified here
// against the authority the service hands out, and only the key that was verified is admitted. Other certificates fail.
import assert from 'node:assert/strict'
import { createHash, X509Certificate } from 'node:crypto'
import { request } from 'node:https'
import { connect } from 'node:tls'
import type { Service } from './visit.ts'

export interface Trusted {
  /** For the start of the browser. */
  flags: readonly string[]
  /** Asks the interface of the DMS. */
  asDms: <T>(path: string, ask?: { method?: string; body?: unknown }) => Promise<{ status: number; body: T }>
}

export async function trustService(service: Service): Promise<Trusted> {
  const ca = await (await fetch(`${service.plain}/ca.crt`)).text()
  const { hostname, port } = new URL(service.base)
  const key = await verifiedKey(hostname, Number(port), ca)
  return {
    flags: [`--ignore-certificate-errors-spki-list=${key}`],
    asDms: (path, ask) => call(service, ca, path, ask),
  }
}

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

function call<T>(
  service: Service,
  ca: string,
  path: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<{ status: number; body: T }> {
  return new Promise((done, fail) => {
    const headers = { 'x-api-key': service.key, ...(body ? { 'content-type': 'application/json' } : {}) }
    const sent = request(`${service.base}/v1${path}`, { method, ca, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, body: (text === '' ? undefined : JSON.parse(text)) as T }),
      )
    })
    sent.on('error', fail)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
