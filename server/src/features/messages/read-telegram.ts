// Reads what people write to the bots while the service runs: to that of the installation and to those of clients. Of each, one process
// at a time, by a lease in the database, which also stores how far it has read: Telegram repeats what was not confirmed.
import type { Database } from '../../db/database.ts'
import { type SecretBox, SecretBoxError } from '../../outside/secret-box.ts'
import type { Telegram } from '../../outside/telegram.ts'
import { listOwnBots } from './channel-store.ts'
import { type Channels, channelPurpose } from './channels.ts'
import { hear } from './telegram-contacts.ts'
import { claimReading, saveReading } from './telegram-store.ts'

interface ReadTelegramOptions {
  database: Database
  telegram: Telegram
  /** Of a client's own bot. */
  ownBotId?: string | undefined
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

interface ReadBotsOptions extends Omit<ReadTelegramOptions, 'telegram' | 'ownBotId'> {
  channels: Pick<Channels, 'botOf'>
  box: SecretBox
  /** How often it is looked which bots there are. */
  lookMs?: number
}

const LOOK_MS = 15_000

/** Reads the bots that clients have of their own, as long as they have them. */
export function startReadingBots(options: ReadBotsOptions): { stop(): Promise<void> } {
  const { database, channels, box, isPrepared, onFailure, lookMs = LOOK_MS } = options
  const stopping = new AbortController()
  const readers = new Map<string, { stop(): Promise<void> }>()

  async function look(): Promise<void> {
    const wanted = new Map<string, { token: string; botId: string }>()
    for (const { clientId, botId, sealedSecret } of await listOwnBots(database)) {
      const token = await openToken(box, clientId, sealedSecret)
      if (token !== undefined) wanted.set(botId, { token, botId })
    }
    // A new token of the same bot makes the former one worthless.
    const keyOf = ({ botId, token }: { botId: string; token: string }) => `${botId} ${token}`
    const keys = new Set([...wanted.values()].map(keyOf))
    for (const [key, reader] of readers) {
      if (keys.has(key)) continue
      readers.delete(key)
      await reader.stop()
    }
    for (const bot of wanted.values()) {
      if (readers.has(keyOf(bot))) continue
      const telegram = channels.botOf(bot.token)
      readers.set(keyOf(bot), startReadingTelegram({ ...options, telegram, ownBotId: bot.botId }))
    }
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      if (isPrepared()) await look().catch(onFailure)
      await pause(lookMs, stopping.signal)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
      await Promise.all([...readers.values()].map((reader) => reader.stop()))
    },
  }
}

/** Undefined if it does not open: doctor tells that. */
async function openToken(box: SecretBox, clientId: string, sealed: Uint8Array): Promise<string | undefined> {
  try {
    return await box.open(sealed, channelPurpose(clientId, 'telegram'))
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}

/** False if another process is reading. */
export async function readOnce(
  { database, telegram, clock, ownBotId, waitSeconds = WAIT_SECONDS }: ReadTelegramOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const { botId } = telegram
  const now = clock()
  const from = await claimReading(database, botId, now, new Date(now.getTime() + LEASE_MS))
  if (from === undefined) return false
  let next = from
  try {
    const found = await telegram.listUpdates(from, waitSeconds, signal)
    for (const update of found.updates) await hear(database, update, clock(), ownBotId)
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
