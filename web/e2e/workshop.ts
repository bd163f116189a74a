// The workshop app as a person uses it: opened, signed in, cut off from the network and back. For the checks of its
// screens; holds no check of its own.

import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { ask, readAuthority } from './trust.ts'
import { type Reached, type Service, watch } from './visit.ts'
import { anyOf, said } from './words.ts'

const pollMs = 50
export const technician = 'demo-technician'
export const advisor = 'demo-advisor'

export async function fillSignIn(page: Page, login: string, password: string, language: Language = 'en') {
  await page.getByLabel(said(language, 'signIn.login'), { exact: true }).fill(login)
  await page.getByLabel(said(language, 'signIn.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: said(language, 'signIn.go'), exact: true }).click()
}

type Cookies = Parameters<BrowserContext['addCookies']>[0]
const sessions = new WeakMap<Reached, Map<string, Promise<Cookies>>>()

/**
 * Signs in without the screen, once for all checks: a password takes a second to be examined, and few checks are about that.
 * A check that signs out also signs in again.
 */
export async function enter(context: BrowserContext, service: Reached, origin: string, login: string) {
  const ofService = sessions.get(service) ?? new Map<string, Promise<Cookies>>()
  sessions.set(service, ofService)
  const key = `${login} ${origin}`
  const begun = ofService.get(key) ?? signInOnce(service, origin, login)
  ofService.set(key, begun)
  await context.addCookies(await begun)
}

async function signInOnce(service: Reached, origin: string, login: string): Promise<Cookies> {
  const password = service.passwords.get(login)
  assert.ok(password, `the demo has told no password of ${login}`)
  const ca = await readAuthority(service)
  const { status, cookies, body } = await ask(`${origin}/app/session`, {
    method: 'POST',
    ca,
    headers: { origin },
    body: { login, password },
  })
  assert.equal(status, 200, `${login} is not signed in: ${status} ${JSON.stringify(body)}`)
  return cookies.map((cookie) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    const secure = origin.startsWith('https:')
    return { name, value, url: origin, secure, httpOnly: true, sameSite: 'Strict' }
  })
}

/** Opens the app on the plain loopback pages, where a browser lets it work offline, as somebody who is signed in. */
export async function openApp(
  context: BrowserContext,
  service: Service,
  { login = technician, language = 'en' as Language, path = '' } = {},
): Promise<{ page: Page; faults: () => string[] }> {
  const page = await context.newPage()
  const faults = watch(page, service)
  await enter(context, service, service.plain, login)
  await page.goto(`${service.plain}/workshop/${path}?lang=${language}`)
  await mainMenuOf(page).waitFor()
  return { page, faults: () => faults.filter((fault) => !isExpected(fault)) }
}

/** The app's own menu, in any language: somebody is signed in. */
export const mainMenuOf = (page: Page): Locator =>
  page.getByRole('navigation', { name: anyOf('app.navigation') })

/** "Nobody is signed in" and "no network" are expected; the browser writes them into its console anyway. */
export function isExpected(fault: string): boolean {
  return /status of 401|ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/.test(fault)
}

/** Until the service worker has everything it needs to open the app without a network. */
export async function waitUntilOffline(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await until(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'))
}

/** Cuts the network, and waits until it is cut: what is sent right after the browser says so may still get through. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await until(() => page.evaluate<boolean>(`fetch('/app/session').then(() => false, () => true)`))
}

/** Brings the network back, and waits until it is there: what is sent right after the browser says so may still fail. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await until(() => page.evaluate<boolean>(`fetch('/app/session').then(() => true, () => false)`))
}

/** How many templates the device keeps. */
const keptTemplates = (page: Page) =>
  page.evaluate<number>(`new Promise((done, fail) => {
    const ask = indexedDB.open('walkaround-workshop')
    ask.onerror = () => fail(ask.error)
    ask.onsuccess = () => {
      const { result } = ask
      if (!result.objectStoreNames.contains('blanks')) { result.close(); return done(0) }
      const counted = result.transaction('blanks').objectStore('blanks').count()
      counted.onsuccess = () => { result.close(); done(counted.result) }
    }
  })`)

/** Until inspections can be begun without a network. */
export const waitForTemplates = (page: Page) => until(async () => (await keptTemplates(page)) > 0)

/** The page's policy forbids the evaluation that the browser's own waiting needs, so this asks from outside. */
export async function until(isSo: () => Promise<boolean>, deadlineMs = 120_000): Promise<void> {
  const end = Date.now() + deadlineMs
  while (!(await isSo())) {
    assert.ok(Date.now() < end, `waited ${deadlineMs / 1000} s in vain: ${isSo}`)
    await pause(pollMs)
  }
}
