// Two devices at one question (I1): the tap decides and not the arrival, a worse finding never gives way unseen, and the
// log keeps every version.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AnswerTaps } from '@walkaround/contract/app/board.ts'
import { sql } from '../../src/db/sql.ts'
import { testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { answer, makePlace, type NewEdit, type Place, selected, send, states } from '../support/edits.ts'

const minute = 60_000
const now = Date.now()
const at = (minutesAgo: number) => new Date(now - minutesAgo * minute).toISOString()

interface Scene {
  place: Place
  anna: AppPerson
  ben: AppPerson
}

async function makeScene(): Promise<Scene> {
  const place = await makePlace('technician', 'Anna Bell')
  return { place, anna: place.me, ben: await person(place.client.id, 'technician', 'Ben Cole') }
}

/** As a tablet sends them: when it was tapped, and what was on the screen. */
const tap = (answerId: string, minutesAgo: number, seen: string[] = [], more = {}): NewEdit => ({
  ...answer('h.wipers', answerId, { seen }),
  at: at(minutesAgo),
  ...more,
})

const by = ({ place }: Scene, me: AppPerson, ...edits: NewEdit[]) =>
  send({ me, surveyId: place.surveyId }, ...edits)

const shownTo = async ({ place }: Scene, me: AppPerson): Promise<AnswerTaps | undefined> => {
  const { taps } = (await me.get(`/surveys/${place.surveyId}`)).json()
  return taps.find(({ questionId }: AnswerTaps) => questionId === 'h.wipers')
}

const standing = async ({ place }: Scene) => (await selected(place, 'h.wipers')).map(({ id }) => id)

const bothOrders = <T>(first: T, second: T): [T, T][] => [
  [first, second],
  [second, first],
]

describe('two people who did not see each other', () => {
  for (const isLateFirst of [false, true]) {
    const order = isLateFirst ? 'the later tap arrives first' : 'the earlier tap arrives first'

    test(`the later, worse tap stands: ${order}`, async () => {
      const scene = await makeScene()
      const taps: [AppPerson, NewEdit][] = [
        [scene.anna, tap('adv', 30)],
        [scene.ben, tap('bad', 10)],
      ]
      for (const [me, edit] of bothOrders(taps[0]!, taps[1]!)[isLateFirst ? 1 : 0]!) await by(scene, me, edit)
      assert.deepEqual(await standing(scene), ['bad'])
    })

    test(`a worse finding does not give way to a later better one, and both are asked: ${order}`, async () => {
      const scene = await makeScene()
      const urgent = { id: 'urgent', ...tap('bad', 30) }
      const advise = { id: 'advise', ...tap('adv', 10) }
      const taps: [AppPerson, NewEdit][] = [
        [scene.anna, urgent],
        [scene.ben, advise],
      ]
      const results = []
      for (const [me, edit] of bothOrders(taps[0]!, taps[1]!)[isLateFirst ? 1 : 0]!)
        results.push(...(await by(scene, me, edit)))
      assert.deepEqual(
        results.map(({ state, hasConflict }) => [state, hasConflict]),
        [
          ['applied', undefined],
          ['applied', true],
        ],
      )
      assert.deepEqual(await standing(scene), ['bad'])
      for (const me of [scene.anna, scene.ben]) {
        const shown = await shownTo(scene, me)
        assert.deepEqual(
          shown?.versions.map(({ version, answerId, status, by: who, at: when, isMine }) => ({
            version,
            answerId,
            status,
            who,
            when,
            isMine,
          })),
          [
            {
              version: 'urgent',
              answerId: 'bad',
              status: 'red',
              who: 'Anna Bell',
              when: at(30),
              isMine: me === scene.anna ? true : undefined,
            },
            {
              version: 'advise',
              answerId: 'adv',
              status: 'amber',
              who: 'Ben Cole',
              when: at(10),
              isMine: me === scene.ben ? true : undefined,
            },
          ],
        )
        const { cards } = (await me.get('/board')).json()
        const surveys = cards.flatMap((card: { surveys: { conflicts?: number }[] }) => card.surveys)
        assert.deepEqual(
          surveys.map(({ conflicts }: { conflicts?: number }) => conflicts).filter(Boolean),
          [1],
        )
      }
      const other = await person(scene.place.client.id, 'technician')
      assert.doesNotMatch((await other.get('/board')).body, /"conflicts"/)
    })
  }

  test('one tap by somebody who saw both chooses, whoever it is', async () => {
    const scene = await makeScene()
    await by(scene, scene.anna, { id: 'urgent', ...tap('bad', 30) })
    await by(scene, scene.ben, { id: 'advise', ...tap('adv', 10) })
    await by(scene, scene.ben, { id: 'chosen', ...tap('adv', 1, ['urgent', 'advise']) })
    assert.deepEqual(await standing(scene), ['adv'])
    assert.deepEqual(
      (await shownTo(scene, scene.anna))?.versions.map(({ version }) => version),
      ['chosen'],
    )
  })

  test('a person who saw the finding may improve it, and their own unsent tap counts as seen', async () => {
    const scene = await makeScene()
    await by(scene, scene.anna, { id: 'one', ...tap('bad', 30) })
    const results = await by(
      scene,
      scene.ben,
      { id: 'two', ...tap('adv', 20, ['one']) },
      { id: 'three', ...tap('ok', 19, ['two']) },
    )
    assert.deepEqual(
      results.map(({ hasConflict }) => hasConflict),
      [undefined, undefined],
    )
    assert.deepEqual(await standing(scene), ['ok'])
  })

  test('taps within two seconds of each other have no order: the worse stands and both are asked', async () => {
    const scene = await makeScene()
    const close = (answerId: string, ms: number) => ({
      ...answer('h.wipers', answerId, { seen: [] }),
      at: new Date(now - 10 * minute + ms).toISOString(),
    })
    await by(scene, scene.anna, close('adv', 0))
    const [result] = await by(scene, scene.ben, close('bad', 2_000))
    assert.equal(result?.hasConflict, true)
    assert.deepEqual(await standing(scene), ['bad'])
  })

  test("the difference of the device's clock is taken off", async () => {
    const scene = await makeScene()
    // Ben's tablet is an hour ahead: his tap was before Anna's.
    await by(scene, scene.anna, { id: 'late', ...tap('adv', 5) })
    await by(scene, scene.ben, { id: 'early', ...tap('adv', -50, [], { clockAhead: 60 * minute }) })
    assert.deepEqual(
      (await shownTo(scene, scene.anna))?.versions.map(({ version }) => version),
      ['late'],
    )
    await by(scene, scene.ben, { id: 'worse', ...tap('bad', -45, [], { clockAhead: 60 * minute }) })
    const shown = await shownTo(scene, scene.anna)
    assert.deepEqual(
      shown?.versions.map(({ version, at: when }) => [version, when]),
      [
        ['worse', at(15)],
        ['late', at(5)],
      ],
    )
  })

  test('taking back what one saw does not take back what another found meanwhile', async () => {
    const scene = await makeScene()
    await by(scene, scene.anna, { id: 'first', ...tap('adv', 40) })
    await by(scene, scene.anna, { id: 'again', ...tap('adv', 30, ['first'], {}) })
    await by(scene, scene.ben, {
      kind: 'clear',
      questionId: 'h.wipers',
      answerId: 'adv',
      at: at(10),
      seen: ['first'],
    })
    assert.deepEqual(await standing(scene), ['adv'])
    const shown = await shownTo(scene, scene.ben)
    assert.deepEqual(
      shown?.versions.map(({ answerId }) => answerId),
      ['adv', undefined],
    )
    // A person who saw both may take it back.
    const seen = shown?.versions.map(({ version }) => version) ?? []
    await by(scene, scene.ben, { kind: 'clear', questionId: 'h.wipers', answerId: 'adv', at: at(5), seen })
    assert.deepEqual(await standing(scene), [])
  })

  test('fields left out of an answer that was given stay when it comes back', async () => {
    const scene = await makeScene()
    await by(scene, scene.anna, {
      id: 'a',
      ...answer('h.wipers', 'adv', { seen: [], comment: 'streaks' }),
      at: at(30),
    })
    await by(scene, scene.ben, { id: 'b', ...tap('bad', 20) })
    await by(scene, scene.ben, { id: 'c', ...tap('ok', 10, ['b']) })
    const [only] = await selected(scene.place, 'h.wipers')
    assert.deepEqual([only?.id, only?.comment], ['adv', 'streaks'])
  })

  test('several answers of one question, and entered ones, do not get in each other’s way', async () => {
    const scene = await makeScene()
    const words = (id: string, value: string): NewEdit => ({
      kind: 'answers',
      answers: [{ questionId: 'h.request', answerId: id, custom: true, value, seen: [] }],
      at: at(10),
    })
    await by(scene, scene.anna, words('a', 'Noise'))
    const [result] = await by(scene, scene.ben, words('b', 'Smell'))
    assert.equal(result?.hasConflict, undefined)
    assert.equal((await selected(scene.place, 'h.request')).length, 2)
  })
})

test('an edit without a time is done now by somebody who sees what there is', async () => {
  const scene = await makeScene()
  await by(scene, scene.anna, answer('h.wipers', 'bad'))
  assert.deepEqual(states(await by(scene, scene.ben, answer('h.wipers', 'ok'))), ['applied'])
  assert.deepEqual(await standing(scene), ['ok'])
})

test('the log keeps every version with person, device and both times', async () => {
  const scene = await makeScene()
  const post = (me: AppPerson, device: string, edit: NewEdit) =>
    me.post(`/surveys/${scene.place.surveyId}/edits`, { edits: [edit], device })
  await post(scene.anna, 'tablet-1', { id: 'urgent', ...tap('bad', 30, [], { clockAhead: 500 }) })
  await post(scene.ben, 'tablet-2', { id: 'advise', ...tap('adv', 10) })
  const { database } = await testApp()
  const events = await database.rows<{ kind: string; actor: string; at: Date; payload: string }>(sql`
    select kind, actor, at, payload::text as payload from events
    where system_client_id = ${scene.place.client.id} and kind in ('survey.answered', 'answer.conflict')
    order by sequence`)
  const [answered, conflict] = events.map((event) => ({ ...event, ...JSON.parse(event.payload) }))
  assert.deepEqual(answered?.answers, [{ questionId: 'h.wipers', answerId: 'bad', status: 'red' }])
  assert.deepEqual(answered?.tap, {
    version: 'urgent',
    at: new Date(now - 30 * minute - 500).toISOString(),
    deviceAt: at(30),
    device: 'tablet-1',
  })
  assert.ok(answered.at instanceof Date)
  assert.notEqual(answered.actor, conflict?.actor)
  assert.equal(conflict?.deviceAt, at(10))
  assert.deepEqual(
    conflict?.versions.map(({ version, device, at: when, answer: said }: Record<string, unknown>) => [
      version,
      device,
      when,
      (said as { id: string }).id,
    ]),
    [
      ['urgent', 'tablet-1', new Date(now - 30 * minute - 500).toISOString(), 'bad'],
      ['advise', 'tablet-2', at(10), 'adv'],
    ],
  )
})

test('a version that took the answer back has none in the log: nothing there is null', async () => {
  const scene = await makeScene()
  await by(scene, scene.anna, { id: 'first', ...tap('adv', 40) })
  await by(scene, scene.anna, { id: 'again', ...tap('adv', 30, ['first']) })
  const back: NewEdit = {
    kind: 'clear',
    questionId: 'h.wipers',
    answerId: 'adv',
    at: at(10),
    seen: ['first'],
  }
  await by(scene, scene.ben, { id: 'back', ...back })
  const { database } = await testApp()
  const event = await database.row<{ version: number; payload: string }>(sql`
    select version, payload::text as payload from events
    where system_client_id = ${scene.place.client.id} and kind = 'answer.conflict'`)
  const { versions } = JSON.parse(event?.payload ?? '{}') as {
    versions: { version: string; answer?: object }[]
  }
  assert.deepEqual(
    versions.map(({ version, answer: said }) => [version, said !== undefined]),
    [
      ['again', true],
      ['back', false],
    ],
  )
  assert.doesNotMatch(event?.payload ?? '', /null/)
  assert.equal(event?.version, 3)
})

test("every reply of the app's interface has the service's time", async () => {
  const { me } = await makePlace()
  for (const path of ['/board', '/surveys/none']) {
    const before = Date.now()
    const { headers } = await me.get(path)
    const told = Date.parse(String(headers['x-walkaround-time']))
    assert.ok(told >= before && told <= Date.now(), String(headers['x-walkaround-time']))
  }
})
