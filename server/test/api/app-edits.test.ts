// Edits of the workshop app: applied once, merged, refused one by one (C3, C6, D3 to D5, E2, F1).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Edit, editKinds } from '@walkaround/contract/app/edits.ts'
import { sql } from '../../src/db/sql.ts'
import { forgetOldEdits } from '../../src/features/edits/forget-edits.ts'
import { makeKey, order, request, testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import {
  answer,
  answersOf,
  customer,
  makePlace,
  type NewEdit,
  type Place,
  readSurvey,
  selected,
  send,
  states,
  vehicle,
} from '../support/edits.ts'
import { putPackage, simplePackage } from '../support/packages.ts'
import { complete } from '../support/scenes.ts'
import { putMark, putSignature } from '../support/survey-media.ts'

describe('an edit', () => {
  test('is applied once however often it arrives', async () => {
    const place = await makePlace()
    const edit = { id: 'e1', ...answer('h.wipers', 'adv', { comment: 'streaks' }) }
    assert.deepEqual(await send(place, edit, edit), [
      { id: 'e1', state: 'applied' },
      { id: 'e1', state: 'repeated' },
    ])
    assert.deepEqual(states(await send(place, answer('h.wipers', 'bad'))), ['applied'])
    assert.deepEqual(states(await send(place, edit)), ['repeated'])
    const [only, ...others] = await selected(place, 'h.wipers')
    assert.equal(only?.id, 'bad')
    assert.deepEqual(others, [])
  })

  test('that arrives many times at once is applied once', async () => {
    const place = await makePlace()
    const id = 'custom-1'
    const edit: NewEdit = {
      id: 'same',
      kind: 'answers',
      answers: [{ questionId: 'h.request', answerId: id, custom: true, value: 'Noise' }],
    }
    const results = await Promise.all(Array.from({ length: 8 }, () => send(place, edit)))
    assert.equal(results.flat().filter(({ state }) => state === 'applied').length, 1)
    assert.equal(results.flat().filter(({ state }) => state === 'repeated').length, 7)
    const { database } = await testApp()
    const count = await database.row<{ count: number }>(sql`
      select count(*)::int as count from events
      where system_client_id = ${place.client.id} and kind = 'survey.answered'`)
    assert.equal(count?.count, 1)
  })

  test('that is refused keeps no other from being applied, and may succeed later', async () => {
    const place = await makePlace()
    const wrong = { id: 'later', ...answer('h.wipers', 'no-such-answer') }
    const results = await send(place, answer('h.wipers', 'ok'), wrong, answer('h.pedal', 'ok'))
    assert.deepEqual(states(results), ['applied', 40401, 'applied'])
    assert.match(results[1]?.errorInfo ?? '', /no-such-answer/)
    assert.deepEqual(states(await send(place, { id: 'later', ...answer('h.wipers', 'adv') })), ['applied'])
  })

  test('names what its kind needs', async () => {
    const place = await makePlace('manager')
    const wanted: [Record<string, unknown>, RegExp][] = [
      [{ kind: 'answers' }, /^answers: /],
      [{ kind: 'answers', answers: [] }, /^answers: /],
      [{ kind: 'clear' }, /^questionId: /],
      [{ kind: 'variant', questionId: 'q', answerId: 'a', packageId: 'p' }, /^variantId: /],
      [{ kind: 'quote', quoteId: 'q' }, /^quote: /],
      [{ kind: 'removeQuote' }, /^quoteId: /],
      [{ kind: 'decision', quoteId: 'q' }, /^approvalStatus: /],
      [{ kind: 'contact', email: 'a@b' }, /^partner: /],
      [{ kind: 'contact', partner: 'driver' }, /^email or mobilePhone: /],
      [{ kind: 'reopen', reason: '' }, /^reason: /],
    ]
    const results = await send(place, ...wanted.map(([edit]) => edit as NewEdit))
    for (const [index, [, info]] of wanted.entries()) {
      assert.equal(results[index]?.errorCode, 40010)
      assert.match(results[index]?.errorInfo ?? '', info)
    }
    const several = await send(place, { kind: 'variant' } as NewEdit)
    assert.equal(several[0]?.errorCode, 40000)
    const form = await place.me.post(`/surveys/${place.surveyId}/edits`, { edits: [{ kind: 'unknown' }] })
    assert.equal(form.statusCode, 400)
    assert.match(form.json().errorInfo, /edits\[0\]\.id/)
  })

  test('that breaks a rule of its form is refused alone, and the others are applied', async () => {
    const place = await makePlace()
    const unheardOf = { kind: 'paint', colour: 'red' } as unknown as NewEdit
    const wrongType = { kind: 'clear', questionId: 7 } as unknown as NewEdit
    const results = await send(place, unheardOf, answer('h.wipers', 'ok'), wrongType, { kind: 'start' })
    assert.deepEqual(states(results), [40012, 'applied', 40011, 'applied'])
    assert.match(results[0]?.errorInfo ?? '', /^kind: "paint" is not one of start, answers, clear, /)
    assert.match(results[2]?.errorInfo ?? '', /^questionId: 7 is not a string$/)
  })

  test('as older apps kept it, with fields of other kinds beside its own, is applied', async () => {
    const place = await makePlace()
    const old = { ...answer('h.wipers', 'ok'), questionId: 'h.wipers', seen: [], selected: true, reason: '' }
    const results = await send(place, old as NewEdit, { kind: 'start', email: null, quote: null } as NewEdit)
    assert.deepEqual(states(results), ['applied', 'applied'])
  })

  test('of a tablet that woke up in 1970 is applied', async () => {
    const place = await makePlace()
    const at = '1970-01-01T00:00:10.000Z'
    const clockAhead = Date.parse(at) - Date.now()
    assert.deepEqual(states(await send(place, { ...answer('h.wipers', 'ok'), at, clockAhead })), ['applied'])
  })

  test('of a survey that does not exist, or of another client, is 404 and 403', async () => {
    const place = await makePlace()
    const edits = { edits: [{ id: 'e', kind: 'start' }] }
    assert.equal((await place.me.post('/surveys/none/edits', edits)).statusCode, 404)
    assert.equal((await place.me.post('/surveys/none/edits', {})).statusCode, 404)
    const other = await makePlace()
    assert.equal((await place.me.post(`/surveys/${other.surveyId}/edits`, edits)).statusCode, 404)
    const foreign = `/app/system-clients/${other.client.id}/surveys/${other.surveyId}/edits`
    assert.equal((await place.me.post(foreign, edits)).statusCode, 403)
    assert.equal((await readSurvey(other)).surveyor, undefined)
  })

  test('can be sent with a key', async () => {
    const { client, surveyId } = await makePlace()
    const { key } = await makeKey(client.id, 'technician')
    const response = await request({
      method: 'POST',
      url: `/app/system-clients/${client.id}/surveys/${surveyId}/edits`,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      payload: JSON.stringify({ edits: [{ id: 'e', ...answer('h.wipers', 'ok') }] }),
    })
    assert.equal(response.json().results[0].state, 'applied')
  })

  test('is remembered for thirty days', async () => {
    const place = await makePlace()
    const edit = { id: 'old', ...answer('h.wipers', 'ok') }
    await send(place, edit)
    const { database } = await testApp()
    const day = 24 * 3_600_000
    await forgetOldEdits(database, new Date(Date.now() + 29 * day))
    assert.deepEqual(states(await send(place, edit)), ['repeated'])
    await forgetOldEdits(database, new Date(Date.now() + 31 * day))
    assert.deepEqual(states(await send(place, edit)), ['applied'])
  })
})

describe('answers at the car', () => {
  test('start sets the surveyor once, planned by name (C6)', async () => {
    const place = await makePlace('advisor', 'Jo Sample')
    await send(place, { kind: 'start' })
    const { surveyor, plannedSurveyor } = await readSurvey(place)
    assert.deepEqual(surveyor, { id: place.me.login, firstName: 'Jo', lastName: 'Sample' })
    assert.equal(plannedSurveyor.id, 'SA-3')
    const other = await person(place.client.id, 'advisor', 'Maria del Mar Lopez')
    assert.deepEqual(states(await send({ ...place, me: other }, { kind: 'start' })), ['applied'])
    assert.deepEqual((await readSurvey(place)).surveyor, surveyor)
    await send({ surveyId: place.types.VC as string, me: other }, { kind: 'start' })
    const second = await readSurvey({ ...place, surveyId: place.types.VC as string })
    assert.equal(second.surveyor.firstName, 'Maria del Mar')
    assert.equal(second.plannedSurveyor, undefined)
  })

  test('a number selects the answer of its band', async () => {
    const { client, me, types } = await makePlace('technician')
    const place = { client, me, surveyId: types.VC as string }
    const tread = (value: string): NewEdit => ({
      kind: 'answers',
      answers: [{ questionId: 'vc.treadFL', value }],
    })
    await send(place, tread('7'))
    assert.deepEqual(states(await send(place, tread('1.5'), tread('no number'))), ['applied', 40061])
    const [only, ...others] = await selected(place, 'vc.treadFL')
    assert.deepEqual([only?.id, only?.value, only?.status, others], ['bad', '1.5', 'red', []])
  })

  test('several at once are one edit, whole or not at all', async () => {
    const place = await makePlace()
    const many = (last: string): NewEdit => ({
      kind: 'answers',
      answers: [
        { questionId: 'h.wipers', answerId: 'ok' },
        { questionId: 'h.pedal', answerId: 'ok' },
        { questionId: 'h.wipers', answerId: 'ok', comment: 'new' },
        { questionId: 'h.tyresLook', answerId: last },
      ],
    })
    assert.deepEqual(states(await send(place, many('none'))), [40401])
    assert.deepEqual(await selected(place, 'h.wipers'), [])
    assert.deepEqual(states(await send(place, many('ok'))), ['applied'])
    assert.equal((await selected(place, 'h.wipers'))[0]?.comment, 'new')
  })

  test('what is left out stays, what is empty goes', async () => {
    const place = await makePlace()
    await send(place, answer('h.wipers', 'adv', { comment: 'streaks' }))
    await send(place, answer('h.wipers', 'adv'))
    assert.equal((await selected(place, 'h.wipers'))[0]?.comment, 'streaks')
    await send(place, answer('h.wipers', 'adv', { comment: '' }))
    assert.equal((await selected(place, 'h.wipers'))[0]?.comment, undefined)
  })

  test('an entered answer has the id of the device, and is changed under it', async () => {
    const place = await makePlace()
    const entered = (value: string): NewEdit =>
      answer('h.wipers', 'mine', { custom: true, value, status: 'amber' })
    await send(place, answer('h.wipers', 'ok'), entered('one'), entered('two'))
    const shown = await selected(place, 'h.wipers')
    assert.deepEqual(
      shown.map(({ id, custom, value }) => [id, custom, value]),
      [
        ['ok', undefined, shown[0]?.value],
        ['mine', true, 'two'],
      ],
    )
    const taken = answer('h.wipers', 'bad', { custom: true, value: 'x' })
    const empty = answer('h.wipers', 'more', { custom: true })
    assert.deepEqual(states(await send(place, taken, empty)), [40057, 40020])
  })

  test('clear takes one answer or all of a question back', async () => {
    const place = await makePlace()
    const entered = answer('h.wipers', 'mine', { custom: true, value: 'x' })
    await send(place, answer('h.wipers', 'adv', { comment: 'c' }), entered)
    await send(place, { kind: 'clear', questionId: 'h.wipers', answerId: 'adv' })
    assert.deepEqual(
      (await selected(place, 'h.wipers')).map(({ id }) => id),
      ['mine'],
    )
    assert.equal((await answersOf(place, 'h.wipers')).find(({ id }) => id === 'adv')?.comment, undefined)
    await send(place, answer('h.wipers', 'adv'))
    const clear: NewEdit = { kind: 'clear', questionId: 'h.wipers' }
    assert.deepEqual(states(await send(place, clear, clear, { kind: 'clear', questionId: 'none' })), [
      'applied',
      'applied',
      40401,
    ])
    assert.deepEqual(await selected(place, 'h.wipers'), [])
  })
})

describe('several people at one survey', () => {
  test('edits of different questions merge', async () => {
    const place = await makePlace()
    const people = [
      place.me,
      ...(await Promise.all([1, 2, 3].map(() => person(place.client.id, 'technician')))),
    ]
    const questions = ['h.wipers', 'h.pedal', 'h.tyresLook', 'h.body']
    const rounds = people.map(async (me, index) => {
      for (const id of ['ok', 'adv', 'bad']) {
        assert.deepEqual(states(await send({ ...place, me }, answer(questions[index] as string, id))), [
          'applied',
        ])
      }
    })
    await Promise.all(rounds)
    for (const question of questions.slice(0, 3)) {
      assert.deepEqual(
        (await selected(place, question)).map(({ id }) => id),
        ['bad'],
      )
    }
    // This one takes several.
    assert.equal((await selected(place, 'h.body')).length, 3)
  })

  test('of the same question the later wins, and one is left', async () => {
    const place = await makePlace()
    const other = await person(place.client.id, 'technician')
    const results = await Promise.all(
      [place.me, other, place.me, other].map((me, index) =>
        send({ ...place, me }, answer('h.wipers', ['ok', 'adv', 'bad', 'adv'][index] as string)),
      ),
    )
    assert.deepEqual(states(results.flat()), ['applied', 'applied', 'applied', 'applied'])
    assert.equal((await selected(place, 'h.wipers')).length, 1)
  })

  test('edits and orders of the DMS do not block each other', async () => {
    const place = await makePlace()
    const puts = Array.from({ length: 6 }, (_, index) =>
      place.client.put('/service-orders/1', order({ customer, vehicle, description: `${index}` })),
    )
    const edits = Array.from({ length: 6 }, (_, index) =>
      send(
        place,
        { kind: 'contact', partner: 'customer', email: `a${index}@example.org` },
        answer('h.wipers', 'ok'),
      ),
    )
    for (const response of await Promise.all(puts)) assert.equal(response.statusCode, 204)
    for (const results of await Promise.all(edits)) assert.deepEqual(states(results), ['applied', 'applied'])
  })
})

describe('packages and quotes', () => {
  const variant = { questionId: 'h.wipers', answerId: 'adv', packageId: 'wipers', variantId: 'v' }
  const select: NewEdit = { kind: 'variant', ...variant }

  async function makeOffer(role: Parameters<typeof person>[1] = 'advisor'): Promise<Place> {
    const place = await makePlace(role)
    await putPackage(place.client, 'wipers', simplePackage())
    const instruction = { questionId: 'h.wipers', answerId: 'adv', packageIds: ['wipers'] }
    await place.client.put('/survey-templates/open!health/package-assignment', [instruction])
    return place
  }
  const quotesOf = async ({ client, surveyId }: Place) =>
    (await client.get(`/surveys/${surveyId}/quotes`)).json()

  test('a variant is selected, decided on and deselected', async () => {
    const place = await makeOffer()
    assert.deepEqual(states(await send(place, select, select)), ['applied', 'applied'])
    const [quote, ...others] = await quotesOf(place)
    assert.deepEqual([quote.category, others], ['package', []])
    const decision: NewEdit = {
      kind: 'decision',
      quoteId: quote.id,
      approvalStatus: 'deferred',
      approvalMedium: 'phone',
      deferralDate: '2027-01-01',
    }
    assert.deepEqual(states(await send(place, decision)), ['applied'])
    const [decided] = await quotesOf(place)
    assert.deepEqual(
      [decided.approvalStatus, decided.approvalMedium, decided.deferralDate],
      ['deferred', 'phone', '2027-01-01'],
    )
    assert.ok(Math.abs(new Date(decided.approvalDate).getTime() - Date.now()) < 3_600_000)
    const deselect = { ...select, selected: false }
    assert.deepEqual(states(await send(place, deselect, deselect)), ['applied', 'applied'])
    assert.deepEqual(await quotesOf(place), [])
    assert.deepEqual(states(await send(place, { ...select, variantId: 'none' })), [40048])
  })

  test('an own line is set, decided on and taken away', async () => {
    const place = await makeOffer()
    const quote = {
      category: 'quote' as const,
      description: 'Wiper blades',
      currency: 'EUR',
      questionId: 'h.wipers',
      answerId: 'adv',
      contents: [{ id: '1', itemCategory: 'material' as const, amountExVat: 20 }],
    }
    const set: NewEdit = { kind: 'quote', quoteId: 'own', quote }
    assert.deepEqual(states(await send(place, set, { ...set, quote: { ...quote, description: 'Blades' } })), [
      'applied',
      'applied',
    ])
    const decision: NewEdit = { kind: 'decision', quoteId: 'own', approvalStatus: 'approved' }
    assert.deepEqual(states(await send(place, decision, { ...decision, quoteId: 'none' })), [
      'applied',
      40401,
    ])
    const [shown] = await quotesOf(place)
    assert.deepEqual(
      [shown.description, shown.approvalStatus, shown.approvalMedium],
      ['Blades', 'approved', 'direct'],
    )
    assert.deepEqual(states(await send(place, { ...set, quote: { ...quote, id: 'other' } })), [40017])
    const remove: NewEdit = { kind: 'removeQuote', quoteId: 'own' }
    assert.deepEqual(states(await send(place, remove, remove)), ['applied', 'applied'])
    assert.deepEqual(await quotesOf(place), [])
  })

  test('are not for technicians', async () => {
    const place = await makeOffer('technician')
    const results = await send(
      place,
      select,
      { kind: 'removeQuote', quoteId: 'x' },
      { kind: 'decision', quoteId: 'x', approvalStatus: 'approved' },
      { kind: 'contact', partner: 'customer', email: 'a@example.org' },
      { kind: 'reopen', reason: 'x' },
      answer('h.wipers', 'adv'),
    )
    assert.deepEqual(states(results), [40300, 40300, 40300, 40300, 40300, 'applied'])
    assert.deepEqual(await quotesOf(place), [])
  })
})

describe('a tyre', () => {
  test('keeps its readings, week and size beside the answer, and the DMS reads none of it', async () => {
    const place = await makePlace('technician')
    const at = { me: place.me, client: place.client, surveyId: place.types.VC ?? '' }
    const read = { inner: '5.5', middle: '4.2', outer: '6', dot: '2319', size: '205/55 R16 91V' }
    const tread = { kind: 'answers' as const, answers: [{ questionId: 'vc.treadFL', value: '4.2' }] }
    const before = await send(at, { kind: 'tyre', questionId: 'vc.treadFL', ...read }, tread)
    assert.deepEqual(states(before), ['applied', 'applied'])
    const tyres = async () => (await at.me.get(`/surveys/${at.surveyId}`)).json().tyres
    assert.deepEqual(await tyres(), [{ questionId: 'vc.treadFL', ...read }])
    const { value, ...rest } = (await selected(at, 'vc.treadFL'))[0] ?? {}
    assert.equal(value, '4.2')
    assert.ok(!JSON.stringify([rest, await readSurvey(at)]).includes('205/55'))
    // What is noted replaces what was noted.
    await send(at, { kind: 'tyre', questionId: 'vc.treadFL', dot: '0124' })
    assert.deepEqual(await tyres(), [{ questionId: 'vc.treadFL', dot: '0124' }])
  })

  test('is refused by name: a week that does not exist, no depth, a question about something else', async () => {
    const place = await makePlace('technician')
    const at = { me: place.me, surveyId: place.types.VC ?? '' }
    const results = await send(
      at,
      { kind: 'tyre', questionId: 'vc.treadFL', dot: '5419' },
      { kind: 'tyre', questionId: 'vc.treadFL', inner: 'thin' },
      { kind: 'tyre', questionId: 'vc.padFL', inner: '5' },
      { kind: 'tyre', questionId: 'nothing', inner: '5' },
    )
    assert.deepEqual(
      results.map(({ errorInfo = '' }) => errorInfo.replace(/ .*/, '')),
      ['dot:', 'inner:', 'questionId:', 'there'],
    )
  })
})

describe('who may make an edit (F1)', () => {
  const edits: Record<Edit['kind'], NewEdit> = {
    start: { kind: 'start' },
    answers: answer('h.wipers', 'ok'),
    clear: { kind: 'clear', questionId: 'h.wipers' },
    tyre: { kind: 'tyre', questionId: 'x', dot: '2319' },
    variant: { kind: 'variant', questionId: 'x', answerId: 'x', packageId: 'x', variantId: 'x' },
    quote: {
      kind: 'quote',
      quoteId: 'x',
      quote: { category: 'quote', questionId: 'x', answerId: 'x', currency: 'EUR', contents: [] },
    },
    removeQuote: { kind: 'removeQuote', quoteId: 'x' },
    decision: { kind: 'decision', quoteId: 'x', approvalStatus: 'approved' },
    removeDecision: { kind: 'removeDecision', quoteId: 'x' },
    contact: { kind: 'contact', partner: 'customer', email: 'a@example.org' },
    actLanguage: { kind: 'actLanguage', language: 'de' },
    complete: { kind: 'complete' },
    reopen: { kind: 'reopen', reason: 'x' },
  }
  const atTheCar: Edit['kind'][] = ['start', 'answers', 'clear', 'tyre', 'actLanguage', 'complete']
  const withTheCustomer: Edit['kind'][] = [
    'variant',
    'quote',
    'removeQuote',
    'decision',
    'removeDecision',
    'contact',
  ]
  const allowed: [Parameters<typeof person>[1], Edit['kind'][]][] = [
    ['technician', atTheCar],
    ['advisor', [...atTheCar, ...withTheCustomer]],
    ['dms', [...atTheCar, ...withTheCustomer]],
    ['manager', [...atTheCar, ...withTheCustomer, 'reopen']],
    ['admin', [...atTheCar, ...withTheCustomer, 'reopen']],
    ['support', [...atTheCar, ...withTheCustomer, 'reopen']],
  ]
  for (const [role, kinds] of allowed) {
    test(`${role}: ${kinds.join(', ')}`, async () => {
      assert.deepEqual(Object.keys(edits), [...editKinds])
      const place = await makePlace(role)
      const results = await send(place, ...Object.values(edits))
      // An edit that the role allows may still be refused for what it names.
      const refused = Object.keys(edits).filter((_, index) => results[index]?.errorCode === 40300)
      assert.deepEqual(
        refused,
        Object.keys(edits).filter((kind) => !kinds.includes(kind as Edit['kind'])),
      )
    })
  }
})

describe('completing and reopening (D5, C3)', () => {
  const questions = ['lines', 'concern', 'approved', 'torque', 'faults', 'drive', 'damage', 'release']
  const allOk: NewEdit = {
    kind: 'answers',
    answers: questions.map((name) => ({ questionId: `qc.${name}`, answerId: 'ok' })),
  }
  const sign = async ({ client, surveyId }: Pick<Place, 'client' | 'surveyId'>, id = 's1') =>
    putSignature(client, surveyId, id, { role: 'technician', questionId: 'qc.release' })

  async function makeQc(role: Parameters<typeof person>[1]): Promise<Place> {
    const place = await makePlace(role)
    return { ...place, surveyId: place.types.QC as string }
  }

  test('needs every answer and every signature, and freezes', async () => {
    const place = await makeQc('technician')
    const [empty] = await send(place, { kind: 'complete' })
    assert.equal(empty?.errorCode, 40000)
    assert.match(empty?.errorInfo ?? '', /qc\.lines: ".*" has no answer/)
    const results = await send(place, allOk, { kind: 'complete' })
    assert.deepEqual(states(results), ['applied', 40058])
    assert.match(results[1]?.errorInfo ?? '', /^qc\.release: ".*" has no signature$/)
    assert.equal((await sign(place)).statusCode, 201)
    // Signed before a change: it asks for a new one (I2).
    await putMark(place.client, place.surveyId, 'm1')
    assert.deepEqual(states(await send(place, { kind: 'complete' })), [40058])
    assert.equal((await sign(place, 's2')).statusCode, 201)
    assert.deepEqual(states(await send(place, { kind: 'complete' }, { kind: 'complete' })), [
      'applied',
      40040,
    ])
    const moved = await send(
      place,
      answer('qc.lines', 'bad'),
      { kind: 'clear', questionId: 'qc.lines' },
      { kind: 'start' },
    )
    assert.deepEqual(states(moved), [40040, 40040, 40040])
    assert.equal((await readSurvey(place)).completed, true)
  })

  test('needs the same on the command line', async () => {
    const place = await makeQc('technician')
    await send(place, allOk)
    await assert.rejects(complete(place.client, place.surveyId), {
      kind: 'signatureMissing',
      errorInfo: /^qc\.release: ".*" has no signature$/,
    })
    assert.equal((await readSurvey(place)).completed, false)
    await sign(place)
    await complete(place.client, place.surveyId)
    assert.equal((await readSurvey(place)).completed, true)
  })

  test('needs the videos that are mandatory', async () => {
    const { client, me, types } = await makePlace('technician')
    const place = { client, me, surveyId: types.VC as string }
    const [result] = await send(place, answer('vc.video', 'ok'), { kind: 'complete' }).then((all) =>
      all.slice(1),
    )
    assert.match(result?.errorInfo ?? '', /^vc\.video: ".*" has no video$/m)
  })

  test('is taken back by a manager with a reason, and by nobody else', async () => {
    const place = await makeQc('manager')
    await send(place, allOk)
    await sign(place)
    await send(place, { kind: 'complete' })
    const advisor = await person(place.client.id, 'advisor')
    const reopen: NewEdit = { kind: 'reopen', reason: 'a wheel was forgotten' }
    assert.deepEqual(states(await send({ ...place, me: advisor }, reopen)), [40300])
    assert.deepEqual(states(await send(place, reopen, reopen, answer('qc.lines', 'bad'))), [
      'applied',
      40045,
      'applied',
    ])
    const { database } = await testApp()
    const event = await database.row<{ payload: { reason: string }; actor: string }>(sql`
      select payload, actor from events where system_client_id = ${place.client.id} and kind = 'survey.reopened'`)
    assert.equal(event?.payload.reason, 'a wheel was forgotten')
    assert.match(event?.actor ?? '', /^login:/)
  })

  test('a closed survey comes back only after its order did', async () => {
    const place = await makeQc('manager')
    await send(place, allOk)
    await place.client.put('/service-orders/1', order({ customer, vehicle, closed: true }))
    const reopen: NewEdit = { kind: 'reopen', reason: 'closed by mistake' }
    const refused = await send(place, answer('qc.lines', 'bad'), reopen, { kind: 'complete' })
    assert.deepEqual(states(refused), [40041, 40041, 40041])
    await place.client.put('/service-orders/1', order({ customer, vehicle, closed: false }))
    assert.equal((await readSurvey(place)).closed, true)
    assert.deepEqual(states(await send(place, answer('qc.lines', 'bad'), reopen)), [40041, 'applied'])
    assert.deepEqual(states(await send(place, answer('qc.lines', 'bad'))), ['applied'])
    await place.client.put('/service-orders/1', order({ customer, vehicle, description: 'new words' }))
    const survey = await readSurvey(place)
    assert.deepEqual([survey.closed, survey.referenceObject.description], [false, 'new words'])
  })

  test('an answer that was on its way while the order closed is refused with the reason', async () => {
    const place = await makePlace()
    await place.client.put('/service-orders/1', order({ rejected: true }))
    const [late] = await send(place, answer('h.wipers', 'ok'))
    assert.equal(late?.state, 'refused')
    assert.match(late?.errorInfo ?? '', /is closed/)
  })
})
