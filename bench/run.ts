// `npm run bench`: every measurement of docs/performance.md. `--only=` names a part, or words in the name of an operation; `--write`
// puts what was measured into the page.
import { benchCallbacks } from './callbacks.ts'
import { benchConsole } from './console.ts'
import { benchFull } from './full.ts'
import { benchGrowth } from './growth.ts'
import { benchLive } from './live.ts'
import { benchMedia } from './media.ts'
import { benchOpening } from './opening.ts'
import { describeMachine, writePart } from './page.ts'
import { benchRequestLog, benchRows, benchSustained } from './rows.ts'
import { benchTaps } from './taps.ts'

const given = (name: string) => {
  const start = `--${name}=`
  return process.argv.find((arg) => arg.startsWith(start))?.slice(start.length)
}
const numberOf = (name: string, otherwise: number) => Number(given(name) ?? otherwise)

const rounds = numberOf('rounds', 7)
const only = given('only')

function growth(): Promise<string> {
  const orders = numberOf('orders', 1_000_000)
  const large = { orders, events: numberOf('events', 30 * orders) }
  return benchGrowth({ rounds, large, words: given('words'), backupSeconds: numberOf('backup-seconds', 60) })
}

const parts: Record<string, () => Promise<string>> = {
  rows: () => benchRows({ rounds }),
  sustained: benchSustained,
  'request-log': () => benchRequestLog(rounds),
  live: benchLive,
  callbacks: () => benchCallbacks(rounds),
  media: () => benchMedia(rounds),
  taps: () => benchTaps(rounds),
  opening: () => benchOpening(rounds, given('beside')),
  console: () => benchConsole(rounds),
  full: () => benchFull(rounds),
  growth,
}

/** It needs a quarter of an hour and much disk, so it only runs when it is asked for. */
const usual = Object.keys(parts).filter((name) => name !== 'growth')

async function run(name: string, measure: () => Promise<string>): Promise<void> {
  const machine = describeMachine()
  const measured = `${machine}\n\n${await measure()}`
  console.log(`${measured}\n`)
  if (process.argv.includes('--write')) await writePart(name, measured)
}

const part = only === undefined ? undefined : parts[only]
if (only === undefined) for (const name of usual) await run(name, parts[name] as () => Promise<string>)
else if (part) await run(only, part)
else console.log(await benchRows({ rounds, words: only }))
process.exit(0)
