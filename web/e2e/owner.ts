// The owner's page as an owner meets it: on a phone, with and without script, in every language and both colour schemes.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { decided, findSurvey, makeLink, waiting } from './owner-link.ts'
import {
  assertAccessible,
  assertFits,
  type Check,
  inContext,
  languages,
  type Service,
  schemes,
  watch,
} from './visit.ts'

const phone = { viewport: { width: 390, height: 844 } }
const narrow = { viewport: { width: 320, height: 640 } }
const tablet = { viewport: { width: 820, height: 1180 } }
const MOST_BYTES = 200_000
const MOST_SCRIPT = 20_000

type Act = (context: BrowserContext, url: string, service: Service) => Promise<void>

async function open(context: BrowserContext, url: string, service: Service) {
  const page = await context.newPage()
  const faults = watch(page, service)
  await page.goto(`${url}?lang=en`)
  return { page, faults }
}

const word = (page: Page, line: number, name: string) =>
  page.locator('.line').nth(line).locator('label.word').filter({ hasText: name })

async function giveFeedback(page: Page): Promise<void> {
  await page.locator('.stars label').nth(3).click()
  const colors = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.stars label')].map((star) => getComputedStyle(star).backgroundColor)",
  )
  assert.deepEqual([new Set(colors.slice(0, 4)).size, new Set(colors).size], [1, 2], 'four stars are filled')
  await page.getByRole('button', { name: 'Rückmeldung senden' }).click()
  await page.getByRole('heading', { name: 'Danke für Ihre Rückmeldung' }).waitFor()
}

const decideWith =
  (hasScript: boolean): Act =>
  async (context, url, service) => {
    const { page, faults } = await open(context, url, service)
    await word(page, 0, 'Approve').click()
    await word(page, 1, 'Later').click()
    const date = page.locator('.line').nth(1).getByLabel('Remind me on')
    assert.match(await date.inputValue(), /^\d{4}-\d{2}-\d{2}$/)
    assert.equal(await page.locator('.line').nth(0).getByLabel('Remind me on').isVisible(), false)
    const place = page.locator(hasScript ? '[data-amount]:not(.line)' : '[data-hint]')
    const total = (await place.textContent()) ?? ''
    assert.match(total, hasScript ? /€[1-9]/ : /next page/)
    await page.getByRole('button', { name: 'Check my choices' }).click()
    await page.getByRole('heading', { name: 'Is this right?' }).waitFor()
    // The examination is a script itself.
    if (hasScript) await assertAccessible(page)
    if (hasScript) assert.ok(((await page.locator('.grand').textContent()) ?? '').includes(total))
    // The choices survive the way back and another language.
    await page.getByRole('button', { name: 'Back, change something' }).click()
    await page.getByRole('heading', { name: 'Inspection result' }).waitFor()
    assert.equal(await word(page, 0, 'Approve').getByRole('radio').isChecked(), true)
    await page.getByRole('button', { name: 'Check my choices' }).click()
    await page.getByRole('heading', { name: 'Is this right?' }).waitFor()
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { name: 'Ist das richtig so?' }).waitFor()
    await page.getByRole('button', { name: 'Bestätigen' }).dblclick()
    await page.getByRole('heading', { name: 'Danke. Ihre Entscheidung ist angekommen.' }).waitFor()
    if (hasScript) await assertAccessible(page)
    assert.match((await page.locator('.hash .code').textContent()) ?? '', /^[0-9a-f]{64}$/)
    // Feedback is asked for once per survey, and the demo has one for all checks.
    if (hasScript) await giveFeedback(page)
    assert.deepEqual(await context.cookies(), [])
    assert.deepEqual(faults, [])
  }

/** By hand and without script: what is also due is decided out of a closed box, and then all is decided. */
const decideTheRest: Act = async (context, _url, service) => {
  const url = await makeLink(context, service, decided)
  const page = await context.newPage()
  await page.goto(`${url}?lang=de`)
  const done = page.locator('.done')
  await done.getByRole('heading', { name: 'Sie haben über alles entschieden' }).waitFor()
  const box = page.locator('.due-list')
  assert.equal(await box.locator('.line').first().isVisible(), false)
  await page.emulateMedia({ media: 'print' })
  assert.ok(await box.locator('.line').first().isVisible(), 'paper cannot be opened')
  await page.emulateMedia({ media: 'screen' })
  await box.locator('summary').first().click()
  const lines = await box.locator('.line').all()
  assert.ok(lines.length > 1)
  for (const line of lines) await line.locator('label.word.no').click()
  await box.locator('summary').first().click()
  assert.equal(await box.locator('.line').first().isVisible(), false)
  await page.getByRole('button', { name: 'Auswahl prüfen' }).click()
  await page.getByRole('heading', { name: 'Ist das richtig so?' }).waitFor()
  assert.equal(await page.locator('.chosen li').count(), lines.length)
  await page.getByRole('button', { name: 'Bestätigen' }).click()
  await page.getByRole('heading', { name: 'Danke. Ihre Entscheidung ist angekommen.' }).waitFor()
  await page.getByRole('link', { name: 'Zurück zum Ergebnis' }).click()
  await done.getByRole('heading', { name: 'Sie haben über alles entschieden', exact: true }).waitFor()
  assert.ok(await done.getByRole('link', { name: 'Meinen letzten Beleg zeigen' }).isVisible())
  assert.ok(await done.locator('.call').isVisible())
  await giveFeedback(page)
}

/** Numbers and words of one word that stand on more than one line. */
const BROKEN = `[...document.querySelectorAll('.tile .count, .tile .word, .words .word > span')].filter((place) => {
  const range = document.createRange()
  range.selectNodeContents(place)
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
}).map((place) => place.textContent)`

const fitNarrow: Act = async (context, _url, service) => {
  const page = await context.newPage()
  for (const car of [waiting, decided]) {
    const url = await makeLink(context, service, car)
    for (const language of languages) {
      await page.goto(`${url}?lang=${language}`)
      for (const box of await page.locator('.due-list > summary').all()) await box.click()
      await assertFits(page)
      assert.deepEqual(await page.evaluate(BROKEN), [], language)
      if (car === decided && language === 'de') await assertAccessible(page)
    }
  }
}

const measure: Act = async (context, url) => {
  const sizes = { all: 0, script: 0 }
  const page = await context.newPage()
  page.on('response', async (response) => {
    const kind = response.request().resourceType()
    if (!['document', 'stylesheet', 'script', 'font', 'other'].includes(kind)) return
    const { length } = await response.body().catch(() => Buffer.alloc(0))
    sizes.all += length
    if (kind === 'script') sizes.script += length
  })
  await page.goto(`${url}?lang=ru`, { waitUntil: 'networkidle' })
  assert.ok(sizes.all > 5000 && sizes.all <= MOST_BYTES, `${sizes.all} bytes before media`)
  assert.ok(sizes.script > 0 && sizes.script <= MOST_SCRIPT, `${sizes.script} bytes of script`)
  assert.equal(await page.evaluate('document.images.length > 0'), true)
}

const print: Act = async (context, url, service) => {
  const { page } = await open(context, url, service)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  assert.equal(await page.locator('.bar:visible, .choices:visible, .languages:visible').count(), 0)
  assert.ok(await page.locator('.call').first().isVisible(), 'the telephone, for whoever holds the paper')
  // A phone in the dark prints on white paper all the same.
  const colors = await page.evaluate(
    "[document.body, document.querySelector('.card')].map((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor])",
  )
  const onWhite = ['rgb(24, 32, 37)', 'rgb(255, 255, 255)']
  assert.deepEqual(colors, [onWhite, onWhite])
  assert.ok(await page.locator('.finding').first().isVisible())
}

const byKeyboard: Act = async (context, url, service) => {
  const { page } = await open(context, url, service)
  const radios = page.locator('.line').first().getByRole('radio')
  await radios.first().focus()
  await page.keyboard.press('Space')
  assert.equal(await radios.first().isChecked(), true)
  await page.keyboard.press('ArrowRight')
  assert.equal(await radios.nth(1).isChecked(), true)
}

const sayNothing: Act = async (context, url) => {
  const page = await context.newPage()
  await page.goto(`${url.slice(0, -3)}AAA?lang=en`)
  await page.getByRole('heading', { name: 'This link does not open anything' }).waitFor()
  await assertAccessible(page)
  await assertFits(page)
}

/** As it is printed, and shown to staff. */
const showOnly: Act = async (context, _url, service) => {
  const survey = await findSurvey(context, service, waiting)
  const told = await service.run(['owner-link', 'create', 'demo', survey, '--json'])
  const page = await context.newPage()
  await page.goto(`${(JSON.parse(told) as { url: string }).url}?lang=en`)
  await page.getByText('This link shows the result and cannot decide.').waitFor()
  await page.getByRole('heading', { name: 'Urgent' }).first().waitFor()
  assert.equal(await page.locator('form, input, button, select').count(), 0)
  await assertAccessible(page)
  await assertFits(page)
}

const acts: readonly (readonly [string, BrowserContextOptions, Act])[] = [
  ['an owner decides on a phone', phone, decideWith(true)],
  ['an owner decides without script', { ...phone, javaScriptEnabled: false }, decideWith(false)],
  ['an owner decides the rest without script', { ...phone, javaScriptEnabled: false }, decideTheRest],
  ["the owner's page fits where it is narrow", narrow, fitNarrow],
  ["the owner's page is small", phone, measure],
  ["the owner's page prints without its controls", tablet, print],
  ["the owner's choices work by keyboard", phone, byKeyboard],
  ['a wrong link says nothing to its owner', phone, sayNothing],
  ['a printed link shows the page and decides nothing', phone, showOnly],
]

export async function checkOwner(
  check: Check,
  browser: Browser,
  service: Service,
  screenshots: string,
): Promise<void> {
  for (const [name, options, act] of acts)
    await check(name, () =>
      inContext(browser, options, async (context) => {
        context.setDefaultTimeout(30_000)
        await act(context, await makeLink(context, service, waiting), service)
      }),
    )
  let link: Promise<string> | undefined
  for (const [size, options] of Object.entries({ phone, tablet }))
    for (const colorScheme of schemes)
      for (const language of languages)
        await check(`the owner's page looks right: ${size}, ${colorScheme}, ${language}`, () =>
          inContext(browser, { ...options, colorScheme }, async (context) => {
            const page = await context.newPage()
            link ??= makeLink(context, service, waiting)
            await page.goto(`${await link}?lang=${language}`)
            await assertFits(page)
            await assertAccessible(page)
            const path = join(screenshots, `owner-${size}-${colorScheme}-${language}.png`)
            await page.screenshot({ path, fullPage: true })
          }),
        )
}
