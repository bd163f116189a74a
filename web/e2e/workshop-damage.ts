// The damage map and its photos: marked, moved, without a network, with an upload that is cut. What was done there is read again
// as the DMS reads it.
import assert from 'node:assert/strict'
import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { drawingOf, markRowsOf, onDrawing, tapDrawing } from './damage.ts'
import { type Act, makeSurvey, open } from './media-survey.ts'
import { addPhotoTo, photosOf, takeFromDevice } from './photos.ts'
import type { Trusted } from './trust.ts'
import { goOffline, goOnline, until, waitUntilOffline } from './workshop.ts'

/** As the app cuts photos: bytes of one request. */
const piece = 1024 * 1024

interface Mark {
  kind: string
  panel?: string
  number: number
  size?: string
  comment?: string
  internalComment?: string
  photos: { id: string }[]
}

async function marksOf({ asDms }: Trusted, surveyId: string): Promise<Mark[]> {
  return (await asDms<{ marks: Mark[] }>(`/system-clients/demo/surveys/${surveyId}/damage-marks`)).body.marks
}

/** Writes into the fields of a mark and leaves each before the screen has shown what was kept: a slow tablet, fast fingers. */
const writeAtOnce = (page: Page, texts: readonly string[]): Promise<void> =>
  page.evaluate(`(async () => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')
    const fields = document.querySelectorAll('main textarea')
    for (const [index, text] of ${JSON.stringify(texts)}.entries()) {
      set.call(fields[index], text)
      fields[index].dispatchEvent(new Event('input', { bubbles: true }))
      await undefined
      fields[index].dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    }
  })()`)

export const markDamage: Act = async (context, service, trusted) => {
  const surveyId = await makeSurvey(trusted, 'MARK')
  const page = await open(context, service, `surveys/${surveyId}/damage`)
  const rows = markRowsOf(page)
  await drawingOf(page).waitFor()
  await tapDrawing(page, 500, 320)
  await rows.nth(0).waitFor()
  await writeAtOnce(page, ['hail', 'ask the insurer'])
  assert.equal(await page.getByLabel('Remark, printed on the act').inputValue(), 'hail')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByRole('radio', { name: 'Dent' }).first().check()
  await page.getByLabel('Add by the name of the part …').selectOption({ label: 'Front left door' })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await rows.nth(1).waitFor()
  await page.getByRole('radio', { name: 'Hand' }).click()
  await tapDrawing(page, 560, 320)
  await rows.nth(2).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(async () => (await rows.count()) === 2)
  // A finger moves the first mark from the roof to the bonnet.
  const from = await onDrawing(page, 500, 320)
  const to = await onDrawing(page, 280, 320)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x - 30, from.y, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
  await rows.filter({ hasText: 'Bonnet' }).waitFor()
  await until(async () => (await marksOf(trusted, surveyId))[0]?.panel === 'bonnet')
  const marks = await marksOf(trusted, surveyId)
  assert.deepEqual(
    marks.map((mark) => [mark.number, mark.kind, mark.panel, mark.size, mark.comment, mark.internalComment]),
    [
      [1, 'scratch', 'bonnet', 'small', 'hail', 'ask the insurer'],
      [2, 'dent', 'frontLeftDoor', 'medium', undefined, undefined],
    ],
  )
}

export const markOffline: Act = async (context, service, trusted) => {
  const surveyId = await makeSurvey(trusted, 'AWAY')
  const page = await open(context, service, `surveys/${surveyId}/damage`)
  await drawingOf(page).waitFor()
  await waitUntilOffline(page)
  await goOffline(page)
  await page.reload()
  await drawingOf(page).waitFor()
  await tapDrawing(page, 500, 320)
  await markRowsOf(page).filter({ hasText: 'Roof' }).waitFor()
  await page.reload()
  await markRowsOf(page).filter({ hasText: 'Roof' }).waitFor()
  assert.deepEqual(await marksOf(trusted, surveyId), [])
  await goOnline(page)
  await until(async () => (await marksOf(trusted, surveyId))[0]?.panel === 'roof')
}

/** Twice the size of a piece and a bit: noise does not get smaller. */
async function makeLargePhoto(): Promise<Buffer> {
  const [width, height] = [2000, 1500]
  const noise = Buffer.alloc(width * height * 3)
  // The same noise whenever it runs.
  let state = 1
  for (let i = 0; i < noise.length; i++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    noise[i] = state >> 16
  }
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

export const resumeUpload: Act = async (context, service, trusted) => {
  const surveyId = await makeSurvey(trusted, 'CUT')
  const photo = await makeLargePhoto()
  assert.ok(photo.length > 2 * piece, `${photo.length} bytes are too few to be cut`)
  const offsets: number[] = []
  let bytes = 0
  let begun = 0
  let isHealed = false
  // After the first piece the network is gone: half of the photo is there, half is not.
  await context.route(/\/app\/.*\/uploads/, (route: Route) => {
    if (route.request().method() === 'PATCH') begun += 1
    return begun > 1 && !isHealed ? route.abort('connectionreset') : route.continue()
  })
  context.on('response', (response) => {
    const request = response.request()
    if (request.method() !== 'PATCH') return
    const from = Number(request.headers()['upload-offset'])
    offsets.push(from)
    bytes += Number(response.headers()['upload-offset']) - from
  })
  // This browser has no camera: the screen says so and offers pictures of the device.
  const page = await open(context, service, `surveys/${surveyId}/damage`)
  await drawingOf(page).waitFor()
  await tapDrawing(page, 500, 320)
  await addPhotoTo(page).click()
  await takeFromDevice(page, photo)
  await until(async () => begun > 1)
  assert.deepEqual([offsets, bytes], [[0], piece])
  assert.deepEqual((await marksOf(trusted, surveyId))[0]?.photos, [])
  // Reloaded while offline: the photo is still here, with its state.
  const onServer = page.getByRole('button', { name: /On the server$/ })
  await page.reload()
  await markRowsOf(page).click()
  await photosOf(page).waitFor()
  assert.equal(await photosOf(page).and(onServer).count(), 0)
  isHealed = true
  await page.evaluate("window.dispatchEvent(new Event('online'))")
  await until(async () => (await marksOf(trusted, surveyId))[0]?.photos?.length === 1)
  // The reply to the last piece may still be on its way.
  await until(async () => bytes >= photo.length)
  assert.deepEqual(offsets, [0, piece, 2 * piece], 'goes on where it stopped')
  assert.equal(bytes, photo.length, 'no byte travelled twice')
  await photosOf(page).and(onServer).waitFor()
}
