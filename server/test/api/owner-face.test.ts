// What owners recognise the dealership by: logo, colours, hours and the advisor's picture, on pages and in mails.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { withdrawOwnerLinks } from '../../src/features/owner-links/owner-links.ts'
import { photoKey } from '../../src/features/photos/receive-photo.ts'
import { setAdvisorPicture, setSite } from '../../src/organisation/sites.ts'
import { testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { makeOwnerScene, type OwnerScene, read } from '../support/owner.ts'
import { inClientOf, refusal } from '../support/scenes.ts'

const drawn = (background: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .png()
    .toBuffer()

const logo = 'aa'.repeat(32)
const picture = 'bb'.repeat(32)

async function makeScene(): Promise<OwnerScene & { bytes: { logo: Buffer; advisor: Buffer } }> {
  const scene = await makeOwnerScene()
  const { id: clientId } = scene.client
  const bytes = { logo: await drawn('#123a5c'), advisor: await drawn('#c8a080') }
  const { media } = await testApp()
  await media.files.put(photoKey(clientId, logo), bytes.logo, 'image/png')
  await media.files.put(photoKey(clientId, picture), bytes.advisor, 'image/png')
  await inClientOf(scene.client, async (scope) => {
    const changes = { logo, mainColour: '#ffee00', secondColour: '#123a5c', hours: ['mo-fr 08:00-18:00'] }
    await setSite(scope, { clientId, id: 'main', changes })
    await setAdvisorPicture(scope, { clientId, id: 'main', person: 'SA-1', file: picture })
  })
  return { ...scene, bytes }
}

describe('the face of a dealership', () => {
  it('is on the page: logo, colours, hours in the language of the page, the advisor', async () => {
    const { path, bytes } = await makeScene()
    const { body } = await read(`${path}?lang=de`)
    assert.match(body, /<dt>Mo–Fr<\/dt><dd>08:00–18:00<\/dd>/)
    const at = new URL(path, 'https://w.example').href
    const hrefs = [...body.matchAll(/(?:src|href)="([^"]*\/face\/[^"]*)"/g)].map(([, href = '']) => {
      const { pathname, search } = new URL(href, at)
      return pathname + search
    })
    assert.equal(hrefs.length, 3, hrefs.join(' '))
    const [style, shownLogo, advisor] = await Promise.all(hrefs.map((href) => read(href)))
    assert.equal(style?.headers['content-type'], 'text/css; charset=utf-8')
    assert.match(style?.body ?? '', /--band: #ffee00;/)
    assert.deepEqual(shownLogo?.rawPayload, bytes.logo)
    assert.equal(shownLogo?.headers['content-type'], 'image/png')
    assert.deepEqual(advisor?.rawPayload, bytes.advisor)
  })

  it('is on the notice of a link that has ended, and behind no unknown link', async () => {
    const { path, client, surveyId } = await makeScene()
    await inClientOf(client, (scope) => withdrawOwnerLinks(scope, surveyId))
    const { body, statusCode } = await read(path)
    assert.equal(statusCode, 410)
    assert.match(body, /class="logo"/)
    assert.equal((await read(`${path}/face/logo`)).statusCode, 200)
    const unknown = path.replace(/.{4}$/, 'AAAA')
    assert.equal((await read(`${unknown}/face/logo`)).statusCode, 404)
  })

  it('is in mails: colours, hours, logo and advisor as parts of the mail', async () => {
    const { client, surveyId } = await makeScene()
    const me = await person(client.id, 'advisor')
    const message = { channel: 'email', recipient: 'customer', language: 'de' }
    const preview = await me.post(`/surveys/${surveyId}/message-preview`, message)
    const { html } = preview.json<{ html: string }>()
    assert.match(html, /<img src="cid:logo"/)
    assert.match(html, /<img src="cid:advisor" alt=""[^>]*><\/td><td[^>]*>Jo Sample/)
    assert.match(html, /background:#ffee00;color:#10171a/)
    assert.match(html, /Mo–Fr 08:00–18:00/)
    assert.doesNotMatch(html, /src="http/)
  })

  it("keeps to its client: another one's pictures and colours are not found", async () => {
    const [mine, other] = [await makeScene(), await makeScene()]
    const me = await person(mine.client.id, 'admin')
    for (const part of ['style.css', 'logo', 'advisor'])
      refusal(await me.get(`/surveys/${other.surveyId}/face/${part}`), 'noSuchResource')
  })

  it('is in the previews of staff', async () => {
    const { client, surveyId, bytes } = await makeScene()
    const me = await person(client.id, 'technician')
    const style = await me.get(`/surveys/${surveyId}/face/style.css`)
    assert.match(style.body, /--accent: #[0-9a-f]{6};/)
    const { statusCode, headers } = await me.get(`/surveys/${surveyId}/face/logo`)
    assert.equal(statusCode, 302)
    const signed = String(headers.location).replace(/^(\.\.\/)+/, '/')
    assert.deepEqual((await read(signed)).rawPayload, bytes.logo)
    refusal(await me.get(`/surveys/${surveyId}/face/other`), 'noSuchResource', /logo, advisor/)
  })
})
