// Headers that every reply carries, whoever made it: browsers guess no types, keep no answer with data, and stay on HTTPS.
import type { FastifyInstance } from 'fastify'

const HSTS = 'max-age=31536000'
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * Not for this machine's own names: the rule holds for all ports of a name, and would take the demo's plain pages on
 * localhost away from a browser that once trusted the certificate.
 */
export function isPinned(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return protocol === 'https:' && !isLocal && !isAddress
}

export function secureReplies(app: FastifyInstance, baseUrl: () => string): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    const add = (name: string, value: string) => {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    add('x-content-type-options', 'nosniff')
    if (isPinned(baseUrl())) add('strict-transport-security', HSTS)
    if (/^application\/(?:[\w.-]+\+)?json\b/.test(String(reply.getHeader('content-type') ?? ''))) {
      add('cache-control', 'no-store')
      add('content-security-policy', DATA_POLICY)
    }
    return payload
  })
}
