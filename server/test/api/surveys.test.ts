// Reading surveys: the header that follows its order or lead (C4–C6), and the elements composed from the template (D1–D5).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Survey } from '@walkaround/contract/dms/surveys.ts'
import type { TemplateDocument, TemplateQuestion } from '@walkaround/contract/template-document.ts'
import type { Static } from 'typebox'
import { giveAnswers } from '../../src/features/surveys/give-answers.ts'
import { readDefaultTemplates } from '../../src/features/templates/default-templates.ts'
import { listQuestions } from '../../src/features/templates/rules.ts'
import { makeClient, order, type TestClient } from '../support/api.ts'
import { fullCompany, fullOrder, fullVehicle } from '../support/bodies.ts'
import {
  complete,
  inClientOf,
  putOrder,
  questionsOf,
  readQuestion,
  readSurvey,
  refusal,
  smallQuestion,
  surveyIdOf,
  useOwnTemplate,
} from '../support/scenes.ts'

type Shown = Static<typeof Survey>

const surveyOf = async (client: TestClient, more: Record<string, unknown> = {}, id = '1'): Promise<Shown> =>
  readSurvey(client, surveyIdOf(await putOrder(client, more, id)))

const question = (id: string, more: Partial<TemplateQuestion> = {}): TemplateQuestion => ({
  ...smallQuestion,
  id,
  text: `Question ${id}`,
  ...more,
})

describe('GET /surveys/{id}', () => {
  test('a survey that does not exist is a 404 that names it', async () => {
    const client = await makeClient()
    refusal(await client.get('/surveys/none'), 'noSuchResource', /"none"/)
  })

  test('C5: carries header, vehicle, order header fields and contents', async () => {
    const client = await makeClient()
    const survey = await surveyOf(client, fullOrder)
    const { contents, id, ...header } = survey
    assert.equal(typeof id, 'string')
    assert.ok(contents && contents.length > 0)
    assert.deepEqual(header, {
      surveyType: 'health',
      category: 'interactiveHandover',
      templateId: 'open!health',
      text: 'Reception walk-around',
      branch: 'B1',
      completed: false,
      closed: false,
      plannedSurveyors: [fullOrder.serviceAdvisor],
      customer: fullOrder.customer,
      surveyObject: fullVehicle,
      vehicle: fullVehicle,
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
      externalId: fullOrder.externalId,
      externalBranchId: 'B1',
      serviceOrderType: fullOrder.serviceOrderType,
      currency: 'EUR',
      serviceAdvisor: fullOrder.serviceAdvisor,
    })
  })

  test('C5: category is there for health alone', async () => {
    const client = await makeClient()
    const shown = await putOrder(client, { technicianSurveyRelease: true, qcSurveyRelease: true })
    await client.put('/leads/1', order({ reviewSurveyRelease: true }))
    const lead = (await client.get('/leads/1')).json()
    for (const { id, surveyType } of [...shown.surveys, ...lead.surveys]) {
      const survey = await readSurvey<Shown>(client, id)
      assert.equal(survey.category, surveyType === 'health' ? 'interactiveHandover' : undefined, surveyType)
    }
  })

  test('C6: planned surveyors come from the order, by type', async () => {
    const client = await makeClient()
    const shown = await putOrder(client, fullOrder)
    const planned = async (type: 'health' | 'VC' | 'QC') =>
      (await readSurvey<Shown>(client, surveyIdOf(shown, type))).plannedSurveyors
    assert.deepEqual(await planned('health'), [fullOrder.serviceAdvisor])
    assert.deepEqual(await planned('VC'), [fullOrder.technician])
    assert.deepEqual(await planned('QC'), fullOrder.technicians)
  })

  test('C6: of a CVR survey it is the responsible person', async () => {
    const client = await makeClient()
    await client.put('/leads/1', order({ reviewSurveyRelease: true, responsiblePerson: { id: 'R' } }))
    const lead = (await client.get('/leads/1')).json()
    assert.deepEqual((await readSurvey<Shown>(client, lead.surveys[0].id)).plannedSurveyors, [{ id: 'R' }])
  })

  test('C6: surveyor is who starts; plannedSurveyor only when that is one of the planned', async () => {
    const client = await makeClient()
    await useOwnTemplate(client)
    for (const [id, who, isPlanned] of [
      ['planned', { id: 'SA-3', lastName: 'Other spelling' }, true],
      ['stranger', { id: 'X' }, false],
    ] as const) {
      const survey = await surveyOf(client, { serviceAdvisor: fullOrder.serviceAdvisor }, id)
      assert.ok(!('surveyor' in survey) && !('plannedSurveyor' in survey))
      await inClientOf(client, (scope) =>
        giveAnswers(scope, survey.id, who, [{ questionId: 'glass', answerId: 'ok' }]),
      )
      const started = await readSurvey<Shown>(client, survey.id)
      assert.deepEqual(started.surveyor, who)
      assert.deepEqual(started.plannedSurveyor, isPlanned ? fullOrder.serviceAdvisor : undefined)
    }
  })

  test('B7: has an ETag that changes with an answer, and 304 while it does not', async () => {
    const client = await makeClient()
    await useOwnTemplate(client)
    const { id } = await surveyOf(client)
    const { etag } = (await client.get(`/surveys/${id}`)).headers as { etag: string }
    assert.equal((await client.get(`/surveys/${id}`, { 'if-none-match': etag })).statusCode, 304)
    await client.post(`/surveys/${id}/questions/glass/answers`, { value: 'x' })
    assert.equal((await client.get(`/surveys/${id}`, { 'if-none-match': etag })).statusCode, 200)
  })

  test('belongs to its client: another client with the same order id never sees it', async () => {
    const [one, other] = [await makeClient(), await makeClient()]
    const { id } = await surveyOf(one)
    await surveyOf(other)
    refusal(await other.get(`/surveys/${id}`), 'noSuchResource')
  })
})

describe('C4: a survey follows the header of its order', () => {
  test('each value is replaced whole when present, never merged', async () => {
    const client = await makeClient()
    await putOrder(client, fullOrder)
    const next = {
      customer: fullCompany,
      vehicle: { make: 'Only this' },
      serviceAdvisor: { lastName: 'Next' },
      description: 'Next',
      plannedStartTimestamp: '2027-01-01',
    }
    const survey = await surveyOf(client, next)
    assert.deepEqual(survey.customer, fullCompany)
    assert.deepEqual(survey.surveyObject, { make: 'Only this' })
    assert.deepEqual(survey.vehicle, { make: 'Only this' })
    assert.deepEqual(survey.serviceAdvisor, { lastName: 'Next' })
    assert.deepEqual(survey.plannedSurveyors, [{ lastName: 'Next' }])
    assert.equal(survey.referenceObject?.description, 'Next')
    assert.equal(survey.plannedStartTimestamp, '2027-01-01')
  })

  test('what a later PUT leaves out or nulls is kept, though the order itself forgets it', async () => {
    const client = await makeClient()
    const before = await surveyOf(client, fullOrder)
    for (const body of [{}, Object.fromEntries(Object.keys(fullOrder).map((name) => [name, null]))]) {
      const shown = await putOrder(client, { ...body, externalBranchId: 'B1' })
      assert.ok(!('customer' in shown))
      const after = await readSurvey<Shown>(client, before.id)
      const { closed: _, rejected: __, ...reference } = before.referenceObject ?? {}
      assert.deepEqual(after, { ...before, referenceObject: reference })
    }
    const qc = await putOrder(client, { technicians: [] })
    assert.deepEqual((await readSurvey<Shown>(client, surveyIdOf(qc, 'QC'))).plannedSurveyors, [])
  })

  test('two people never mix: of the former customer nothing is left', async () => {
    const client = await makeClient()
    await putOrder(client, { customer: { firstName: 'Ada', email: 'ada@example.org', mobilePhone: '1' } })
    const survey = await surveyOf(client, { customer: { firstName: 'Bob' } })
    assert.deepEqual(survey.customer, { category: 'person', firstName: 'Bob' })
  })

  test('a survey that comes later remembers what earlier PUTs said', async () => {
    const client = await makeClient()
    await putOrder(client, { customer: { lastName: 'First' }, technician: { id: 'T' } })
    const shown = await putOrder(client, { technicianSurveyRelease: true })
    const vc = await readSurvey<Shown>(client, surveyIdOf(shown, 'VC'))
    assert.deepEqual(vc.customer, { category: 'person', lastName: 'First' })
    assert.deepEqual(vc.plannedSurveyors, [{ id: 'T' }])
  })

  test('its branch follows too', async () => {
    const client = await makeClient()
    await putOrder(client)
    assert.equal((await surveyOf(client, { externalBranchId: 'B2' })).branch, 'B2')
  })

  test('D5: a completed survey still follows, until it is closed', async () => {
    const client = await makeClient()
    await useOwnTemplate(client)
    const { id } = await surveyOf(client, { customer: { lastName: 'Before' } })
    await complete(client, id)
    const after = await surveyOf(client, { customer: { lastName: 'After' } })
    assert.equal(after.completed, true)
    assert.deepEqual(after.customer, { category: 'person', lastName: 'After' })
  })

  for (const flag of ['closed', 'rejected']) {
    test(`a PUT with ${flag} updates first, then freezes`, async () => {
      const client = await makeClient()
      await putOrder(client, { customer: { lastName: 'First' }, vehicle: { make: 'M' } })
      const frozen = await surveyOf(client, { [flag]: true, customer: { lastName: 'Last' } })
      assert.equal(frozen.closed, true)
      assert.deepEqual(frozen.customer, { category: 'person', lastName: 'Last' })
      assert.deepEqual(frozen.vehicle, { make: 'M' })
      assert.equal(frozen.referenceObject?.[flag as 'closed'], true)
      for (const more of [
        { [flag]: true, customer: { lastName: 'Too late' } },
        { customer: { lastName: 'Too late' }, vehicle: { make: 'N' } },
      ]) {
        assert.deepEqual(await surveyOf(client, more), frozen)
      }
    })
  }

  test('closed surveys stay as they were while one made after a reopening follows', async () => {
    const client = await makeClient()
    const first = await putOrder(client, { customer: { lastName: 'A' } })
    await putOrder(client, { closed: true })
    const reopened = await putOrder(client, { qcSurveyRelease: true, customer: { lastName: 'B' } })
    const health = await readSurvey<Shown>(client, surveyIdOf(first))
    const qc = await readSurvey<Shown>(client, surveyIdOf(reopened, 'QC'))
    assert.deepEqual(health.customer, { category: 'person', lastName: 'A' })
    assert.equal(health.referenceObject?.closed, true)
    assert.deepEqual(qc.customer, { category: 'person', lastName: 'B' })
    assert.ok(qc.referenceObject && !('closed' in qc.referenceObject))
  })

  test('a survey of a lead follows and freezes the same way', async () => {
    const client = await makeClient()
    const put = (more: Record<string, unknown>) => client.put('/leads/1', order(more))
    await put({ reviewSurveyRelease: true, customer: { lastName: 'A' }, responsiblePerson: { id: 'R' } })
    const id = (await client.get('/leads/1')).json().surveys[0].id
    await put({ customer: { lastName: 'B' } })
    const open = await readSurvey<Shown>(client, id)
    assert.deepEqual(open.customer, { category: 'person', lastName: 'B' })
    assert.deepEqual(open.plannedSurveyors, [{ id: 'R' }])
    await put({ rejected: true, customer: { lastName: 'C' } })
    await put({ customer: { lastName: 'D' } })
    const frozen = await readSurvey<Shown>(client, id)
    assert.equal(frozen.closed, true)
    assert.deepEqual(frozen.customer, { category: 'person', lastName: 'C' })
  })
})

describe('the elements of a survey', () => {
  test('D1: are all those of the template, in its order and with its ids', async () => {
    const client = await makeClient()
    const health = (await readDefaultTemplates()).find(({ id }) => id === 'health') as TemplateDocument
    const shown = questionsOf(await surveyOf(client))
    assert.deepEqual(
      shown.map(({ id }) => id),
      listQuestions(health).map(({ id }) => id),
    )
    assert.deepEqual(
      shown.map(({ answers }) => answers.map(({ id }) => id)),
      listQuestions(health).map(({ answers = [] }) => answers.map(({ id }) => id)),
    )
  })

  test('D4: standard answers nobody chose are not selected, defaults neither', async () => {
    const client = await makeClient()
    await useOwnTemplate(client, {
      contents: [question('q', { answers: [{ id: 'ok', value: 'Fine', status: 'green', default: true }] })],
    })
    const survey = await surveyOf(client)
    assert.deepEqual(questionsOf(survey)[0]?.answers, [
      { id: 'ok', value: 'Fine', status: 'green', default: true, selected: false },
    ])
  })

  test('every answer says whether it is selected, every question whether it is visible', async () => {
    const client = await makeClient()
    const shown = questionsOf(await surveyOf(client))
    for (const { id, visible, answers } of shown) {
      assert.equal(typeof visible, 'boolean', id)
      for (const { selected } of answers) assert.equal(typeof selected, 'boolean', id)
    }
  })

  test('D1: a survey keeps the version it was made from; the next survey gets the new one', async () => {
    const client = await makeClient()
    await useOwnTemplate(client)
    const before = await surveyOf(client, {}, 'old')
    await useOwnTemplate(client, { text: 'Second edition', contents: [question('glass'), question('more')] })
    assert.deepEqual(await readSurvey(client, before.id), before)
    const next = await surveyOf(client, {}, 'new')
    assert.equal(next.text, 'Second edition')
    assert.deepEqual(
      questionsOf(next).map(({ id }) => id),
      ['glass', 'more'],
    )
    refusal(
      await client.post(`/surveys/${before.id}/questions/more/answers`, { value: 'x' }),
      'noSuchResource',
    )
  })

  test('D1: an own template is named plainly, in the survey and in the order', async () => {
    const client = await makeClient()
    await useOwnTemplate(client)
    const shown = await putOrder(client)
    assert.equal(shown.surveys[0]?.templateId, 'small')
    assert.equal((await readSurvey(client, surveyIdOf(shown))).templateId, 'small')
  })

  test('D2: visible is the result of visibleIf for vehicle and answers, in conditions by name too', async () => {
    const client = await makeClient()
    await useOwnTemplate(client, {
      conditions: { found: { anyStatus: ['amber', 'red'] } },
      contents: [
        question('glass'),
        question('electric', { clientSettings: { visibleIf: { field: 'fuelType', in: ['electric'] } } }),
        question('engine', { clientSettings: { visibleIf: { field: 'fuelType', notIn: ['electric'] } } }),
        question('why', { clientSettings: { visibleIf: 'found' } }),
        question('after', { clientSettings: { visibleIf: { answered: 'glass' } } }),
        question('retired', { visible: false }),
      ],
    })
    const visibleOf = async (survey: Shown) =>
      questionsOf(survey)
        .filter(({ visible }) => visible)
        .map(({ id }) => id)
    const survey = await surveyOf(client)
    assert.deepEqual(await visibleOf(survey), ['glass', 'engine'], 'an absent attribute is in no list')
    assert.deepEqual(await visibleOf(await surveyOf(client, { vehicle: { fuelType: 'electric' } })), [
      'glass',
      'electric',
    ])
    const add = (body: unknown) => client.post(`/surveys/${survey.id}/questions/glass/answers`, body)
    await add({ status: 'red', selected: false })
    assert.deepEqual(await visibleOf(await readSurvey(client, survey.id)), ['glass', 'electric'])
    await add({ status: 'green' })
    assert.deepEqual(await visibleOf(await readSurvey(client, survey.id)), ['glass', 'electric', 'after'])
    await add({ status: 'amber' })
    assert.deepEqual(await visibleOf(await readSurvey(client, survey.id)), [
      'glass',
      'electric',
      'why',
      'after',
    ])
  })

  test('D2: a string in mandatory and a reference question are passed on as the template has them', async () => {
    const client = await makeClient()
    await useOwnTemplate(client, {
      conditions: { found: { anyStatus: ['red'] } },
      contents: [
        {
          category: 'section',
          id: 's',
          text: 'Section',
          allowSelectAll: true,
          contents: [
            question('glass', { mandatory: 'found' }),
            { category: 'referenceQuestion', id: 'again', text: 'Again', referenceQuestionId: 'glass' },
          ],
        },
      ],
    })
    const { contents } = await surveyOf(client)
    assert.deepEqual(contents, [
      {
        category: 'section',
        id: 's',
        text: 'Section',
        allowSelectAll: true,
        contents: [
          {
            ...question('glass', { mandatory: 'found' }),
            visible: true,
            answers: smallQuestion.answers?.map((answer) => ({ ...answer, selected: false })),
          },
          { category: 'referenceQuestion', id: 'again', text: 'Again', referenceQuestionId: 'glass' },
        ],
      },
    ])
  })

  test('a question without standard answers has an empty list of answers', async () => {
    const client = await makeClient()
    const { answers: _, ...bare } = question('free', { questionCategory: 'valueEntry' })
    await useOwnTemplate(client, { contents: [bare as TemplateQuestion] })
    assert.deepEqual(questionsOf(await surveyOf(client))[0]?.answers, [])
  })

  test("texts are in the client's language", async () => {
    const german = await makeClient({ language: 'de' })
    const english = await makeClient()
    const [de, en] = [await surveyOf(german), await surveyOf(english)]
    assert.notEqual(de.text, en.text)
    assert.notEqual(questionsOf(de)[0]?.text, questionsOf(en)[0]?.text)
    assert.equal(questionsOf(de)[0]?.id, questionsOf(en)[0]?.id)
  })

  test('answers given in the app are shown beside those of the interface, standard ones in their place', async () => {
    const client = await makeClient()
    await useOwnTemplate(client)
    const { id } = await surveyOf(client)
    await client.post(`/surveys/${id}/questions/glass/answers`, { value: 'Entered', status: 'amber' })
    await inClientOf(client, (scope) =>
      giveAnswers(scope, id, { id: 'SA' }, [{ questionId: 'glass', answerId: 'bad', comment: 'big one' }]),
    )
    const { answers } = await readQuestion(client, id, 'glass')
    const { id: entered, ...rest } = answers[2] ?? { id: '' }
    assert.deepEqual(answers.slice(0, 2), [
      { id: 'ok', value: 'Clear', status: 'green', selected: false },
      { id: 'bad', value: 'Cracked', status: 'red', comment: 'big one', selected: true },
    ])
    assert.deepEqual(rest, { value: 'Entered', status: 'amber', custom: true, selected: true })
    assert.equal(typeof entered, 'string')
  })

  test('D5: completing freezes the answers and what was visible', async () => {
    const client = await makeClient()
    await useOwnTemplate(client, {
      contents: [
        question('glass'),
        question('electric', { clientSettings: { visibleIf: { field: 'fuelType', in: ['electric'] } } }),
      ],
    })
    const { id } = await surveyOf(client, { vehicle: { fuelType: 'petrol' } })
    await client.post(`/surveys/${id}/questions/glass/answers`, { value: 'x' })
    const before = await readSurvey<Shown>(client, id)
    await complete(client, id)
    const after = await surveyOf(client, { vehicle: { fuelType: 'electric' } })
    assert.equal(after.completed, true)
    assert.deepEqual(after.contents, before.contents)
    assert.deepEqual(after.vehicle, { fuelType: 'electric' })
  })
})
