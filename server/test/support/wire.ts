// A relay between us and a PostgreSQL, for tests of what a network and a proxy do.
import { once } from 'node:events'
import { type AddressInfo, createServer, connect as netConnect, type Socket } from 'node:net'

export interface Wire {
  url: string
  /** Blocks all existing connections in both directions; connections made later work. */
  freeze(): void
  /** Leads new connections to another server; existing ones stay where they are. */
  leadTo(url: URL): void
  close(): Promise<void>
}

/** A relay between us and the server, in place of a network. */
export async function startWire(first: URL): Promise<Wire> {
  let to = first
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((near) => {
    const far = netConnect(Number(to.port) || 5432, to.hostname)
    pairs.add([near, far])
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(into)
      from.on('error', () => into.destroy())
      from.on('close', () => into.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const inside = new URL(first)
  inside.hostname = '127.0.0.1'
  inside.port = String((server.address() as AddressInfo).port)
  return {
    url: inside.href,
    freeze() {
      for (const pair of pairs) for (const socket of pair) socket.unpipe().pause()
    },
    leadTo(url) {
      to = url
    },
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
