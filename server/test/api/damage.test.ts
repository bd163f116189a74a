// Damage marks over HTTP: set, changed and removed through the web apps, read by the DMS with those of earlier visits.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Damage } from '@walkaround/contract/dms/media.ts'
import { getOutline } from '../../src/features/outlines/outlines.ts'
import { panelAt } from '../../src/features/outlines/panel-at.ts'
import { makeClient, makeKey, order, type TestClient, testApp } from '../support/api.ts'
import { complete, eventsDuring, putOrder, refusal, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'
import { markPath, onApp, putMark, putPhoto } from '../support/survey-media.ts'

const vehicle = { vin: 'ZZZ1A2B35PX000001', numberPlate: 'B WA 1042', make: 'Volkswagen', model: 'Golf' }

let client: TestClient

before(async () => {
  client = await makeClient()
})

const newSurvey = async (id: string, more: Record<string, unknown> = {}, owner = client) =>
  surveyIdOf(await putOrder(owner, { vehicle, ...more }, id))

async function read(surveyId: string, owner = client): Promise<Damage> {
  const response = await owner.get(`/surveys/${surveyId}/damage-marks`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const remove = (surveyId: string, id: string) => onApp(client, 'DELETE', markPath(surveyId, id))

/** A place on the drawing that is on a panel. */
function onPanel(style: string): { x: number; y: number; panel: string } {
  const outline = getOutline(style as never)
  const [width, height] = outline.viewBox
  for (let x = 10; x < width; x += 10) {
    for (let y = 10; y < height; y += 10) {
      const panel = panelAt(outline, x, y)
      if (panel !== undefined) return { x, y, panel }
    }
  }
  throw new Error(`${style} has no panel`)
}

describe('setting a mark', () => {
  test('finds the panel under it, numbers marks in their order and repeats harmlessly', async (t) => {
    const id = await newSurvey('set')
    const { setNow } = await testApp()
    t.after(() => setNow(undefined))
    const { bodyStyle, marks } = await read(id)
    assert.deepEqual(marks, [])
    const { x, y, panel } = onPanel(bodyStyle)
    // The second by its id is the first by its time.
    const first = await putMark(client, id, 'z', { kind: 'dent', x, y, size: 'large', comment: 'Old' })
    assert.equal(first.statusCode, 201, first.body)
    assert.match(String(first.headers.location), /\/damage-marks\/z$/)
    // Otherwise both may come in one millisecond.
    setNow(new Date(Date.now() + 1000))
    assert.equal((await putMark(client, id, 'a', { kind: 'chip', x: 0, y: 0 })).statusCode, 201)
    const before = await read(id)
    assert.deepEqual(before.marks, [
      { id: 'z', number: 1, kind: 'dent', x, y, panel, size: 'large', comment: 'Old', photos: [] },
      { id: 'a', number: 2, kind: 'chip', x: 0, y: 0, photos: [] },
    ])
    const events = await eventsDuring(client, async () => {
      const again = await putMark(client, id, 'z', { kind: 'dent', x, y, size: 'large', comment: 'Old' })
      assert.equal(again.statusCode, 204)
    })
    assert.deepEqual(events, [], 'the same again writes nothing')
    assert.deepEqual(await read(id), before)
  })

  test('again with other values changes it and keeps its number', async () => {
    const id = await newSurvey('change')
    await putMark(client, id, 'one')
    await putMark(client, id, 'two')
    const events = await eventsDuring(client, async () => {
      assert.equal((await putMark(client, id, 'one', { kind: 'rust', x: 7.5, y: 8.25 })).statusCode, 204)
    })
    assert.deepEqual(events, ['mark.set'])
    const [one, two] = (await read(id)).marks
    assert.deepEqual([one?.id, one?.number, one?.kind, one?.x], ['one', 1, 'rust', 7.5])
    assert.deepEqual([two?.id, two?.number], ['two', 2])
  })

  test('keeps a photo of it, and the photo when the mark goes', async () => {
    const id = await newSurvey('photo')
    await putMark(client, id, 'm')
    assert.equal((await putPhoto(client, id, 'p', '?mark_id=m')).statusCode, 201)
    const [mark] = (await read(id)).marks
    assert.deepEqual(mark?.photos, [{ id: 'p', contentType: 'image/jpeg', width: 320, height: 240 }])
    assert.equal((await remove(id, 'm')).statusCode, 204)
    assert.deepEqual((await read(id)).marks, [])
    assert.equal((await client.get(`/surveys/${id}/photos/p`)).statusCode, 302, 'it stays with the survey')
    assert.equal((await remove(id, 'm')).statusCode, 404)
  })

  test('outside of the drawing, or of no known kind, is refused by name', async () => {
    const id = await newSurvey('outside')
    const [width, height] = getOutline((await read(id)).bodyStyle as never).viewBox
    refusal(await putMark(client, id, 'm', { x: width + 1 }), 'outOfRange', /^x: .*outside the drawing/)
    refusal(await putMark(client, id, 'm', { y: height + 1 }), 'outOfRange', /^y: .*outside the drawing/)
    assert.equal((await putMark(client, id, 'm', { x: width, y: height })).statusCode, 201)
    for (const wrong of [{ x: -1 }, { kind: 'bent' }, { size: 'vast' }, { x: 'left' }, { comment: 7 }]) {
      const response = await putMark(client, id, 'n', wrong)
      assert.equal(response.statusCode, 400, JSON.stringify(wrong))
      assert.match(response.json<{ errorInfo: string }>().errorInfo, new RegExp(Object.keys(wrong)[0] ?? ''))
    }
    assert.equal((await read(id)).marks.length, 1)
  })

  test('200 times is the most; one of them can still be moved', async () => {
    const id = await newSurvey('many')
    for (let number = 0; number < 200; number++) {
      assert.equal((await putMark(client, id, `m${number}`, { x: number })).statusCode, 201)
    }
    refusal(await putMark(client, id, 'm200'), 'tooLong', /at most 200/)
    assert.equal((await putMark(client, id, 'm7', { x: 300 })).statusCode, 204)
    const { marks } = await read(id)
    assert.equal(marks.length, 200)
    assert.equal(marks.find((mark) => mark.id === 'm7')?.number, 8)
  })

  test('at the same time under the same id makes one', async () => {
    const id = await newSurvey('race')
    const answers = await Promise.all(Array.from({ length: 5 }, () => putMark(client, id, 'm')))
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 204, 204, 204, 204])
    assert.equal((await read(id)).marks.length, 1)
  })

  test('stays on the outline it was made on when the vehicle turns out to be another', async () => {
    const id = await newSurvey('outline')
    const { bodyStyle } = await read(id)
    await putMark(client, id, 'm')
    await putOrder(client, { vehicle: { ...vehicle, model: 'Transporter' } }, 'outline')
    assert.equal((await read(id)).bodyStyle, bodyStyle)
    await remove(id, 'm')
    assert.notEqual((await read(id)).bodyStyle, bodyStyle)
  })
})

describe('earlier visits', () => {
  test('show their marks on a later order of the same VIN, never the other way round', async () => {
    const vin = 'ZZZ1A2B35PX000002'
    const { setNow } = await testApp()
    const firstVisit = new Date(Date.now() - 90 * 86_400_000)
    setNow(firstVisit)
    const earlier = await newSurvey('visit-1', { vehicle: { ...vehicle, vin } })
    await putMark(client, earlier, 'old', { kind: 'dent', x: 50, y: 60, comment: 'By the lock' })
    setNow(undefined)
    const later = await newSurvey('visit-2', {
      vehicle: { ...vehicle, vin: vin.toLowerCase(), numberPlate: 'B NEW 1' },
      technicianSurveyRelease: true,
    })
    await putMark(client, later, 'new')
    const damage = await read(later)
    assert.deepEqual(
      damage.marks.map(({ id }) => id),
      ['new'],
    )
    const [old, ...rest] = damage.earlier
    assert.deepEqual(rest, [])
    assert.deepEqual(
      [old?.id, old?.kind, old?.x, old?.comment, old?.surveyId],
      ['old', 'dent', 50, 'By the lock', earlier],
    )
    const seen = Date.parse(old?.seenAt ?? '') - firstVisit.getTime()
    assert.ok(seen >= 0 && seen < 3_600_000, 'seen when the visit was')
    assert.deepEqual((await read(earlier)).earlier, [])
    const check = surveyIdOf(await putOrder(client, { technicianSurveyRelease: true }, 'visit-2'), 'VC')
    assert.deepEqual(
      (await read(check)).earlier.map(({ id }) => id),
      ['old'],
      'marks of the same order are no earlier visit',
    )
  })

  test('of another client with the same car stay there', async () => {
    const own = { ...vehicle, vin: 'ZZZ1A2B35PX000003' }
    const other = await makeClient()
    await putMark(other, await newSurvey('theirs', { vehicle: own }, other), 'm')
    assert.deepEqual((await read(await newSurvey('ours', { vehicle: own }))).earlier, [])
  })

  test('drawn on another outline are left out', async () => {
    const vin = 'ZZZ1A2B35PX000004'
    await putMark(client, await newSurvey('style-1', { vehicle: { ...vehicle, vin } }), 'm')
    const later = await newSurvey('style-2', { vehicle: { ...vehicle, vin, model: 'Transporter' } })
    assert.deepEqual((await read(later)).earlier, [])
  })
})

describe('who and when', () => {
  test('a technician may, a stranger not', async () => {
    const id = await newSurvey('who')
    const technician = { id: client.id, ...(await makeKey(client.id, 'technician')) }
    assert.equal((await putMark(technician, id, 't')).statusCode, 201)
    const stranger = await makeClient()
    assert.equal((await putMark({ ...stranger, id: client.id }, id, 'x')).statusCode, 403)
    assert.equal((await putMark(stranger, id, 'x')).statusCode, 404)
    assert.equal((await onApp(stranger, 'DELETE', markPath(id, 't'))).statusCode, 404)
    assert.equal((await stranger.get(`/surveys/${id}/damage-marks`)).statusCode, 404)
    assert.equal((await read(id)).marks.length, 1)
  })

  test('not once the inspection is completed, nor when the order is closed; reading goes on', async () => {
    const owner = await makeClient()
    await useOwnTemplate(owner)
    const completed = await newSurvey('done', {}, owner)
    await putMark(owner, completed, 'm')
    await complete(owner, completed)
    refusal(await putMark(owner, completed, 'n'), 'surveyCompleted')
    refusal(await putMark(owner, completed, 'm', { kind: 'dent' }), 'surveyCompleted')
    refusal(await onApp(owner, 'DELETE', markPath(completed, 'm')), 'surveyCompleted')

    const closed = await newSurvey('closed')
    await putMark(client, closed, 'm')
    await client.put('/service-orders/closed', order({ vehicle, closed: true }))
    refusal(await putMark(client, closed, 'n'), 'surveyClosed')
    refusal(await remove(closed, 'm'), 'surveyClosed')
    assert.equal((await read(completed, owner)).marks.length, 1)
    assert.equal((await read(closed)).marks.length, 1)
  })

  test('an unknown survey or mark is not found', async () => {
    const id = await newSurvey('none')
    refusal(await putMark(client, 'nowhere', 'm'), 'noSuchResource', /"nowhere"/)
    refusal(await remove(id, 'nothing'), 'noSuchResource', /"nothing"/)
  })
})
