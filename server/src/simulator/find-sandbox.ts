// Where a key may play: in a sandbox, and nowhere else. Asked before the first request of a scenario.
import { createClient, WalkaroundError } from '../../../clients/typescript/src/client.ts'

/** The simulator cannot play with this key; the message says why and what to do. */
export class CannotPlay extends Error {
  override name = 'CannotPlay'
}

interface Asked {
  baseUrl: string
  key: string
  fetch: typeof fetch
  /** Left out: the only sandbox that the key reaches. */
  client?: string | undefined
}

/** The id of the sandbox. */
export async function findSandbox({ client: wanted, ...connection }: Asked): Promise<string> {
  const clients = await readClients(connection)
  const sandboxes = clients.filter(({ kind }) => kind === 'sandbox').map(({ id }) => id)
  if (wanted !== undefined) {
    if (sandboxes.includes(wanted)) return wanted
    const isThere = clients.some(({ id }) => id === wanted)
    throw new CannotPlay(
      isThere
        ? `"${wanted}" is not a sandbox: its data is real. walkaround sandbox create makes one.`
        : `the key does not reach "${wanted}"`,
    )
  }
  const [first, second] = sandboxes
  if (first === undefined) {
    throw new CannotPlay('the key reaches no sandbox. walkaround sandbox create makes one, with a test key.')
  }
  if (second !== undefined) {
    throw new CannotPlay(`the key reaches several sandboxes, so name one: ${sandboxes.join(', ')}`)
  }
  return first
}

async function readClients(connection: Omit<Asked, 'client'>) {
  try {
    return (await createClient({ ...connection, retries: 0 }).getSelf()).data.clients
  } catch (error) {
    if (error instanceof WalkaroundError && error.status === 401) {
      throw new CannotPlay('the service does not know this key')
    }
    throw error
  }
}
