// A survey as the workshop app reads it: the survey itself, the last visit of the same vehicle, and what is around it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LastVisit, SurveyPage } from '@walkaround/contract/app/board.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { sql } from '../../src/db/sql.ts'
import { giveAnswers } from '../../src/features/surveys/give-answers.ts'
import { listStandardReasons } from '../../src/features/words/rejection-reasons.ts'
import { makeClient, makeKey, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import {
  complete,
  inClientOf,
  putOrder,
  readSurvey,
  refusal,
  smallQuestion,
  surveyIdOf,
  useOwnTemplate,
} from '../support/scenes.ts'

async function pageOf(me: AppPerson, surveyId: string): Promise<SurveyPage> {
  const response = await me.get(`/surveys/${surveyId}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const jo = { firstName: 'Jo', lastName: 'Sample' }
type Given = Parameters<typeof giveAnswers>[3]
const answer = (client: TestClient, surveyId: string, given: Given) =>
  inClientOf(client, (scope) => giveAnswers(scope, surveyId, jo, given))

const vin = 'ZZZ1A2B35PX000001'

interface Place {
  client: TestClient
  me: AppPerson
}

/** A client whose health survey asks about glass, tyres and one thing in words. */
async function makePlace(more: Parameters<typeof makeClient>[0] = {}): Promise<Place> {
  const client = await makeClient(more)
  await useOwnTemplate(client, {
    contents: [
      smallQuestion,
      { ...smallQuestion, id: 'tyres', mandatory: true },
      { ...smallQuestion, id: 'note', questionCategory: 'valueSelectionOrEntry' },
    ],
  })
  return { client, me: await person(client.id, 'technician') }
}

async function visit(
  { client }: Place,
  id: string,
  vehicle: Record<string, unknown>,
  given: Given,
  type: SurveyType = 'health',
): Promise<string> {
  const surveyId = surveyIdOf(await putOrder(client, { vehicle }, id), type)
  if (given.length > 0) await answer(client, surveyId, given)
  return surveyId
}

const shown = (visits: readonly LastVisit[]) =>
  visits.map(({ questionId, answerId, value, status, comment }) =>
    [questionId, answerId, value, status, comment].filter(Boolean).join(' '),
  )

describe('the page of a survey', () => {
  test('holds the survey exactly as the DMS reads it', async () => {
    const place = await makePlace()
    const surveyId = await visit(place, '1', { vin }, [
      { questionId: 'glass', answerId: 'bad', comment: 'left' },
    ])
    const page = await pageOf(place.me, surveyId)
    assert.deepEqual(page.survey, await readSurvey(place.client, surveyId))
    assert.deepEqual(page.lastVisit, [])
    assert.deepEqual([page.videos, page.quotes, page.signatures, page.markPhotos], [[], [], [], []])
    assert.match(page.sequence, /^\d+$/)
    assert.equal(page.closedBy, undefined)
  })

  test('speaks the language of who reads it', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    const surveyId = surveyIdOf(await putOrder(client, {}, 'spoken'), 'health')
    const first = async (query: string) => {
      const { survey }: SurveyPage = (await me.get(`/surveys/${surveyId}${query}`)).json()
      return (survey.contents?.[0] as { text?: string } | undefined)?.text
    }
    const [own, english, german, russian] = [
      await first(''),
      await first('?language=en'),
      await first('?language=de'),
      await first('?language=ru'),
    ]
    assert.equal(own, english)
    assert.equal(new Set([english, german, russian]).size, 3)
    assert.match(String(russian), /[а-я]/)
    assert.equal((await me.get(`/surveys/${surveyId}?language=xx`)).statusCode, 400)
  })

  test('D5: names what completing still needs, and nothing once it is completed', async () => {
    const place = await makePlace()
    const surveyId = await visit(place, '1', { vin }, [])
    assert.deepEqual((await pageOf(place.me, surveyId)).missing, [{ questionId: 'tyres', what: 'answer' }])
    await answer(place.client, surveyId, [{ questionId: 'tyres', answerId: 'ok' }])
    assert.deepEqual((await pageOf(place.me, surveyId)).missing, [])
    await complete(place.client, surveyId)
    assert.deepEqual((await pageOf(place.me, surveyId)).missing, [])
  })

  test('holds marks with their photos, signatures without strokes, videos and quotes', async () => {
    const place = await makePlace()
    const { client, me } = place
    const surveyId = await visit(place, '1', { vin }, [])
    assert.equal(
      (await me.put(`/surveys/${surveyId}/damage-marks/m1`, { kind: 'dent', x: 100, y: 100 })).statusCode,
      201,
    )
    const strokes = [[0, 0, 1, 1]]
    const signed = await me.put(`/surveys/${surveyId}/signatures/s1`, {
      role: 'customer',
      name: 'Ada',
      strokes,
    })
    assert.equal(signed.statusCode, 201, signed.body)
    const { database } = await testApp()
    await database.run(sql`
      insert into photos (system_client_id, survey_id, id, mark_id, file, source, content_type, bytes, width, height,
        focus_x, focus_y, created_at)
      values (${client.id}, ${surveyId}, 'p1', 'm1', 'f', ''::bytea, 'image/jpeg', 1, 4, 3, 0, 0, now())`)
    await database.run(sql`
      insert into videos (system_client_id, survey_id, id, question_id, state, source, source_type, source_bytes,
        created_at)
      values (${client.id}, ${surveyId}, 'v1', 'glass', 'waiting', 'x', 'video/webm', 1, now())`)
    const quote = {
      category: 'quote',
      currency: 'EUR',
      questionId: 'glass',
      answerId: 'bad',
      contents: [{ itemCategory: 'labour', amountExVat: 10, amountIncVat: 12 }],
    }
    assert.equal((await client.put(`/surveys/${surveyId}/quotes/q1`, quote)).statusCode, 201)
    const page = await pageOf(me, surveyId)
    assert.deepEqual(page.markPhotos, [
      { markId: 'm1', photos: [{ id: 'p1', contentType: 'image/jpeg', width: 4, height: 3 }] },
    ])
    assert.deepEqual(
      page.damage.marks.map(({ id, kind }) => [id, kind]),
      [['m1', 'dent']],
    )
    assert.deepEqual(
      page.signatures.map(({ signedAt, ...rest }) => [rest, Date.parse(signedAt) > 0]),
      [[{ id: 's1', role: 'customer', name: 'Ada' }, true]],
    )
    assert.deepEqual(
      page.videos.map(({ id, state, questionId }) => [id, state, questionId]),
      [['v1', 'waiting', 'glass']],
    )
    assert.deepEqual(page.quotes, (await client.get(`/surveys/${surveyId}/quotes`)).json())
  })

  test('tells who closed it and when: the DMS, or a person by name', async () => {
    const place = await makePlace()
    const { client, me } = place
    const byDms = await visit(place, '1', { vin }, [])
    await putOrder(client, { closed: true }, '1')
    const page = await pageOf(me, byDms)
    assert.equal(page.closedBy, 'DMS')
    assert.ok(Date.parse(page.closedAt ?? '') > Date.now() - 3_600_000)
    assert.equal(page.survey.closed, true)
    const byPerson = await visit(place, '2', { vin }, [])
    const advisor = await makeKey(client.id, 'advisor')
    await advisor.put('/service-orders/2', { externalBranchId: 'B1', rejected: true })
    const { database } = await testApp()
    await database.run(sql`update logins set name = 'Kim Other' where login = ${advisor.login}`)
    assert.equal((await pageOf(me, byPerson)).closedBy, 'Kim Other')
  })

  test('is a 404 where there is none, and for another client', async () => {
    const place = await makePlace()
    const surveyId = await visit(place, '1', { vin }, [])
    refusal(await place.me.get('/surveys/none'), 'noSuchResource', /"none"/)
    const other = await makeClient()
    const stranger = await person(other.id, 'manager')
    refusal(await stranger.get(`/surveys/${surveyId}`), 'noSuchResource')
    refusal(await stranger.get(`/app/system-clients/${place.client.id}/surveys/${surveyId}`), 'forbidden')
  })
})

describe('the last visit', () => {
  test('is the newest earlier one of the same vehicle that is completed or closed', async () => {
    const place = await makePlace()
    const { client, me } = place
    const oldest = await visit(place, '1', { vin }, [{ questionId: 'tyres', answerId: 'bad' }])
    await complete(client, oldest)
    const last = await visit(place, '2', { vin: vin.toLowerCase(), numberPlate: 'B 1' }, [
      { questionId: 'tyres', answerId: 'ok', comment: 'new ones' },
      { questionId: 'note', custom: true, value: '5.5', unitOfMeasurement: 'mm', status: 'amber' },
    ])
    await putOrder(client, { vehicle: { vin }, closed: true }, '2')
    await visit(place, '3', { vin }, [{ questionId: 'tyres', answerId: 'bad' }])
    const other = await visit(place, '4', { vin: 'ZZZ1A2B35PX000002' }, [
      { questionId: 'tyres', answerId: 'bad' },
    ])
    await complete(client, other)
    const now = await visit(place, '5', { vin }, [])
    const later = await visit(place, '6', { vin }, [{ questionId: 'tyres', answerId: 'bad' }])
    await complete(client, later)
    const { lastVisit } = await pageOf(me, now)
    assert.deepEqual(shown(lastVisit).sort(), [
      `note ${lastVisit.find(({ questionId }) => questionId === 'note')?.answerId} 5.5 amber`,
      'tyres ok Clear green new ones',
    ])
    assert.ok(lastVisit.every(({ surveyId, at }) => surveyId === last && Date.parse(at) > 0))
    assert.equal(lastVisit.find(({ value }) => value === '5.5')?.unitOfMeasurement, 'mm')
  })

  test('is found by plate where there is no VIN, however it is written; not by another country', async () => {
    const place = await makePlace()
    const first = await visit(place, '1', { numberPlate: 'б-123 вс', numberPlateCountry: 'RU' }, [
      { questionId: 'tyres', answerId: 'bad' },
    ])
    await complete(place.client, first)
    const again = await visit(place, '2', { numberPlate: 'Б123ВС', numberPlateCountry: 'ru' }, [])
    assert.deepEqual(shown((await pageOf(place.me, again)).lastVisit), ['tyres bad Cracked red'])
    const elsewhere = await visit(place, '3', { numberPlate: 'Б123ВС', numberPlateCountry: 'BG' }, [])
    assert.deepEqual((await pageOf(place.me, elsewhere)).lastVisit, [])
    const unknown = await visit(place, '4', { make: 'Example' }, [])
    assert.deepEqual((await pageOf(place.me, unknown)).lastVisit, [])
  })

  test('follows the order until it is closed: a vehicle corrected later is the one that counts', async () => {
    const place = await makePlace()
    const first = await visit(place, '1', { numberPlate: 'WRONG' }, [{ questionId: 'tyres', answerId: 'ok' }])
    await putOrder(place.client, { vehicle: { vin } }, '1')
    await complete(place.client, first)
    const now = await visit(place, '2', { vin }, [])
    assert.deepEqual(shown((await pageOf(place.me, now)).lastVisit), ['tyres ok Clear green'])
    const wrong = await visit(place, '3', { numberPlate: 'WRONG' }, [])
    assert.deepEqual((await pageOf(place.me, wrong)).lastVisit, [])
  })

  test('is of the same type before any other, and never of the same order', async () => {
    const place = await makePlace()
    const { client, me } = place
    const contents = [smallQuestion, { ...smallQuestion, id: 'tyres' }]
    await useOwnTemplate(client, { id: 'small-vc', surveyType: 'VC', contents })
    const both = { vehicle: { vin }, technicianSurveyRelease: true }
    const first = await putOrder(client, both, '1')
    const [health, vc] = [surveyIdOf(first), surveyIdOf(first, 'VC')]
    await answer(client, health, [{ questionId: 'tyres', answerId: 'ok' }])
    await answer(client, vc, [{ questionId: 'tyres', answerId: 'bad' }])
    await complete(client, vc)
    assert.deepEqual((await pageOf(me, health)).lastVisit, [], 'the same visit is not the last one')
    const second = await putOrder(client, both, '2')
    assert.deepEqual(shown((await pageOf(me, surveyIdOf(second))).lastVisit), ['tyres bad Cracked red'])
    await complete(client, health)
    assert.deepEqual(shown((await pageOf(me, surveyIdOf(second))).lastVisit), ['tyres ok Clear green'])
    assert.deepEqual(shown((await pageOf(me, surveyIdOf(second, 'VC'))).lastVisit), ['tyres bad Cracked red'])
  })

  test('is of the same client alone', async () => {
    const [one, other] = [await makePlace(), await makePlace()]
    const theirs = await visit(one, '1', { vin }, [{ questionId: 'tyres', answerId: 'bad' }])
    await complete(one.client, theirs)
    const ours = await visit(other, '2', { vin }, [])
    assert.deepEqual((await pageOf(other.me, ours)).lastVisit, [])
  })
})

describe('reasons to decline', () => {
  test('are those of the owner’s page, in every language and said of the customer', async () => {
    const { client, me } = await makePlace()
    const surveyId = surveyIdOf(await putOrder(client), 'health')
    const { rejectionReasons } = await pageOf(me, surveyId)
    const codes = rejectionReasons.map(({ code }) => code)
    for (const language of languages)
      assert.deepEqual(
        listStandardReasons().flatMap(({ code, words }) => (words[language] ? [code] : [])),
        codes,
        language,
      )
    assert.partialDeepStrictEqual(rejectionReasons.find(({ code }) => code === 'byMyself')?.words, {
      en: 'Will do it themselves',
      de: 'Macht es selbst',
      ru: 'Сделает сам',
    })
    const unsaid = rejectionReasons.filter(({ words }) => !languages.every((language) => words[language]))
    assert.deepEqual(unsaid, [])
  })
})
