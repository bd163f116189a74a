// Custom answers through the interface (D3): added, changed, removed, and when they may not be.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Survey } from '@walkaround/contract/dms/surveys.ts'
import type { Static } from 'typebox'
import { forgetOldPosts } from '../../src/features/surveys/store.ts'
import { BASE_URL, makeClient, type TestClient, testApp } from '../support/api.ts'
import { fullAnswer } from '../support/bodies.ts'
import {
  complete,
  eventsDuring,
  putOrder,
  readQuestion,
  readSurvey,
  refusal,
  smallQuestion,
  surveyIdOf,
  useOwnTemplate,
} from '../support/scenes.ts'

interface Scene {
  client: TestClient
  surveyId: string
  /** Relative path of the answers of the one question. */
  path: string
}

async function openSurvey(): Promise<Scene> {
  const client = await makeClient()
  await useOwnTemplate(client, { contents: [smallQuestion, { ...smallQuestion, id: 'other' }] })
  const surveyId = surveyIdOf(await putOrder(client))
  return { client, surveyId, path: `/surveys/${surveyId}/questions/glass/answers` }
}

/** Adds an answer and gives its path. */
async function add({ client, path }: Scene, body: unknown = { value: 'x' }): Promise<string> {
  const response = await client.post(path, body)
  assert.equal(response.statusCode, 201, response.body)
  return `${path}/${String(response.headers.location).split('/').at(-1)}`
}

const entered = async ({ client, surveyId }: Scene) =>
  (await readQuestion(client, surveyId, 'glass')).answers.filter(({ custom }) => custom)

const idOf = (path: string) => path.split('/').at(-1) as string

/** Ways in which a survey stops taking answers. */
const ends: [string, 'surveyCompleted' | 'surveyClosed', (scene: Scene) => Promise<unknown>][] = [
  ['is completed', 'surveyCompleted', ({ client, surveyId }) => complete(client, surveyId)],
  ['is closed with its order', 'surveyClosed', ({ client }) => putOrder(client, { closed: true })],
  ['is closed by a rejected order', 'surveyClosed', ({ client }) => putOrder(client, { rejected: true })],
  [
    'stays closed though the order was taken back (C3)',
    'surveyClosed',
    async ({ client }) => {
      await putOrder(client, { closed: true })
      await putOrder(client)
    },
  ],
  [
    'was completed, then closed',
    'surveyCompleted',
    async ({ client, surveyId }) => {
      await complete(client, surveyId)
      await putOrder(client, { closed: true })
    },
  ],
]

describe('POST /surveys/{survey_id}/questions/{question_id}/answers', () => {
  test('replies 201 with the address of the new answer and no body; the survey shows it', async () => {
    const scene = await openSurvey()
    const { client, path } = scene
    const response = await client.post(path, fullAnswer)
    assert.equal(response.statusCode, 201)
    assert.equal(response.body, '')
    const [answer] = await entered(scene)
    assert.deepEqual(answer, { id: answer?.id, ...fullAnswer, custom: true })
    assert.equal(response.headers.location, `${BASE_URL}/v1/system-clients/${client.id}${path}/${answer?.id}`)
  })

  test('D3: every answer added is another one, in the order they came', async () => {
    const scene = await openSurvey()
    for (const value of ['a', 'b', 'a']) await add(scene, { value })
    const answers = await entered(scene)
    assert.deepEqual(
      answers.map(({ value }) => value),
      ['a', 'b', 'a'],
    )
    assert.equal(new Set(answers.map(({ id }) => id)).size, 3)
  })

  test('D3: it never deselects others', async () => {
    const scene = await openSurvey()
    await add(scene, { value: 'a' })
    await add(scene, { value: 'b', status: 'red' })
    assert.deepEqual(
      (await entered(scene)).map(({ selected }) => selected),
      [true, true],
    )
  })

  test('D3: selected left out or null means true, false stays false', async () => {
    const scene = await openSurvey()
    for (const more of [{}, { selected: null }, { selected: true }, { selected: false }]) {
      await add(scene, { value: 'x', ...more })
    }
    assert.deepEqual(
      (await entered(scene)).map(({ selected }) => selected),
      [true, true, true, false],
    )
  })

  test('D3: one of value, status and comment is enough', async () => {
    const scene = await openSurvey()
    for (const body of [{ value: 'v' }, { status: 'amber' }, { comment: 'c' }]) await add(scene, body)
    assert.deepEqual(
      (await entered(scene)).map(({ id: _, custom: __, selected: ___, ...rest }) => rest),
      [{ value: 'v' }, { status: 'amber' }, { comment: 'c' }],
    )
  })

  test('D3: none of value, status and comment is refused', async () => {
    const scene = await openSurvey()
    for (const body of [
      {},
      { selected: true },
      { value: null, status: null, comment: null },
      { unitOfMeasurement: 'mm' },
      { value: '', comment: '' },
    ]) {
      refusal(await scene.client.post(scene.path, body), 'emptyAnswer')
    }
    assert.deepEqual(await entered(scene), [])
  })

  test('A3: id, custom, packages and photos are ignored, whatever they hold', async () => {
    const scene = await openSurvey()
    await add(scene, {
      value: 'x',
      id: 'mine',
      custom: false,
      packages: 'all',
      photos: 5,
      default: 'yes',
      markColour: 1,
      unknown: {},
    })
    const [answer] = await entered(scene)
    assert.notEqual(answer?.id, 'mine')
    assert.deepEqual(answer, { id: answer?.id, value: 'x', custom: true, selected: true })
  })

  test('A4: status is a closed list, in its own case', async () => {
    const { client, path } = await openSurvey()
    for (const status of ['Red', 'yellow', '']) {
      const response = await client.post(path, { status })
      refusal(response, 'notInList', new RegExp(`^status: "${status}" is not one of green, amber, red$`))
    }
  })

  test('A7: a measured answer takes any unit of the table, aliases become codes', async () => {
    const scene = await openSurvey()
    for (const unitOfMeasurement of ['mm', 'inch', '%', 'Cel', 'mile'])
      await add(scene, { value: '1', unitOfMeasurement })
    assert.deepEqual(
      (await entered(scene)).map(({ unitOfMeasurement }) => unitOfMeasurement),
      ['mm', 'in', '%', 'Cel', 'mi'],
    )
    const response = await scene.client.post(scene.path, { value: '1', unitOfMeasurement: 'furlong' })
    refusal(response, 'notInList', /^unitOfMeasurement: "furlong" is not one of mm,/)
  })

  test('value is text; a number is not guessed into one', async () => {
    const { client, path } = await openSurvey()
    refusal(await client.post(path, { value: 2.5 }), 'wrongType', /^value: 2\.5 is not a string$/)
  })

  test('a survey and a question that do not exist are a 404 that names them', async () => {
    const { client, surveyId } = await openSurvey()
    const body = { value: 'x' }
    refusal(await client.post('/surveys/none/questions/glass/answers', body), 'noSuchResource', /"none"/)
    const gone = await client.post(`/surveys/${surveyId}/questions/gone/answers`, body)
    refusal(gone, 'noSuchResource', /no question "gone"/)
  })

  test('sections and reference questions are no questions to answer', async () => {
    const client = await makeClient()
    await useOwnTemplate(client, {
      contents: [
        {
          category: 'section',
          id: 's',
          text: 'S',
          contents: [
            smallQuestion,
            { category: 'referenceQuestion', id: 'again', text: 'Again', referenceQuestionId: 'glass' },
          ],
        },
      ],
    })
    const surveyId = surveyIdOf(await putOrder(client))
    for (const id of ['s', 'again']) {
      refusal(
        await client.post(`/surveys/${surveyId}/questions/${id}/answers`, { value: 'x' }),
        'noSuchResource',
      )
    }
    assert.equal(
      (await client.post(`/surveys/${surveyId}/questions/glass/answers`, { value: 'x' })).statusCode,
      201,
    )
  })

  test("another client's survey is a 404, as if it were not there", async () => {
    const scene = await openSurvey()
    const other = await makeClient()
    const mine = await other.post(scene.path, { value: 'x' })
    const none = await other.post('/surveys/none/questions/glass/answers', { value: 'x' })
    refusal(mine, 'noSuchResource')
    assert.equal(mine.body.replaceAll(scene.surveyId, 'none'), none.body)
  })

  test('D3: the question upSale is reserved', async () => {
    const { client, surveyId } = await openSurvey()
    const response = await client.post(`/surveys/${surveyId}/questions/upSale/answers`, { value: 'x' })
    refusal(response, 'questionReserved')
  })

  for (const [what, kind, end] of ends) {
    test(`D5: refused when the survey ${what}`, async () => {
      const scene = await openSurvey()
      await end(scene)
      refusal(await scene.client.post(scene.path, { value: 'x' }), kind)
      assert.deepEqual(await entered(scene), [])
    })
  }

  test('a question that is not visible may be answered', async () => {
    const client = await makeClient()
    const hidden = { ...smallQuestion, clientSettings: { visibleIf: { field: 'make', in: ['none'] } } }
    await useOwnTemplate(client, { contents: [hidden] })
    const surveyId = surveyIdOf(await putOrder(client))
    await add({ client, surveyId, path: `/surveys/${surveyId}/questions/glass/answers` })
  })

  test('writes one event', async () => {
    const scene = await openSurvey()
    assert.deepEqual(await eventsDuring(scene.client, () => add(scene)), ['answer.added'])
  })

  test('many at once are all kept', async () => {
    const scene = await openSurvey()
    await Promise.all(Array.from({ length: 16 }, (_, index) => add(scene, { value: `${index}` })))
    const values = (await entered(scene)).map(({ value }) => Number(value)).sort((a, b) => a - b)
    assert.deepEqual(
      values,
      Array.from({ length: 16 }, (_, index) => index),
    )
  })
})

describe('POST answer with an Idempotency-Key (B7)', () => {
  const post = ({ client, path }: Scene, key: string, body: unknown = { value: 'x' }) =>
    client.post(path, body, { 'idempotency-key': key })

  test('a repeat gives the same 201 and Location and adds nothing', async () => {
    const scene = await openSurvey()
    const first = await post(scene, 'k')
    const written = await eventsDuring(scene.client, async () => {
      const second = await post(scene, 'k')
      assert.equal(second.statusCode, 201)
      assert.equal(second.headers.location, first.headers.location)
      assert.equal(second.headers['idempotency-replayed'], 'true')
      assert.equal(first.headers['idempotency-replayed'], undefined)
    })
    assert.deepEqual(written, [])
    assert.equal((await entered(scene)).length, 1)
  })

  test('the same key with another body is refused and adds nothing', async () => {
    const scene = await openSurvey()
    await post(scene, 'k', { value: 'a' })
    refusal(await post(scene, 'k', { value: 'b' }), 'idempotencyKeyReused', /"k"/)
    assert.equal((await entered(scene)).length, 1)
  })

  test('another key adds another answer, and so does none', async () => {
    const scene = await openSurvey()
    await post(scene, 'k')
    await post(scene, 'K')
    await add(scene)
    assert.equal((await entered(scene)).length, 3)
  })

  test('a key belongs to one question of one survey', async () => {
    const scene = await openSurvey()
    const { client, surveyId } = scene
    const [here, there] = [
      await post(scene, 'k'),
      await post({ ...scene, path: `/surveys/${surveyId}/questions/other/answers` }, 'k', { value: 'else' }),
    ]
    assert.equal(there.statusCode, 201)
    assert.notEqual(here.headers.location, there.headers.location)
    const next = surveyIdOf(await putOrder(client, {}, '2'))
    const elsewhere = { client, surveyId: next, path: `/surveys/${next}/questions/glass/answers` }
    assert.equal((await post(elsewhere, 'k', { value: 'else' })).statusCode, 201)
  })

  test('a repeat after the survey was completed still gives the first answer; a new key is refused', async () => {
    const scene = await openSurvey()
    const first = await post(scene, 'k')
    await complete(scene.client, scene.surveyId)
    const again = await post(scene, 'k')
    assert.equal(again.statusCode, 201)
    assert.equal(again.headers.location, first.headers.location)
    refusal(await post(scene, 'new'), 'surveyCompleted')
  })

  test('a refused request does not use the key up', async () => {
    const scene = await openSurvey()
    refusal(await post(scene, 'k', { status: 'blue' }), 'notInList')
    refusal(await post(scene, 'k', {}), 'emptyAnswer')
    assert.equal((await post(scene, 'k', { status: 'red' })).statusCode, 201)
  })

  test('it is remembered for 24 hours', async (t) => {
    const scene = await openSurvey()
    const { setNow } = await testApp()
    t.after(() => setNow(undefined))
    const start = Date.parse('2026-11-15T10:00:00Z')
    setNow(new Date(start))
    const first = await post(scene, 'k')
    setNow(new Date(start + 24 * 3_600_000 - 1000))
    assert.equal((await post(scene, 'k')).headers.location, first.headers.location)
    setNow(new Date(start + 24 * 3_600_000 + 1000))
    const later = await post(scene, 'k', { value: 'another body' })
    assert.equal(later.statusCode, 201)
    assert.notEqual(later.headers.location, first.headers.location)
    assert.equal((await entered(scene)).length, 2)
  })

  test('is forgotten by upkeep when its day is over, and not before', async () => {
    const scene = await openSurvey()
    await post(scene, 'k')
    const { database } = await testApp()
    const hour = 3_600_000
    await forgetOldPosts(database, new Date(Date.now() + 23 * hour))
    await post(scene, 'k')
    assert.equal((await entered(scene)).length, 1)
    await forgetOldPosts(database, new Date(Date.now() + 25 * hour))
    await post(scene, 'k')
    assert.equal((await entered(scene)).length, 2)
  })

  test('has 1 to 255 characters', async () => {
    const scene = await openSurvey()
    assert.equal((await post(scene, 'k'.repeat(255))).statusCode, 201)
    for (const key of ['', 'k'.repeat(256)]) {
      refusal(await post(scene, key), 'invalidHeader', /^Idempotency-Key: /)
    }
    assert.equal((await entered(scene)).length, 1)
  })

  test('the same key many times at once makes one answer', async () => {
    const scene = await openSurvey()
    const responses = await Promise.all(Array.from({ length: 8 }, () => post(scene, 'k')))
    assert.deepEqual([...new Set(responses.map(({ statusCode }) => statusCode))], [201])
    assert.equal(new Set(responses.map(({ headers }) => headers.location)).size, 1)
    assert.equal((await entered(scene)).length, 1)
  })
})

describe('PUT /surveys/{survey_id}/questions/{question_id}/answers/{answer_id}', () => {
  test('A1: replaces the answer whole, in its place', async () => {
    const scene = await openSurvey()
    const path = await add(scene, fullAnswer)
    await add(scene, { value: 'second' })
    const response = await scene.client.put(path, { status: 'green' })
    assert.equal(response.statusCode, 204)
    assert.equal(response.body, '')
    const [first, second] = await entered(scene)
    assert.deepEqual(first, { id: idOf(path), status: 'green', custom: true, selected: true })
    assert.equal(second?.value, 'second')
  })

  test('D3: selected left out means true again', async () => {
    const scene = await openSurvey()
    const path = await add(scene, { value: 'x', selected: false })
    await scene.client.put(path, { value: 'x' })
    assert.equal((await entered(scene))[0]?.selected, true)
    await scene.client.put(path, { value: 'x', selected: false })
    assert.equal((await entered(scene))[0]?.selected, false)
  })

  test('A3: an id in the body is ignored, also another one', async () => {
    const scene = await openSurvey()
    const path = await add(scene)
    assert.equal((await scene.client.put(path, { value: 'y', id: 'another', custom: false })).statusCode, 204)
    assert.deepEqual(await entered(scene), [{ id: idOf(path), value: 'y', custom: true, selected: true }])
  })

  test('A1: what the survey shows, sent back, changes nothing', async () => {
    const scene = await openSurvey()
    const path = await add(scene, fullAnswer)
    const before = await readSurvey(scene.client, scene.surveyId)
    const [answer] = await entered(scene)
    const written = await eventsDuring(scene.client, async () => {
      assert.equal((await scene.client.put(path, answer)).statusCode, 204)
    })
    assert.deepEqual(written, [])
    assert.deepEqual(await readSurvey(scene.client, scene.surveyId), before)
  })

  test('D3: it must say something', async () => {
    const scene = await openSurvey()
    const path = await add(scene)
    refusal(await scene.client.put(path, { selected: false }), 'emptyAnswer')
    assert.equal((await entered(scene))[0]?.value, 'x')
  })

  test('an answer that does not exist is a 404, also under another question', async () => {
    const scene = await openSurvey()
    const { client, surveyId, path } = scene
    const answer = await add(scene)
    refusal(await client.put(`${path}/none`, { value: 'x' }), 'noSuchResource', /no answer "none"/)
    const astray = `/surveys/${surveyId}/questions/other/answers/${idOf(answer)}`
    refusal(await client.put(astray, { value: 'x' }), 'noSuchResource')
    refusal(
      await client.put(`/surveys/none/questions/glass/answers/${idOf(answer)}`, { value: 'x' }),
      'noSuchResource',
    )
    refusal(
      await client.put(`/surveys/${surveyId}/questions/gone/answers/x`, { value: 'x' }),
      'noSuchResource',
    )
  })

  test('only custom answers can be changed', async () => {
    const { client, path, surveyId } = await openSurvey()
    refusal(await client.put(`${path}/ok`, { value: 'mine now' }), 'answerNotCustom', /"ok"/)
    assert.equal((await readQuestion(client, surveyId, 'glass')).answers[0]?.value, 'Clear')
  })

  for (const [what, kind, end] of ends) {
    test(`D5: refused when the survey ${what}`, async () => {
      const scene = await openSurvey()
      const path = await add(scene, { value: 'before' })
      await end(scene)
      refusal(await scene.client.put(path, { value: 'after' }), kind)
      assert.equal((await entered(scene))[0]?.value, 'before')
    })
  }

  test('writes one event for a change', async () => {
    const scene = await openSurvey()
    const path = await add(scene)
    assert.deepEqual(await eventsDuring(scene.client, () => scene.client.put(path, { value: 'y' })), [
      'answer.changed',
    ])
  })
})

describe('DELETE /surveys/{survey_id}/questions/{question_id}/answers/{answer_id}', () => {
  test('removes the answer: 204, then 404', async () => {
    const scene = await openSurvey()
    const path = await add(scene)
    const kept = await add(scene, { value: 'kept' })
    const response = await scene.client.delete(path)
    assert.equal(response.statusCode, 204)
    assert.equal(response.body, '')
    assert.deepEqual(
      (await entered(scene)).map(({ id }) => id),
      [idOf(kept)],
    )
    refusal(await scene.client.delete(path), 'noSuchResource')
    refusal(await scene.client.put(path, { value: 'x' }), 'noSuchResource')
  })

  test('B4: a Content-Type without a body is fine, whichever it is', async () => {
    const scene = await openSurvey()
    for (const type of ['application/json', 'text/plain', 'nonsense']) {
      const path = await add(scene)
      assert.equal((await scene.client.delete(path, { 'content-type': type })).statusCode, 204)
    }
  })

  test('only custom answers can be removed', async () => {
    const { client, path, surveyId } = await openSurvey()
    refusal(await client.delete(`${path}/bad`), 'answerNotCustom')
    assert.equal((await readQuestion(client, surveyId, 'glass')).answers.length, 2)
  })

  for (const [what, kind, end] of ends) {
    test(`D5: refused when the survey ${what}`, async () => {
      const scene = await openSurvey()
      const path = await add(scene)
      await end(scene)
      refusal(await scene.client.delete(path), kind)
      assert.equal((await entered(scene)).length, 1)
    })
  }

  test('writes one event, and none when there is nothing to remove', async () => {
    const scene = await openSurvey()
    const path = await add(scene)
    assert.deepEqual(await eventsDuring(scene.client, () => scene.client.delete(path)), ['answer.removed'])
    assert.deepEqual(await eventsDuring(scene.client, () => scene.client.delete(path)), [])
  })
})

describe('order of checks for answers (B2, B3)', () => {
  test('404 of the answer before 400 of its fields, fields before state, state before "not custom"', async () => {
    const scene = await openSurvey()
    const { client, path } = scene
    const custom = await add(scene)
    refusal(await client.put(`${path}/none`, { status: 'blue' }), 'noSuchResource')
    await complete(client, scene.surveyId)
    refusal(await client.put(`${path}/none`, { value: 'x' }), 'noSuchResource')
    refusal(await client.put(custom, { status: 'blue' }), 'notInList')
    refusal(await client.put(custom, {}), 'emptyAnswer')
    refusal(await client.put(custom, { value: 'x' }), 'surveyCompleted')
    refusal(await client.put(`${path}/ok`, { status: 'blue' }), 'notInList')
    refusal(await client.post(path, { status: 'blue' }), 'notInList')
    refusal(await client.post(path, {}), 'emptyAnswer')
    const survey = await readSurvey<Static<typeof Survey>>(client, scene.surveyId)
    assert.equal(survey.completed, true)
  })
})
