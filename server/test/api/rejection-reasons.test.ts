// The reasons to decline of a client: set up on a page, offered to owners and on tablets, told in words where decisions are.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { RejectionReasons, RejectionReasonsChange } from '@walkaround/contract/app/rejection-reasons.ts'
import { makeClient, type TestClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { decide, makeOwnerScene, read } from '../support/owner.ts'
import { refusal } from '../support/scenes.ts'

const path = '/rejection-reasons'

async function makeOffice(): Promise<{ client: TestClient; admin: AppPerson }> {
  const client = await makeClient()
  return { client, admin: await person(client.id, 'admin') }
}

const readReasons = async (admin: AppPerson) => (await admin.get(path)).json<RejectionReasons>()

/** As they are read, to be sent back. */
const asChange = ({ reasons }: RejectionReasons): RejectionReasonsChange => ({
  reasons: reasons.map(({ delivered: _, ...own }) => own),
})

const holiday = {
  code: 'holiday',
  words: [
    { language: 'en' as const, text: 'After my <holiday>', reported: 'After their holiday' },
    { language: 'de' as const, text: 'Nach dem Urlaub' },
  ],
}

describe('putRejectionReasons', () => {
  test('sets order, words and what is offered, and is read as it was set', async () => {
    const { admin } = await makeOffice()
    const before = await readReasons(admin)
    assert.equal(before.isOwn, undefined)
    assert.deepEqual(
      before.reasons.filter(({ delivered, words, isOff }) => !delivered || words.length > 0 || isOff),
      [],
      'all as delivered',
    )
    const [first, ...others] = asChange(before).reasons
    const wanted = [
      holiday,
      ...others,
      { ...first!, isOff: true, words: [{ language: 'en' as const, text: 'Too dear' }] },
    ]
    const set = await admin.put(path, { reasons: wanted })
    assert.equal(set.statusCode, 200, set.body)
    const now = await admin.get(path)
    assert.deepEqual([now.json(), now.headers.etag], [set.json(), set.headers.etag])
    const { reasons, isOwn } = now.json<RejectionReasons>()
    assert.equal(isOwn, true)
    assert.deepEqual(
      reasons.map(({ code }) => code),
      wanted.map(({ code }) => code),
    )
    assert.deepEqual(reasons[0], holiday)
    assert.partialDeepStrictEqual(reasons.at(-1), {
      isOff: true,
      words: [{ language: 'en', text: 'Too dear' }],
    })
    assert.deepEqual(reasons.at(-1)?.delivered, before.reasons[0]?.delivered)
  })

  test('names the reason, the field and the rule', async () => {
    const { admin } = await makeOffice()
    const { reasons } = asChange(await readReasons(admin))
    const put = async (list: unknown) => refusal(await admin.put(path, { reasons: list }), 'invalidArgument')
    const own = { code: 'mine', words: [{ language: 'en', text: 'Mine' }] }
    assert.match(
      await put([...reasons, { code: '7 up', words: own.words }]),
      /^reasons\[7\]\.code: "7 up" must begin/,
    )
    assert.match(await put([...reasons, own, own]), /^reasons\[8\]\.code: "mine" is there twice/)
    assert.match(
      await put([...reasons, { code: 'mine', words: [{ language: 'de', text: 'Meins' }] }]),
      /^reasons\[7\]\.words: "mine" needs a text in the client's language, en/,
    )
    assert.match(
      await put(reasons.slice(1)),
      /^reasons: "tooExpensive" is missing; .* switched off but not removed/,
    )
    assert.equal((await admin.put(path, { reasons: [...reasons, own] })).statusCode, 200)
    assert.match(await put(reasons), /^reasons: "mine" is missing/)
    refusal(
      await admin.put(path, { reasons: [{ code: 'x', words: [{ language: 'xx', text: 'x' }] }] }),
      'notInList',
    )
    refusal(
      await admin.put(path, {
        reasons: [...reasons, { ...own, words: [{ language: 'en', text: 'x'.repeat(121) }] }],
      }),
      'tooLong',
    )
  })

  test('keeps the later of two admins from overwriting the earlier one', async () => {
    const { admin } = await makeOffice()
    const first = await admin.get(path)
    const tag = { 'if-match': String(first.headers.etag) }
    const { reasons } = asChange(first.json())
    const set = await admin.call('PUT', path, { reasons: [...reasons, holiday] }, tag)
    assert.equal(set.statusCode, 200, set.body)
    refusal(await admin.call('PUT', path, { reasons }, tag), 'preconditionFailed')
  })

  test('is for those who set up their own client', async () => {
    const { client, admin } = await makeOffice()
    const [advisor, stranger] = [await person(client.id, 'advisor'), await makeOffice()]
    refusal(await advisor.get(path), 'forbidden')
    const change = asChange(await readReasons(admin))
    refusal(await advisor.put(path, change), 'forbidden')
    refusal(await stranger.admin.put(`/app/system-clients/${client.id}${path}`, change), 'forbidden')
    await stranger.admin.put(path, { reasons: [...change.reasons, holiday] })
    assert.equal((await readReasons(admin)).isOwn, undefined)
  })

  test('leaves an entry in the audit with former and new words', async () => {
    const { admin } = await makeOffice()
    const { reasons } = asChange(await readReasons(admin))
    await admin.put(path, { reasons: [...reasons, holiday] })
    const { entries } = (await admin.get('/audit?area=settings')).json<{
      entries: { kind: string; changes?: { field: string }[] }[]
    }>()
    const entry = entries.find(({ kind }) => kind === 'rejectionReasons.changed')
    const changed = entry?.changes?.map(({ field }) => field) ?? []
    assert.ok(changed.includes('order'), changed.join())
    assert.ok(
      changed.some((field) => field.startsWith('holiday')),
      changed.join(),
    )
    assert.ok(!changed.some((field) => field.startsWith('tooExpensive')), 'what stayed is no change')
  })
})

describe('own reasons', () => {
  test('are offered to the owner, kept as a code, and told in words once they are switched off', async () => {
    const scene = await makeOwnerScene()
    const { client, ids, surveyId } = scene
    const admin = await person(client.id, 'admin')
    const { reasons } = asChange(await readReasons(admin))
    const [dear, ...others] = reasons
    await admin.put(path, { reasons: [holiday, ...others, { ...dear!, isOff: true }] })
    const page = (await read(scene.path)).body
    assert.match(
      page,
      /<option value="">[^<]*<\/option><option value="holiday">After my &lt;holiday&gt;<\/option>/,
    )
    assert.doesNotMatch(page, /value="tooExpensive"/)
    const done = await decide(scene, { [ids.pads]: 'no' }, { [`reason:${ids.pads}`]: 'holiday' })
    assert.equal(done.statusCode, 303, done.body)

    const quotes = (await client.get(`/surveys/${surveyId}/quotes`)).json<
      { rejectionReasonCode?: string }[]
    >()
    assert.ok(
      quotes.some(({ rejectionReasonCode }) => rejectionReasonCode === 'holiday'),
      'the DMS reads the code as it reads every other',
    )
    await admin.put(path, { reasons: [...others, { ...dear!, isOff: true }, { ...holiday, isOff: true }] })
    const after = (await read(scene.path)).body
    assert.match(after, /After my &lt;holiday&gt;/)
    assert.doesNotMatch(after, /value="holiday"/)
    const advisor = await person(client.id, 'advisor')
    const shown = (await advisor.get(`/surveys/${surveyId}`)).json<SurveyPage>()
    assert.deepEqual(
      shown.rejectionReasons.find(({ code }) => code === 'holiday'),
      {
        code: 'holiday',
        isOff: true,
        words: {
          en: 'After their holiday',
          de: 'Nach dem Urlaub',
          fr: 'After their holiday',
          pl: 'After their holiday',
          ru: 'After their holiday',
        },
      },
    )
  })

  test('one that was switched off while the owner read is still taken', async () => {
    const scene = await makeOwnerScene()
    const admin = await person(scene.client.id, 'admin')
    const { reasons } = asChange(await readReasons(admin))
    await read(scene.path)
    await admin.put(path, { reasons: reasons.map((one) => ({ ...one, isOff: true })) })
    const { pads } = scene.ids
    const done = await decide(scene, { [pads]: 'no' }, { [`reason:${pads}`]: 'byMyself' })
    assert.equal(done.statusCode, 303, done.body)
    assert.match((await read(scene.path)).body, /I will do it myself/)
  })
})
