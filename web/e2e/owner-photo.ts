// The photos of the owner's page in full size: above the page, which keeps what was chosen; without script on a page of its own.
import assert from 'node:assert/strict'
import type { BrowserContext } from 'playwright-core'
import { makeLink, waiting } from './owner-link.ts'
import { choose, decisionsOf, radioOf } from './owner-page.ts'
import {
  assertAccessible,
  assertFits,
  type Check,
  type Desk,
  inContext,
  phone,
  type Service,
} from './visit.ts'

const opener = /^Open photo 1 of “Brake pads front/

async function openAbove(context: BrowserContext, service: Service): Promise<void> {
  const url = `${await makeLink(context, service, waiting)}?lang=en`
  const page = await context.newPage()
  await page.goto(url)
  const decision = decisionsOf(page).first()
  await choose(decision, 'later')
  const photo = page.getByRole('link', { name: opener }).first()
  await photo.click()
  const viewer = page.getByRole('dialog', { name: /^Photo 1: Brake pads front/ })
  await viewer.getByRole('img', { name: /Brake pads front/ }).waitFor()
  assert.equal(page.url(), url)
  await assertFits(page)
  await assertAccessible(page)
  // The next photo of the page is a swipe, a key or a tap away.
  const another = page.getByRole('dialog', { name: /^Photo 1: Front brake discs/ })
  await page.keyboard.press('ArrowRight')
  await another.getByText(/^2 \/ \d+/).waitFor()
  await another.getByRole('button', { name: 'Previous photo' }).click()
  await viewer.getByText(/^1 \/ \d+/).waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  await photo.click()
  await viewer.getByRole('button', { name: 'Close' }).click()
  await viewer.waitFor({ state: 'detached' })
  assert.ok(await radioOf(decision, 'later').isChecked())
}

async function openPage(context: BrowserContext, service: Service): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${await makeLink(context, service, waiting)}?lang=en`)
  await page.getByRole('link', { name: opener }).first().click()
  await page.getByRole('heading', { name: /^Brake pads front/ }).waitFor()
  await page.getByRole('img', { name: /^Photo 1/ }).waitFor()
  await page.getByRole('link', { name: 'Back to the inspection result' }).click()
  await page.getByRole('heading', { name: 'Inspection result' }).waitFor()
}

export async function checkOwnerPhoto(check: Check, desk: Desk): Promise<void> {
  await check('an owner opens a photo above the page', () =>
    inContext(desk, 'plain', phone, (context) => openAbove(context, desk.service)),
  )
  await check('an owner opens a photo without script', () =>
    inContext(desk, 'plain', { ...phone, javaScriptEnabled: false }, (context) =>
      openPage(context, desk.service),
    ),
  )
}
