// What the service does by itself every few seconds or minutes: an explicit list, and nothing else.

import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { MarkKeys } from '../db/audit/chain.ts'
import { cutOldEntries, sealEntries } from '../db/audit/seal-entries.ts'
import type { Database } from '../db/database.ts'
import { tidyEmbedded } from '../db/embedded-upkeep.ts'
import { continueFillings } from '../db/fillings.ts'
import { makePartitions } from '../db/log/partitions.ts'
import { removeOldEvents } from '../db/log/remove-old.ts'
import type { Db } from '../db/sql.ts'
import { inBatches } from '../db/turns.ts'
import { forgetOldDeliveries } from '../features/callbacks/forget-deliveries.ts'
import { forgetOldEdits } from '../features/edits/forget-edits.ts'
import { updateFigures } from '../features/figures/update-figures.ts'
import { forgetOldInvitations } from '../features/invitations/invite.ts'
import type { Media } from '../features/media/media.ts'
import { forgetOldLinks } from '../features/messages/forget-links.ts'
import { planReminders } from '../features/reminders/plan-reminders.ts'
import type { RequestLog } from '../features/request-log/keep-requests.ts'
import { dropOldRequests } from '../features/request-log/partitions.ts'
import { forgetAttempts } from '../features/single-sign-on/begin-sign-in.ts'
import { forgetOldPosts } from '../features/surveys/store.ts'
import { planSweeps, sweepTemps, sweepUploads } from '../features/uploads/sweep.ts'
import { planCleaning } from '../features/videos/clean-stored.ts'
import { type AccessLog, sweepAccessRecords } from '../identity/access-log.ts'
import type { Authenticator } from '../identity/authenticate.ts'
import { sweepDevices } from '../identity/devices.ts'
import { sweepSignInFailures } from '../identity/lock-out.ts'
import { sweepSteps } from '../identity/second-factor.ts'
import { sweepSessions } from '../identity/sessions.ts'
import { EVENT_FOLDER } from '../lib/data-folder.ts'
import { every } from '../lib/every.ts'
import { listClients } from '../organisation/clients.ts'
import { forgetFormerKey } from './change-secret-key.ts'

const LAST_USED_MS = 10_000
const ACCESS_LOG_MS = 2_000
const AUDIT_MS = 2_000
const REQUEST_LOG_MS = 1_000
const FILL_MS = 10_000
/** Less than the time between two runs. */
const MOST_FILLING_MS = 8_000
/** Numbers are behind by this, and by the time they take. */
const FIGURES_MS = 5_000
const MOST_COUNTING_MS = 4_000
const SWEEP_MS = 10 * 60_000
const TIDY_MS = 60_000
/** Well before the next run. */
const MOST_SWEEPING_MS = 2 * 60_000

interface UpkeepOptions {
  database: Database
  authenticator: Authenticator
  accessLog: AccessLog
  accessLogDays: number
  auditDays: number
  markKeys: MarkKeys
  requestLog?: RequestLog | undefined
  requestLogDays: number
  media: Media
  config: Pick<Config, 'dataDir' | 'secretKey'>
  isPrepared: () => boolean
  onFailure: (name: string, error: unknown) => void
}

export function startUpkeep(options: UpkeepOptions): { stop(): Promise<void> } {
  const { database, authenticator, accessLog, requestLog, media, isPrepared, onFailure } = options
  const repeat = (ms: number, name: string, work: () => Promise<unknown>) =>
    every(ms, async () => {
      if (!isPrepared()) return
      try {
        await work()
      } catch (error) {
        onFailure(name, error)
      }
    })

  const stopping = new AbortController()
  /** What is old is deleted as fast as it comes, by one process at a time. */
  const sweep = (name: string, batch: (scope: { db: Db; now: Date }) => Promise<number>) =>
    repeat(SWEEP_MS, name, () =>
      inBatches(database, `upkeep/${name}`, (db) => batch({ db, now: new Date() }), {
        mostMs: MOST_SWEEPING_MS,
        signal: stopping.signal,
      }),
    )

  const { markKeys } = options
  const audit = () => ({ database, markKeys, now: new Date(), signal: stopping.signal })

  const loops = [
    repeat(LAST_USED_MS, 'last use of keys', () => authenticator.flushLastUsed()),
    repeat(ACCESS_LOG_MS, 'refusals', () => accessLog.flush()),
    repeat(AUDIT_MS, 'the chain of the audit', () => sealEntries(audit())),
    ...(requestLog ? [repeat(REQUEST_LOG_MS, 'requests', () => requestLog.flush())] : []),
    repeat(FILL_MS, 'filling in data', () =>
      continueFillings(database, { mostMs: MOST_FILLING_MS, signal: stopping.signal }),
    ),
    repeat(FIGURES_MS, 'figures', async () => {
      const now = new Date()
      const options = { mostMs: MOST_COUNTING_MS, signal: stopping.signal }
      await updateFigures(database, await listClientIds(database, now), now, options)
    }),
    repeat(SWEEP_MS, 'reminders', () => planReminders(database, new Date())),
    sweep('old records of access', (scope) => sweepAccessRecords(scope, options.accessLogDays)),
    repeat(SWEEP_MS, 'old entries of the audit', () => cutOldEntries(audit(), options.auditDays)),
    sweep('old idempotency keys', ({ db, now }) => forgetOldPosts(db, now)),
    sweep('expired sessions', sweepSessions),
    sweep('failed sign-ins', sweepSignInFailures),
    sweep('forgotten devices', sweepDevices),
    sweep('steps of sign-ins', sweepSteps),
    sweep('old callbacks', ({ db, now }) => forgetOldDeliveries(db, now)),
    sweep('links that are over', ({ db, now }) => forgetOldLinks(db, now)),
    sweep('old invitations', ({ db, now }) => forgetOldInvitations(db, now)),
    sweep('sign-ins that were not finished', ({ db, now }) => forgetAttempts(db, now)),
    sweep('old edits', ({ db, now }) => forgetOldEdits(db, now)),
    repeat(SWEEP_MS, 'a former key', () => forgetFormerKey(database, options.config, new Date())),
    repeat(SWEEP_MS, 'partitions of the log', () => makePartitions(database, new Date())),
    repeat(SWEEP_MS, 'old requests', () => dropOldRequests(database, new Date(), options.requestLogDays)),
    repeat(SWEEP_MS, 'events that are kept no longer', () =>
      removeOldEvents({ database, folder: join(options.config.dataDir, EVENT_FOLDER), now: new Date() }),
    ),
    repeat(TIDY_MS, 'tables of the embedded database', () => tidyEmbedded(database)),
    repeat(SWEEP_MS, 'expired uploads', () => sweepUploads({ database, media }, new Date())),
    repeat(SWEEP_MS, 'files in the making', () => sweepTemps({ media }, new Date())),
    repeat(SWEEP_MS, 'videos to clean', () => planCleaningOfAll(database, new Date())),
    repeat(SWEEP_MS, 'plan of sweeping files', async () => {
      const now = new Date()
      await planSweeps(database, await listClientIds(database, now), now)
    }),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops.map((loop) => loop.stop()))
      if (!isPrepared()) return
      await authenticator.flushLastUsed()
      await accessLog.flush().catch((error: unknown) => onFailure('refusals', error))
      await sealEntries({ database, markKeys, now: new Date() }).catch((error: unknown) =>
        onFailure('the chain of the audit', error),
      )
      await requestLog?.flush().catch((error: unknown) => onFailure('requests', error))
    },
  }
}

/** Also runs at the start: after an update there may be videos that are not shown until they are cleaned. */
export const planCleaningOfAll = async (database: Database, now: Date): Promise<void> =>
  planCleaning(database, await listClientIds(database, now), now)

async function listClientIds(database: Database, now: Date): Promise<string[]> {
  const clients = await listClients({ db: database, actor: { kind: 'system', id: 'upkeep' }, now })
  return clients.map(({ clientId }) => clientId)
}
