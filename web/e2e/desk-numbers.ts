// Numbers of days that are over: a figure as the command line tells it, its definition, another period and back.
import assert from 'node:assert/strict'
import type { Figures } from '@walkaround/contract/dms/figures.ts'
import type { Page } from 'playwright-core'
import texts from '../../languages/en/server/figures.json' with { type: 'json' }
import { figureOf, look, openDesk, periodOf } from './desk-pages.ts'
import { type Check, type Desk, inContext, landscape, still } from './visit.ts'

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
/** Other checks make orders of today; nobody makes orders of then. */
const then = { from: daysAgo(110), to: daysAgo(20) }

async function readOrders({ service }: Desk): Promise<number> {
  const told = await service.run(['figures', 'show', 'demo', then.from, then.to, '--json'])
  const figures = (JSON.parse(told) as Figures).groups[0]?.figures
  return figures?.find(({ id }) => id === 'orders')?.value ?? 0
}

async function read(page: Page, desk: Desk): Promise<void> {
  const { name, words } = texts.figures.orders
  const row = figureOf(page, name)
  const value = row.getByRole('cell').first()
  await value.waitFor()
  const orders = await readOrders(desk)
  assert.ok(orders > 0, 'the demo has a history')
  assert.equal(await value.textContent(), String(orders))

  const definition = row.getByText(words)
  assert.equal(await definition.isVisible(), false)
  await row.getByText(name, { exact: true }).click()
  await definition.waitFor()
  await look(page, desk.pictureOf('desk-figures'))

  await periodOf(page, 'This year').check()
  await page.getByText(/^1 Jan(uary)? \d{4} – /).waitFor()
  assert.match(page.url(), /[?&]period=year\b/)
  assert.doesNotMatch(page.url(), /[?&]from=/)
  await page.goBack()
  await periodOf(page, 'From – to').and(page.locator(':checked')).waitFor()
  assert.match(page.url(), new RegExp(`from=${then.from}&to=${then.to}`))
  await value.filter({ hasText: new RegExp(`^${orders}$`) }).waitFor()
}

export const checkDeskNumbers = (check: Check, desk: Desk): Promise<void> =>
  check('desk: a figure is what the command line tells, says what it is, and follows the period', () =>
    inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
      const path = `numbers?from=${then.from}&to=${then.to}&lang=en`
      await read(await openDesk(context, desk.service, path, 'demo-manager'), desk)
    }),
  )
