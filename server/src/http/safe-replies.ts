// Headers that every reply carries, whoever made it: browsers guess no types, load and frame nothing, tell nobody the address,
// keep no answer with data, and stay on HTTPS.
import type { FastifyInstance } from 'fastify'

const HSTS = 'max-age=31536000'
/** Data and files are no pages: nothing is loaded for them, and nobody frames them. */
export const DATA_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
// The viewers of browsers are plugins of the file they show, and would obey a policy without plugins.
const PDF_POLICY = "base-uri 'none'; frame-ancestors 'none'"

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

/** What a reply gets where it says nothing else. */
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
  app.addHook('onSend', async (_request, reply, payload) => {
    const headers = safeHeaders(baseUrl(), String(reply.getHeader('content-type') ?? ''))
    for (const [name, value] of Object.entries(headers)) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    return payload
  })
}
