// The job that sends a message. No transaction is open while it sends; the result is written afterwards, and "sent" together with
// its callback (G1). After a crash in between it is sent once more, never lost.

import { type ChannelName, isTold } from '@walkaround/contract/messages.ts'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Job, JobKind } from '../../jobs/job.ts'
import { scopeOfClient } from '../../organisation/clients.ts'
import { type AttachedPicture, type Channel, SendFailure } from '../../outside/channel.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { type Scope, sendsNothing, timeOf } from '../../scope.ts'
import { enqueueCallback } from '../callbacks/enqueue.ts'
import { findFace, findPictures, pictures } from '../faces/face.ts'
import type { Media } from '../media/media.ts'
import { atSurvey } from '../surveys/rows.ts'
import type { ChannelFor } from './channels.ts'
import { getSubject } from './compose.ts'
import { putLink, sourceOf } from './render.ts'
import { channelOf, type MessageFailure, toOutputInfo } from './rules.ts'
import { enqueueSending, linkPurpose } from './send-message.ts'
import { senderOf } from './sender.ts'
import * as store from './store.ts'

export interface DeliverOptions {
  database: Database
  box: SecretBox
  clock: () => Date
  baseUrl: () => string
  /** Where the logos are; without it mails have none. */
  media?: Pick<Media, 'files'> | undefined
  /** Undefined: the message stays in the outbox, which counts as sent. */
  channelFor: ChannelFor
  /** What a reminder needs when it goes out. */
  reminderGate?: ReminderGate
  /** Called because a callback may wait now. */
  onSent?: () => void
}

/** Whether a reminder may go to this address now, and by which address its recipient gets no more of them. */
export type ReminderGate = (
  scope: Scope,
  place: { channel: ChannelName; address: string },
) => Promise<{ stopUrl: string } | { quietUntil: Date } | { isStopped: true }>

/** About eight hours with the pauses of the queue. */
const ATTEMPTS = 18

interface Sent {
  via: Channel['via'] | 'outbox'
  sentAt: Date
  linkUrl: string | undefined
}

export function sendMessageJob(options: DeliverOptions): JobKind {
  // Sent, but not recorded yet: an unreachable database must not make anybody get a message twice.
  const unwritten = new Map<string, Sent>()
  return {
    attempts: ATTEMPTS,
    async work(job) {
      const { messageId } = job.payload as { messageId: string }
      const key = JSON.stringify([job.clientId, messageId])
      const sent = unwritten.get(key) ?? (await send(options, job, messageId))
      if (!sent) return
      unwritten.set(key, sent)
      await writeSent(options, job, messageId, sent)
      unwritten.delete(key)
      options.onSent?.()
    },
    onGivenUp: (job, failure) => fail(options, job, null, `given up after ${ATTEMPTS} attempts: ${failure}`),
  }
}

/** Undefined if there is nothing to send, now or later. */
async function send(options: DeliverOptions, job: Job, messageId: string): Promise<Sent | undefined> {
  const { database, clock, box, baseUrl, channelFor, media } = options
  const reader = { db: database, clientId: job.clientId }
  const message = await store.findMessage(reader, messageId)
  if (message?.state !== 'waiting') return undefined
  const [destination] = message.destinations
  if (!destination) return fail(options, job, 'noRecipient', 'it has no recipient')
  const ofClient = await scopeOfClient({ db: database, actor: actorOf(job), now: clock() }, job.clientId)
  const scope = await atSurvey(ofClient, message.surveyId)
  const { client } = scope
  if (message.linkValidUntil && message.linkValidUntil <= scope.now) {
    return fail(options, job, 'linkExpired', 'its link expired before it could be sent')
  }
  const way = message.type === 'workReminder' ? await passGate(options, job, scope, message) : undefined
  if (way === 'held') return undefined
  const subject = await getSubject(reader, message.surveyId)
  const linkUrl = await linkOf(message)
  await store.noteAttempt(reader, messageId, job.attempt)
  const channel = await openChannel(channelOf(message.category))
  const sentAt = () => timeOf(client, clock())
  if (!channel) return { via: 'outbox', sentAt: sentAt(), linkUrl }
  const { text, html } = putLink(
    { text: message.text, html: message.html ?? undefined },
    linkUrl,
    way?.stopUrl,
  )
  try {
    await channel.send(
      {
        id: messageId,
        address: destination.address,
        name: destination.name,
        sender: subject.siteName ?? client.name,
        ...(await senderOf(scope, subject.siteId, channelOf(message.category))),
        replyTo: subject.email ?? undefined,
        subject: message.subject ?? undefined,
        text,
        html,
        pictures: await picturesOf(html, message.surveyId),
        hasSecret: message.sealedLink !== null,
        unsubscribe: way?.stopUrl,
      },
      job.signal,
    )
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
    if (error.isPermanent) return fail(options, job, error.code, error.message)
    await store.noteAttempt(reader, messageId, job.attempt, error)
    throw error
  }
  return { via: channel.via, sentAt: sentAt(), linkUrl }

  /** Its secret may not open, which passes once the key is back or it is set anew. */
  async function openChannel(name: ChannelName): Promise<Channel | undefined> {
    try {
      return await channelFor(scope, name)
    } catch (error) {
      if (error instanceof SendFailure) await store.noteAttempt(reader, messageId, job.attempt, error)
      throw error
    }
  }

  /** As they are now: a message may have waited. */
  async function picturesOf(text: string | undefined, surveyId: string): Promise<AttachedPicture[]> {
    const named = pictures.filter((id) => text?.includes(sourceOf(id)))
    if (!media || named.length === 0) return []
    const found = await findPictures(job.clientId, media, await findFace(reader, surveyId), named)
    return Array.from(found, ([id, picture]) => ({ id, ...picture }))
  }

  async function linkOf({ sealedLink, linkPath }: store.MessageRow): Promise<string | undefined> {
    if (sealedLink) {
      return box.open(sealedLink, linkPurpose(job.clientId, messageId)).catch(async (error: Error) => {
        await store.noteAttempt(reader, messageId, job.attempt, { code: 'linkLost', message: error.message })
        throw error
      })
    }
    return linkPath === null ? undefined : `${baseUrl()}${linkPath}`
  }
}

/** Held back if its recipient wants no reminders, or until the quiet hours are over, with another job. */
async function passGate(
  options: DeliverOptions,
  job: Job,
  scope: Scope,
  message: store.MessageRow,
): Promise<{ stopUrl: string } | 'held'> {
  const { reminderGate } = options
  const [destination] = message.destinations
  if (!reminderGate || !destination) throw new Error('nobody says whether a reminder may go out')
  const gate = await reminderGate(scope, {
    channel: channelOf(message.category),
    address: destination.address,
  })
  if ('stopUrl' in gate) return gate
  if ('isStopped' in gate) await fail(options, job, 'recipientStopped', 'its recipient wants no reminders')
  else {
    await inScope(options, job, async (inside) => {
      // Under one name, so that a job that runs again does not wake it twice.
      const dueAt = gate.quietUntil
      await enqueueSending(inside, message, { id: `remind.${message.id}.${dueAt.toISOString()}`, dueAt })
    })
  }
  return 'held'
}

const actorOf = (job: Job) => ({ kind: 'system', id: job.kind }) as const

async function inScope(
  { database, clock }: DeliverOptions,
  job: Job,
  work: (scope: Scope) => Promise<void>,
): Promise<void> {
  await inTransaction(database, async (db) => {
    await work(await scopeOfClient({ db, actor: actorOf(job), now: clock() }, job.clientId))
  })
}

function writeSent(options: DeliverOptions, job: Job, messageId: string, sent: Sent): Promise<void> {
  return inScope(options, job, async (scope) => {
    const message = await store.findMessage(scope, messageId)
    // The links of a demo and of a sandbox are opened from their outbox.
    const isLinkKept = sent.via === 'outbox' && sendsNothing(scope.client)
    if (!message || !(await store.setSent(scope, messageId, { ...sent, isLinkKept })) || !isTold(message))
      return
    const { header, orderId, siteId } = await getSubject(scope, message.surveyId)
    await enqueueCallback(
      scope,
      options.box,
      toOutputInfo(scope.clientId, message, { ...header, orderId }, sent),
      siteId,
    )
  })
}

/** Without a code the last one is kept: a message that is given up failed for the same reason as before. */
async function fail(
  options: DeliverOptions,
  job: Job,
  code: MessageFailure | null,
  failure: string,
): Promise<undefined> {
  const { messageId } = job.payload as { messageId: string }
  await inScope(options, job, async (scope) => {
    await store.setFailed(scope, messageId, { code, message: failure })
  })
}
