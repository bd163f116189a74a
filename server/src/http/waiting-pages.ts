// Answers on the port of the service while it is stopped for a restore: a page for whoever began it, 503 for all others. Has no database.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { SetUpState } from '@walkaround/contract/set-up-page.ts'
import { DATA_POLICY } from './safe-replies.ts'
import { assets, pickLanguage, renderSetUp, setUpHeaders } from './set-up-pages.ts'

interface WaitingOptions {
  host: string
  port: number
  /** Left out behind a proxy that ends TLS. */
  tls: { key: string; cert: string } | undefined
  /** For the token of an address; undefined if it did not begin the work. */
  state: (token: string) => SetUpState | undefined
}

export async function waitingServer(options: WaitingOptions): Promise<{ close(): Promise<void> }> {
  const { tls, host, port } = options
  const answer = (request: IncomingMessage, response: ServerResponse) => reply(request, response, options)
  const server = tls ? createSecureServer({ key: tls.key, cert: tls.cert }, answer) : createServer(answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function reply(request: IncomingMessage, response: ServerResponse, { state }: WaitingOptions): void {
  request.resume()
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const asset = request.method === 'GET' ? assets.get(pathname) : undefined
  if (asset) {
    response.writeHead(200, { 'content-type': asset.contentType, 'x-content-type-options': 'nosniff' })
    response.end(asset.body)
    return
  }
  const [, token] = /^\/set-up\/([\w-]{32})$/.exec(pathname) ?? []
  const shown = token === undefined ? undefined : state(token)
  if (!shown || token === undefined) {
    response.writeHead(503, {
      'content-type': 'text/plain; charset=utf-8',
      'retry-after': '10',
      'content-security-policy': DATA_POLICY,
      'x-content-type-options': 'nosniff',
    })
    response.end('A backup is being restored. Try again in a moment.\n')
    return
  }
  const language = pickLanguage(request.headers['accept-language'], searchParams.get('lang') ?? undefined)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...setUpHeaders })
  response.end(renderSetUp({ language, place: { name: token, depth: 0 } }, shown))
}
