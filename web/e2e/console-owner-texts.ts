// The texts of the owner's page, set up in the console beside the page itself.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import {
  dialogOf,
  languagesSeen,
  lookInSizes,
  openConsole,
  panelOf,
  saveOf,
  shown,
  toldOf,
} from './console-pages.ts'
import { titleOf } from './desk-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, still } from './visit.ts'
import { until } from './workshop.ts'

const previewOf = (page: Page) => panelOf(page, 'Preview')
const pageOf = (page: Page) => previewOf(page).getByTitle('Preview').contentFrame()
const ownWords = (page: Page, name: string) =>
  panelOf(page, 'Your own words').getByRole('textbox', { name, exact: true })

/** Written with a placeholder by keys alone, seen on the page at once, refused at its field, kept, read by an owner, and brought back. */
async function checkOwnerTexts(desk: Desk): Promise<void> {
  const { service } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'words?lang=en')
    await page.getByRole('link', { name: 'Owner’s page' }).press('Enter')
    await titleOf(page, 'Owner’s page').waitFor()
    await page.getByRole('radio', { name: 'Français' }).check()
    await pageOf(page).getByRole('heading', { name: 'Résultat du contrôle' }).waitFor()
    const greeting = ownWords(page, 'Greeting')
    await greeting.focus()
    await page.keyboard.type('Bonjour de ')
    await page.keyboard.press('Tab')
    await page
      .getByRole('button', { name: /^Dealership \{dealership\}/ })
      .and(page.locator(':focus'))
      .press('Enter')
    await greeting.and(page.locator(':focus')).waitFor()
    assert.equal(await greeting.inputValue(), 'Bonjour de {dealership}')
    await pageOf(page)
      .getByText(/^Bonjour de \w/)
      .waitFor()
    await ownWords(page, 'Thanks').fill('Mille mercis <b>!')
    await previewOf(page).getByRole('radio', { name: 'After deciding' }).check()
    await pageOf(page)
      .getByRole('heading', { name: 'Mille mercis <b>! Votre décision nous est bien parvenue.' })
      .waitFor()
    await ownWords(page, 'At the foot').fill('Fermé le vendredi')
    await previewOf(page).getByRole('radio', { name: 'Expired link' }).check()
    await pageOf(page).getByText('Fermé le vendredi').waitFor()
    await ownWords(page, 'At the foot').fill('{vehicle}')
    await previewOf(page).getByText('foot: {vehicle} is not one of {dealership}, {telephone}').waitFor()
    await saveOf(page).click()
    await ownWords(page, 'At the foot').and(page.locator('[aria-invalid="true"]:focus')).waitFor()
    await panelOf(page, 'Your own words').getByText('{vehicle} is not one of').waitFor()
    await assertAccessible(page)
    await ownWords(page, 'At the foot').fill('')
    await saveOf(page).click()
    await toldOf(page, 'The texts are saved').waitFor()
    await page.reload()
    assert.equal(await greeting.inputValue(), 'Bonjour de {dealership}')
    await page.getByRole('button', { name: 'Back to the standard' }).click()
    const sheet = dialogOf(page, 'Bring the standard text back?')
    await assertAccessible(page)
    await sheet.getByRole('button', { name: 'Back to the standard' }).click()
    await toldOf(page, 'The standard text is back').waitFor()
    await until(async () => (await greeting.inputValue()) === '')
  })
}

/** Two admins at the texts of one language: the later one is told field by field, keeps what was typed, and saves on the next press. */
async function checkTwoAtOwnerTexts(desk: Desk): Promise<void> {
  const { service } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const mine = await openConsole(context, service, 'words/owner-page?lang=en&in=pl')
    await ownWords(mine, 'Heading').waitFor()
    const other = await openConsole(context, service, 'words/owner-page?lang=en&in=pl')
    await ownWords(other, 'Heading').fill('First')
    await saveOf(other).click()
    await toldOf(other, 'The texts are saved').waitFor()
    await ownWords(mine, 'Heading').fill('Second')
    await saveOf(mine).click()
    await mine.getByText('Somebody else saved here meanwhile').waitFor()
    await mine.getByText('Changed meanwhile. Now: First. Yours: Second.').waitFor()
    await saveOf(mine).click()
    await toldOf(mine, 'The texts are saved').waitFor()
    await ownWords(mine, 'Heading').fill('')
    await saveOf(mine).click()
    await mine.getByText('The texts are saved').first().waitFor()
  })
}

export async function checkConsoleOwnerTexts(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  await check("console owner texts: the owner's page is written, seen, refused, kept and brought back", () =>
    checkOwnerTexts(desk),
  )
  await check("console owner texts: two people write the owner's page", () => checkTwoAtOwnerTexts(desk))
  for (const language of languagesSeen)
    await check(
      `console owner texts: the owner's page in every size, ${language}`,
      () =>
        inContext(desk, 'plain', still, async (context) => {
          const page = await openConsole(context, service, `words/owner-page?lang=${language}&in=${language}`)
          await shown(page, language)
          await page.getByRole('textbox').first().focus()
          await page.locator('iframe').contentFrame().getByRole('heading', { level: 1 }).waitFor()
          await lookInSizes(page, (size) => pictureOf(`console-owner-texts-${language}-${size}`))
        }),
      language !== 'de',
    )
}
