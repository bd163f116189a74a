// What stands between us and PostgreSQL. A pooler in transaction mode gives each transaction another connection of the server, so
// whatever belongs to a session is lost or found by somebody else. Decides nothing about pools of our own.
import pg from 'pg'
import { forgetsStatements, PoolerError, swapsConnections } from './pooler-error.ts'

const PROBE_MS = 5_000
const ASK_PID = 'select pg_backend_pid() as pid'

type Answer = pg.QueryResult<{ pid: number }>
const pidOf = (answer: Answer | Answer[]): number | undefined => [answer].flat().at(-1)?.rows[0]?.pid

/** Sent by every new direct connection, behind its settings: costs no round trip. */
export const askPid = ASK_PID

/** The server tells a new connection its process id. If the process that replies has another one, something stands between. */
export const isDirect = (client: pg.ClientBase, answer: unknown): boolean =>
  pidOf(answer as Answer) === (client as unknown as { processID: number }).processID

/** Runs `work` while another connection has a transaction open, which takes a server connection out of the pooler's hands. */
async function whileAnotherWorks<T>(
  config: pg.ClientConfig,
  work: (pidOfOther: number | undefined) => Promise<T>,
): Promise<T | undefined> {
  const other = new pg.Client({ ...config, query_timeout: PROBE_MS, connectionTimeoutMillis: PROBE_MS })
  other.on('error', () => {})
  try {
    await other.connect()
    return await work(pidOf((await other.query(`begin; ${ASK_PID}`)) as Answer))
  } catch (error) {
    if (error instanceof PoolerError) throw error
    // A pooler that has no second connection to give: nothing is known, and nothing is claimed.
    return undefined
  } finally {
    await other.end().catch(() => {})
  }
}

/** Refuses a pooler that gives the next transaction of this connection to another process of the server. */
export async function assertKeepsConnection(
  client: pg.ClientBase,
  config: pg.ClientConfig,
  setting: string,
): Promise<void> {
  const ask = async () =>
    pidOf(await client.query({ text: ASK_PID, query_timeout: PROBE_MS } as pg.QueryConfig))
  const own = await ask()
  await whileAnotherWorks(config, async (others) => {
    if (others === own || (await ask()) !== own) throw swapsConnections(setting)
  })
}

/** Refuses a pooler that does not know on its next connection what was prepared on the last one. */
export async function assertKeepsStatements(client: pg.ClientBase, config: pg.ClientConfig): Promise<void> {
  const ask = () =>
    client
      .query({ name: 'walkaround_probe', text: ASK_PID, query_timeout: PROBE_MS } as pg.QueryConfig)
      .catch((error: { code?: string }) => {
        // It does not exist, or it exists already.
        if (error.code === '26000' || error.code === '42P05') throw forgetsStatements()
        throw error
      })
  await ask()
  await whileAnotherWorks(config, ask)
}
