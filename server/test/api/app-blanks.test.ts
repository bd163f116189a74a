// Inspections begun without a network: what a tablet keeps to begin them from, and how they arrive (C8, D1, I5).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Blanks } from '@walkaround/contract/app/blanks.ts'
import type { Board, BoardCard, SurveyPage } from '@walkaround/contract/app/board.ts'
import { useTemplate } from '../../src/features/templates/choose-templates.ts'
import { importTemplate } from '../../src/features/templates/import-template.ts'
import { grantRole } from '../../src/identity/logins.ts'
import { newId } from '../../src/lib/ids.ts'
import { addBranch } from '../../src/organisation/branches.ts'
import { makeClient, type TestClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { asSystem } from '../support/clients.ts'
import {
  inClientOf,
  putOrder,
  readOrder,
  readSurvey,
  refusal,
  smallTemplate,
  surveyIdOf,
  useOwnTemplate,
} from '../support/scenes.ts'

async function makePlace(): Promise<{ client: TestClient; tech: AppPerson }> {
  const client = await makeClient({ language: 'de' })
  await useOwnTemplate(client)
  await putOrder(client, { closed: true }, 'first')
  return { client, tech: await person(client.id, 'technician') }
}

const blanksOf = async (me: AppPerson, query = '') => (await me.get(`/blank-surveys${query}`)).json<Blanks>()

/** As an app without a network makes it: ids of its own, from a template it keeps. */
async function madeOffline(me: AppPerson, more: Record<string, unknown> = {}) {
  const { branches } = await blanksOf(me)
  const use = branches[0]?.uses.find(({ surveyType }) => surveyType === 'health')
  assert.ok(use)
  const surveyId = newId()
  const { surveyType, templateId, templateVersion } = use
  const body = {
    branchId: 'B1',
    surveyTypes: ['health'],
    numberPlate: 'B WA 2077',
    surveys: [{ id: surveyId, surveyType, templateId, templateVersion }],
    ...more,
  }
  return { surveyId, body }
}

describe('what a tablet keeps to begin from', () => {
  test('is every template in use, each once, as a survey that nobody has begun', async () => {
    const { client, tech } = await makePlace()
    await asSystem((scope) => addBranch(scope, { clientId: client.id, code: 'B7', name: 'North' }))
    const { blanks, branches } = await blanksOf(tech, '?language=ru')
    assert.deepEqual(
      branches.map(({ branchId }) => branchId),
      ['B1', 'B7'],
    )
    assert.deepEqual(blanks.map(({ surveyType }) => surveyType).sort(), ['QC', 'VC', 'VR', 'health'])
    assert.ok(branches[0]?.terms.length)
    // The same as the service shows of a survey that was just made, except whose it is.
    const card = (
      await tech.put('/inspections/m1', { branchId: 'B1', surveyTypes: ['VC'], numberPlate: 'X 1' })
    ).json<BoardCard>()
    const page = (await tech.get(`/surveys/${card.surveys[0]?.id}?language=ru`)).json<SurveyPage>()
    const blank = blanks.find(({ surveyType }) => surveyType === 'VC')
    assert.deepEqual(
      { templateId: card.surveys[0]?.templateId, templateVersion: card.surveys[0]?.templateVersion },
      { templateId: blank?.templateId, templateVersion: blank?.templateVersion },
    )
    // Nothing is offered, known of the car or drawn before the survey has arrived.
    const ofOffers = ['covers', 'recordedDecisions', 'contained', 'orderLines', 'hourlyRates', 'packageTexts']
    const ofCar = ['markups', 'reception']
    assert.deepEqual(
      Object.keys(blank?.page ?? {}).sort(),
      Object.keys(page)
        .filter((key) => !ofOffers.includes(key) && !ofCar.includes(key))
        .sort(),
    )
    assert.deepEqual(blank?.page.survey.text, page.survey.text)
    assert.deepEqual(blank?.page.conditions, page.conditions)
    const { vehicle: _, ...act } = page.act ?? {}
    assert.deepEqual({ ...blank?.page.act, terms: branches[0]?.terms }, act)
    const bare = JSON.stringify(page.survey.contents, (key, value) =>
      key === 'packages' ? undefined : value,
    )
    assert.equal(JSON.stringify(blank?.page.survey.contents), bare)
  })

  test('names the template of a branch and of a make, and tells nobody of other branches', async () => {
    const { client, tech } = await makePlace()
    await asSystem((scope) => addBranch(scope, { clientId: client.id, code: 'B7', name: 'North' }))
    await inClientOf(client, async (scope) => {
      for (const id of ['north', 'rare']) await importTemplate(scope, smallTemplate({ id, surveyType: 'VC' }))
      await useTemplate(scope, { surveyType: 'VC', branchId: 'B7', template: 'north' })
      await useTemplate(scope, { surveyType: 'VC', make: 'Rare', template: 'rare' })
    })
    const usesOf = ({ branches }: Blanks) =>
      branches.map(({ branchId, uses }) => [
        branchId,
        uses
          .filter(({ surveyType }) => surveyType === 'VC')
          .map(({ make, templateId }) => [make ?? '', templateId]),
      ])
    const b1 = [
      ['', 'open!vc'],
      ['rare', 'rare'],
    ]
    assert.deepEqual(usesOf(await blanksOf(tech)), [
      ['B1', b1],
      ['B7', [['', 'north']]],
    ])
    const limited = await person(client.id, 'advisor')
    const { login } = limited
    await asSystem((scope) =>
      grantRole(scope, { login, clientId: client.id, role: 'advisor', branches: ['B7'] }),
    )
    assert.deepEqual(usesOf(await blanksOf(limited)), [['B7', [['', 'north']]]])
  })
})

describe('an inspection begun without a network', () => {
  test('arrives with the ids it was begun with, once, however often it is sent', async () => {
    const { client, tech } = await makePlace()
    const { surveyId, body } = await madeOffline(tech)
    const many = await Promise.all(Array.from({ length: 4 }, () => tech.put('/inspections/m1', body)))
    for (const response of many) {
      assert.equal(response.statusCode, 200, response.body)
      assert.deepEqual(
        response.json<BoardCard>().surveys.map(({ id }) => id),
        [surveyId],
      )
    }
    assert.equal(surveyIdOf(await readOrder(client, 'm1')), surveyId)
    const { cards } = (await tech.get('/board')).json<Board>()
    assert.equal(cards.length, 1)
  })

  test('is made from the version it was filled from, whatever is in use by then', async () => {
    const { client, tech } = await makePlace()
    const { surveyId, body } = await madeOffline(tech)
    const before = (await blanksOf(tech)).blanks.find(({ surveyType }) => surveyType === 'health')
    await inClientOf(client, (scope) => useTemplate(scope, { surveyType: 'health', template: 'open!health' }))
    await tech.put('/inspections/m1', body)
    const page = (await tech.get(`/surveys/${surveyId}`)).json<SurveyPage>()
    assert.equal(page.survey.templateId, before?.templateId)
  })

  test('becomes the order that the DMS sent meanwhile, and keeps its id', async () => {
    const { client, tech } = await makePlace()
    const { surveyId, body } = await madeOffline(tech)
    await putOrder(client, { vehicle: { numberPlate: 'B-WA 2077' } }, 'dms-1')
    const card = (await tech.put('/inspections/m1', body)).json<BoardCard>()
    assert.equal(card.id, 'dms-1')
    assert.equal(surveyIdOf(await readOrder(client, 'dms-1')), surveyId)
    const again = (await tech.put('/inspections/m1', body)).json<BoardCard>()
    assert.equal(again.id, 'dms-1')
  })

  test('keeps its marks on the drawing they were set on, whatever the service would draw', async () => {
    const { tech } = await makePlace()
    const { surveyId, body } = await madeOffline(tech)
    await tech.put('/inspections/m1', body)
    const put = (id: string, bodyStyle: string) =>
      tech.put(`/surveys/${surveyId}/damage-marks/${id}`, { kind: 'dent', x: 500, y: 320, bodyStyle })
    assert.equal((await put('k1', 'van')).statusCode, 201)
    // The first one decides.
    assert.equal((await put('k2', 'saloon')).statusCode, 201)
    refusal(await put('k3', 'hovercraft'), 'notInList', /bodyStyle/)
    const { damage } = (await tech.get(`/surveys/${surveyId}`)).json<SurveyPage>()
    assert.equal(damage.bodyStyle, 'van')
    assert.equal(damage.marks.length, 2)
  })

  test('of a vehicle alone has its id too (C8)', async () => {
    const { client, tech } = await makePlace()
    const use = (await blanksOf(tech)).branches[0]?.uses.find(({ surveyType }) => surveyType === 'VR')
    const { make: _, ...template } = use ?? {}
    const surveys = [{ ...template, id: 'vr-1' }]
    const { body } = await madeOffline(tech, { surveyTypes: ['VR'], surveys })
    assert.equal((await tech.put('/inspections/v1', body)).statusCode, 200)
    assert.equal((await readSurvey<{ id: string }>(client, 'vr-1')).id, 'vr-1')
  })

  test('is refused with the reason when it cannot be made so, and nothing is kept of it', async () => {
    const { client, tech } = await makePlace()
    const { surveyId, body } = await madeOffline(tech)
    const [survey] = body.surveys
    const put = (surveys: unknown) => tech.put('/inspections/m2', { ...body, surveys })
    refusal(await put([{ ...survey, templateVersion: 99 }]), 'invalidArgument', /version 99/)
    refusal(await put([{ ...survey, templateId: 'none' }]), 'invalidArgument', /none/)
    refusal(await put([{ ...survey, templateId: 'open!vc' }]), 'invalidArgument', /open!vc/)
    refusal(await put([]), 'invalidArgument', /one survey for each/)
    refusal(await put([survey, survey]), 'invalidArgument', /one survey for each/)
    refusal(await put([{ ...survey, surveyType: 'VC' }]), 'invalidArgument', /one survey for each/)
    refusal(await put([{ ...survey, id: '' }]), 'missingField')
    assert.equal((await tech.put('/inspections/m1', body)).statusCode, 200)
    refusal(await put([survey]), 'idTaken', new RegExp(surveyId))
    assert.equal((await client.get('/service-orders/m2')).statusCode, 404)
  })
})
