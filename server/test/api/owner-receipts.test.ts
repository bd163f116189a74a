// Receipts of owners' decisions: what they contain besides the prices, and that the dealership can read them after the link has
// expired.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'
import type { OwnerReceipt } from '@walkaround/contract/app/owner-receipts.ts'
import type { Receipt } from '@walkaround/contract/owner-page.ts'
import sharp from 'sharp'
import { withdrawOwnerLinks } from '../../src/features/owner-links/owner-links.ts'
import { keepPhoto, photoKey } from '../../src/features/photos/receive-photo.ts'
import { setAdvisorPicture, setSite } from '../../src/organisation/sites.ts'
import { makeClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { decide, makeOwnerScene, type OwnerScene, read } from '../support/owner.ts'
import { readPdf, wordsOfPdf } from '../support/read-pdf.ts'
import { eventsDuring, inClientOf, refusal } from '../support/scenes.ts'

const decided = async (scene: OwnerScene, word = 'approve') => {
  const done = await decide(scene, { [scene.ids.pads]: word })
  assert.equal(done.statusCode, 303, done.body)
  const path = String(done.headers.location).split('?')[0] ?? ''
  return { id: path.split('/').at(-1) ?? '', path: `${scene.path}/${path.replace('./', '')}` }
}

const receiptsOf = async (me: AppPerson, { surveyId }: OwnerScene) =>
  (await me.get(`/surveys/${surveyId}/receipts`)).json<OwnerReceipt[]>()

const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

describe("The receipt of an owner's decision", () => {
  it('shows what was measured against its limits, and the fingerprints of the photos', async () => {
    const scene = await makeOwnerScene()
    const { path } = await decided(scene)
    const [line] = (await read(`${path}.json`)).json<Receipt>().lines
    const [scale] = line?.finding?.scales ?? []
    const [photo = ''] = line?.finding?.photos ?? []
    assert.ok(scale && /^[0-9a-f]{64}$/.test(photo))
    const limit = scale.bands.findLast(({ end }) => end !== undefined)?.end
    const { body } = await read(`${path}?lang=en`)
    assert.ok(flat(body).includes(`Measured: 2 mm. Good from ${limit} mm.`), body)
    assert.ok(body.includes(photo.slice(0, 16)))
    const pdf = await read(`${path}.pdf`)
    const words = flat(wordsOfPdf(readPdf(pdf.rawPayload)))
    assert.ok(words.includes(photo), words)
    assert.match(words, new RegExp(`2 mm .*\\b${limit}\\b`))
  })
})

describe("The dealership's face", () => {
  it('is on the receipt: logo and advisor in the PDF of the owner and of the dealership, the advisor on the page', async () => {
    const scene = await makeOwnerScene()
    const { id: clientId } = scene.client
    const { media } = await testApp()
    const keep = async (width: number, background: string) => {
      const path = media.files.tempPath()
      await sharp({ create: { width, height: 80, channels: 3, background } })
        .png()
        .toFile(path)
      return (await keepPhoto(media, clientId, path)).file
    }
    const [logo, face] = [await keep(240, '#14508c'), await keep(80, '#c8a080')]
    await inClientOf(scene.client, async (scope) => {
      await setSite(scope, { clientId, id: 'main', changes: { logo } })
      await setAdvisorPicture(scope, { clientId, id: 'main', person: 'SA-1', file: face })
    })
    const { id, path: receipt } = await decided(scene)
    const me = await person(clientId, 'advisor')
    const ofDealership = await me.get(`/surveys/${scene.surveyId}/receipts/${id}/pdf`)
    for (const { rawPayload } of [await read(`${receipt}.pdf`), ofDealership]) {
      const [page] = readPdf(rawPayload)
      assert.equal(page?.images, 2)
      assert.match(flat(wordsOfPdf([page])), /Jo Sample/)
    }
    const { body } = await read(`${receipt}?lang=en`)
    const [, picture = ''] = /<section class="advisor"><img src="([^"]+)"/.exec(body) ?? []
    const { pathname } = new URL(picture, `https://w.example${receipt}`)
    assert.deepEqual((await read(pathname)).rawPayload, await media.files.read(photoKey(clientId, face)))
  })
})

describe('Receipts for the dealership', () => {
  for (const kind of ['expired', 'withdrawn'] as const) {
    it(`stay when the link is ${kind}: as a page, a PDF and the kept file`, async () => {
      const { setNow } = await testApp()
      const scene = await makeOwnerScene()
      const { id, path } = await decided(scene)
      const kept = (await read(`${path}.json`)).body
      if (kind === 'withdrawn') {
        await inClientOf(scene.client, (scope) => withdrawOwnerLinks(scope, scene.surveyId))
      } else setNow(new Date(scene.link.validUntil.getTime() + 1))
      try {
        assert.equal((await read(path)).statusCode, 410)
        const me = await person(scene.client.id, 'advisor')
        const at = `/surveys/${scene.surveyId}/receipts/${id}`
        const events = await eventsDuring(scene.client, async () => {
          const page = await me.get(`${at}?lang=de`)
          assert.equal(page.statusCode, 200, page.body)
          assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
          assert.ok(page.body.includes(hash('sha256', kept, 'hex')))
          assert.match(page.body, /<html lang="de"/)
          assert.ok(page.body.includes('Summe der Freigaben'))
          assert.doesNotMatch(page.body, /<(script|form|button)|\/o\//)
          const base = `https://w.example/base/app/system-clients/${scene.client.id}${at}`
          const style = /<link rel="stylesheet" href="([^"]+)"/.exec(page.body)?.[1] ?? ''
          assert.match(new URL(style, base).pathname, /^\/base\/assets\/owner\./)
          const [pdf = '', file = ''] = [...page.body.matchAll(/href="([^"?]+\/(?:pdf|file))"/g)].map(
            ([, href = '']) => new URL(href, base).pathname.split(scene.client.id)[1],
          )
          const drawn = await me.get(pdf)
          assert.equal(drawn.headers['content-type'], 'application/pdf')
          assert.ok(wordsOfPdf(readPdf(drawn.rawPayload)).includes(id))
          assert.equal((await me.get(file)).body, kept)
        })
        assert.deepEqual(events, [])
      } finally {
        setNow(undefined)
      }
    })
  }

  it('are listed, the newest first', async () => {
    const scene = await makeOwnerScene()
    const me = await person(scene.client.id, 'advisor')
    assert.deepEqual(await receiptsOf(me, scene), [])
    const [first, second] = [await decided(scene), await decided(scene, 'no')]
    const receipts = await receiptsOf(me, scene)
    assert.deepEqual(
      receipts.map(({ id }) => id),
      [second.id, first.id],
    )
    assert.ok(receipts.every(({ at }) => Math.abs(Date.parse(at) - Date.now()) < 3_600_000))
  })

  it('are for those who may read the survey', async () => {
    const [scene, other] = [await makeOwnerScene(), await makeOwnerScene()]
    const { id } = await decided(scene)
    const me = await person(scene.client.id, 'advisor')
    const stranger = await person((await makeClient()).id, 'advisor')
    for (const path of ['', `/${id}`, `/${id}/pdf`, `/${id}/file`]) {
      assert.equal((await stranger.get(`/surveys/${scene.surveyId}/receipts${path}`)).statusCode, 404, path)
      assert.equal((await me.get(`/surveys/nothing/receipts${path}`)).statusCode, 404, path)
    }
    const elsewhere = await person(other.client.id, 'advisor')
    for (const path of ['', '/pdf', '/file']) {
      const at = `/surveys/${other.surveyId}/receipts/${id}${path}`
      refusal(await elsewhere.get(at), 'noSuchResource', /receipt/)
    }
    refusal(await me.get(`/surveys/${scene.surveyId}/receipts/${id}?lang=xx`), 'notInList', /lang/)
  })
})
