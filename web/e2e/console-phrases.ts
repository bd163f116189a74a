// Phrases for comments, set up in the console and tapped on a tablet.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cardOf, closeOf, givenOf, noteOf, sheetOf } from './checklist.ts'
import { dialogOf, languagesSeen, lookInSizes, openConsole, shown, toldOf } from './console-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, still } from './visit.ts'
import { goOffline, goOnline, until, waitUntilOffline } from './workshop.ts'
import { makeSurvey, openBoard, readSelected } from './workshop-survey.ts'

const csv = (text: string) => ({ name: 'phrases.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

/** A phrase is added, given on a tablet without a network with its colour, changed in a file, and removed. */
async function checkPhrases(desk: Desk): Promise<void> {
  const { service, trusted } = desk
  const { surveyId } = await makeSurvey(trusted, 'phrases')
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'words/phrases?lang=en&in=en')
    await page.getByRole('button', { name: 'Add a phrase' }).click()
    const sheet = dialogOf(page, 'Add a phrase')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.getByText("needs a text in the client's language, en").waitFor()
    await sheet.getByLabel('English', { exact: true }).fill('Torn to the hub')
    await sheet.getByLabel('Deutsch', { exact: true }).fill('Bis zur Nabe gerissen')
    await sheet.getByLabel('Colour', { exact: true }).selectOption({ label: 'Urgent' })
    await sheet.getByRole('searchbox').fill('vc.discF')
    await sheet.getByRole('checkbox', { name: /vc\.discF/ }).check()
    await assertAccessible(page)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await toldOf(page, 'The phrase is saved').waitFor()
    await page.getByRole('button', { name: 'Torn to the hub' }).waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const whole = await readFile((await (await saving).path()) ?? '', 'utf8')
    assert.match(whole, /,vc\.discF,red,Torn to the hub,Bis zur Nabe gerissen,/)
    const field = page.getByLabel('Take in a CSV file')
    await field.setInputFiles(csv('en,colour\nGone,blue'))
    await page.getByText('line 2, colour: "blue" is not one of green, amber, red').waitFor()
    await field.setInputFiles(csv(`${whole}x1,vc.nothing,,Gone\n`))
    await dialogOf(page, 'Take the place of all phrases?').getByRole('button', { name: 'Replace' }).click()
    await page.getByText(/line \d+, questions: "vc\.nothing" is asked by no template/).waitFor()
    await assertAccessible(page)
  })
  await inContext(desk, 'trusting', { ...still, ...landscape }, async (context) => {
    const page = await openBoard(context, service)
    await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
    await noteOf(page, 'vc.discF').waitFor()
    await waitUntilOffline(page)
    await goOffline(page)
    await page.reload()
    await noteOf(page, 'vc.discF').click()
    await sheetOf(page).getByRole('button', { name: 'Urgent: Torn to the hub' }).click()
    await closeOf(sheetOf(page)).click()
    // The answer, and the phrase on the row.
    await givenOf(page, 'vc.discF', 'red').first().waitFor()
    await cardOf(page, 'vc.discF')
      .getByRole('button', { name: 'Urgent: Torn to the hub', pressed: true })
      .waitFor()
    await goOnline(page)
    await until(async () => (await readSelected(trusted, surveyId, 'vc.discF')).length === 1)
    const [answer] = await readSelected(trusted, surveyId, 'vc.discF')
    assert.equal(answer?.comment, 'Torn to the hub')
  })
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'words/phrases?lang=en&in=en')
    await page.getByRole('button', { name: 'Torn to the hub' }).click()
    const sheet = dialogOf(page, 'Torn to the hub')
    await sheet.getByRole('button', { name: 'Remove' }).click()
    const asking = dialogOf(page, 'Remove this phrase?')
    await asking.getByRole('button', { name: 'Remove' }).click()
    await toldOf(page, 'The phrase is removed').waitFor()
    await page.getByRole('button', { name: 'Torn to the hub' }).waitFor({ state: 'detached' })
  })
}

/** One of two admins removes a phrase that the other one is changing: it comes back only by a deliberate press. */
async function checkRemovedMeanwhile(desk: Desk): Promise<void> {
  const { service } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const path = 'words/phrases?lang=en&in=en'
    const mine = await openConsole(context, service, path)
    await mine.getByRole('button', { name: 'Add a phrase' }).click()
    await dialogOf(mine, 'Add a phrase').getByLabel('English', { exact: true }).fill('Short-lived')
    await dialogOf(mine, 'Add a phrase').getByRole('button', { name: 'Save' }).click()
    await mine.getByRole('button', { name: 'Short-lived' }).click()
    const sheet = dialogOf(mine, 'Short-lived')
    await sheet.getByLabel('Colour', { exact: true }).selectOption({ label: 'Urgent' })
    const other = await openConsole(context, service, path)
    await other.getByRole('button', { name: 'Short-lived' }).click()
    await dialogOf(other, 'Short-lived').getByRole('button', { name: 'Remove' }).click()
    await dialogOf(other, 'Remove this phrase?').getByRole('button', { name: 'Remove' }).click()
    await toldOf(other, 'The phrase is removed').waitFor()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.getByText('Somebody else removed this phrase meanwhile').waitFor()
    assert.equal(await sheet.getByRole('button', { name: 'Save' }).count(), 0)
    await assertAccessible(mine)
    await other.reload()
    await other.getByRole('searchbox').waitFor()
    assert.equal(await other.getByRole('button', { name: 'Short-lived' }).count(), 0)
    await sheet.getByRole('button', { name: 'Add as a new phrase' }).press('Enter')
    await toldOf(mine, 'The phrase is saved').waitFor()
    await other.reload()
    await other
      .getByRole('row', { name: /Short-lived/ })
      .getByText('Urgent')
      .waitFor()
    await other.getByRole('button', { name: 'Short-lived' }).click()
    await dialogOf(other, 'Short-lived').getByRole('button', { name: 'Remove' }).click()
    await dialogOf(other, 'Remove this phrase?').getByRole('button', { name: 'Remove' }).click()
    await toldOf(other, 'The phrase is removed').waitFor()
  })
}

/** As many as a client may have. */
const most = 1000
/** What a person takes for at once. */
const atOnceMs = 300

async function checkThousand(desk: Desk): Promise<void> {
  const { service } = desk
  const before = join(service.dataDir, 'phrases-before.csv')
  const many = join(service.dataDir, 'phrases-many.csv')
  await writeFile(before, await service.run(['phrase', 'export', 'demo']))
  const lines = Array.from({ length: most }, (_, at) => `vc.discF,amber,Phrase number ${at}`)
  await writeFile(many, ['questions,colour,en', ...lines].join('\n'))
  await service.run(['phrase', 'import', 'demo', many])
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'words/phrases?lang=en&in=en')
    const seek = page.getByRole('searchbox', { name: 'Find a phrase' })
    await page.getByText(/^1,?000 phrases$/).waitFor()
    const times: number[] = []
    for (const wanted of ['number 7', 'number 77', 'number 777'])
      times.push(await seek.evaluate(timeToFind, wanted))
    await page.getByText('1 phrase', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Phrase number 777' }).waitFor()
    assert.ok(Math.min(...times) < atOnceMs, `shown after ${times.join(', ')} ms`)
    await seek.fill('')
    await lookInSizes(page, (size) => desk.pictureOf(`console-phrases-thousand-${size}`))
  })
  await service.run(['phrase', 'import', 'demo', before])
}

interface Typed {
  value: string
  dispatchEvent(event: Event): boolean
}

interface Drawing {
  requestAnimationFrame(next: (now: unknown) => void): void
}

/** In the page: from a letter to the next picture that shows what it found. */
async function timeToFind(box: unknown, wanted: string): Promise<number> {
  const field = box as Typed
  const { requestAnimationFrame } = globalThis as unknown as Drawing
  const began = performance.now()
  field.value = wanted
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // Two pictures: one in which it is drawn, and one by which it is seen.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  return performance.now() - began
}

export async function checkConsolePhrases(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  await check('console phrases: a phrase is added, tapped without a network, and removed', () =>
    checkPhrases(desk),
  )
  await check('console phrases: one that was removed meanwhile does not come back', () =>
    checkRemovedMeanwhile(desk),
  )
  await check('console phrases: a thousand are searched at once', () => checkThousand(desk))
  for (const language of languagesSeen)
    await check(
      `console phrases: phrases in every size, ${language}`,
      () =>
        inContext(desk, 'plain', still, async (context) => {
          const page = await openConsole(context, service, `words/phrases?lang=${language}&in=${language}`)
          await shown(page, language)
          await page.getByRole('searchbox').waitFor()
          await lookInSizes(page, (size) => pictureOf(`console-phrases-${language}-${size}`))
        }),
      language !== 'de',
    )
}
