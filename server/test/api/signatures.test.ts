// Signatures over HTTP: given on glass through the web apps, kept for good with what was shown, taken until the survey is
// closed (D5), and struck out by a change of what was signed (I2).
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { signaturesThatHold } from '../../../web/src/workshop/store/act.ts'
import { loadForm } from '../../src/features/printed-forms/load-form.ts'
import { getSignedText } from '../../src/features/surveys/act.ts'
import { chooseLanguage } from '../../src/features/surveys/customer-language.ts'
import { listSignatures } from '../../src/features/surveys/sign.ts'
import { newId } from '../../src/lib/ids.ts'
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
import { onApp, putMark, putSignature, strokes } from '../support/survey-media.ts'

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
      [kept?.role, kept?.name, kept?.questionId, JSON.parse(kept?.strokes ?? '')],
      ['customer', 'Ада Müller', null, strokes],
    )
  })

  test('is written once: again under its id with other contents is refused, under another it is added', async () => {
    const id = await newSurvey('replace')
    await putSignature(client, id, 's1')
    const events = await eventsDuring(client, async () => {
      refusal(await putSignature(client, id, 's1', { strokes: [[0, 0, 1, 1]] }), 'idTaken', /"s1"/)
      assert.equal((await putSignature(client, id, 's2', { role: 'serviceAdvisor' })).statusCode, 201)
    })
    assert.deepEqual(events, ['survey.signed'])
    const kept = await read(id)
    assert.deepEqual(
      kept.map(({ id: signature, role }) => [signature, role]),
      [
        ['s1', 'customer'],
        ['s2', 'serviceAdvisor'],
      ],
    )
    assert.equal(kept[0]?.strokes, JSON.stringify(strokes))
  })

  test('sent twice at once is kept once', async () => {
    const id = await newSurvey('twice')
    const answers = await Promise.all([1, 2, 3, 4].map(() => putSignature(client, id, 's1')))
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 204, 204, 204])
    assert.equal((await read(id)).length, 1)
  })

  test('for a company needs the name of a person', async () => {
    const company = { category: 'legalEntity' as const, name: 'Example Fleet Ltd', id: 'c-1' }
    const id = surveyIdOf(await putOrder(client, { customer: company }, 'for-a-company'))
    const asRepresentative = (signature: string, name?: string) =>
      putSignature(client, id, signature, { role: 'representative', ...(name === undefined ? {} : { name }) })
    refusal(await asRepresentative('s1'), 'signerNotNamed', /^name: is required/)
    refusal(await asRepresentative('s1', '  '), 'signerNotNamed', /^name: is required/)
    refusal(await asRepresentative('s1', 'example fleet ltd '), 'signerNotNamed', /is the company/)
    assert.deepEqual(await read(id), [])
    assert.equal((await asRepresentative('s1', 'Alan Example')).statusCode, 201)
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

describe('what a signature covers (I2)', () => {
  const lines = [
    { id: '1', itemCategory: 'labour', description: 'Brakes', amountExVat: 100.1, amountIncVat: 119.12 },
    { id: '2', itemCategory: 'material', description: 'Pads', amountExVat: 50.2, amountIncVat: 59.74 },
  ]

  interface Scene {
    client: TestClient
    orderId: string
    surveyId: string
  }

  async function makeScene(): Promise<Scene> {
    const owner = await makeClient()
    const body = order({ contents: lines, currency: 'EUR' })
    await owner.put('/service-orders/act', body)
    const { surveys } = (await owner.get('/service-orders/act')).json()
    const surveyId = surveyIdOf({ surveys })
    await edit(owner, surveyId, {
      questionId: 'h.mileage',
      answerId: 'value',
      value: '48213',
      unitOfMeasurement: 'km',
    })
    return { client: owner, orderId: 'act', surveyId }
  }

  const edit = async (owner: TestClient, surveyId: string, ...answers: object[]) => {
    const edits = [{ id: newId(), kind: 'answers', answers }]
    const sent = await onApp(owner, 'POST', `/surveys/${surveyId}/edits`, { edits })
    assert.equal(sent.json().results[0].state, 'applied', sent.body)
  }

  const holds = async ({ client: owner, surveyId }: Scene, id = 's1') => {
    const page = (await onApp(owner, 'GET', `/surveys/${surveyId}`)).json() as SurveyPage
    return [...signaturesThatHold(page)].some((one) => one.id === id)
  }

  /** By the act itself, which decides on its own. */
  const isStruckOnPaper = ({ client: owner, surveyId }: Scene) =>
    inClientOf(owner, async (scope) => {
      const { model } = await loadForm(scope, surveyId, 'handover-act')
      return model.signatures?.map(({ isStruck }) => isStruck === true)
    })

  const signed = async () => {
    const scene = await makeScene()
    assert.equal((await putSignature(scene.client, scene.surveyId, 's1')).statusCode, 201)
    assert.equal(await holds(scene), true)
    return scene
  }

  const changes: Record<string, (scene: Scene) => Promise<unknown>> = {
    'a value': ({ client: owner, surveyId }) =>
      edit(owner, surveyId, {
        questionId: 'h.mileage',
        answerId: 'value',
        value: '999',
        unitOfMeasurement: 'km',
      }),
    'a belonging': ({ client: owner, surveyId }) =>
      edit(owner, surveyId, {
        questionId: 'h.belongings',
        custom: true,
        answerId: 'own',
        value: 'A laptop',
      }),
    'an agreement': ({ client: owner, surveyId }) =>
      edit(owner, surveyId, { questionId: 'h.oldParts', answerId: 'v1' }),
    'a damage mark': ({ client: owner, surveyId }) => putMark(owner, surveyId, 'm1', { comment: 'Deep' }),
    'the ordered work': ({ client: owner, orderId }) =>
      owner.put(`/service-orders/${orderId}`, order({ contents: lines.slice(0, 1), currency: 'EUR' })),
    'the sum': ({ client: owner, orderId }) => {
      const contents = lines.map((line) => ({ ...line, amountIncVat: line.amountIncVat + 1 }))
      return owner.put(`/service-orders/${orderId}`, order({ contents, currency: 'EUR' }))
    },
  }
  for (const [what, change] of Object.entries(changes)) {
    test(`${what}: a change strikes it out on screen and paper, and a new one is asked for`, async () => {
      const scene = await signed()
      await change(scene)
      assert.equal(await holds(scene), false)
      assert.deepEqual(await isStruckOnPaper(scene), [true])
      await putSignature(scene.client, scene.surveyId, 's2', { questionId: 'h.sign' })
      assert.equal(await holds(scene, 's2'), true)
      assert.deepEqual(await isStruckOnPaper(scene), [true, false], 'the old one stays in the record')
    })
  }

  test('the language is part of it, and so are the terms', async () => {
    const { client: owner, surveyId } = await signed()
    const [kept] = await read(surveyId, owner)
    const otherwise = await inClientOf(owner, (scope) =>
      getSignedText({ ...scope, client: { ...scope.client, language: 'de' } }, surveyId),
    )
    assert.equal(kept?.shown, otherwise, 'what was signed does not follow the client')
    await inClientOf(owner, (scope) => chooseLanguage(scope, surveyId, 'de'))
    const inGerman = await inClientOf(owner, (scope) => getSignedText(scope, surveyId))
    assert.notEqual(kept?.shown, inGerman)
    assert.match(kept?.shown ?? '', /"language":"en".*Both parties have looked at the vehicle/)
    assert.match(inGerman, /"language":"de".*"terms":\[\{"text":"Beide/)
  })

  test('it holds again when the act says again what was signed, and other answers do not matter', async () => {
    const scene = await signed()
    const { client: owner, surveyId } = scene
    await changes['a value']?.(scene)
    await edit(owner, surveyId, {
      questionId: 'h.mileage',
      answerId: 'value',
      value: '48213',
      unitOfMeasurement: 'km',
    })
    assert.equal(await holds(scene), true)
    await edit(owner, surveyId, { questionId: 'h.recall', answerId: 'ok' })
    assert.equal(await holds(scene), true)
    assert.deepEqual(await isStruckOnPaper(scene), [false])
  })

  test('what was ordered stays on the act as it was when the inspection was completed', async () => {
    const owner = await makeClient()
    await useOwnTemplate(owner)
    await owner.put('/service-orders/kept', order({ contents: lines, currency: 'EUR' }))
    const surveyId = surveyIdOf((await owner.get('/service-orders/kept')).json())
    await putSignature(owner, surveyId, 's1')
    await complete(owner, surveyId)
    await owner.put('/service-orders/kept', order({ contents: lines.slice(0, 1), currency: 'EUR' }))
    const scene = { client: owner, orderId: 'kept', surveyId }
    assert.equal(await holds(scene), true)
    assert.deepEqual(await isStruckOnPaper(scene), [false])
    const { act } = (await onApp(owner, 'GET', `/surveys/${surveyId}`)).json() as SurveyPage
    assert.deepEqual(act?.sum, { exVat: 150.3, incVat: 178.86, isComplete: true })
  })

  test('one of another text, or of none, is kept and never holds', async () => {
    const scene = await makeScene()
    await putSignature(scene.client, scene.surveyId, 's1', { shown: undefined })
    await putSignature(scene.client, scene.surveyId, 's2', { shown: '{}' })
    assert.deepEqual([await holds(scene), await holds(scene, 's2')], [false, false])
    assert.deepEqual(await isStruckOnPaper(scene), [true, true])
    const [, kept] = await read(scene.surveyId, scene.client)
    assert.equal(kept?.shownHash, hash('sha256', '{}'))
  })
})
