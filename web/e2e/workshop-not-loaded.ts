// Files of the app that cannot be loaded: no worker has kept them yet, and the network fails in between. Each place says what to do.
import type { BrowserContext } from 'playwright-core'
import { boardShown, menuLink } from './board.ts'
import { type Check, type Desk, inContext, landscape, type Service } from './visit.ts'
import { openApp } from './workshop.ts'

async function sayWhatToDo(context: BrowserContext, service: Service): Promise<void> {
  const { page } = await openApp(context, service)
  await boardShown(page)
  const settings = /\/assets\/settings-\w+\.js$/
  await page.route(settings, (route) => route.abort())
  await menuLink(page, 'settings').click()
  await page.getByText('This screen could not be loaded').waitFor()
  await page.unroute(settings)
  await page.getByRole('button', { name: 'Load again' }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  // Nor may the very first files be missed in silence.
  await page.route(/\/assets\/en[.-][\w.-]+\.js$/, (route) => route.abort())
  await page.reload()
  await page.getByText('Check the network, then load this page again').waitFor()
}

export const checkNotLoaded = (check: Check, desk: Desk): Promise<void> =>
  check('workshop: a screen that cannot be loaded says what to do', () =>
    inContext(desk, 'plain', { ...landscape, serviceWorkers: 'block' }, (context) =>
      sayWhatToDo(context, desk.service),
    ),
  )
