// The callback inspector as an administrator uses it: a callback that fails, the way to where receivers are changed, and what the log is asked for.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { rowsOf } from './messages.ts'
import { assertAccessible, type Service } from './visit.ts'
import { said } from './words.ts'
import { openApp, until } from './workshop.ts'

type Act = (context: BrowserContext, service: Service) => Promise<void>

const admin = 'demo-admin'
/** Longer than the log waits before it asks again. */
const slowMs = 3_200

const inspectCallbacks: Act = async (context, service) => {
  const lists = /\/app\/.*\/callbacks(\?|$)/
  await context.route(lists, async (route) => {
    await pause(slowMs)
    await route.continue()
  })
  const { page, faults } = await openApp(context, service, { login: admin, path: 'callbacks' })
  await rowsOf(page).first().waitFor()
  await context.unroute(lists)
  // Callbacks about messages may come in between, and fail.
  const first = rowsOf(page).filter({ hasText: 'Test' }).first()
  await page.getByLabel('500, fails').click()
  const receiver = page.getByRole('region', { name: 'Receiver', exact: true })
  await receiver.getByText(/\/500$/).waitFor()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await first.getByText('Given up').waitFor()
  await first.getByText('Test', { exact: false }).first().waitFor()
  await page.getByLabel('204, takes it').click()
  await receiver.getByText(/\/204$/).waitFor()
  await first.click()
  await page.getByText('Answered with 500').waitFor()
  await page.getByRole('button', { name: 'Send once more' }).click()
  await page.getByText('Answered with 204').waitFor()
  // The last one stands below, the first is the cross.
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await first.getByText('Delivered').waitFor()
  await page
    .getByRole('region', { name: 'Scripted receiver of the demo', exact: true })
    .getByRole('listitem')
    .getByText('204, takes it')
    .first()
    .waitFor()
  assert.deepEqual(faults(), [])
}

const leadToReceivers: Act = async (context, service) => {
  const { page, faults } = await openApp(context, service, { login: admin, path: 'callbacks' })
  const south = page.getByRole('region', { name: 'Demo Cars South', exact: true })
  await south.getByRole('link', { name: 'Set its own receiver' }).waitFor()
  assert.deepEqual(faults(), [])
  await page.getByRole('link', { name: 'Change the receiver' }).click()
  // The page of the console, in the same language.
  await page.getByRole('heading', { level: 1, name: 'Callbacks' }).waitFor()
  await page.getByRole('button', { name: 'Change the receiver' }).waitFor()
  assert.match(new URL(page.url()).pathname, /\/admin\/callbacks$/)
}

const filterCallbacks: Act = async (context, service) => {
  const { page, faults } = await openApp(context, service, { login: admin, path: 'callbacks' })
  const kinds = page.getByLabel(said('en', 'callbacks.kindOf'))
  const sites = page.getByLabel(said('en', 'callbacks.site'), { exact: true })
  const listed = () => rowsOf(page).first().waitFor()
  await listed()
  await kinds.selectOption({ label: said('en', 'callbacks.kind.orderMatched') })
  await page.getByText(said('en', 'callbacks.noneSuch')).waitFor()
  await kinds.selectOption({ label: said('en', 'callbacks.kind.messageSent') })
  await listed()
  await sites.selectOption({ label: 'Demo Cars South' })
  const elsewhere = rowsOf(page).filter({ hasText: 'Demo Cars North' })
  await elsewhere.first().waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: said('en', 'callbacks.clear') }).waitFor()
  assert.equal(await kinds.inputValue(), 'messageSent')
  await until(async () => (await sites.inputValue()) !== '')
  assert.deepEqual([...new URL(page.url()).searchParams.keys()].toSorted(), ['kind', 'siteId'])
  await assertAccessible(page)
  await page.getByRole('button', { name: said('en', 'callbacks.clear') }).click()
  await listed()
  assert.equal(new URL(page.url()).search, '')
  assert.deepEqual(faults(), [])
}

export const callbackActs: readonly (readonly [string, Act])[] = [
  ['a callback fails, is explained and sent once more', inspectCallbacks],
  ['receivers are shown, and changed in the console', leadToReceivers],
  ['the log of callbacks is asked for a site and a kind, and keeps it', filterCallbacks],
]
