// The owner's page where it is narrow, over a slow line and on paper.
import assert from 'node:assert/strict'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import type { Locator, Page } from 'playwright-core'
import { decided, makeLink, waiting } from './owner-link.ts'
import { type Act, alsoDueOf, callOf, decisionsOf, open, ownerTexts } from './owner-page.ts'
import { assertAccessible, assertFits } from './visit.ts'

const MOST_BYTES = 200_000
const MOST_SCRIPT = 20_000

/** What a browser has; the checks are typed without one. */
interface Part {
  readonly textContent: string
}
interface Range {
  selectNodeContents(part: Part): void
  getClientRects(): Iterable<{ top: number }>
}
interface Browsing {
  readonly document: { createRange(): Range }
  getComputedStyle(part: Part): { color: string; backgroundColor: string }
}

/** Text and ground. */
const colorsOf = (place: Locator) =>
  place.evaluate((element) => {
    const { getComputedStyle } = globalThis as unknown as Browsing
    const { color, backgroundColor } = getComputedStyle(element as unknown as Part)
    return [color, backgroundColor]
  })

/** Numbers and words of one word: those of the overview, and the answers to an offer. */
const wholeOf = (page: Page, language: Language): Locator =>
  page
    .getByRole('region', { name: ownerTexts(language).overview, exact: true })
    .getByRole('listitem')
    .locator('span:nth-of-type(2), span:nth-of-type(3)')
    .or(decisionsOf(page, language).locator('label > span'))

/** Those on more than one line. */
const listBroken = (places: Locator) =>
  places.evaluateAll((all) => {
    const { document } = globalThis as unknown as Browsing
    const linesOf = (place: Part) => {
      const range = document.createRange()
      range.selectNodeContents(place)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    return (all as unknown as Part[]).filter((place) => linesOf(place) > 1).map((place) => place.textContent)
  })

export const fitNarrow: Act = async (context, _url, service) => {
  const page = await context.newPage()
  for (const car of [waiting, decided]) {
    const url = await makeLink(context, service, car)
    for (const language of languages) {
      await page.goto(`${url}?lang=${language}`)
      for (const box of await alsoDueOf(page, language).all()) await box.locator('summary').first().click()
      await assertFits(page)
      const places = wholeOf(page, language)
      assert.ok((await places.count()) > 3)
      assert.deepEqual(await listBroken(places), [], language)
      if (car === decided && language === 'de') await assertAccessible(page)
    }
  }
}

export const measure: Act = async (context, url) => {
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

export const print: Act = async (context, url, service) => {
  const { page } = await open(context, url, service)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const review = page.getByRole('button', { name: 'Check my choices' })
  const languageLinks = page.getByRole('navigation', { name: 'Language' })
  for (const control of [review, decisionsOf(page), languageLinks]) assert.equal(await control.count(), 0)
  assert.ok(await callOf(page).first().isVisible(), 'the telephone, for whoever holds the paper')
  // A phone in the dark prints on white paper all the same.
  const finding = page.getByRole('article').first()
  const onWhite = ['rgb(24, 32, 37)', 'rgb(255, 255, 255)']
  assert.deepEqual(await colorsOf(page.locator('body')), onWhite)
  assert.deepEqual(await colorsOf(finding), onWhite)
  assert.ok(await finding.isVisible())
}
