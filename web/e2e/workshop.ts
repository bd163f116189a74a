// The workshop app as a person meets it: opened, signed in, cut off from the network and back. For the checks of its
// screens; holds no check of its own.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { type Service, watch } from './visit.ts'

export type Language = 'en' | 'de' | 'ru'
const pollMs = 50
export const technician = 'demo-technician'
export const advisor = 'demo-advisor'

const words = {
  en: { login: 'Login', password: 'Password', go: 'Sign in' },
  de: { login: 'Anmeldename', password: 'Passwort', go: 'Anmelden' },
  ru: { login: 'Логин', password: 'Пароль', go: 'Войти' },
} as const

export async function fillSignIn(page: Page, login: string, password: string, language: Language = 'en') {
  const { login: name, password: word, go } = words[language]
  await page.getByLabel(name, { exact: true }).fill(login)
  await page.getByLabel(word, { exact: true }).fill(password)
  await page.getByRole('button', { name: go, exact: true }).click()
}

/** Opens the app on the plain loopback pages, where a browser lets it work offline, and signs in. */
export async function openApp(
  context: BrowserContext,
  service: Service,
  { login = technician, language = 'en' as Language, path = '' } = {},
): Promise<{ page: Page; faults: () => string[] }> {
  const page = await context.newPage()
  const faults = watch(page, service)
  await page.goto(`${service.plain}/workshop/${path}?lang=${language}`)
  const password = service.passwords.get(login)
  assert.ok(password, `the demo has told no password of ${login}`)
  await fillSignIn(page, login, password, language)
  await page.locator('.rail').waitFor()
  return { page, faults: () => faults.filter((fault) => !isExpected(fault)) }
}

/** "Nobody is signed in" and "no network" are answers; the browser writes them into its console all the same. */
function isExpected(fault: string): boolean {
  return /status of 401|ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/.test(fault)
}

/** Until the service worker has everything it needs to open the app without a network. */
export async function waitUntilOffline(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await until(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'))
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
export async function until(isSo: () => Promise<boolean>, deadlineMs = 30_000): Promise<void> {
  const end = Date.now() + deadlineMs
  while (!(await isSo())) {
    assert.ok(Date.now() < end, `waited ${deadlineMs / 1000} s in vain: ${isSo}`)
    await pause(pollMs)
  }
}
