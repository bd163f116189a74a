// Reads what people write to the bot while the service runs. One process at a time, by a lease in the database, which also stores
// how far it has read: Telegram repeats what was not confirmed.
import type { Database } from '../../db/database.ts'
import type { Telegram } from '../../outside/telegram.ts'
import { hear } from './telegram-contacts.ts'
import { claimReading, saveReading } from './telegram-store.ts'

interface ReadTelegramOptions {
  database: Database
  telegram: Telegram
  clock: () => Date
  isPrepared: () => boolean
  onFailure: (error: unknown) => void
  /** How long one request waits for something to read. */
  waitSeconds?: number
  pauseMs?: number
}

const WAIT_SECONDS = 25
const PAUSE_MS = 5_000
/** Longer than the wait and its timeout. */
const LEASE_MS = 60_000

export function startReadingTelegram(options: ReadTelegramOptions): { stop(): Promise<void> } {
  const { isPrepared, onFailure, pauseMs = PAUSE_MS } = options
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      const isRead = isPrepared()
        ? await readOnce(options, stopping.signal).catch((error: unknown) => {
            if (!stopping.signal.aborted) onFailure(error)
            return false
          })
        : false
      if (!isRead) await pause(pauseMs, stopping.signal)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** False if another process is reading. */
export async function readOnce(
  { database, telegram, clock, waitSeconds = WAIT_SECONDS }: ReadTelegramOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const { botId } = telegram
  const now = clock()
  const from = await claimReading(database, botId, now, new Date(now.getTime() + LEASE_MS))
  if (from === undefined) return false
  let next = from
  try {
    const found = await telegram.listUpdates(from, waitSeconds, signal)
    for (const update of found.updates) await hear(database, update, clock())
    next = found.next
  } finally {
    await saveReading(database, botId, next)
  }
  return true
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
