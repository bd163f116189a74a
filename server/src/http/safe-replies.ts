// Headers of every reply, whatever made it: browsers guess no types, load and frame nothing, send no referrer, cache no data, and
// stay on HTTPS.
import type { FastifyInstance } from 'fastify'
import { Recent } from '../lib/recent.ts'

const HSTS = 'max-age=31536000'
/** Data and files are not pages: they load nothing and cannot be framed. */
export const DATA_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
// Browsers' PDF viewers are plugins of the file they show, and would obey a policy that forbids plugins.
const PDF_POLICY = "base-uri 'none'; frame-ancestors 'none'"

/**
 * Not for names of this machine: the rule applies to all ports of a name, so a browser that once trusted the certificate could no
 * longer open the demo's plain pages on localhost.
 */
function isPinned(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return protocol === 'https:' && !isLocal && !isAddress
}

/** Default headers; a reply may override them. */
export function safeHeaders(baseUrl: string, contentType: string): Record<string, string> {
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(contentType)
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': contentType === 'application/pdf' ? PDF_POLICY : DATA_POLICY,
    ...(isPinned(baseUrl) ? { 'strict-transport-security': HSTS } : {}),
    ...(isJson ? { 'cache-control': 'no-store' } : {}),
  }
}

export function secureReplies(app: FastifyInstance, baseUrl: () => string): void {
  // There are a few types of content, and the address changes once at most.
  const known = new Recent<[name: string, value: string][]>(100)
  app.addHook('onSend', (_request, reply, payload, done) => {
    const [address, contentType] = [baseUrl(), String(reply.getHeader('content-type') ?? '')]
    const key = `${contentType} ${address}`
    let headers = known.get(key)
    if (!headers) {
      headers = Object.entries(safeHeaders(address, contentType))
      known.set(key, headers)
    }
    for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value)
    done(null, payload)
  })
}
