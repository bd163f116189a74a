// A receiver of callbacks for the demo: it replies as its path says and keeps what came in memory. It listens on loopback under a
// name no resolver knows; the guard on outgoing requests knows only that name.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReceivedCallback } from '@walkaround/contract/app/callbacks.ts'

export const DEMO_HOST = 'callback-receiver.invalid'
export const behaviours = ['204', '500', 'slow', 'time-out'] as const
type Behaviour = (typeof behaviours)[number]

/** The address to set for a receiver. */
export const demoReceiverUrl = (behaviour: Behaviour) =>
  `http://${DEMO_HOST}/demo/callback-receiver/${behaviour}`

const REMEMBERED = 50
const SLOW_MS = 3_000
/** A larger difference means that it was not sent just now. */
const PLAYED_MS = 30_000
const LONGEST_BODY = 1024 * 1024

export interface DemoReceiver {
  /** For the guard: where the receiver with this name listens. */
  own(name: string): { host: string; port: number } | undefined
  /** Newest first; only callbacks of this client. */
  list(clientId: string): ReceivedCallback[]
  close(): Promise<void>
}

export async function startDemoReceiver(): Promise<DemoReceiver> {
  const received: (ReceivedCallback & { clientId: string })[] = []
  const waiting = new Set<NodeJS.Timeout>()

  function answer(request: IncomingMessage, response: ServerResponse, text: string): void {
    const [, behaviour, id] = /^\/demo\/callback-receiver\/([^/]+)\/([^/?]+)$/.exec(request.url ?? '') ?? []
    const isKnown = behaviours.some((known) => known === behaviour)
    if (!isKnown || id === undefined || !['PUT', 'POST'].includes(request.method ?? '')) {
      response.writeHead(404).end()
      return
    }
    received.unshift({
      id: decodeURIComponent(id),
      clientId: clientIdOf(text),
      behaviour: behaviour as string,
      at: sentAt(request).toISOString(),
      body: text,
      isSigned: request.headers['webhook-signature'] !== undefined,
    })
    received.splice(REMEMBERED)
    if (behaviour === '204') response.writeHead(204).end()
    else if (behaviour === '500') response.writeHead(500).end('As asked for: this receiver always fails.')
    else if (behaviour === 'slow') {
      const timer = setTimeout(() => {
        waiting.delete(timer)
        response.writeHead(204).end()
      }, SLOW_MS)
      waiting.add(timer)
    }
    // time-out: never replies.
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > LONGEST_BODY) request.destroy()
      else chunks.push(chunk)
    })
    request.on('error', () => {})
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString('utf8')))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    own: (name) => (name === DEMO_HOST ? { host: '127.0.0.1', port } : undefined),
    list: (clientId) =>
      received.filter((one) => one.clientId === clientId).map(({ clientId: _, ...shown }) => shown),
    async close() {
      for (const timer of waiting) clearTimeout(timer)
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** The demo sends some callbacks with an earlier time; the signature headers contain it. */
function sentAt({ headers }: IncomingMessage): Date {
  const now = Date.now()
  const signed = Number(headers['webhook-timestamp']) * 1000
  return new Date(Math.abs(now - signed) > PLAYED_MS ? signed : now)
}

function clientIdOf(text: string): string {
  try {
    return String((JSON.parse(text) as { systemClientId?: unknown } | null)?.systemClientId ?? '')
  } catch {
    return ''
  }
}
