// Requests that come at a steady rate, whether or not the replies keep up: how long a caller waits, from the moment at which the
// request was due.
import { setTimeout as delay } from 'node:timers/promises'
import { cpuSeconds } from './cpu.ts'
import { openConnection } from './load.ts'

const PER_SECOND = 300
const SECONDS = 30
/** Not counted: code is compiled and connections to the database are opened. */
const WARM_SECONDS = 10
const CONNECTIONS = 32
const goal = 50

interface Sustained {
  port: number
  ca: string
  pid: number | undefined
  /** Makers of requests, taken in turns. */
  requests: (() => Buffer)[]
}

export async function sustain({ port, ca, pid, requests }: Sustained): Promise<string> {
  const idle = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port, ca)))
  const all = [...idle]
  const waiting: { due: number; bytes: Buffer }[] = []
  const times: number[] = []
  const wrong: number[] = []
  const begun = performance.now()
  const warm = begun + WARM_SECONDS * 1000

  function work(): void {
    while (waiting.length > 0 && idle.length > 0) {
      const [{ due, bytes }] = waiting.splice(0, 1) as [(typeof waiting)[number]]
      const connection = idle.pop() as (typeof all)[number]
      void connection.ask(bytes).then((status) => {
        if (due >= warm) times.push(performance.now() - due)
        if (status >= 300) wrong.push(status)
        idle.push(connection)
        work()
      })
    }
  }

  const count = PER_SECOND * (WARM_SECONDS + SECONDS)
  let cpu = 0
  for (let sent = 0; sent < count; sent++) {
    const due = begun + (sent * 1000) / PER_SECOND
    if (due > performance.now()) await delay(due - performance.now())
    if (sent === PER_SECOND * WARM_SECONDS) cpu = cpuSeconds(pid)
    // A prime step, so that kinds of requests alternate.
    const make = requests[(sent * 37) % requests.length] as () => Buffer
    waiting.push({ due, bytes: make() })
    work()
  }
  const used = (cpuSeconds(pid) - cpu) / SECONDS
  while (times.length < PER_SECOND * SECONDS) await delay(20)
  for (const { close } of all) close()
  if (wrong.length > 0) throw new Error(`${wrong.length} requests failed, the first with ${wrong[0]}`)
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => `${(sorted[Math.floor(share * (sorted.length - 1))] as number).toFixed(1)} ms`
  return [
    '| requests | per second | median | 95 % | 99 % | longest | goal | of one core |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    `| six reads and four writes of ten, ${SECONDS} s | ${PER_SECOND} | ${at(0.5)} | ${at(0.95)} | **${at(0.99)}** | ${at(1)} | ` +
      `99 % below ${goal} ms | ${Math.round(used * 100)} % |`,
  ].join('\n')
}
