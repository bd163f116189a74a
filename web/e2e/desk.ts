// The desk: sign-in, its pages by keyboard, the way between it and the app, a car that is sought, who sees what, and what its pages do.
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { checkDeskDrawings } from './desk-drawings.ts'
import { checkDeskLater } from './desk-later.ts'
import { checkDeskNumbers } from './desk-numbers.ts'
import { openDesk, pressAt, railOf, searchOf, titleOf } from './desk-pages.ts'
import { checkDeskParts } from './desk-parts.ts'
import { checkDeskToday } from './desk-today.ts'
import { checkDeskVehicle } from './desk-vehicle.ts'
import { checkDeskWidths } from './desk-widths.ts'
import {
  assertAccessible,
  assertFits,
  type Check,
  type Desk,
  inContext,
  landscape,
  phone,
  still,
} from './visit.ts'
import { said } from './words.ts'
import { advisor, fillSignIn, technician } from './workshop.ts'

async function signIn(context: BrowserContext, { service, pictureOf }: Desk): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${service.plain}/desk/later?lang=en`)
  await titleOf(page, 'Sign in').waitFor()
  await assertAccessible(page)
  await fillSignIn(page, advisor, 'not the password')
  await page.getByText('Login or password is not right').waitFor()
  await fillSignIn(page, advisor, service.passwords.get(advisor) ?? '')
  await titleOf(page, 'Put off').waitFor()
  assert.ok(page.url().endsWith('/desk/later'), page.url())
  assert.equal(await page.title(), 'Put off · Walkaround')
  await page.screenshot({ path: pictureOf('desk-later') })
  await page.getByRole('button', { name: 'Account' }).click()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await titleOf(page, 'Sign in').waitFor()
}

async function walkByKeyboard(page: Page): Promise<void> {
  await titleOf(page, 'Today').waitFor()
  await railOf(page).getByRole('link', { name: 'Today' }).focus()
  await pressAt(page, railOf(page).getByRole('link', { name: 'Numbers' }))
  await titleOf(page, 'Numbers').and(page.locator(':focus')).waitFor()
  assert.equal(await railOf(page).getByRole('link', { name: 'Numbers' }).getAttribute('aria-current'), 'page')
  await page.goBack()
  await titleOf(page, 'Today').waitFor()
  await page.goto(page.url().replace('today', 'nowhere'))
  await titleOf(page, 'There is nothing at this address').waitFor()
}

async function seekCar(page: Page): Promise<void> {
  const search = searchOf(page)
  await search.fill('XD')
  await page.keyboard.press('Enter')
  const found = page.getByRole('main').getByRole('listitem')
  await found.first().waitFor()
  assert.ok((await found.count()) > 1)
  assert.ok(!page.url().includes('XD'), page.url())
  await assertAccessible(page)
  await found.first().getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: /^Vehicle / }).waitFor()
  assert.match(page.url(), /\/desk\/vehicles\/(vin|plate)\//)
  await page.goBack()
  await found.first().waitFor()
  assert.equal(await search.inputValue(), 'XD')
  await search.fill('nothing has this name')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing found for “nothing has this name”').waitFor()
}

async function crossOver(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Zur App' }).click()
  await page.getByRole('link', { name: 'Optionen' }).click()
  await page.getByRole('link', { name: 'Büro öffnen' }).click()
  await titleOf(page, 'Heute').waitFor()
  assert.ok(page.url().endsWith('/desk/today'), page.url())
}

export async function checkDesk(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  await check('desk: whoever signs in comes to the page they asked for, and leaves again', () =>
    inContext(desk, 'plain', { ...still, ...landscape }, (context) => signIn(context, desk)),
  )
  await check('desk: its pages are reached by keyboard, and the focus follows', () =>
    inContext(desk, 'plain', landscape, async (context) => walkByKeyboard(await openDesk(context, service))),
  )
  await check('desk: a search leads to the page of a car', () =>
    inContext(desk, 'plain', { ...still, ...landscape }, async (context) =>
      seekCar(await openDesk(context, service)),
    ),
  )
  await check('desk: a link leads to the app and one back, in the same language', () =>
    inContext(desk, 'plain', landscape, async (context) =>
      crossOver(await openDesk(context, service, '?lang=de')),
    ),
  )
  await check('desk: a technician sees their own pages, and why another is not theirs', () =>
    inContext(desk, 'plain', landscape, async (context) => {
      const page = await openDesk(context, service, '', technician)
      await titleOf(page, 'Numbers').waitFor()
      assert.equal(await railOf(page).getByRole('link', { name: 'Today' }).count(), 0)
      await page.goto(`${service.plain}/desk/today`)
      await page.getByText('This page is for service advisors and managers.').waitFor()
    }),
  )
  await checkDeskToday(check, desk)
  await checkDeskLater(check, desk)
  await checkDeskParts(check, desk)
  await checkDeskNumbers(check, desk)
  await checkDeskVehicle(check, desk)
  await checkDeskWidths(check, desk)
  for (const colorScheme of ['light', 'dark'] as const)
    await check(
      `desk: every page fits a phone, ${colorScheme}`,
      () =>
        inContext(desk, 'plain', { ...still, ...phone, colorScheme }, async (context) => {
          for (const [path, title] of [
            ['today', 'Heute'],
            ['numbers', 'Zahlen'],
            ['later', 'Zurückgestellt'],
            ['parts', 'Teile'],
            ['vehicles/vin/WVWZZZ1KZAW000001', 'Fahrzeug WVWZZZ1KZAW000001'],
            ['find', 'Gefundene Fahrzeuge'],
          ] as const) {
            const page = await openDesk(context, service, `${path}?lang=de`)
            await titleOf(page, title).waitFor()
            // Of everything that the page reads.
            const reading = page.getByRole('status').filter({ hasText: said('de', 'app.loading') })
            while ((await reading.count()) > 0) await reading.first().waitFor({ state: 'detached' })
            await assertFits(page)
            await assertAccessible(page)
            await page.screenshot({ path: pictureOf(`desk-${path.split('/', 1)}-${colorScheme}-phone`) })
            await page.close()
          }
        }),
      colorScheme === 'light',
    )
  await checkDeskDrawings(check, desk)
}
