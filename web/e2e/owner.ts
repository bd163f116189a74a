// The owner's page as an owner uses it: on a phone, with and without script, in every language and both colour schemes.

import assert from 'node:assert/strict'
import { languages } from '@walkaround/contract/rules/texts.ts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { fitNarrow, measure, print } from './owner-fit.ts'
import { decided, findSurvey, makeLink, measured, waiting } from './owner-link.ts'
import {
  type Act,
  alsoDueOf,
  callOf,
  choose,
  decisionsOf,
  doneOf,
  fingerprintOf,
  giveStars,
  open,
  radioOf,
  starsOf,
} from './owner-page.ts'
import {
  assertAccessible,
  assertFits,
  type Check,
  type Desk,
  inContext,
  phone,
  portrait,
  schemes,
  still,
} from './visit.ts'

const narrow = { viewport: { width: 320, height: 640 } }

/** What a browser has; the checks are typed without one. */
interface Part {
  readonly parentElement: Part
}
interface Browsing {
  getComputedStyle(part: Part): { backgroundColor: string }
}

async function giveFeedback(page: Page): Promise<void> {
  await giveStars(page, 4, 'de')
  const colors = await starsOf(page, 'de')
    .getByRole('radio')
    .evaluateAll((stars) => {
      const { getComputedStyle } = globalThis as unknown as Browsing
      return (stars as unknown as Part[]).map((star) => getComputedStyle(star.parentElement).backgroundColor)
    })
  assert.deepEqual([new Set(colors.slice(0, 4)).size, new Set(colors).size], [1, 2], 'four stars are filled')
  await page.getByRole('button', { name: 'Rückmeldung senden' }).click()
  await page.getByRole('heading', { name: 'Danke für Ihre Rückmeldung' }).waitFor()
}

const decideWith =
  (hasScript: boolean): Act =>
  async (context, url, service) => {
    const { page, faults } = await open(context, url, service)
    const [first, second] = [decisionsOf(page).nth(0), decisionsOf(page).nth(1)]
    await choose(first, 'approve')
    await choose(second, 'later')
    assert.match(await second.getByLabel('Remind me on').inputValue(), /^\d{4}-\d{2}-\d{2}$/)
    assert.equal(await first.getByLabel('Remind me on').isVisible(), false)
    const sum = await page.getByRole('paragraph').filter({ hasText: 'Approved so far' }).innerText()
    assert.match(sum, hasScript ? /€[1-9]/ : /next page/)
    await page.getByRole('button', { name: 'Check my choices' }).click()
    await page.getByRole('heading', { name: 'Is this right?' }).waitFor()
    // The examination is a script itself.
    if (hasScript) await assertAccessible(page)
    if (hasScript) {
      const total = page.getByRole('paragraph').filter({ hasText: 'Total of what you approve' })
      assert.ok((await total.innerText()).includes(/€[\d.,]+/.exec(sum)?.[0] ?? 'nothing'))
    }
    // The choices survive the way back and another language.
    await page.getByRole('button', { name: 'Back, change something' }).click()
    await page.getByRole('heading', { name: 'Inspection result' }).waitFor()
    assert.equal(await radioOf(first, 'approve').isChecked(), true)
    await page.getByRole('button', { name: 'Check my choices' }).click()
    await page.getByRole('heading', { name: 'Is this right?' }).waitFor()
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { name: 'Ist das richtig so?' }).waitFor()
    await page.getByRole('button', { name: 'Bestätigen' }).dblclick()
    await page.getByRole('heading', { name: 'Danke. Ihre Entscheidung ist angekommen.' }).waitFor()
    if (hasScript) await assertAccessible(page)
    await fingerprintOf(page).waitFor()
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
  const done = doneOf(page, 'de')
  await done.getByRole('heading', { name: 'Sie haben über alles entschieden' }).waitFor()
  const box = alsoDueOf(page, 'de')
  // Each offer is a region with a heading of its own.
  const offers = box.getByRole('region')
  assert.equal(await offers.count(), 0)
  await page.emulateMedia({ media: 'print' })
  assert.ok(await offers.first().isVisible(), 'paper cannot be opened')
  await page.emulateMedia({ media: 'screen' })
  await box.locator('summary').first().click()
  const lines = await decisionsOf(box, 'de').all()
  assert.ok(lines.length > 1)
  for (const line of lines) await choose(line, 'no', 'de')
  await box.locator('summary').first().click()
  assert.equal(await offers.count(), 0)
  await page.getByRole('button', { name: 'Auswahl prüfen' }).click()
  await page.getByRole('heading', { name: 'Ist das richtig so?' }).waitFor()
  assert.equal(await page.getByRole('main').getByRole('listitem').count(), lines.length)
  await page.getByRole('button', { name: 'Bestätigen' }).click()
  await page.getByRole('heading', { name: 'Danke. Ihre Entscheidung ist angekommen.' }).waitFor()
  await page.getByRole('link', { name: 'Zurück zum Ergebnis' }).click()
  await done.getByRole('heading', { name: 'Sie haben über alles entschieden', exact: true }).waitFor()
  assert.ok(await done.getByRole('link', { name: 'Meinen letzten Beleg zeigen' }).isVisible())
  assert.ok(await callOf(done).isVisible())
  await giveFeedback(page)
}

const byKeyboard: Act = async (context, url, service) => {
  const { page } = await open(context, url, service)
  const radios = decisionsOf(page).first().getByRole('radio')
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

const putOffUntilDue: Act = async (context, _, service) => {
  const { page, faults } = await open(context, await makeLink(context, service, measured), service)
  const decision = decisionsOf(page, 'en', 'Rear brake pads')
  const why = decision.getByText(/^At your mileage, about \w+ \d{4}/)
  assert.equal(await why.isVisible(), false)
  await choose(decision, 'later')
  await why.waitFor()
  const day = await decision.getByLabel('Remind me on').inputValue()
  assert.ok(Date.parse(day) > Date.now() + 100 * 86_400_000, day)
  assert.deepEqual(faults, [])
}

const acts: readonly (readonly [string, BrowserContextOptions, Act])[] = [
  ['an owner decides on a phone', phone, decideWith(true)],
  ['an owner decides without script', { ...phone, javaScriptEnabled: false }, decideWith(false)],
  ['an owner decides the rest without script', { ...phone, javaScriptEnabled: false }, decideTheRest],
  [
    'an owner is proposed the day when a part is due, without script',
    { ...phone, javaScriptEnabled: false },
    putOffUntilDue,
  ],
  ["the owner's page fits where it is narrow", narrow, fitNarrow],
  ["the owner's page is small", phone, measure],
  ["the owner's page prints without its controls", portrait, print],
  ["the owner's choices work by keyboard", phone, byKeyboard],
  ['a wrong link says nothing to its owner', phone, sayNothing],
  ['a printed link shows the page and decides nothing', phone, showOnly],
]

const firstLooks: readonly string[] = ['phone, light, de', 'tablet, dark, ru']

export async function checkOwner(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  for (const [name, options, act] of acts)
    await check(name, () =>
      inContext(desk, 'plain', options, async (context) =>
        act(context, await makeLink(context, service, waiting), service),
      ),
    )
  for (const [size, options] of Object.entries({ phone, tablet: portrait }))
    for (const colorScheme of schemes)
      await inContext(desk, 'plain', { ...still, ...options, colorScheme }, async (context) => {
        for (const language of languages)
          await check(
            `the owner's page looks right: ${size}, ${colorScheme}, ${language}`,
            async () => {
              const page = await context.newPage()
              await page.goto(`${await makeLink(context, service, waiting)}?lang=${language}`)
              await assertFits(page)
              await assertAccessible(page)
              await page.screenshot({
                path: pictureOf(`owner-${size}-${colorScheme}-${language}`),
                fullPage: true,
              })
              await page.close()
            },
            !firstLooks.includes(`${size}, ${colorScheme}, ${language}`),
          )
      })
}
