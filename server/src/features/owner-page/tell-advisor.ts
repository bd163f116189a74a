// Tells the advisor what an owner did: at once, unless a notice was sent within the last five minutes; then everything since
// becomes one notice when that time is over (I9). Nothing is lost: what is not told yet is marked at its decision, question or feedback.

import { noticeTypes } from '@walkaround/contract/messages.ts'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Job, JobKind } from '../../jobs/job.ts'
import { scopeOfClient } from '../../organisation/clients.ts'
import type { Scope } from '../../scope.ts'
import { findLastNotice, notifyAdvisor } from '../messages/notify-advisor.ts'
import { holdSurvey } from '../surveys/hold-survey.ts'
import { listReasons, type Reason } from '../words/rejection-reasons.ts'
import { noteOfFeedback, noteOfQuestion, noteOfReceipt } from './decision-note.ts'
import { nextNotice } from './rules.ts'
import * as store from './told-store.ts'

export const TELL_JOB = 'owner.tell'
const PAUSE_MS = 5 * 60_000
const ATTEMPTS = 10

/** Runs in the transaction of the event. */
export async function tellAdvisor(scope: Scope, surveyId: string): Promise<void> {
  // Two events at once run one after the other.
  await holdSurvey(scope, surveyId)
  const rows = await store.listUntold(scope, surveyId)
  if (rows.length === 0) return
  const reasons = await listReasons(scope, scope.client.language)
  const untold = rows.map((one) => ({ ...one, note: noteOf(scope, one, reasons) }))
  const last = await findLastNotice(scope, surveyId)
  const next = last && new Date(last.getTime() + PAUSE_MS)
  if (next && next > scope.now) return tellLater(scope, surveyId, next)
  const { kind, told, note } = nextNotice(untold)
  await notifyAdvisor(scope, surveyId, noticeTypes[kind], { note })
  await store.setTold(scope, kind, told)
  if (told.length < untold.length) {
    await tellLater(scope, surveyId, new Date(scope.now.getTime() + PAUSE_MS))
  }
}

function noteOf({ client }: Scope, one: store.Untold, reasons: readonly Reason[]): string {
  if (one.kind === 'decision') return noteOfReceipt(JSON.parse(one.receipt), { ...client, reasons })
  return one.kind === 'question' ? noteOfQuestion(one) : noteOfFeedback(one)
}

/** One job at a time, however often it is requested. */
const tellLater = (scope: Scope, surveyId: string, dueAt: Date): Promise<void> =>
  enqueue(scope, {
    kind: TELL_JOB,
    payload: { surveyId },
    dueAt,
    id: `${TELL_JOB}/${surveyId}/${dueAt.getTime()}`,
  })

export function tellAdvisorJob({ database, clock }: { database: Database; clock: () => Date }): JobKind {
  return {
    attempts: ATTEMPTS,
    async work(job: Job) {
      const { surveyId } = job.payload as { surveyId: string }
      await inTransaction(database, async (db) => {
        const base = { db, actor: { kind: 'system', id: job.kind } as const, now: clock() }
        await tellAdvisor(await scopeOfClient(base, job.clientId), surveyId)
      })
    },
  }
}
