// Messages that are sent automatically once an inspection is completed and its video can be seen: the advisor is told about a video
// check, the customer of a review gets the delayed e-mail (G1).

import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Job, JobKind } from '../../jobs/job.ts'
import { newId } from '../../lib/ids.ts'
import { scopeOfClient } from '../../organisation/clients.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { Problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { defaultLinkEnd } from '../owner-links/owner-links.ts'
import { holdSurvey } from '../surveys/hold-survey.ts'
import { listVideoStates } from '../videos/read-videos.ts'
import { getSubject, type Subject } from './compose.ts'
import { languageFor } from './language.ts'
import { notifyAbout, recordNotSent } from './notify-advisor.ts'
import { addressOf, destinationOf, getRecipient, videoStateOf } from './rules.ts'
import { type Post, sendLetter } from './send-results.ts'
import { hasMessageSince } from './store.ts'

interface AnnounceOptions {
  database: Database
  clock: () => Date
  baseUrl: () => string
  box: SecretBox
}

const ATTEMPTS = 10

/** Called by every step after which a survey may be ready, because completing or converting may come last. */
export function announceJob({ database, clock, baseUrl, box }: AnnounceOptions): JobKind {
  return {
    attempts: ATTEMPTS,
    async work(job: Job) {
      const { surveyId } = job.payload as { surveyId: string }
      await inTransaction(database, async (db) => {
        const actor = { kind: 'system', id: job.kind } as const
        const scope = await scopeOfClient({ db, actor, now: clock() }, job.clientId)
        await announce(scope, surveyId, { baseUrl: baseUrl(), box })
      })
    },
  }
}

async function announce(scope: Scope, surveyId: string, post: Post): Promise<void> {
  // Two jobs of one survey run one after the other, so each completion is announced once.
  await holdSurvey(scope, surveyId)
  const subject = await getSubject(scope, surveyId)
  if (!subject.completed || !subject.completedAt) return
  const states = await listVideoStates(scope, surveyId)
  const isReady = videoStateOf(states) === 'ready' && !states.includes('waiting')
  if (!isReady) return
  const since = subject.completedAt
  if (subject.surveyType === 'VC') {
    const type = 'videoRecordedNotification'
    if (await hasMessageSince(scope, surveyId, { type, category: 'email', since })) return
    await notifyAbout(scope, subject, type)
  }
  if (subject.surveyType === 'CVR' && !subject.closed) {
    const of = { type: 'surveyResultsEmail', category: 'delayedEmail', since } as const
    if (!(await hasMessageSince(scope, surveyId, of))) await sendDelayed(scope, subject, post)
  }
}

async function sendDelayed(scope: Scope, subject: Subject, post: Post): Promise<void> {
  try {
    const recipient = getRecipient(subject.header, 'customer')
    const destination = destinationOf(recipient, addressOf(recipient, 'email'))
    const letter = {
      type: 'surveyResultsEmail',
      category: 'delayedEmail',
      language: languageFor(scope, subject, { recipient: 'customer' }),
      name: destination.name,
      validUntil: await defaultLinkEnd(scope),
    } as const
    await sendLetter(scope, subject, { messageId: newId(scope.now.getTime()), letter, destination }, post)
  } catch (error) {
    // A missing customer address must be fixed in the DMS; another attempt would not help.
    const isTheirs = error instanceof Problem && ['recipientMissing', 'addressMissing'].includes(error.kind)
    if (!isTheirs) throw error
    await recordNotSent(scope, subject.surveyId, 'surveyResultsEmail', error.errorInfo)
  }
}
