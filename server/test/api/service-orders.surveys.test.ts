// Which surveys an order gets, when, and what closing it does to them (C2, C3); the list of its surveys (C5, C6).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SurveyListItem } from '@walkaround/contract/dms/surveys.ts'
import type { Static } from 'typebox'
import { addBranch, setBranch } from '../../src/organisation/branches.ts'
import { setClient } from '../../src/organisation/clients.ts'
import { makeClient, order, type TestClient } from '../support/api.ts'
import { fullCompany, fullOrder } from '../support/bodies.ts'
import {
  eventsDuring,
  inClientOf,
  putOrder,
  readOrder,
  readSurvey,
  refusal,
  surveyIdOf,
  typesOf,
} from '../support/scenes.ts'

type Item = Static<typeof SurveyListItem>

const listOf = async (client: TestClient, query = '', id = '1'): Promise<Item[]> => {
  const response = await client.get(`/service-orders/${id}/surveys${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

describe('PUT /service-orders/{id} releases surveys', () => {
  const flags = ['defaultSurveyReleaseDisabled', 'technicianSurveyRelease', 'qcSurveyRelease'] as const
  const combinations: [boolean, boolean, boolean, string[]][] = [
    [false, false, false, ['health']],
    [false, true, false, ['VC', 'health']],
    [false, false, true, ['QC', 'health']],
    [false, true, true, ['QC', 'VC', 'health']],
    [true, false, false, []],
    [true, true, false, ['VC']],
    [true, false, true, ['QC']],
    [true, true, true, ['QC', 'VC']],
  ]
  for (const [disabled, vc, qc, expected] of combinations) {
    test(`C2: health disabled ${disabled}, technician ${vc}, quality ${qc} gives ${expected.join(', ') || 'none'}`, async () => {
      const client = await makeClient()
      const [one, two, three] = flags
      const shown = await putOrder(client, { [one]: disabled, [two]: vc, [three]: qc })
      assert.deepEqual(typesOf(shown), expected)
    })
  }

  test('C2: without any flag an order gets the default survey alone', async () => {
    const client = await makeClient()
    assert.deepEqual(typesOf(await putOrder(client)), ['health'])
  })

  test('C2: flags that arrive later add the missing surveys and keep those there are', async () => {
    const client = await makeClient()
    const first = await putOrder(client)
    const second = await putOrder(client, { technicianSurveyRelease: true })
    const third = await putOrder(client, { qcSurveyRelease: true })
    assert.deepEqual(typesOf(third), ['QC', 'VC', 'health'])
    assert.equal(surveyIdOf(third), surveyIdOf(first))
    assert.equal(surveyIdOf(third, 'VC'), surveyIdOf(second, 'VC'))
  })

  test('C2: the default survey comes when its flag is taken back', async () => {
    const client = await makeClient()
    assert.deepEqual(typesOf(await putOrder(client, { defaultSurveyReleaseDisabled: true })), [])
    assert.deepEqual(typesOf(await putOrder(client, { description: 'still disabled' })), [])
    assert.deepEqual(typesOf(await putOrder(client, { defaultSurveyReleaseDisabled: false })), ['health'])
  })

  test('C2: a flag set back removes nothing', async () => {
    const client = await makeClient()
    const before = await putOrder(client, { technicianSurveyRelease: true, qcSurveyRelease: true })
    const after = await putOrder(client, {
      defaultSurveyReleaseDisabled: true,
      technicianSurveyRelease: false,
      qcSurveyRelease: false,
    })
    assert.deepEqual(after.surveys, before.surveys)
    for (const { id } of after.surveys) assert.equal((await readSurvey(client, id)).closed, false)
  })

  test('C2: the same order again makes no second survey', async () => {
    const client = await makeClient()
    const before = await putOrder(client, fullOrder)
    assert.deepEqual(await eventsDuring(client, () => putOrder(client, fullOrder)), [])
    assert.deepEqual((await readOrder(client)).surveys, before.surveys)
  })

  test('C2: the same order many times at once is created once and gets one survey per type', async () => {
    const client = await makeClient()
    await putOrder(client, {}, 'warm-up')
    const body = order({ technicianSurveyRelease: true, qcSurveyRelease: true })
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => client.put('/service-orders/race', body)),
    )
    const statuses = responses.map(({ statusCode }) => statusCode).sort()
    assert.deepEqual(statuses, [201, ...Array<number>(11).fill(204)])
    const { surveys } = await readOrder(client, 'race')
    assert.deepEqual(typesOf({ surveys }), ['QC', 'VC', 'health'])
    const listed = await listOf(client, '', 'race')
    assert.deepEqual(listed.map(({ id }) => id).sort(), surveys.map(({ id }) => id).sort())
  })

  test('C2: flags that arrive at once each add their survey', async () => {
    const client = await makeClient()
    await putOrder(client)
    const put = (flag: string) => client.put('/service-orders/1', order({ [flag]: true }))
    await Promise.all([
      put('technicianSurveyRelease'),
      put('qcSurveyRelease'),
      put('technicianSurveyRelease'),
    ])
    assert.deepEqual(typesOf(await readOrder(client)), ['QC', 'VC', 'health'])
  })

  for (const flag of ['closed', 'rejected']) {
    test(`C2: an order that arrives ${flag} gets none, and the missing ones when reopened`, async () => {
      const client = await makeClient()
      assert.deepEqual(typesOf(await putOrder(client, { [flag]: true, technicianSurveyRelease: true })), [])
      const reopened = await putOrder(client, { [flag]: false })
      assert.deepEqual(typesOf(reopened), ['VC', 'health'])
      for (const { id } of reopened.surveys) assert.equal((await readSurvey(client, id)).closed, false)
    })

    test(`C3: ${flag} closes every survey; taken back it is stored and they stay closed`, async () => {
      const client = await makeClient()
      const { surveys } = await putOrder(client, { technicianSurveyRelease: true })
      assert.equal((await putOrder(client, { [flag]: true }))[flag as 'closed'], true)
      for (const { id } of surveys) assert.equal((await readSurvey(client, id)).closed, true)
      const reopened = await putOrder(client, {})
      assert.ok(!(flag in reopened))
      assert.deepEqual(reopened.surveys, surveys)
      for (const { id } of surveys) assert.equal((await readSurvey(client, id)).closed, true)
    })

    test(`C2: an order ${flag} and reopened gets only the surveys it never had, open ones`, async () => {
      const client = await makeClient()
      const before = await putOrder(client)
      await putOrder(client, { [flag]: true, qcSurveyRelease: true })
      assert.deepEqual((await readOrder(client)).surveys, before.surveys)
      const after = await putOrder(client, { [flag]: null })
      assert.deepEqual(typesOf(after), ['QC', 'health'])
      assert.equal(surveyIdOf(after), surveyIdOf(before))
      assert.equal((await readSurvey(client, surveyIdOf(after))).closed, true)
      assert.equal((await readSurvey(client, surveyIdOf(after, 'QC'))).closed, false)
      await putOrder(client, { [flag]: true })
      assert.equal((await readSurvey(client, surveyIdOf(after, 'QC'))).closed, true)
    })
  }

  test('closing writes one event per survey that was open, and none the second time', async () => {
    const client = await makeClient()
    await putOrder(client, { technicianSurveyRelease: true })
    const close = (description: string) => () => putOrder(client, { closed: true, description })
    assert.deepEqual(await eventsDuring(client, close('a')), [
      'order.changed',
      'survey.closed',
      'survey.closed',
    ])
    assert.deepEqual(await eventsDuring(client, close('b')), ['order.changed'])
  })

  test('only main orders get surveys; a sub-order turned into a main order gets the missing ones', async () => {
    const client = await makeClient()
    await putOrder(client, {}, 'main')
    const sub = { parentOrderId: 'main', technicianSurveyRelease: true, qcSurveyRelease: true }
    assert.deepEqual(typesOf(await putOrder(client, sub)), [])
    assert.deepEqual(await listOf(client), [])
    assert.deepEqual(typesOf(await putOrder(client, { parentOrderId: '' })), ['QC', 'VC', 'health'])
  })

  test('an empty parentOrderId is that of a main order, and so is null', async () => {
    const client = await makeClient()
    assert.deepEqual(typesOf(await putOrder(client, { parentOrderId: '' }, 'a')), ['health'])
    assert.deepEqual(typesOf(await putOrder(client, { parentOrderId: null }, 'b')), ['health'])
  })

  test('a main order turned into a sub-order keeps its surveys and gets no more', async () => {
    const client = await makeClient()
    const before = await putOrder(client)
    const after = await putOrder(client, { parentOrderId: 'x', technicianSurveyRelease: true })
    assert.deepEqual(after.surveys, before.surveys)
  })

  test('a sub-order may name a main order that is not there', async () => {
    const client = await makeClient()
    assert.equal((await putOrder(client, { parentOrderId: 'not yet' })).parentOrderId, 'not yet')
  })

  test('C2: which types a client releases by itself is a setting', async () => {
    const client = await makeClient({ releaseTypes: ['VC', 'QC'] })
    assert.deepEqual(typesOf(await putOrder(client)), ['QC', 'VC'])
    const none = await makeClient({ releaseTypes: [] })
    assert.deepEqual(typesOf(await putOrder(none)), [])
    assert.deepEqual(typesOf(await putOrder(none, { qcSurveyRelease: true })), ['QC'])
  })

  test('C2: defaultSurveyReleaseDisabled holds back the health survey alone', async () => {
    const client = await makeClient({ releaseTypes: ['health', 'QC'] })
    assert.deepEqual(typesOf(await putOrder(client, { defaultSurveyReleaseDisabled: true })), ['QC'])
  })

  test("C2: a branch's own setting goes before the client's, also after the order was made", async () => {
    const client = await makeClient()
    await inClientOf(client, (scope) =>
      addBranch(scope, { clientId: client.id, code: 'B1', releaseTypes: ['VC'] }),
    )
    assert.deepEqual(typesOf(await putOrder(client)), ['VC'])
    await inClientOf(client, (scope) =>
      setBranch(scope, { clientId: client.id, id: 'B1', changes: { releaseTypes: [] } }),
    )
    assert.deepEqual(typesOf(await putOrder(client, {}, '2')), [])
    await inClientOf(client, (scope) =>
      setBranch(scope, { clientId: client.id, id: 'B1', changes: { releaseTypes: null } }),
    )
    assert.deepEqual(typesOf(await putOrder(client, {}, '2')), ['health'])
  })

  test('C2: a setting that changed later gives the missing surveys with the next PUT, the same one even', async () => {
    const client = await makeClient()
    await putOrder(client)
    await inClientOf(client, (scope) =>
      setClient(scope, { clientId: client.id, changes: { releaseTypes: ['health', 'VC'] } }),
    )
    assert.deepEqual(typesOf(await putOrder(client)), ['VC', 'health'])
  })

  test('a client whose type has no template gets a 400, and no half-made order', async () => {
    const client = await makeClient({ masters: [] })
    const response = await client.put('/service-orders/1', order())
    refusal(response, 'noTemplate', /health/)
    refusal(await client.get('/service-orders/1'), 'noSuchResource')
    assert.deepEqual(typesOf(await putOrder(client, { defaultSurveyReleaseDisabled: true })), [])
  })
})

describe('GET /service-orders/{id}/surveys', () => {
  test('an order that does not exist is a 404, one without surveys an empty list', async () => {
    const client = await makeClient()
    refusal(await client.get('/service-orders/none/surveys'), 'noSuchResource', /"none"/)
    await putOrder(client, { defaultSurveyReleaseDisabled: true })
    assert.deepEqual(await listOf(client), [])
  })

  test('survey-type gives only surveys of that type', async () => {
    const client = await makeClient()
    await putOrder(client, { technicianSurveyRelease: true, qcSurveyRelease: true })
    for (const type of ['health', 'VC', 'QC']) {
      assert.deepEqual(
        (await listOf(client, `?survey-type=${type}`)).map(({ surveyType }) => surveyType),
        [type],
      )
    }
    for (const type of ['VR', 'CVR']) assert.deepEqual(await listOf(client, `?survey-type=${type}`), [])
    assert.equal((await listOf(client, '?survey-type=')).length, 3)
  })

  test('A4: survey-type is a closed list, in its own case', async () => {
    const client = await makeClient()
    await putOrder(client)
    for (const type of ['vc', 'Health', 'XX']) {
      const response = await client.get(`/service-orders/1/surveys?survey-type=${type}`)
      refusal(
        response,
        'notInList',
        new RegExp(`^survey-type: "${type}" is not one of health, VC, QC, VR, CVR$`),
      )
    }
    const twice = await client.get('/service-orders/1/surveys?survey-type=VC&survey-type=QC')
    refusal(twice, 'wrongType', /^survey-type: /)
  })

  test('B2: an order that does not exist comes before a survey-type that does not', async () => {
    const client = await makeClient()
    refusal(await client.get('/service-orders/none/surveys?survey-type=XX'), 'noSuchResource')
  })

  test('C5: an item has every header field of the survey and no contents', async () => {
    const client = await makeClient()
    const { surveys } = await putOrder(client, fullOrder)
    const [health, vc, qc] = await listOf(client)
    const always = {
      branch: 'B1',
      completed: false,
      closed: false,
      customer: fullOrder.customer,
      requester: fullOrder.customer,
      referenceObject: {
        id: '1',
        externalId: fullOrder.externalId,
        externalBranchId: 'B1',
        serviceOrderType: fullOrder.serviceOrderType,
        plannedStartTimestamp: fullOrder.plannedStartTimestamp,
        description: fullOrder.description,
        currency: 'EUR',
        closed: false,
        rejected: false,
      },
      plannedStartTimestamp: fullOrder.plannedStartTimestamp,
    }
    assert.deepEqual(health, {
      ...always,
      id: surveyIdOf({ surveys }),
      surveyType: 'health',
      category: 'interactiveHandover',
      templateId: 'open!health',
      text: 'Reception walk-around',
      plannedSurveyors: [fullOrder.serviceAdvisor],
    })
    assert.deepEqual(vc?.plannedSurveyors, [fullOrder.technician])
    assert.deepEqual(qc?.plannedSurveyors, fullOrder.technicians)
    for (const item of [vc, qc]) assert.ok(item && !('category' in item))
  })

  test('C5: requester is the customer, company or person', async () => {
    const client = await makeClient()
    await putOrder(client, { customer: fullCompany })
    const [item] = await listOf(client)
    assert.deepEqual(item?.requester, fullCompany)
    assert.deepEqual(item?.customer, fullCompany)
  })

  test('C5: what the order does not say is left out, completed and closed are always there', async () => {
    const client = await makeClient()
    const { surveys } = await putOrder(client)
    assert.deepEqual(await listOf(client), [
      {
        ...surveys[0],
        category: 'interactiveHandover',
        text: 'Reception walk-around',
        branch: 'B1',
        completed: false,
        closed: false,
        plannedSurveyors: [],
        referenceObject: { id: '1', externalBranchId: 'B1' },
      },
    ])
  })

  test('the list and the survey itself tell the same', async () => {
    const client = await makeClient()
    await putOrder(client, fullOrder)
    await putOrder(client, { ...fullOrder, closed: true })
    for (const { requester: _, ...item } of await listOf(client)) {
      const survey = await readSurvey(client, item.id)
      const same = Object.fromEntries(Object.keys(item).map((name) => [name, survey[name]]))
      assert.deepEqual(same, item)
    }
  })
})
