// Times of a car where sites have several time zones: by the clock of its site, with the zone beside them, without a network too.
import assert from 'node:assert/strict'
import type { Session } from '@walkaround/contract/app/session.ts'
import type { BrowserContext } from 'playwright-core'
import { boardShown, findCar, openCar } from './board.ts'
import { closeOf } from './checklist.ts'
import type { Service } from './visit.ts'
import { goOffline, openApp, waitUntilOffline } from './workshop.ts'

/** Another site would move for everybody who looks at the demo meanwhile, so only this page hears that it has. */
export async function readClocks(context: BrowserContext, service: Service): Promise<void> {
  const sessions = '**/app/session'
  await context.route(sessions, async (route) => {
    const response = await route.fetch()
    const session = (await response.json()) as Session
    const branches = session.clients.flatMap((client) => client.branches)
    for (const branch of branches) if (branch.name === 'South') branch.timeZone = 'Asia/Kamchatka'
    await route.fulfill({ response, json: session })
  })
  const { page, faults } = await openApp(context, service)
  await boardShown(page)
  await (await findCar(page, 'WA00 DEM')).getByText(/\d{2}:\d{2} CES?T/).waitFor()
  await (await findCar(page, 'XD KM 331')).getByText(/\d{2}:\d{2} GMT\+12/).waitFor()
  const sheet = await openCar(page, 'XD KM 331')
  await sheet.getByText(/\d{2}:\d{2} GMT\+12/).waitFor()
  await closeOf(sheet).click()
  await waitUntilOffline(page)
  await context.setOffline(true)
  await context.unroute(sessions)
  await goOffline(page)
  await page.reload()
  await (await findCar(page, 'XD KM 331')).getByText(/\d{2}:\d{2} GMT\+12/).waitFor()
  assert.deepEqual(faults(), [])
}
