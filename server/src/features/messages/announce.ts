// What goes out by itself once an inspection is completed and its video can be seen: the advisor hears of a video check,
// the customer of a review gets the delayed e-mail (G1).
import { getClient } from '../../access/clients.ts'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Job, JobKind } from '../../jobs/job.ts'
import { newId } from '../../lib/ids.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { Problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { defaultLinkEnd } from '../owner-links/owner-links.ts'
import { holdSurvey } from '../surveys/hold-survey.ts'
import { listVideoStates } from '../videos/read-videos.ts'
import { getSubject, type Subject } from './compose.ts'
import { notifyAbout, recordNotSent } from './notify-advisor.ts'
import { addressOf, destinationOf, getRecipient, videoStateOf } from './rules.ts'
import { type Post, sendLetter } from './send-results.ts'
import { hasMessageSince } from './store.ts'

export interface AnnounceOptions {
  database: Database
  clock: () => Date
  baseUrl: () => string
  box: SecretBox
}

const ATTEMPTS = 10

/** For whatever says that a survey may be ready: which of completing and converting comes last is not known. */
export function announceJob({ database, clock, baseUrl, box }: AnnounceOptions): JobKind {
  return {
    attempts: ATTEMPTS,
    async work(job: Job) {
      const { surveyId } = job.payload as { surveyId: string }
      await inTransaction(database, async (db) => {
        const actor = { kind: 'system', id: job.kind } as const
        const client = await getClient({ db, actor, now: clock() }, job.clientId)
        const scope: Scope = { db, clientId: job.clientId, client, actor, now: clock() }
        await announce(scope, surveyId, { baseUrl: baseUrl(), box })
      })
    },
  }
}

async function announce(scope: Scope, surveyId: string, post: Post): Promise<void> {
  // Two jobs of one survey, one after the other: each completion is announced once.
  await holdSurvey(scope, surveyId)
  const subject = await getSubject(scope, surveyId)
  if (!subject.completed || !subject.completed_at) return
  const states = await listVideoStates(scope, surveyId)
  const isReady = videoStateOf(states) === 'ready' && !states.includes('waiting')
  if (!isReady) return
  const since = subject.completed_at
  if (subject.survey_type === 'VC') {
    const type = 'videoRecordedNotification'
    if (await hasMessageSince(scope, surveyId, { type, category: 'email', since })) return
    await notifyAbout(scope, subject, type)
  }
  if (subject.survey_type === 'CVR' && !subject.closed) {
    const of = { type: 'surveyResultsEmail', category: 'delayedEmail', since } as const
    if (!(await hasMessageSince(scope, surveyId, of))) await sendDelayed(scope, subject, post)
  }
}

async function sendDelayed(scope: Scope, subject: Subject, post: Post): Promise<void> {
  try {
    const recipient = getRecipient(subject.header, 'customer')
    const destination = destinationOf(recipient, addressOf(recipient, 'email'))
    const { language } = scope.client
    const letter = {
      type: 'surveyResultsEmail',
      category: 'delayedEmail',
      language,
      name: destination.name,
      validUntil: await defaultLinkEnd(scope),
    } as const
    await sendLetter(scope, subject, { messageId: newId(scope.now.getTime()), letter, destination }, post)
  } catch (error) {
    // A customer without an address is the DMS's to mend; trying again would not help.
    const isTheirs = error instanceof Problem && ['recipientMissing', 'addressMissing'].includes(error.kind)
    if (!isTheirs) throw error
    await recordNotSent(scope, subject.surveyId, 'surveyResultsEmail', error.errorInfo)
  }
}
