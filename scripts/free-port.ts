// A port for a server that begins to listen later, perhaps after a minute of making its database. It is below those that the system gives
// to connections and to servers that ask for any port: one of them would take it meanwhile.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const first = 20_000
/** Systems begin to give out ports at 32768 or 49152. */
const end = 32_768
const mostTries = 100

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

export async function findFreePort(): Promise<number> {
  for (let tried = 0; tried < mostTries; tried++) {
    const port = randomInt(first, end)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port between ${first} and ${end}`)
}
