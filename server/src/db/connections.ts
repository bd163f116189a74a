// Connections to one address of PostgreSQL: taken, given back, and all dropped when their server is lost to us.
import { connect } from 'node:net'
import pg from 'pg'
import { isOfLostServer, isSilent } from './errors.ts'

export interface Connections {
  /** One statement on any connection. */
  query(statement: pg.QueryArrayConfig): Promise<pg.QueryArrayResult>
  withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface ConnectionOptions {
  config: pg.PoolConfig
  onConnect?: (client: pg.ClientBase) => Promise<void>
  onIdleError?: ((error: Error) => void) | undefined
  /** For a pooler: asks the server to cancel a single statement after so long. Transactions say so themselves. */
  cancelAfterMs?: number
}

const ignore = () => {}

export function openConnections(options: ConnectionOptions): Connections {
  const { config, onConnect, onIdleError, cancelAfterMs } = options
  // Which connections were made before their server was lost. A connection that is in use then is dropped when it comes back.
  let generation = 0
  const generations = new WeakMap<pg.ClientBase, number>()
  const isStale = (client: pg.ClientBase) => generations.get(client) !== generation
  const pool = new pg.Pool({
    ...config,
    onConnect: async (client) => {
      const born = generation
      await onConnect?.(client)
      generations.set(client, born)
    },
  })
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', (error) => onIdleError?.(error))

  function giveBack(client: pg.PoolClient, failure?: unknown): void {
    client.off('error', ignore)
    // Only the first failure of a generation counts: the others are about connections that are being dropped already.
    const isLost = failure !== undefined && isOfLostServer(failure) && !isStale(client)
    if (isLost) generation++
    // The pool itself drops a connection that broke.
    client.release(isStale(client) || isSilent(failure))
    if (isLost) dropIdle()
  }

  function dropIdle(): void {
    for (let left = pool.idleCount; left > 0; left--) {
      pool.connect().then((client) => client.release(isStale(client)), ignore)
    }
  }

  return {
    query: (statement) =>
      new Promise((resolve, reject) => {
        pool.connect((refused, client) => {
          if (!client) return reject(refused)
          // A connection may also break when nothing awaits it.
          client.on('error', ignore)
          const timer = cancelAfterMs && setTimeout(cancel, cancelAfterMs, client)
          client.query(statement, (failure, result) => {
            clearTimeout(timer)
            // The driver passes null for none.
            giveBack(client, failure ?? undefined)
            if (failure) reject(failure)
            else resolve(result as unknown as pg.QueryArrayResult)
          })
        })
      }),
    async withClient(work) {
      const client = await pool.connect()
      client.on('error', ignore)
      let failure: unknown
      try {
        return await work(client)
      } catch (error) {
        failure = error
        throw error
      } finally {
        giveBack(client, failure)
      }
    },
    close: () => pool.end(),
  }
}

const CANCEL_REQUEST = 80_877_102
const CANCEL_MS = 5_000

/**
 * The protocol's own way to end a statement: a second connection names the first one, without TLS, as most drivers do. If nobody
 * listens there, the silence of the first one is noticed a little later.
 */
function cancel(client: pg.ClientBase): void {
  const { host, port, processID, secretKey } = client as unknown as {
    host: string
    port: number
    processID: number
    secretKey: number
  }
  const message = Buffer.alloc(16)
  message.writeInt32BE(16, 0)
  message.writeInt32BE(CANCEL_REQUEST, 4)
  message.writeInt32BE(processID, 8)
  message.writeInt32BE(secretKey, 12)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(CANCEL_MS, () => socket.destroy())
  socket.on('error', ignore)
  // A pooler forgets the request if we hang up first.
  socket.once('connect', () => socket.write(message))
  socket.resume()
}
