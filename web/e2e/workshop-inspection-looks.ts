// How the screens of an inspection look, in every size, colour scheme and language.
import assert from 'node:assert/strict'
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { BrowserContext } from 'playwright-core'
import {
  allGoodOf,
  answerOf,
  checklistShown,
  closeOf,
  keyOf,
  listRests,
  noteOf,
  numbersOf,
  packagesOf,
  padOf,
} from './checklist.ts'
import { assertFitsAnyhow, leastPx } from './fit.ts'
import { assertAccessible, type Check, type Desk, inContext, sizes, still } from './visit.ts'
import { makeSurvey, openBoard } from './workshop-survey.ts'

/** Parts of the header whose contents need more room than they have. */
const pushedOut = `[...document.querySelectorAll('main header *')]
  .filter((one) => getComputedStyle(one).overflowX === 'visible' && one.clientWidth > 0)
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)`

export async function checkInspectionLooks(check: Check, desk: Desk): Promise<void> {
  const samples = [
    ['en', 'light', sizes[2]],
    ['de', 'dark', sizes[1]],
    ['ru', 'light', sizes[0]],
  ] as const
  for (const [language, colorScheme, { name: size, ...viewport }] of samples)
    await check(
      `inspection: screens in ${language}, ${colorScheme}, ${size}`,
      () =>
        inContext(desk, 'camera', { ...still, viewport, colorScheme }, (context) =>
          lookAround(context, desk, language, (name) =>
            desk.pictureOf(`inspection-${name}-${language}-${colorScheme}-${size}`),
          ),
        ),
      size !== 'phone',
    )
}

async function lookAround(
  context: BrowserContext,
  { service, trusted }: Desk,
  language: Language,
  pictureOf: (name: string) => string,
): Promise<void> {
  const { surveyId } = await makeSurvey(trusted, `look-${language}`)
  const page = await openBoard(context, service, language)
  const look = async (name: string) => {
    await page.screenshot({ path: pictureOf(name) })
    await assertFitsAnyhow(page, name, name === 'finish' ? leastPx.elsewhere : leastPx.inspection)
    assert.deepEqual(await page.evaluate<string[]>(pushedOut), [], 'in the header nothing lies over another')
    await assertAccessible(page)
  }
  await page.goto(`${service.base}/workshop/surveys/${surveyId}`)
  await checklistShown(page)
  await look('checklist')
  await allGoodOf(page).first().click()
  // The treads come first: the pad opens for them by itself, and the list moves. A tap into that might hit another number.
  await padOf(page).waitFor()
  await listRests(page)
  for (const digit of '6515') await keyOf(page, digit).click()
  const point = language === 'en' ? '.' : ','
  await padOf(page)
    .getByRole('status')
    .filter({ hasText: `1${point}5` })
    .waitFor()
  // Numbers and units as this language writes them.
  await numbersOf(page)
    .filter({ hasText: `6${point}5${sharedWords[language].units.mm}` })
    .waitFor()
  await listRests(page)
  await look('number-pad')
  await closeOf(padOf(page)).click()
  await answerOf(page, 'vc.discF', 'red', language).click()
  await look('findings')
  await noteOf(page, 'vc.discF', language).click()
  await packagesOf(page).first().waitFor()
  await look('finding')
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/finish`)
  await page.getByRole('main').getByRole('region').getByRole('link').first().waitFor()
  await look('finish')
}
