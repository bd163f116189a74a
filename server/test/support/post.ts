// Messages in tests: the real workers over the test database, with channels of the test's choosing and a clock it moves.
import type { Message } from '@walkaround/contract/app/messages.ts'
import type { WebhookOutputInfo } from '@walkaround/contract/dms/events.ts'
import { sql } from '../../src/db/sql.ts'
import { openBody, type StoredBody } from '../../src/features/callbacks/bodies.ts'
import type { DeliverOptions } from '../../src/features/messages/deliver-message.ts'
import { claimJob } from '../../src/jobs/job-store.ts'
import { type Jobs, startJobs } from '../../src/jobs/work-loop.ts'
import { newId } from '../../src/lib/ids.ts'
import type { Channel } from '../../src/outside/channel.ts'
import { postTable } from '../../src/work.ts'
import { BASE_URL, type TestClient, testApp, testBox } from './api.ts'
import type { AppPerson } from './app.ts'

const NEVER_MS = 3_600_000

export interface TestPost {
  /** Sends until nothing of anybody is due; `inMs` later than now. */
  drain(inMs?: number): Promise<void>
  stop(): Promise<void>
}

/** Only the given client's messages go by these channels; those of other tests stay in the outbox. */
export async function startPost(
  client: Pick<TestClient, 'id'>,
  channels: Partial<Record<'email' | 'sms' | 'telegram', Channel>> = {},
  more: Partial<DeliverOptions> = {},
): Promise<TestPost> {
  const { database } = await testApp()
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const jobs: Jobs = startJobs({
    database,
    table: postTable({
      database,
      box: testBox,
      clock,
      baseUrl: () => BASE_URL,
      channelFor: ({ clientId }, channel) => (clientId === client.id ? channels[channel] : undefined),
      ...more,
    }),
    concurrency: 2,
    pollMs: NEVER_MS,
    clock,
    onFailure: () => {},
  })
  return {
    async drain(inMs = 0) {
      ahead = inMs
      await jobs.drain()
    },
    stop: () => jobs.stop(),
  }
}

export async function setReceiver(client: Pick<TestClient, 'id'>): Promise<void> {
  const { database } = await testApp()
  await database.run(sql`
    insert into callback_receivers (system_client_id, url, lane, sealed_key, key_hint, changed_at)
    values (${client.id}, 'https://dms.example/callbacks', 'https://dms.example', ${Buffer.from('sealed')}, 'k', now())`)
}

/** The callbacks the DMS will get, in the order they were written. */
export async function callbacksOf(client: Pick<TestClient, 'id'>): Promise<WebhookOutputInfo[]> {
  const { database } = await testApp()
  const rows = await database.rows<StoredBody & { id: string }>(sql`
    select id, body, sealed_body from callback_deliveries where system_client_id = ${client.id}
    order by created_at, id`)
  return Promise.all(
    rows.map(
      async (row) =>
        JSON.parse(
          openBody(await testBox.unlock(), { ...row, clientId: client.id }).toString(),
        ) as WebhookOutputInfo,
    ),
  )
}

export const messageOf = (more: Record<string, unknown> = {}) => ({
  recipient: 'customer',
  channel: 'email',
  ...more,
})

export async function sendTo(
  me: AppPerson,
  surveyId: string,
  more: Record<string, unknown> = {},
  id = newId(),
): Promise<{ status: number; message: Message; body: string }> {
  const response = await me.put(`/surveys/${surveyId}/messages/${id}`, messageOf(more))
  return { status: response.statusCode, message: response.json(), body: response.body }
}

export async function messagesOf(me: AppPerson, surveyId: string): Promise<Message[]> {
  return (await me.get(`/surveys/${surveyId}/messages`)).json()
}

/** As a worker that dies: the job is claimed and nothing more is heard of it until its lease is over. */
export async function claimAndVanish(client: Pick<TestClient, 'id'>): Promise<void> {
  const { database } = await testApp()
  const now = new Date()
  const claimed = await claimJob(database, ['message.send'], {
    after: '',
    now,
    leasedUntil: new Date(now.getTime() + 60_000),
  })
  if (claimed?.clientId !== client.id) throw new Error('another test had a message waiting')
}

/** A video of the survey in a state, as if it had been uploaded. */
export async function addVideo(
  client: Pick<TestClient, 'id'>,
  surveyId: string,
  state: string,
): Promise<string> {
  const { database } = await testApp()
  const id = newId()
  await database.run(sql`
    insert into videos (system_client_id, survey_id, id, state, source, source_type, source_bytes, cleaned, created_at)
    values (${client.id}, ${surveyId}, ${id}, ${state}, 'x', 'video/mp4', 1, true, now())`)
  return id
}
