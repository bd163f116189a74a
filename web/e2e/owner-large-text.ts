// The owner's pages for eyes that need large letters: on small phones, in every language, by the browser's own setting and by
// the size of the page's root. Nothing is wider than the screen, words stay whole, and what is tapped stays large enough.

import assert from 'node:assert/strict'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { type Car, decided, findSurvey, makeLink } from './owner-link.ts'
import {
  choose,
  decisionsOf,
  doneOf,
  fingerprintOf,
  giveStars,
  ownerTexts,
  starsOf,
  type Word,
} from './owner-page.ts'
import { type Check, type Desk, inContext, type Service, still } from './visit.ts'

const widths = [320, 390]
const percents = [100, 150, 200]
/** Findings with photos and offers; no other check decides about it. */
const found: Car = { order: 'SO-1006', type: 'health' }

/**
 * What is wrong with what is seen: wider than the screen; a word that breaks though it would fit in two thirds of the
 * screen; a control that is cut off, too small for a thumb or under the bar; a bar that leaves no room to read.
 */
const FAULTS = `(() => {
  const faults = []
  const wide = document.documentElement.scrollWidth
  if (wide > innerWidth) faults.push('the page is ' + wide + ' px wide')
  const isForEars = (element) => element !== null && (element.offsetWidth === 1 || isForEars(element.parentElement))
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && !isForEars(element) && element.getBoundingClientRect().right > 0
  const name = (element) => element.tagName.toLowerCase() + '.' + element.className + ' ' + element.textContent.trim().slice(0, 30)
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const isCode = /monospace/.test(getComputedStyle(node.parentElement).fontFamily)
    if (isCode || !isSeen(node.parentElement) || node.parentElement.closest('svg, select, textarea')) continue
    for (const { 0: word, index } of node.data.matchAll(/[^\\s\\u00ad-]+/g)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const pieces = [...range.getClientRects()].filter(({ width }) => width > 0)
      const width = pieces.reduce((sum, piece) => sum + piece.width, 0)
      if (new Set(pieces.map(({ top }) => Math.round(top))).size > 1 && width < innerWidth * 2 / 3)
        faults.push('broken: ' + word + ' in ' + name(node.parentElement))
    }
  }
  const controls = 'main :is(a, button, summary, label:has(input), input[type=date], select, textarea)'
  for (const control of document.querySelectorAll(controls)) {
    // A link without a frame is text, and as high as its line.
    const isText = control.tagName === 'A' && getComputedStyle(control).borderTopWidth === '0px'
    if (isText || !isSeen(control)) continue
    const { left, right, width, height } = control.getBoundingClientRect()
    if (left < 0 || right > innerWidth) faults.push('cut off: ' + name(control))
    if (height < 44 || width < 40) faults.push('small: ' + name(control) + ' ' + width + ' x ' + height)
  }
  for (const bar of document.querySelectorAll('main *'))
    if (getComputedStyle(bar).position === 'sticky' && bar.offsetHeight > innerHeight * 0.4)
      faults.push('the bar takes ' + bar.offsetHeight + ' of ' + innerHeight + ' px')
  return faults
})()`

interface View {
  readonly page: Page
  readonly browser: CDPSession
  readonly picture: (name: string) => string
}

/** In every size: as set in the browser, which also moves what the page asks of the window, and as set on the root. */
async function look({ page, browser, picture }: View, name: string): Promise<void> {
  const faults: string[] = []
  const setBrowser = (percent: number) =>
    browser.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } })
  const setRoot = (percent: number) =>
    page.evaluate(`document.documentElement.style.fontSize = '${percent}%'`).then(() => {})
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 320 ? 640 : 844 })
    for (const percent of percents)
      for (const [way, set] of Object.entries({ browser: setBrowser, root: setRoot })) {
        if (percent === 100 && way === 'root') continue
        await set(percent)
        const found = await page.evaluate<string[]>(FAULTS)
        faults.push(...found.map((fault) => `${name}, ${width} px, ${percent} % by ${way}: ${fault}`))
        if (way === 'root' && percent === 200 && !name.endsWith('-en'))
          await page.screenshot({ path: picture(`owner-large-${name}-${width}`), fullPage: true })
        await set(100)
      }
  }
  assert.deepEqual(faults, [])
}

const unfold = (page: Page) =>
  page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")

/** The page, the page once decided, the review, the receipt; in one language. */
async function lookAtDeciding(view: View, url: string, language: Language): Promise<void> {
  const { page } = view
  const texts = ownerTexts(language)
  const chooseAt = (line: number, word: Word) => choose(decisionsOf(page, language).nth(line), word, language)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto(`${url}?lang=${language}`)
  await unfold(page)
  await chooseAt(0, 'later')
  await chooseAt(1, 'no')
  await look(view, `page-${language}`)
  await chooseAt(0, 'approve')
  await press(texts.review)
  await page.getByRole('heading', { name: texts.reviewTitle, exact: true }).waitFor()
  await look(view, `review-${language}`)
  await press(texts.confirm)
  await fingerprintOf(page).waitFor()
  await unfold(page)
  await look(view, `receipt-${language}`)
}

async function lookAtAll(context: BrowserContext, service: Service, view: View): Promise<void> {
  const { page } = view
  const url = await makeLink(context, service, found)
  for (const language of languages) await lookAtDeciding(view, url, language)
  const done = await makeLink(context, service, decided)
  for (const language of languages) {
    await page.goto(`${done}?lang=${language}`)
    await doneOf(page, language).waitFor()
    await unfold(page)
    await look(view, `done-${language}`)
    await page.goto(`${url.slice(0, -3)}AAA?lang=${language}`)
    await look(view, `unknown-${language}`)
  }
  await page.goto(`${url}?lang=de`)
  // Asked for once: a check that is run again has given it.
  if ((await starsOf(page, 'de').count()) > 0) {
    await giveStars(page, 4, 'de')
    await page.getByRole('button', { name: ownerTexts('de').feedbackSend, exact: true }).click()
    await page.getByRole('heading', { name: 'Danke für Ihre Rückmeldung' }).waitFor()
    await look(view, 'thanks')
  }
  await service.run(['owner-link', 'withdraw', 'demo', await findSurvey(context, service, found)])
  for (const language of languages) {
    await page.goto(`${url}?lang=${language}`)
    await page.getByRole('button', { name: ownerTexts(language).ask, exact: true }).waitFor()
    await look(view, `withdrawn-${language}`)
  }
}

export async function checkOwnerLargeText(check: Check, desk: Desk): Promise<void> {
  await check("the owner's pages hold large text", () =>
    inContext(desk, 'plain', still, async (context) => {
      const page = await context.newPage()
      const browser = await context.newCDPSession(page)
      await lookAtAll(context, desk.service, { page, browser, picture: desk.pictureOf })
    }),
  )
}
