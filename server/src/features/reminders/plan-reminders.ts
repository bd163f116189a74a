// The job of a client that reminds by itself: reads what is due in small steps, each car in a transaction of its own. It begins again
// from the start after a crash; what was written is not written twice.

import { dateIn } from '@walkaround/contract/rules/days.ts'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Job, JobKind } from '../../jobs/job.ts'
import { scopeOfClient } from '../../organisation/clients.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { timeZonesOf } from '../../scope.ts'
import type { DueKind, DuePlace } from './model.ts'
import { remindCar } from './remind-car.ts'
import { dueKinds, findQuietEnd, windowOf } from './rules.ts'
import { getSettings } from './settings.ts'
import { takeDueClients } from './settings-store.ts'
import { listDue } from './store.ts'

export const PLAN_JOB = 'reminders.plan'

const HOUR_MS = 3_600_000
const ATTEMPTS = 5
/** Read in one step; another client may have its turn before the next. */
const STEP = 100

/** For every client that reminds by itself, once an hour. Returns how many. */
export async function planReminders(database: Database, now: Date): Promise<number> {
  return inTransaction(database, async (db) => {
    const clients = await takeDueClients(db, new Date(now.getTime() - HOUR_MS), now)
    for (const clientId of clients)
      await enqueue({ db, clientId, now }, { id: PLAN_JOB, kind: PLAN_JOB, payload: {} })
    return clients.length
  })
}

interface Step {
  kind?: DueKind
  after?: DuePlace
}

interface Options {
  database: Database
  box: SecretBox
  clock: () => Date
  baseUrl: () => string
}

export function planRemindersJob(options: Options): JobKind {
  return {
    attempts: ATTEMPTS,
    async work(job) {
      const { database, box } = options
      // Makes the box read its key before a transaction, not inside it.
      await box.seal('', 'nothing')
      const next = await remindSome(options, job)
      if (!next) return
      const { clientId } = job
      // Of this step, so that the job may run again without a second one.
      const id = `${PLAN_JOB}.${next.kind}.${next.after?.surveyId ?? ''}.${next.after?.quoteId ?? ''}`
      await inTransaction(database, (db) =>
        enqueue({ db, clientId, now: options.clock() }, { id, kind: PLAN_JOB, payload: next }),
      )
    },
  }
}

/** One page of one kind of work; returns the next one. */
async function remindSome({ database, box, clock, baseUrl }: Options, job: Job): Promise<Step | undefined> {
  const { kind = dueKinds[0], after } = job.payload as Step
  const actor = { kind: 'system', id: job.kind } as const
  const { clientId } = job
  const scope = await scopeOfClient({ db: database, actor, now: clock() }, clientId)
  const settings = await getSettings(scope)
  // Each car is asked about again by the clock of its site.
  const zones = timeZonesOf(scope.client)
  const days = zones.map((timeZone) => dateIn(scope.now, timeZone)).sort()
  const [first, last] = [days[0], days.at(-1)].map((day) => windowOf(settings, kind, day as string))
  const window = first && last && { from: first.from, to: last.to }
  const isQuiet = zones.every((timeZone) => findQuietEnd(settings, scope.now, timeZone) !== undefined)
  if (settings.consent === undefined || isQuiet) return undefined
  const following = dueKinds[dueKinds.indexOf(kind) + 1]
  const nextKind = following && { kind: following }
  if (!window) return nextKind
  const due = await listDue(scope, { kind, ...window, after, limit: STEP })
  for (const vehicleKey of new Set(due.map((row) => row.vehicleKey))) {
    job.signal.throwIfAborted()
    await inTransaction(database, async (db) =>
      remindCar(await scopeOfClient({ db, actor, now: clock() }, clientId), vehicleKey, settings, {
        box,
        baseUrl: baseUrl(),
      }),
    )
  }
  const end = due.at(-1)
  if (due.length < STEP || !end) return nextKind
  const { due: day, surveyId, quoteId } = end
  return { kind, after: { due: day, surveyId, quoteId } }
}
