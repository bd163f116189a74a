// The ports of the service: opening them, saying why one cannot be opened, and closing them without cutting anybody off.
import type { Server } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import { createServer, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type AppOptions, buildApp } from '../app.ts'
import { isIn } from '../http/addresses.ts'
import type { trackConnections } from '../http/connections.ts'
import { networksOf } from '../lib/networks.ts'
import { StartError } from './start-error.ts'

export async function assertPortFree(host: string, port: number): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port }, resolve)
    })
  } catch (error) {
    throw toStartError(error, host, port)
  }
  await new Promise((resolve) => probe.close(resolve))
}

export async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` })
  } catch (error) {
    throw toStartError(error, host, port)
  }
}

function toStartError(error: unknown, host: string, port: number): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `port ${port} on ${host} is taken by another program: stop it, or set WALKAROUND_PORT to another port`,
      )
    case 'EACCES':
      return new StartError(
        `port ${port} needs more rights than this user has: set WALKAROUND_PORT to one above 1023`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`WALKAROUND_HOST: ${host} is not an address of this machine`)
    default:
      return error
  }
}

/** Behind a proxy that ends TLS, only that proxy may speak plain HTTP to the service (H1). */
export function admitOnly(server: Server | Http2SecureServer, proxies: readonly string[]): void {
  const allowed = networksOf(proxies)
  server.on('connection', (socket: Socket) => {
    if (!isIn(allowed, socket.remoteAddress ?? '')) socket.destroy()
  })
}

export async function closeWithin(
  app: FastifyInstance,
  connections: ReturnType<typeof trackConnections>,
  ms: number,
): Promise<void> {
  const timer = setTimeout(() => connections.destroy(), ms)
  await connections.drain()
  clearTimeout(timer)
  await app.close()
}

/** H1: pages and apps, never the interface, on plain loopback HTTP, so that a newcomer meets no certificate warning. */
export async function openLocalPages(
  port: number,
  options: AppOptions,
  logger: Logger,
): Promise<{ url: string; close(): Promise<void> } | undefined> {
  const url = `http://localhost:${port}`
  const app = await buildApp({ ...options, isLocal: true, baseUrl: () => url, proxy: undefined })
  try {
    await app.listen({ host: '127.0.0.1', port })
  } catch (error) {
    logger.warn(
      `the pages are not on ${url}: ${(error as NodeJS.ErrnoException).code}; set WALKAROUND_LOCAL_HTTP_PORT`,
    )
    return undefined
  }
  return { url, close: () => app.close() }
}
