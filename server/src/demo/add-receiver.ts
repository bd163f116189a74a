// Gives the demo dealership a receiver of callbacks that always says yes, the service's own one; and to a new one also a
// callback from the time before, when it always failed, with three of its five attempts over.
import { getClient } from '../access/clients.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { claimNow, type DeliverOptions, deliver } from '../features/callbacks/deliver.ts'
import { demoReceiverUrl } from '../features/callbacks/demo-receiver.ts'
import { hintOf } from '../features/callbacks/rules.ts'
import {
  findReceiver,
  type Outside,
  type SealedReceiver,
  sealReceiver,
  setReceiver,
} from '../features/callbacks/set-receiver.ts'
import { sendMessageJob } from '../features/messages/deliver-message.ts'
import { SEND_JOB } from '../features/messages/send-message.ts'
import { sendResults } from '../features/messages/send-results.ts'
import { getOrderJson } from '../features/service-orders/get-order.ts'
import { newId } from '../lib/ids.ts'
import type { Scope } from '../scope.ts'
import { DEMO_CLIENT } from './dealership.ts'
import { SENT_ORDER } from './script.ts'

export interface ReceiverOptions {
  now: Date
  /** The demo was made just now. */
  isNew: boolean
  /** Where links of messages lead. */
  baseUrl: string
  /** Another id than `demo`, as the dealership was made with. */
  clientId?: string
}

export interface DemoCallbacks extends Outside {
  deliverOptions(database: Database, clock: () => Date): DeliverOptions
}

const KEY = 'demo-receiver-key'
const FORMER_KEY = 'former-demo-receiver-key'
/** When the message went out and each attempt was made: the first at once, then every ten minutes (G2). */
const MINUTES_AGO = [21, 11, 1] as const
const MINUTE = 60_000

/** Where the dealership has one already, it stays. */
export async function addDemoReceiver(
  database: Database,
  callbacks: DemoCallbacks,
  { now, isNew, baseUrl, clientId = DEMO_CLIENT }: ReceiverOptions,
): Promise<void> {
  const known = await findReceiver({ db: database, clientId, now })
  // The former one is still there when the first start was interrupted.
  if (known && known.keyHint !== hintOf(FORMER_KEY)) return
  const healthy = await sealReceiver(callbacks, clientId, {
    url: demoReceiverUrl('204'),
    key: KEY,
    secret: 'new',
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

/** The id of the message whose callback was written for the receiver that fails. */
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
    isPlayed: () => true,
  })
  // The queue finds it sent and has nothing left to do.
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
    const scope = { ...system, clientId, client: await getClient(system, clientId) }
    await setReceiver(scope, sealed)
    await more(scope)
  })
}
