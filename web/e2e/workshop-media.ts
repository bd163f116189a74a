// Damage map, photos, video, quotes and handover act of the workshop app, in a browser that trusts the service's authority.
// What was done there is read again as the DMS reads it.

import { languages } from '@walkaround/contract/rules/texts.ts'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { drawingOf } from './damage.ts'
import { assertFitsAnyhow } from './fit.ts'
import { type Act, findSurvey, open } from './media-survey.ts'
import {
  assertAccessible,
  type Check,
  type Desk,
  inContext,
  landscape,
  schemes,
  sizes,
  still,
} from './visit.ts'
import { markDamage, markOffline, resumeUpload } from './workshop-damage.ts'
import { buildQuote, hearOwner } from './workshop-decisions.ts'
import { warnBeforeSending } from './workshop-gaps.ts'
import { signAct, signAfterChange, signForCompany } from './workshop-handover.ts'
import { offerOnce, takeDecisionBack, writeOwnLine } from './workshop-quotes.ts'
import { receiveCar, receptionLooks } from './workshop-reception.ts'
import { readResult } from './workshop-result.ts'

const acts: readonly (readonly [string, Act, BrowserContextOptions?])[] = [
  ['work for an axle is offered once, and named at the other wheel', offerOnce],
  ['a decision recorded by mistake is taken back, and a phone decision names who told it', takeDecisionBack],
  ['an own line is quantity times price, with unit, discount and currency', writeOwnLine],
  ['something urgent without offer or photo is asked about before it is sent', warnBeforeSending],
  ['damage is marked, named, moved and taken back, and the DMS reads it', markDamage],
  ['the map opens and takes marks without a network', markOffline],
  ['a photo upload that was cut at half goes on there', resumeUpload],
  ['a handover act is filled, signed and printed', signAct],
  ['a change after signing strikes the signature out and asks for a new one', signAfterChange],
  ['a person signs for a company, below the ordered work and the terms', signForCompany],
  ['a car is received: the tablet is turned, the driver signs and scans the copy', receiveCar],
  ['a quote is built and decided by phone', buildQuote],
  ['what the owner decided and said reaches the advisor', hearOwner, { timezoneId: 'America/New_York' }],
  ['a result leads to its questions, prints every form and tells what the owner did', readResult],
]

/** What a screen shows once it has read what it needs, in any language. */
const screens: readonly (readonly [string, string, (page: Page) => Locator])[] = [
  ['damage', 'health', drawingOf],
  ['handover', 'health', drawingOf],
  ['quotes', 'VC', (page) => page.getByRole('listitem').getByRole('heading', { level: 3 })],
  ['finish', 'health', (page) => page.getByRole('region').getByRole('listitem').getByRole('time')],
  ['video', 'VC', (page) => page.getByRole('main').getByRole('region').getByRole('button')],
]

export async function checkWorkshopMedia(check: Check, desk: Desk): Promise<void> {
  const { service, trusted, pictureOf } = desk
  for (const [name, act, options] of acts)
    await check(name, () =>
      inContext(desk, 'trusting', { ...landscape, ...options }, (context) => act(context, service, trusted)),
    )
  for (const { name, look, isRepeat } of receptionLooks) await check(name, () => look(desk), isRepeat)
  for (const [index, { name: size, ...viewport }] of sizes.entries())
    await check(
      `the screens of media and quotes in the size ${size}`,
      () => {
        const language = languages[index % languages.length] ?? 'en'
        const colorScheme = schemes[index % schemes.length] ?? 'light'
        return inContext(desk, 'trusting', { ...still, viewport, colorScheme }, async (context) => {
          const page = await open(context, service, '', language)
          for (const [screen, type, sign] of screens) {
            const order = '/system-clients/demo/service-orders/SO-1001'
            const surveyId = await findSurvey(trusted.asDms, order, type)
            await page.goto(`${service.base}/workshop/surveys/${surveyId}/${screen}?lang=${language}`)
            await sign(page).first().waitFor()
            await assertFitsAnyhow(page, screen)
            await page.screenshot({
              path: pictureOf(`workshop-${screen}-${size}-${colorScheme}-${language}`),
            })
            // A frame that runs no scripts cannot be asked for its faults, and asking never ends.
            await page.evaluate('for (const frame of document.querySelectorAll("iframe")) frame.remove()')
            await assertAccessible(page)
          }
        })
      },
      size !== 'tablet',
    )
}
