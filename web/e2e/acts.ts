// What people do on the pages, each as one act on a fresh page, by roles and labels.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContextOptions } from 'playwright-core'
import { readGuides, searchGuides } from './acts-guides.ts'
import {
  arriveAtOperation,
  filterOperations,
  foldRail,
  print,
  readCode,
  readWithoutScript,
} from './acts-reference.ts'
import { playDay, playScenario } from './acts-simulator.ts'
import { type Act, keepKey, pointToHttps, refuseToSend, showMedia, tryOperations } from './acts-try.ts'
import { findCar, focusedOf } from './board.ts'
import { parts } from './parts.ts'
import { type Check, type Desk, inContext, landscape, paths, phone, still } from './visit.ts'
import { fillSignIn } from './workshop.ts'

const run = promisify(execFile)

const walkByKeyboard: Act = async (page, service) => {
  await page.goto(`${service.base}/?lang=en`)
  await page.keyboard.press('Tab')
  await focusedOf(page, page.getByRole('link', { name: 'Skip to content' })).waitFor()
  const { y = -1 } = (await page.getByRole('link', { name: 'Skip to content' }).boundingBox()) ?? {}
  assert.ok(y >= 0, 'the link is outside the window')
  await page.keyboard.press('Enter')
  assert.equal(new URL(page.url()).hash, '#main')
  await page.keyboard.press('Tab')
  const outline =
    "(() => { const e = document.activeElement; return e.closest('main') ? getComputedStyle(e).outlineStyle : 'outside' })()"
  assert.equal(await page.evaluate(outline), 'solid')
}

const copyCommand: Act = async (page, service) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${service.base}/trust?lang=en`)
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  assert.equal(
    await page.evaluate('navigator.clipboard.readText()'),
    await page.locator('pre').first().textContent(),
  )
}

const switchLanguage: Act = async (page, service) => {
  await page.goto(`${service.base}/?lang=en`)
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await page.getByRole('link', { name: 'Zertifikate' }).first().click()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  assert.equal(new URL(page.url()).pathname, '/trust')
}

const followLinks: Act = async (page, service) => {
  for (const origin of [service.base, service.plain])
    for (const path of Object.values(paths)) {
      await page.goto(origin + path)
      const hrefs = await page.evaluate<string[]>(
        "[...document.querySelectorAll('a')].map((link) => link.href)",
      )
      for (const href of new Set(hrefs.map((address) => address.split('#', 1)[0] ?? ''))) {
        const address = new URL(href)
        assert.ok([origin, service.base].includes(address.origin), `${origin}${path} links to ${href}`)
        const status = (await page.request.get(href)).status()
        assert.ok(status === 200 || address.pathname === paths['not-found'], `${href}: ${status}`)
      }
    }
}

/** What a browser has; the checks are typed without one. */
type Styles = { getComputedStyle(element: unknown): { animationName: string } }

const standStill: Act = async (page, service) => {
  const motion = () =>
    page
      .locator(parts.walkWay)
      .evaluate((way) => (globalThis as unknown as Styles).getComputedStyle(way).animationName)
  await page.goto(`${service.base}/?lang=en`)
  assert.equal(await motion(), 'none')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  assert.equal(await motion(), 'walk')
}

/** The journey plays the steps themselves; here somebody begins in the middle. */
const beginSteps: Act = async (page, service) => {
  const follow = async (link: string) => {
    await page.goto(`${service.plain}/?lang=en`)
    await page.getByRole('link', { name: 'The demo in two minutes' }).click()
    await page.getByRole('link', { name: link, exact: true }).click()
  }
  await follow('Open the outbox')
  await fillSignIn(page, 'demo-admin', service.passwords.get('demo-admin') ?? '')
  await page.getByRole('heading', { level: 1, name: 'Outbox', exact: true }).waitFor()
  await follow('Open the callbacks')
  await page.getByRole('heading', { level: 1, name: 'Callbacks', exact: true }).waitFor()
  await follow('Open the board')
  await findCar(page, 'XD EN 418')
}

/** The commands on the landing page, pasted unchanged. */
const followWalk: Act = async (page, service) => {
  await page.goto(`${service.base}/?lang=en`)
  const commands = await page
    .getByRole('region', { name: 'Your first survey', exact: true })
    .locator('pre')
    .allTextContents()
  const [issue = '', ...calls] = commands
  assert.match(issue, /^npx walkaround key issue demo-dms/)
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-walk-'))
  const shell = (command: string) =>
    run('sh', ['-c', command], { cwd: folder, env: { ...process.env, WALKAROUND_KEY: service.key } }).then(
      ({ stdout }) => stdout,
    )
  try {
    const [authority = '', order = '', list = '', survey = ''] = calls
    await shell(authority)
    assert.match(await shell(order), /^HTTP\/[\d.]+ 201/)
    const [first] = JSON.parse(await shell(list)) as { id: string; surveyType: string }[]
    assert.equal(first?.surveyType, 'health')
    const read = JSON.parse(await shell(survey.replace('SURVEY-ID', encodeURIComponent(first.id)))) as {
      contents: unknown[]
    }
    assert.ok(read.contents.length > 0)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Wide enough for the column of code. */
const wide = { ...landscape, viewport: { width: 1280, height: 900 } }

const acts: readonly (readonly [string, BrowserContextOptions, Act])[] = [
  ['the filter of the reference finds, counts and clears', landscape, filterOperations],
  ['the contents fold away on a phone and lead to their part', phone, foldRail],
  ['the contents of the reference lead to their part while the page moves', landscape, arriveAtOperation],
  ['an order is sent and read from the reference', landscape, tryOperations],
  ['the reference finds ids and shows pictures and printed forms', landscape, showMedia],
  ['the reference has its code beside the words, in a language chosen once', wide, readCode],
  ['the reference on a phone has its code below the words', phone, readCode],
  ['a form that lacks something says what, and sends nothing', phone, refuseToSend],
  ['the key stays in the tab until it is forgotten', landscape, keepKey],
  ['the plain page sends people to the HTTPS address to try', landscape, pointToHttps],
  ['without script everything can be read', { ...landscape, javaScriptEnabled: false }, readWithoutScript],
  ['the search of the guides finds by keyboard, and loads its index then', landscape, searchGuides],
  ['the guides fit, and a decision of the reference leads to its paragraph', phone, readGuides],
  ['the keyboard skips to the content and shows where it is', landscape, walkByKeyboard],
  ['a command is copied', landscape, copyCommand],
  ['the chosen language stays without a cookie', landscape, switchLanguage],
  ['every link leads to a page of the service', landscape, followLinks],
  ['printing shows everything and leaves out the controls', landscape, print],
  ['nothing moves for people who asked for that', { ...landscape, ...still }, standStill],
  ['the steps of the demo lead to their screens', phone, beginSteps],
  ['the walk on the landing page works as it is written', landscape, followWalk],
  ['a normal day of a DMS is one click away, and can be stopped', wide, playDay],
  ['a scenario is played on a phone, in the language of the page', phone, playScenario],
]

export async function checkActs(check: Check, desk: Desk): Promise<void> {
  for (const [name, options, act] of acts)
    await check(name, () =>
      inContext(desk, 'plain', options, async (context) => act(await context.newPage(), desk.service)),
    )
}
