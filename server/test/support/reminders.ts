// Reminders in tests: a customer with put-off work, a client that reminds, and what went out.
import assert from 'node:assert/strict'
import { addDays, dateIn } from '@walkaround/contract/rules/days.ts'
import { sql } from '../../src/db/sql.ts'
import { planReminders } from '../../src/features/reminders/plan-reminders.ts'
import { type ReminderChanges, setReminders } from '../../src/features/reminders/settings.ts'
import type { Channel, Outgoing } from '../../src/outside/channel.ts'
import { makeClient, type TestClient, testApp } from './api.ts'
import { type AppPerson, person } from './app.ts'
import { uniqueId } from './clients.ts'
import { answer, send, states } from './edits.ts'
import { startPost } from './post.ts'
import { inClientOf, putOrder, surveyIdOf } from './scenes.ts'

export const ada = {
  category: 'person' as const,
  id: 'ada',
  firstName: 'Ada',
  lastName: 'Example',
  email: 'Ada@example.org',
}

export const today = () => dateIn(new Date(), 'UTC')
export const inDays = (days: number) => addDays(today(), days)

export interface Scene {
  client: TestClient
  me: AppPerson
}

/** Nothing is quiet, and customers may be reminded who got the result. */
export const remindingAll: ReminderChanges = {
  deferred: true,
  declined: true,
  consent: 'customer',
  quietFrom: '00:00',
  quietTo: '00:00',
}

export async function openScene(settings: ReminderChanges | undefined = remindingAll): Promise<Scene> {
  const client = await makeClient()
  if (settings) await setOf({ client }, settings)
  return { client, me: await person(client.id, 'advisor') }
}

export const setOf = ({ client }: Pick<Scene, 'client'>, changes: ReminderChanges) =>
  inClientOf(client, (scope) => setReminders(scope, changes))

export const deferred = (days: number) => ({
  approvalStatus: 'deferred',
  deferralDate: `${inDays(days)}T12:00:00Z`,
})

const line = (description: string) => [
  { itemCategory: 'labour', description, amountExVat: 100.1, amountIncVat: 119.12 },
]

export async function putQuote(
  { client }: Pick<Scene, 'client'>,
  surveyId: string,
  quoteId: string,
  more: Record<string, unknown>,
): Promise<void> {
  const description = 'Renew the wipers'
  const made = await client.put(`/surveys/${surveyId}/quotes/${quoteId}`, {
    category: 'quote',
    currency: 'EUR',
    questionId: 'h.wipers',
    answerId: 'adv',
    description,
    contents: line(description),
    ...more,
  })
  assert.ok(made.statusCode < 300, made.body)
}

/** Amber wipers, offered, and what the customer said; the result was sent to the customer, if `isSent`. */
export async function putOff(
  scene: Scene,
  plate: string,
  approval: Record<string, unknown>,
  { customer = ada, isSent = true, ...more }: Record<string, unknown> & { isSent?: boolean } = {},
): Promise<{ id: string; surveyId: string }> {
  const id = uniqueId('order')
  const vehicle = { numberPlate: plate, make: 'Fjell', model: 'One' }
  const surveyId = surveyIdOf(await putOrder(scene.client, { customer, vehicle, ...more }, id))
  assert.deepEqual(states(await send({ me: scene.me, surveyId }, answer('h.wipers', 'adv'))), ['applied'])
  await putQuote(scene, surveyId, 'q', approval)
  if (isSent) {
    const sent = await scene.me.put(`/surveys/${surveyId}/messages/${uniqueId('m')}`, {
      recipient: 'customer',
      channel: 'email',
    })
    assert.equal(sent.statusCode, 200, sent.body)
    await deliver(scene)
  }
  return { id, surveyId }
}

/** All that goes out now, by channels that keep it. */
export async function deliver({ client }: Pick<Scene, 'client'>, inMs = 0): Promise<Outgoing[]> {
  const taken: Outgoing[] = []
  const channel = (via: Channel['via']): Channel => ({
    via,
    send: async (message) => void taken.push(message),
  })
  const post = await startPost(client, { email: channel('smtp'), sms: channel('gateway') })
  await post.drain(inMs)
  await post.stop()
  return taken
}

/** As once an hour. Returns the reminders that went out. */
export async function remind(scene: Pick<Scene, 'client'>, inMs = 0): Promise<Outgoing[]> {
  const { database } = await testApp()
  await planReminders(database, new Date(Date.now() + inMs))
  return (await deliver(scene, inMs)).filter(({ unsubscribe }) => unsubscribe !== undefined)
}

/** The hour since the last look is over. */
async function forgetLook({ client }: Pick<Scene, 'client'>): Promise<void> {
  const { database } = await testApp()
  await database.run(sql`
    update reminder_settings set planned_at = null where system_client_id = ${client.id}`)
}

/** Looks once more. */
export async function remindAgain(scene: Pick<Scene, 'client'>, inMs = 0): Promise<Outgoing[]> {
  await forgetLook(scene)
  return remind(scene, inMs)
}
