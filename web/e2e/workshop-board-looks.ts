// How the workshop app's first screens look, in every size, colour scheme and language.
import assert from 'node:assert/strict'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { assertFitsAnyhow } from './fit.ts'
import {
  assertAccessible,
  type Check,
  type Desk,
  inContext,
  type Service,
  sizes,
  still,
  watch,
} from './visit.ts'
import { fillSignIn, isExpected, mainMenuOf, technician } from './workshop.ts'

/** What is on a screen once it has read its data. */
const looks: readonly (readonly [string, string, Parameters<Page['getByRole']>])[] = [
  ['board', '', ['article']],
  ['leads', 'leads', ['heading', { level: 2 }]],
  ['new', 'new', ['group']],
  ['sync', 'sync', ['heading', { level: 1 }]],
  ['settings', 'settings', ['heading', { level: 1 }]],
  ['lost', 'no/such/screen', ['heading', { level: 1 }]],
]

export async function checkScreens(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  // Every language, size and scheme once, and the narrowest in both schemes.
  const samples = [
    ['en', 'light', sizes[2]],
    ['de', 'dark', sizes[1]],
    ['ru', 'light', sizes[0]],
    ['de', 'dark', sizes[0]],
  ] as const
  for (const [language, colorScheme, { name: size, ...viewport }] of samples)
    await check(
      `workshop: screens in ${language}, ${colorScheme}, ${size}`,
      () =>
        inContext(desk, 'plain', { ...still, viewport, colorScheme }, (context) =>
          lookAround(context, service, language, (name) =>
            pictureOf(`workshop-${name}-${language}-${colorScheme}-${size}`),
          ),
        ),
      size !== 'tablet',
    )
}

async function lookAround(
  context: BrowserContext,
  service: Service,
  language: Language,
  pictureOf: (name: string) => string,
): Promise<void> {
  const look = async (page: Page, name: string) => {
    await page.screenshot({ path: pictureOf(name) })
    await assertFitsAnyhow(page, name)
    await assertAccessible(page)
  }
  const page = await context.newPage()
  const faults = watch(page, service)
  await page.goto(`${service.plain}/workshop/?lang=${language}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await look(page, 'sign-in')
  await fillSignIn(page, technician, service.passwords.get(technician) ?? '', language)
  await mainMenuOf(page).waitFor()
  for (const [name, path, sign] of looks) {
    await page.goto(`${service.plain}/workshop/${path}`)
    await page
      .locator('main:not([aria-busy="true"])')
      .getByRole(...sign)
      .first()
      .waitFor()
    await look(page, name)
  }
  assert.deepEqual(
    faults.filter((fault) => !isExpected(fault)),
    [],
  )
}
