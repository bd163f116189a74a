// Marks on photos: drawn with a finger on a photo that is not sent yet, and seen by the owner.
import assert from 'node:assert/strict'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { answerOf, checklistShown, noteOf } from './checklist.ts'
import { assertFitsAnyhow } from './fit.ts'
import { findSurvey } from './media-survey.ts'
import { addPhotoTo, photosOf, takeFromDevice, viewerOf } from './photos.ts'
import {
  assertAccessible,
  assertFits,
  type Check,
  type Desk,
  inContext,
  landscape,
  sizes,
  still,
} from './visit.ts'
import { said } from './words.ts'
import { until } from './workshop.ts'
import { makeSurvey, openBoard } from './workshop-survey.ts'

const editorOf = (page: Page, language: Language = 'en'): Locator =>
  page.getByRole('dialog', { name: said(language, 'markup.title'), exact: true })
const buttonOf = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true })

/** From one place of the photo to another, in shares of its size. */
async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const photo = editorOf(page).getByRole('img', { name: /^Photo/ })
  const { x, y, width, height } = (await photo.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  assert.ok(width > 100 && height > 100, 'the photo is there')
  await page.mouse.move(x + from[0] * width, y + from[1] * height)
  await page.mouse.down()
  await page.mouse.move(x + to[0] * width, y + to[1] * height, { steps: 4 })
  await page.mouse.up()
}

const drawPhoto = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#8a9690' } })
    .jpeg()
    .toBuffer()

async function markUp(context: BrowserContext, { service, trusted, pictureOf }: Desk): Promise<void> {
  const { surveyId } = await makeSurvey(trusted, 'markup')
  const page = await openBoard(context, service)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}?lang=en`)
  await checklistShown(page)
  await answerOf(page, 'vc.discF', 'red').click()
  await noteOf(page, 'vc.discF').click()
  // Nothing of the photo reaches the service before the marks are there.
  let isHealed = false
  await context.route(/\/app\/.*\/(uploads|photos)/, (route) =>
    isHealed ? route.continue() : route.abort('connectionreset'),
  )
  await addPhotoTo(page).click()
  await takeFromDevice(page, await drawPhoto())
  await photosOf(page).click()
  await buttonOf(viewerOf(page), 'Mark up').click()
  const editor = editorOf(page)
  await editor.getByRole('img', { name: 'Photo', exact: true }).waitFor()
  await drag(page, [0.1, 0.1], [0.4, 0.4])
  await buttonOf(editor, 'Blur').click()
  await drag(page, [0.6, 0.6], [0.9, 0.8])
  await buttonOf(editor, 'Text').click()
  await editor.getByLabel('Words on the photo').fill('crack')
  await drag(page, [0.1, 0.6], [0.1, 0.6])
  const all = 'Photo; marked: arrow, blurred area, “crack”'
  await editor.getByRole('img', { name: all, exact: true }).waitFor()
  await buttonOf(editor, 'Undo').click()
  await editor.getByRole('img', { name: 'Photo; marked: arrow, blurred area', exact: true }).waitFor()
  await buttonOf(editor, 'Redo').click()
  await buttonOf(editor, '1. arrow').press('ArrowRight')
  await page.screenshot({ path: pictureOf('markup-editor') })
  await assertFits(page)
  await assertAccessible(page)
  await buttonOf(editor, 'Save').click()
  await editor.waitFor({ state: 'detached' })
  await viewerOf(page).getByRole('img', { name: all, exact: true }).waitFor()
  await page.screenshot({ path: pictureOf('markup-viewer') })
  isHealed = true
  await page.evaluate("window.dispatchEvent(new Event('online'))")
  await until(async () => {
    const { body } = await trusted.asDms<object>(`/system-clients/demo/surveys/${surveyId}`)
    return JSON.stringify(body).includes('"photos":[{')
  })
  const told = await service.run(['owner-link', 'create', 'demo', surveyId, '--json'])
  const owner = await context.newPage()
  await owner.goto(`${(JSON.parse(told) as { url: string }).url}?lang=en`)
  const photo = owner.getByRole('img', { name: /; marked: arrow, blurred area, “crack”$/ })
  await photo.scrollIntoViewIfNeeded()
  await owner.screenshot({ path: pictureOf('markup-owner') })
  await owner.getByRole('link', { name: /^Open photo 1/ }).click()
  await owner
    .getByRole('dialog')
    .getByRole('img', { name: /; marked: arrow/ })
    .waitFor()
  await owner.screenshot({ path: pictureOf('markup-owner-gallery') })
  await assertAccessible(owner)
}

async function look(
  context: BrowserContext,
  { service, trusted }: Desk,
  language: Language,
  picture: string,
): Promise<void> {
  const surveyId = await findSurvey(trusted.asDms, '/system-clients/demo/service-orders/SO-1001', 'VC')
  const page = await openBoard(context, service, language)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/questions/vc.padFR?lang=${language}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${said(language, 'camera.photo')} 1`) })
    .click()
  await buttonOf(page, said(language, 'markup.open')).waitFor()
  await assertFitsAnyhow(page, 'the photo')
  await buttonOf(page, said(language, 'markup.open')).click()
  const item = editorOf(page, language)
    .getByRole('region', { name: said(language, 'markup.marks') })
    .getByRole('button')
    .first()
  await item.click()
  await editorOf(page, language)
    .getByRole('button', { name: said(language, 'markup.save'), disabled: false })
    .waitFor()
  await page.screenshot({ path: picture })
  await assertFitsAnyhow(page, 'the editor of marks')
  await assertAccessible(page)
}

export async function checkWorkshopMarkup(check: Check, desk: Desk): Promise<void> {
  await check('a photo that is not sent yet is marked up, and the owner sees the marks', () =>
    inContext(desk, 'trusting', landscape, (context) => markUp(context, desk)),
  )
  const samples = [
    ['de', 'dark', sizes[0]],
    ['en', 'light', sizes[2]],
    ['ru', 'light', sizes[1]],
  ] as const
  for (const [language, colorScheme, { name: size, ...viewport }] of samples)
    await check(
      `the editor of marks in ${language}, ${colorScheme}, ${size}`,
      () =>
        inContext(desk, 'trusting', { ...still, viewport, colorScheme }, (context) =>
          look(context, desk, language, desk.pictureOf(`workshop-markup-${size}-${colorScheme}-${language}`)),
        ),
      size !== 'phone',
    )
}
