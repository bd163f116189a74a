// The texts of the owner's page in a client's own words: set up by language, seen before, said on the page and on the receipt.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OwnerTexts, OwnerTextsPreview } from '@walkaround/contract/app/owner-texts.ts'
import { ownerTextNames, ownerTextPages, ruleOf } from '@walkaround/contract/rules/owner-texts.ts'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { createCopyLink, withdrawOwnerLinks } from '../../src/features/owner-links/owner-links.ts'
import { setSite } from '../../src/organisation/sites.ts'
import { BASE_URL, makeClient, type TestClient } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { decide, hostile, makeOwnerScene, read, TELEPHONE } from '../support/owner.ts'
import { inClientOf, refusal } from '../support/scenes.ts'

async function makeOffice(): Promise<{ client: TestClient; admin: AppPerson }> {
  const client = await makeClient()
  return { client, admin: await person(client.id, 'admin') }
}

const path = '/owner-texts/en'
const readTexts = async (admin: AppPerson, at = path) => (await admin.get(at)).json<OwnerTexts>()
const script = '<script>alert(1)</script>'

describe('putOwnerTexts', () => {
  test('sets the words of one language, which are read as they were set, and deleting brings the delivered back', async () => {
    const { admin } = await makeOffice()
    const before = await readTexts(admin)
    assert.deepEqual([before.own, before.isOwn], [{}, undefined])
    assert.equal(before.otherwise.title, 'Inspection result')
    assert.equal(before.otherwise.welcome, undefined)
    const set = await admin.put(path, {
      title: ' Your car ',
      lead: before.otherwise.lead,
      next: 'We call.\nSoon.',
    })
    assert.equal(set.statusCode, 200, set.body)
    const now = await admin.get(path)
    assert.deepEqual([now.json(), now.headers.etag], [set.json(), set.headers.etag])
    assert.deepEqual(set.json(), {
      ...before,
      own: { title: 'Your car', next: 'We call.\nSoon.' },
      isOwn: true,
    })
    assert.equal((await readTexts(admin, '/owner-texts/de')).otherwise.next, 'We call.\nSoon.')
    assert.equal((await readTexts(admin, '/owner-texts/de')).otherwise.title, 'Ergebnis der Prüfung')
    assert.equal((await admin.delete(path)).statusCode, 204)
    assert.deepEqual(await readTexts(admin), before)
    refusal(await admin.delete(path), 'noSuchResource')
  })

  test('names the field and the rule', async () => {
    const { admin } = await makeOffice()
    const put = async (texts: object) => refusal(await admin.put(path, texts), 'invalidArgument')
    assert.match(await put({ lead: 'See {unknown}' }), /^lead: \{unknown\} is not one of \{dealership\}, /)
    assert.match(await put({ title: 'One\nTwo' }), /^title: must be one line/)
    assert.match(refusal(await admin.put(path, { title: 'x'.repeat(61) }), 'tooLong'), /^title: /)
    refusal(await admin.put('/owner-texts/xx', {}), 'noSuchResource')
    refusal(await admin.get('/owner-texts/xx'), 'noSuchResource')
    assert.deepEqual((await readTexts(admin)).own, {})
  })

  test('keeps the later of two admins from overwriting the earlier one', async () => {
    const { admin } = await makeOffice()
    const tag = { 'if-match': String((await admin.get(path)).headers.etag) }
    assert.equal((await admin.call('PUT', path, { next: 'First' }, tag)).statusCode, 200)
    refusal(await admin.call('PUT', path, { next: 'Second' }, tag), 'preconditionFailed')
    refusal(await admin.call('DELETE', path, undefined, tag), 'preconditionFailed')
    assert.equal((await readTexts(admin)).own.next, 'First')
  })

  test('is for those who set up their own client', async () => {
    const { client, admin } = await makeOffice()
    const [advisor, stranger] = [await person(client.id, 'advisor'), await makeOffice()]
    refusal(await advisor.get(path), 'forbidden')
    refusal(await advisor.put(path, {}), 'forbidden')
    refusal(await advisor.post(`${path}/preview`, {}), 'forbidden')
    refusal(await stranger.admin.put(`/app/system-clients/${client.id}${path}`, {}), 'forbidden')
    await stranger.admin.put(path, { next: 'Theirs' })
    assert.deepEqual((await readTexts(admin)).own, {})
  })

  test('leaves an entry in the audit with former and new words, and none if nothing changed', async () => {
    const { admin } = await makeOffice()
    await admin.put(path, { next: 'First' })
    await admin.put(path, { next: 'Second' })
    await admin.put(path, { next: 'Second' })
    const { entries } = (await admin.get('/audit?area=settings')).json<{
      entries: { kind: string; subjectName?: string; changes?: object[] }[]
    }>()
    const own = entries.filter(({ kind }) => kind === 'ownerTexts.changed')
    assert.equal(own.length, 2)
    assert.deepEqual(own[0]?.changes, [{ field: 'next', old: 'First', new: 'Second' }])
  })
})

describe("An owner's page", () => {
  test('says them escaped, with what it shows filled in, and the receipt too', async () => {
    const scene = await makeOwnerScene()
    const admin = await person(scene.client.id, 'admin')
    const words = Object.fromEntries(ownerTextNames.map((name) => [name, `${name} ${script}`]))
    const set = await admin.put(path, {
      ...words,
      lead: 'lead {vehicle} {advisor} {dealership} {telephone}',
      next: `next ${script}\nsecond line`,
    })
    assert.equal(set.statusCode, 200, set.body)
    const page = (await read(`${scene.path}?lang=en`)).body
    assert.doesNotMatch(page, /<script>alert/)
    const said = 'title welcome alsoDueWords foot'.split(' ')
    for (const name of said) assert.ok(page.includes(`${name} &lt;script&gt;alert(1)&lt;/script&gt;`), name)
    assert.doesNotMatch(page, /Inspection result</)
    const lead = /<p class="lead">([^<]*)<\/p>/.exec(page)?.[1] ?? ''
    assert.ok(lead.startsWith('lead Make &lt;b&gt;'), lead)
    assert.ok(lead.includes(TELEPHONE), lead)
    assert.ok(lead.endsWith('You decide about each point; nothing is done without your yes.'), lead)
    assert.equal(hostile.length > 0 && page.includes(hostile), false)

    const done = await decide(scene, { [scene.ids.pads]: 'approve', [scene.ids.battery]: 'approve' })
    assert.equal(done.statusCode, 303, done.body)
    const receipt = (await read(`${scene.path}/${String(done.headers.location).slice(2)}`)).body
    assert.match(receipt, /<h1>receiptThanks &lt;script&gt;[^<]* Your decision has arrived\.<\/h1>/)
    assert.match(receipt, /next &lt;script&gt;alert\(1\)&lt;\/script&gt;<br>second line<\/p>/)
    for (const name of ['feedbackTitle', 'foot']) assert.ok(receipt.includes(`${name} &lt;`), name)
    const after = (await read(`${scene.path}?lang=en`)).body
    assert.match(after, /<section class="card done"[\s\S]*next &lt;script&gt;[\s\S]*<\/section>/)
  })

  test('says the delivered words in languages without own ones, and what it has none for in that of the client', async () => {
    const scene = await makeOwnerScene()
    const admin = await person(scene.client.id, 'admin')
    await admin.put(path, { title: 'Your car', foot: 'Closed on Friday' })
    const german = (await read(`${scene.path}?lang=de`)).body
    assert.match(german, /<h1>Ergebnis der Prüfung<\/h1>/)
    assert.match(german, /<p class="own" lang="en">Closed on Friday<\/p>/)
    const english = (await read(`${scene.path}?lang=en`)).body
    assert.match(english, /<h1>Your car<\/h1>/)
    assert.match(english, /<p class="own">Closed on Friday<\/p>/)
    await admin.put('/owner-texts/de', { foot: 'Am Freitag geschlossen' })
    assert.match((await read(`${scene.path}?lang=de`)).body, /<p class="own">Am Freitag geschlossen<\/p>/)
  })

  test('says its foot on pages of links that ended and of copies, without what names the car or the advisor', async () => {
    const scene = await makeOwnerScene()
    const admin = await person(scene.client.id, 'admin')
    await admin.put(path, {
      foot: '{dealership} is closed on Friday',
      next: 'We call {vehicle}',
      title: 'Your car',
    })
    const said = /<p class="own">[^<]+ is closed on Friday<\/p>/
    const copy = await inClientOf(scene.client, (scope) =>
      createCopyLink(scope, scene.surveyId, { baseUrl: BASE_URL, form: 'handover-act' }),
    )
    const copied = (await read(`${new URL(copy.url).pathname}?lang=en`)).body
    assert.match(copied, said)
    await inClientOf(scene.client, (scope) => withdrawOwnerLinks(scope, scene.surveyId))
    const withdrawn = await read(`${scene.path}?lang=en`)
    assert.equal(withdrawn.statusCode, 410)
    assert.match(withdrawn.body, said)
    for (const html of [copied, withdrawn.body]) assert.doesNotMatch(html, /We call|Your car/)
    await admin.put(path, { foot: 'Call {telephone}' })
    assert.match((await read(`${scene.path}?lang=en`)).body, /<p class="own">Call [^<{]+<\/p>/)
  })

  test('says nothing of it on pages that know no client', async () => {
    const scene = await makeOwnerScene()
    const admin = await person(scene.client.id, 'admin')
    await admin.put(path, { foot: 'Only for ours' })
    assert.doesNotMatch((await read(`${scene.path}x?lang=en`)).body, /Only for ours/)
  })
})

describe('previewOwnerTexts', () => {
  test('is the page with the draft, in every language, and keeps nothing', async () => {
    const { client, admin } = await makeOffice()
    await inClientOf(client, (scope) =>
      setSite(scope, { clientId: client.id, id: 'main', changes: { mainColour: '#0b5768' } }),
    )
    for (const language of languages)
      for (const page of ownerTextPages) {
        const shown = await admin.post(`/owner-texts/${language}/preview`, {
          texts: { next: `Next ${script}`, foot: '{dealership}!', othersNote: 'More', noPriceNote: 'Ask us' },
          page,
        })
        assert.equal(shown.statusCode, 200, shown.body)
        const { html, style, site } = shown.json<OwnerTextsPreview>()
        assert.match(html, new RegExp(`<html lang="${language}">`))
        assert.doesNotMatch(html, /<script>/)
        assert.match(html, />[^<]+!<\/p>/)
        assert.equal(html.includes('Next &lt;script&gt;'), page === 'receipt')
        assert.equal(html.includes('Ask us') && html.includes('More'), page === 'result')
        assert.match(style, /--accent: #/)
        assert.ok(site)
      }
    assert.deepEqual((await readTexts(admin)).own, {})
  })

  test('shows each text, and only on the pages that the list names', async () => {
    const { admin } = await makeOffice()
    const texts = Object.fromEntries(ownerTextNames.map((name) => [name, `Own ${name}.`]))
    const said = new Set<string>()
    for (const page of ownerTextPages) {
      const { html } = (await admin.post(`${path}/preview`, { texts, page })).json<OwnerTextsPreview>()
      const here = ownerTextNames.filter((name) => html.includes(`Own ${name}.`))
      // The result is shown before a decision, and says less then.
      for (const name of here) assert.ok(ruleOf(name).on.includes(page), `${page}: ${name}`)
      assert.ok(here.includes('foot'), page)
      for (const name of here) said.add(name)
    }
    assert.deepEqual([...said].sort(), [...ownerTextNames].sort())
  })

  test('checks the draft as setting it does, and knows the sites', async () => {
    const { admin } = await makeOffice()
    const post = (body: object) => admin.post(`${path}/preview`, body)
    assert.match(
      refusal(await post({ texts: { foot: '{vehicle}' } }), 'invalidArgument'),
      /^texts\.foot: \{vehicle\} is not one of/,
    )
    assert.match(refusal(await post({ siteId: 'nowhere' }), 'invalidArgument'), /^siteId: "nowhere"/)
    refusal(await post({ page: 'other' }), 'notInList')
    refusal(await admin.post('/owner-texts/xx/preview', {}), 'noSuchResource')
  })
})
