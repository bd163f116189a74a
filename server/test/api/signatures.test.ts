// Signatures over HTTP: given on glass through the web apps, replaced, and kept until the survey is closed (D5).
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { listSignatures } from '../../src/features/surveys/sign.ts'
import { makeClient, makeKey, order, type TestClient } from '../support/api.ts'
import {
  complete,
  eventsDuring,
  inClientOf,
  putOrder,
  refusal,
  surveyIdOf,
  useOwnTemplate,
} from '../support/scenes.ts'
import { putSignature, strokes } from '../support/survey-media.ts'

let client: TestClient

before(async () => {
  client = await makeClient()
})

const newSurvey = async (id: string, owner = client) => surveyIdOf(await putOrder(owner, {}, id))

const read = (surveyId: string, owner = client) =>
  inClientOf(owner, (scope) => listSignatures(scope, surveyId))

describe('signing', () => {
  test('keeps role, name and strokes; the same again writes nothing', async () => {
    const id = await newSurvey('sign')
    const made = await putSignature(client, id, 's1', { name: 'Ада Müller' })
    assert.equal(made.statusCode, 201, made.body)
    const events = await eventsDuring(client, async () => {
      assert.equal((await putSignature(client, id, 's1', { name: 'Ада Müller' })).statusCode, 204)
    })
    assert.deepEqual(events, [])
    const [kept, ...rest] = await read(id)
    assert.deepEqual(rest, [])
    assert.deepEqual(
      [kept?.role, kept?.name, kept?.question_id, JSON.parse(kept?.strokes ?? '')],
      ['customer', 'Ада Müller', null, strokes],
    )
  })

  test('again under its id replaces it, under another adds one', async () => {
    const id = await newSurvey('replace')
    await putSignature(client, id, 's1')
    const events = await eventsDuring(client, async () => {
      const other = await putSignature(client, id, 's1', { strokes: [[0, 0, 1, 1]], questionId: 'h.sign' })
      assert.equal(other.statusCode, 204, other.body)
      assert.equal((await putSignature(client, id, 's2', { role: 'serviceAdvisor' })).statusCode, 201)
    })
    assert.deepEqual(events, ['survey.signed', 'survey.signed'])
    const kept = await read(id)
    assert.deepEqual(
      kept.map(({ id: signature, role }) => [signature, role]),
      [
        ['s1', 'customer'],
        ['s2', 'serviceAdvisor'],
      ],
    )
    assert.equal(kept[0]?.strokes, '[[0,0,1,1]]')
  })

  test('with half a point, too many points, no stroke or no such question is refused by name', async () => {
    const id = await newSurvey('wrong')
    refusal(
      await putSignature(client, id, 's', {
        strokes: [
          [0, 0],
          [1, 1, 2],
        ],
      }),
      'outOfRange',
      /strokes\[1\]/,
    )
    const long = Array.from({ length: 20_000 }, () => 0.5)
    refusal(await putSignature(client, id, 's', { strokes: [long, long, long] }), 'tooLong', /60000 numbers/)
    refusal(await putSignature(client, id, 's', { questionId: 'gone' }), 'unknownAnswer', /"gone"/)
    for (const wrong of [{ strokes: [] }, { strokes: [[1]] }, { strokes: [[0, 1e9]] }, { role: 'thief' }]) {
      assert.equal((await putSignature(client, id, 's', wrong)).statusCode, 400, JSON.stringify(wrong))
    }
    assert.deepEqual(await read(id), [])
  })
})

describe('who and when', () => {
  test('a technician may, a stranger not, and an unknown survey is not found', async () => {
    const id = await newSurvey('who')
    const technician = { id: client.id, ...(await makeKey(client.id, 'technician')) }
    assert.equal((await putSignature(technician, id, 't', { role: 'technician' })).statusCode, 201)
    const stranger = await makeClient()
    assert.equal((await putSignature({ ...stranger, id: client.id }, id, 'x')).statusCode, 403)
    refusal(await putSignature(stranger, id, 'x'), 'noSuchResource')
    refusal(await putSignature(client, 'nowhere', 'x'), 'noSuchResource', /"nowhere"/)
    assert.equal((await read(id)).length, 1)
  })

  test('also once the inspection is completed, but not when the order is closed', async () => {
    const owner = await makeClient()
    await useOwnTemplate(owner)
    const id = await newSurvey('late', owner)
    await complete(owner, id)
    assert.equal((await putSignature(owner, id, 'after')).statusCode, 201)
    await owner.put('/service-orders/late', order({ closed: true }))
    refusal(await putSignature(owner, id, 'after', { name: 'Changed' }), 'surveyClosed')
    refusal(await putSignature(owner, id, 'more'), 'surveyClosed')
    assert.deepEqual(
      (await read(id, owner)).map(({ id: signature, name }) => [signature, name]),
      [['after', null]],
    )
  })
})
