// How the pages look: in every language, colour scheme and size, also with everything unfolded.

import assert from 'node:assert/strict'
import { languages } from '@walkaround/contract/rules/texts.ts'
import type { Page } from 'playwright-core'
import {
  assertAccessible,
  assertFits,
  type Check,
  type Desk,
  inContext,
  paths,
  type Service,
  schemes,
  sizes,
  still,
  watch,
} from './visit.ts'

/** The reference is tens of thousands of pixels long; its beginning shows the design. */
const pictureHeight = 5000

async function takePicture(page: Page, path: string): Promise<void> {
  const [width, height] = await page.evaluate<[number, number]>(
    '[innerWidth, document.documentElement.scrollHeight]',
  )
  await page.screenshot({
    path,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, pictureHeight) },
  })
}

export async function checkLooks(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  for (const [schemeIndex, colorScheme] of schemes.entries())
    for (const [sizeIndex, { name: size, ...viewport }] of sizes.entries())
      await inContext(desk, 'plain', { ...still, viewport, colorScheme }, async (context) => {
        for (const [pageIndex, [name, path]] of Object.entries(paths).entries())
          for (const [languageIndex, language] of languages.entries())
            await check(
              `${name} in ${language}, ${colorScheme}, ${size}`,
              async () => {
                const page = await context.newPage()
                try {
                  await checkLook(page, service, `${path}?lang=${language}`, language)
                  await takePicture(page, pictureOf(`${name}-${language}-${colorScheme}-${size}`))
                } finally {
                  await page.close()
                }
              },
              !isFirst({ schemeIndex, sizeIndex, pageIndex, languageIndex }),
            )
      })
}

interface Place {
  schemeIndex: number
  sizeIndex: number
  pageIndex: number
  languageIndex: number
}

/** One look of each page; together they show every language, size and scheme. */
function isFirst({ schemeIndex, sizeIndex, pageIndex, languageIndex }: Place): boolean {
  return sizeIndex === pageIndex % 3 && languageIndex === (2 * pageIndex) % 3 && schemeIndex === pageIndex % 2
}

/** The first of each kind on the reference: axe needs most of a minute for all of it, which is looked at once. */
async function shorten(page: Page): Promise<void> {
  await page.evaluate(
    "for (const one of document.querySelectorAll('main > section > :is(article, section):nth-of-type(n + 3)')) one.remove()",
  )
}

async function checkLook(page: Page, service: Service, path: string, language: string): Promise<void> {
  const faults = watch(page, service)
  const response = await page.goto(service.base + path)
  assert.match(response?.headers()['content-security-policy'] ?? '', /default-src 'none'/)
  assert.equal(await page.locator('html').getAttribute('lang'), language)
  await assertFits(page)
  await shorten(page)
  await assertAccessible(page)
  // The status shows that a page does not exist, and the console repeats it.
  const isExpected = (fault: string) => response?.status() === 404 && /status of 404/.test(fault)
  assert.deepEqual(
    faults.filter((fault) => !isExpected(fault)),
    [],
  )
}

/** Everything folded is open and every form filled: what the first look does not show. */
export async function checkUnfolded(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  // The rules are those of the folded page in all sizes; the narrowest and one in the other colours show what differs.
  for (const [colorScheme, { name: size, ...viewport }, isWhole] of [
    ['light', sizes[0], true],
    ['dark', sizes[1], false],
  ] as const)
    await check(`reference with everything open, ${colorScheme}, ${size}`, () =>
      inContext(desk, 'plain', { ...still, viewport, colorScheme }, async (context) => {
        const page = await context.newPage()
        const faults = watch(page, service)
        await page.goto(`${service.base}/reference?lang=de`)
        await page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = true")
        await page.getByRole('main').locator('textarea').first().waitFor()
        await assertFits(page)
        if (!isWhole) await shorten(page)
        await assertAccessible(page)
        assert.deepEqual(faults, [])
        await takePicture(page, pictureOf(`reference-open-${colorScheme}-${size}`))
      }),
    )
}
