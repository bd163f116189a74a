// What every visit to the pages needs: the service it goes to, a context of its own, and an eye on what goes wrong.
import assert from 'node:assert/strict'
import axe, { type AxeResults } from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Tablet } from './tablet.ts'
import type { Trusted } from './trust.ts'

/** What it takes to reach a service, and to sign in there. */
export type Reached = {
  readonly base: string
  readonly plain: string
  readonly key: string
  /** Of the demo, by login. */
  readonly passwords: ReadonlyMap<string, string>
  /** Where it keeps what it keeps. */
  readonly dataDir: string
}

/** A running service with demo data. */
export type Service = Reached & {
  /** A command of the service's own command line, and what it is given to read; what it prints. */
  readonly run: (words: readonly string[], input?: string) => Promise<string>
  readonly stop: () => Promise<void>
}

/** A service that nobody has set up. It has no key and no passwords. */
export type EmptyService = Service & { readonly link: string }

/**
 * Runs one check, counts it and tells how it went. `isRepeat`: another check does the same in another size, language, colour
 * scheme or amount; only --all runs both.
 */
export type Check = (name: string, act: () => Promise<void>, isRepeat?: boolean) => Promise<void>

/**
 * `plain` passes over the service's certificate; `trusting` trusts its authority and nothing else, so that the app works
 * offline; `camera` does, too, and has a camera; that of a `scanner` sees the barcode of a VIN.
 */
export type BrowserKind = 'plain' | 'trusting' | 'camera' | 'scanner'

/** What the camera of a `scanner` sees, as a barcode. */
export const scannedVin = 'ZZZE2ESCAN0000001'

/** What a family of checks works with. */
export interface Desk {
  readonly service: Service
  readonly trusted: Trusted
  /** Each is started once, when the first check asks for it. */
  readonly browserOf: (kind: BrowserKind) => Promise<Browser>
  /** One that can be killed, and started again with what it kept in this folder. It has a camera. */
  readonly startTablet: (folder: string, size: { width: number; height: number }) => Promise<Tablet>
  readonly pictureOf: (name: string) => string
  /** A desk of its own before a service that nobody has set up; both end with the act. */
  readonly atEmpty: (
    settings: Readonly<Record<string, string>>,
    act: (desk: Desk & { readonly service: EmptyService }) => Promise<void>,
  ) => Promise<void>
}

export const schemes = ['light', 'dark'] as const
export const sizes = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 820, height: 1180 },
  { name: 'landscape', width: 1180, height: 820 },
] as const
export const paths = {
  landing: '/',
  reference: '/reference',
  trust: '/trust',
  simulator: '/simulator',
  'not-found': '/no/such/page',
  guides: '/docs',
} as const

/** What went wrong on a page behind its back: errors in the console, exceptions, calls to a foreign origin. */
export function watch(page: Page, service: Service): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      faults.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== service.base && origin !== service.plain) faults.push(`foreign request: ${request.url()}`)
  })
  return faults
}

/**
 * Contrast takes most of the time of an examination: it is measured once for all texts of one class, colour, size and weight
 * on the same grounds.
 */
const markLooks = `{
  const grounds = new Map()
  const groundOf = (element) => {
    if (!element) return ''
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
      grounds.set(element, groundOf(element.parentElement) + '|' + backgroundColor + backgroundImage + opacity)
    }
    return grounds.get(element)
  }
  const looks = new Set()
  for (const element of document.querySelectorAll('*')) {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const classes = element.getAttribute('class') + '|' + element.parentElement?.getAttribute('class')
    const look = [element.tagName, classes, color, fontSize, fontWeight, textShadow, groundOf(element)].join()
    const holdsText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
    const isNew = !holdsText || (element.checkVisibility() && !looks.has(look))
    if (isNew && holdsText) looks.add(look)
    element.toggleAttribute('data-look', isNew)
  }
}`
/**
 * Without details of what passed: they take most of the time. Without the pages in frames: the owner's page beside the offer may run no
 * script, so an examination inside it would never end. It is examined where it is the page.
 */
const examine = [
  axe.source,
  markLooks,
  "axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-look]' }] })",
  "axe.run(document, { resultTypes: ['violations'], iframes: false })",
].join(';\n')

export async function assertAccessible(page: Page): Promise<void> {
  const { violations } = await page.evaluate<AxeResults>(examine)
  const told = violations.map(({ id, help, nodes }) => {
    const places = nodes
      .slice(0, 3)
      .map(({ target, failureSummary }) => `  ${target.join(' ')}: ${failureSummary}`)
    return [`${id}: ${help} (${nodes.length})`, ...places].join('\n')
  })
  assert.equal(told.join('\n'), '')
}

/** The message of a failing check is repeated in the last lines of a build, whose log may be cut. */
const MOST_SHOWN = { first: 250, last: 600 }
const MOST_FAULTS = 5

/** A page begins with where one is, and ends with what has happened. */
function shorten(text: string): string {
  const { first, last } = MOST_SHOWN
  return text.length <= first + last ? text : `${text.slice(0, first)} … ${text.slice(-last)}`
}

/** The browser sets no limit to how long a page may take to answer. */
async function within<Answer>(ms: number, work: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer after ${ms / 1000} s`)), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What the pages showed when a check failed, and what went wrong in them: the log of a build is all that is left of them. */
async function describePages(faultsOf: ReadonlyMap<Page, readonly string[]>): Promise<string> {
  const told = await Promise.all(
    Array.from(faultsOf, async ([page, faults]) => {
      const text = await within(answerDeadlineMs, page.evaluate<string>('document.body.innerText')).catch(
        (error: Error) => error.message,
      )
      // That there is no network is often the point of a check.
      const unexpected = faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))
      const shown = shorten(text.replaceAll(/\s*\n\s*/g, ' | '))
      return [`at ${page.url()}: ${shown}`, ...unexpected.slice(-MOST_FAULTS)]
    }),
  )
  return told.flat().join('\n')
}

/** For one click or wait; generous, because a failing page should say so and a slow machine should not. */
const deadlineMs = 120_000
/** For all that is done in one context. The longest takes half a minute on a quiet machine. */
const contextDeadlineMs = 900_000
const answerDeadlineMs = 10_000
/** For photographs. What people do is done with motion, as most of them have it. */
export const still = { reducedMotion: 'reduce' } as const
export const landscape = { viewport: { width: 1180, height: 820 } }
export const portrait = { viewport: { width: 820, height: 1180 } }
export const phone = { viewport: { width: 390, height: 844 } }

/** A context of its own, with motion unless the options say otherwise; the browser with a camera is a tablet's. */
export async function inContext(
  { browserOf, service }: Desk,
  kind: BrowserKind,
  options: BrowserContextOptions,
  act: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const own = kind === 'plain' ? { ignoreHTTPSErrors: true } : { hasTouch: kind === 'camera' }
  const browser = await browserOf(kind)
  const context = await browser.newContext({ reducedMotion: 'no-preference', ...own, ...options })
  context.setDefaultTimeout(deadlineMs)
  const faultsOf = new Map<Page, readonly string[]>()
  context.on('page', (page) => faultsOf.set(page, watch(page, service)))
  try {
    await within(contextDeadlineMs, act(context))
  } catch (error) {
    if (error instanceof Error) error.message += `\n${await describePages(faultsOf)}`
    throw error
  } finally {
    await within(deadlineMs, context.close())
  }
}

export async function assertFits(page: Page): Promise<void> {
  const [needed, given, wide] = await page.evaluate<[number, number, string[]]>(`[
    document.documentElement.scrollWidth,
    innerWidth,
    [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map((element) => element.outerHTML.slice(0, 120)),
  ]`)
  assert.ok(
    needed <= given,
    `the page is ${needed} px wide in a window of ${given} px: ${wide.slice(-3).join('\n')}`,
  )
}
