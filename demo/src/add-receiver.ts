// Gives the demo dealership the service's own receiver of callbacks, which always accepts. A new demo also gets a callback from
// before, when the receiver always failed, with three of its five attempts made.

import type { Database } from '@walkaround/server/db/database.ts'
import { inTransaction } from '@walkaround/server/db/transaction.ts'
import { claimNow, deliver } from '@walkaround/server/features/callbacks/deliver.ts'
import { demoReceiverUrl } from '@walkaround/server/features/callbacks/demo-receiver.ts'
import { hintOf } from '@walkaround/server/features/callbacks/rules.ts'
import {
  findReceiver,
  type SealedReceiver,
  sealReceiver,
  setReceiver,
} from '@walkaround/server/features/callbacks/set-receiver.ts'
import { sendMessageJob } from '@walkaround/server/features/messages/deliver-message.ts'
import { SEND_JOB } from '@walkaround/server/features/messages/send-message.ts'
import { sendResults } from '@walkaround/server/features/messages/send-results.ts'
import { getOrderJson } from '@walkaround/server/features/service-orders/get-order.ts'
import { newId } from '@walkaround/server/lib/ids.ts'
import { scopeOfClient } from '@walkaround/server/organisation/clients.ts'
import type { DemoCallbacks } from '@walkaround/server/process/demo.ts'
import type { Scope } from '@walkaround/server/scope.ts'
import { DEMO_CLIENT, SENT_ORDER } from './ids.ts'

interface ReceiverOptions {
  now: Date
  /** The demo was made just now. */
  isNew: boolean
  /** The base address of links in messages. */
  baseUrl: string
  /** Another id than `demo`, if the dealership was made with one. */
  clientId?: string
}

const KEY = 'demo-receiver-key'
const FORMER_KEY = 'former-demo-receiver-key'
/** When the message was sent and each attempt was made: the first at once, then every ten minutes (G2). */
const MINUTES_AGO = [21, 11, 1] as const
const MINUTE = 60_000

/** Keeps an existing receiver. */
export async function addDemoReceiver(
  database: Database,
  callbacks: DemoCallbacks,
  { now, isNew, baseUrl, clientId = DEMO_CLIENT }: ReceiverOptions,
): Promise<void> {
  const known = await findReceiver({ db: database, clientId, now })
  // The former one is still there if the first start was interrupted.
  if (known && known.keyHint !== hintOf(FORMER_KEY)) return
  const healthy = await sealReceiver(callbacks, clientId, {
    url: demoReceiverUrl('204'),
    key: KEY,
    secret: 'new',
    kinds: ['surveyCompleted', 'ownerDecided'],
  })
  const failing =
    isNew && !known ? await sendToFailing(database, callbacks, { now, baseUrl, clientId }) : undefined
  await set(database, clientId, { sealed: healthy, now })
  if (failing === undefined) return
  for (const ago of MINUTES_AGO) {
    const at = before(now, ago)
    const claimed = await claimNow(database, { clientId, id: failing, now: at })
    if (claimed)
      await deliver(
        callbacks.deliverOptions(database, () => at),
        claimed,
      )
  }
}

const before = (now: Date, minutes: number) => new Date(now.getTime() - minutes * MINUTE)

/** Returns the id of the message whose callback was written for the failing receiver. */
async function sendToFailing(
  database: Database,
  callbacks: DemoCallbacks,
  { now, baseUrl, clientId }: { now: Date; baseUrl: string; clientId: string },
): Promise<string> {
  const { box } = callbacks
  const sentAt = before(now, MINUTES_AGO[0])
  const former = await sealReceiver(callbacks, clientId, {
    url: demoReceiverUrl('500'),
    key: FORMER_KEY,
    secret: 'new',
  })
  const messageId = newId(sentAt.getTime())
  await set(database, clientId, { sealed: former, now: sentAt }, async (scope) => {
    const { surveys } = JSON.parse(await getOrderJson(scope, SENT_ORDER)) as {
      surveys: { id: string; surveyType: string }[]
    }
    const surveyId = surveys.find(({ surveyType }) => surveyType === 'health')?.id as string
    const wanted = { recipient: 'customer', channel: 'email' } as const
    await sendResults(scope, { surveyId, messageId, wanted }, { baseUrl, box })
  })
  const job = sendMessageJob({
    database,
    box,
    clock: () => sentAt,
    baseUrl: () => baseUrl,
    channelFor: () => undefined,
  })
  // The queue finds it already sent and has nothing to do.
  await job.work({
    clientId,
    id: messageId,
    kind: SEND_JOB,
    payload: { messageId },
    attempt: 1,
    signal: new AbortController().signal,
  })
  return messageId
}

function set(
  database: Database,
  clientId: string,
  { sealed, now }: { sealed: SealedReceiver; now: Date },
  more: (scope: Scope) => Promise<void> = async () => {},
): Promise<void> {
  return inTransaction(database, async (db) => {
    const system = { db, actor: { kind: 'system', id: 'demo' } as const, now }
    const scope = await scopeOfClient(system, clientId)
    await setReceiver(scope, sealed)
    await more(scope)
  })
}
