// How a client reminds, as the page of the console reads and changes it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ReminderSettings } from '@walkaround/contract/app/reminders.ts'
import { makeClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { deferred, openScene, putOff, remind } from '../support/reminders.ts'
import { refusal } from '../support/scenes.ts'

const PATH = '/reminder-settings'

async function usual(admin: AppPerson): Promise<ReminderSettings> {
  return (await admin.get(PATH)).json<ReminderSettings>()
}

describe('the settings of reminders', () => {
  test('are off until somebody says whom the client may remind, and are changed as a whole', async () => {
    const admin = await person((await makeClient()).id, 'admin')
    const first = await usual(admin)
    assert.deepEqual([first.deferred, first.declined, first.consent], [false, false, undefined])
    refusal(
      await admin.put(PATH, { ...first, deferred: true }),
      'invalidArgument',
      /^consent: say whom the client may remind/,
    )
    const set = { ...first, deferred: true, deferredDays: 7, consent: 'h.extras=v5' }
    const reply = await admin.put(PATH, set)
    assert.equal(reply.statusCode, 200, reply.body)
    assert.deepEqual(reply.json(), set)
    const { consent: _, ...nobody } = set
    const back = await admin.put(PATH, { ...nobody, deferred: false })
    assert.deepEqual(back.json(), { ...nobody, deferred: false })
  })

  test('have a tag, and are changed only as they were read', async () => {
    const admin = await person((await makeClient()).id, 'manager')
    const read = await admin.get(PATH)
    const tag = { 'if-match': String(read.headers.etag) }
    const settings = read.json<ReminderSettings>()
    const changed = await admin.call('PUT', PATH, { ...settings, returnDays: 30 }, tag)
    assert.equal(changed.statusCode, 200, changed.body)
    assert.equal((await admin.get(PATH)).headers.etag, changed.headers.etag)
    refusal(
      await admin.call('PUT', PATH, { ...settings, returnDays: 20 }, tag),
      'preconditionFailed',
      /changed since/,
    )
    assert.equal((await usual(admin)).returnDays, 30)
    const both = await Promise.all(
      [1, 2].map((mostPerYear) =>
        admin.call('PUT', PATH, { ...settings, mostPerYear }, { 'if-match': String(changed.headers.etag) }),
      ),
    )
    assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 412])
  })

  test('are refused with every field and its rule', async () => {
    const admin = await person((await makeClient()).id, 'admin')
    const first = await usual(admin)
    const refused: [Partial<Record<keyof ReminderSettings, unknown>>, RegExp][] = [
      [{ deferredDays: 366 }, /deferredDays: 366/],
      [{ mostPerYear: 0 }, /mostPerYear: 0/],
      [{ pauseDays: 1.5 }, /pauseDays: 1\.5/],
      [{ returnDays: undefined }, /returnDays/],
      [{ quietFrom: '25:00' }, /quietFrom: "25:00" is not a time such as 19:00/],
      [{ consent: 'everybody' }, /consent: "everybody" is neither/],
      [{ consent: 'a=' }, /consent: "a=" is neither/],
    ]
    for (const [change, words] of refused) {
      const reply = await admin.put(PATH, { ...first, ...change })
      assert.equal(reply.statusCode, 400, JSON.stringify(change))
      assert.match(reply.json<{ errorInfo: string }>().errorInfo, words)
    }
    const both = await admin.put(PATH, { ...first, quietFrom: 'x', quietTo: 'y' })
    assert.match(both.json<{ errorInfo: string }>().errorInfo, /quietFrom: "x".*\nquietTo: "y"/s)
    assert.deepEqual(await usual(admin), first)
  })

  test('are for admins and managers, and stand in the audit', async () => {
    const { id } = await makeClient()
    for (const role of ['advisor', 'technician', 'parts'] as const)
      assert.equal((await (await person(id, role)).get(PATH)).statusCode, 403, role)
    const admin = await person(id, 'admin')
    await admin.put(PATH, { ...(await usual(admin)), consent: 'customer', declined: true })
    const { body } = await admin.get('/audit?kind=reminders.changed')
    assert.match(body, /"reminders\.declined"/)
    assert.match(body, new RegExp(admin.login))
  })

  test('hold for what goes out', async () => {
    const scene = await openScene({ consent: 'customer', quietFrom: '00:00', quietTo: '00:00' })
    const admin = await person(scene.client.id, 'admin')
    await putOff(scene, 'RS 1', deferred(10))
    assert.deepEqual(await remind(scene), [])
    const now = await usual(admin)
    assert.equal((await admin.put(PATH, { ...now, deferred: true })).statusCode, 200)
    assert.equal((await remind(scene)).length, 1)
  })
})
