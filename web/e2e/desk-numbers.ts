// Numbers of days that are over: a figure as the command line tells it, its definition, another period and back; and the cars behind it.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { FigureCars, Figures } from '@walkaround/contract/dms/figures.ts'
import type { Page } from 'playwright-core'
import texts from '../../languages/en/server/figures.json' with { type: 'json' }
import { figureCarsOf, figureOf, look, openDesk, periodOf } from './desk-pages.ts'
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

const branch = 'DE1001'

/** The page shows some figures of each branch; a file has all. */
async function exportAll(page: Page): Promise<void> {
  const groups = page.getByRole('region', { name: 'Compared' })
  const { rejected, orders } = texts.figures
  await groups.getByRole('columnheader', { name: orders.name }).waitFor()
  assert.equal(await groups.getByRole('columnheader', { name: rejected.name }).count(), 0)
  const download = page.waitForEvent('download')
  await groups.getByRole('button', { name: 'CSV' }).click()
  const [head = ''] = (await readFile(await (await download).path(), 'utf8')).split('\n')
  for (const { name } of [rejected, orders]) assert.ok(head.includes(name), head)
}

/** Of one branch, beside the average of all; from the car of which most was offered and not sold to its page. */
async function leadToCar(page: Page, { service, pictureOf }: Desk): Promise<void> {
  await page.getByRole('columnheader', { name: 'Average of the branches' }).waitFor()
  await exportAll(page)
  const order = ['figures', 'cars', 'demo', then.from, then.to, '--branch', branch]
  const told = await service.run([
    ...order,
    '--sort',
    'notSold',
    '--currency',
    'EUR',
    '--limit',
    '1',
    '--json',
  ])
  const [first] = (JSON.parse(told) as FigureCars).cars
  const { numberPlate = '', externalId } = first ?? {}
  await page.getByRole('radio', { name: 'Most not sold' }).check()
  const top = figureCarsOf(page).first().filter({ hasText: numberPlate })
  await top.getByRole('cell', { name: externalId, exact: true }).waitFor()
  await look(page, pictureOf('desk-figure-cars'))
  await top.getByRole('link', { name: numberPlate }).click()
  await page.getByRole('heading', { level: 1 }).filter({ hasText: numberPlate }).waitFor()
}

const checkCars = (check: Check, desk: Desk): Promise<void> =>
  check('desk: a branch stands beside the others, and a car behind its figures leads to its page', () =>
    inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
      const path = `numbers?from=${then.from}&to=${then.to}&branch=${branch}&lang=en`
      await leadToCar(await openDesk(context, desk.service, path, 'demo-manager'), desk)
    }),
  )

export async function checkDeskNumbers(check: Check, desk: Desk): Promise<void> {
  await check('desk: a figure is what the command line tells, says what it is, and follows the period', () =>
    inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
      const path = `numbers?from=${then.from}&to=${then.to}&lang=en`
      await read(await openDesk(context, desk.service, path, 'demo-manager'), desk)
    }),
  )
  await checkCars(check, desk)
}
