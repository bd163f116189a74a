// A barcode in front of the camera: opens its car, says whether the open inspection is of this car, and begins a new one. The reader
// comes from the app's own files, so it works without a network.
import type { Page } from 'playwright-core'
import { boardShown } from './board.ts'
import { checklistShown } from './checklist.ts'
import { assertFitsAnyhow } from './fit.ts'
import { type Check, type Desk, inContext, landscape, scannedVin } from './visit.ts'
import { goOffline, waitForTemplates, waitUntilOffline } from './workshop.ts'
import { makeSurvey, openBoard } from './workshop-survey.ts'

const scan = (page: Page) => page.getByRole('button', { name: 'Scan', exact: true }).click()
const plateOf = (page: Page, plate: string) =>
  page.getByRole('heading', { level: 1, name: plate, exact: true }).waitFor()

export async function checkWorkshopScan(check: Check, desk: Desk): Promise<void> {
  await check('scan: the right car opens, the wrong one is named, a known one begins at once', () =>
    inContext(desk, 'scanner', landscape, async (context) => {
      const { service, trusted } = desk
      const right = await makeSurvey(trusted, 'scanned', { vin: scannedVin })
      const wrong = await makeSurvey(trusted, 'other', { vin: 'ZZZE2ESCAN0000002' })
      const page = await openBoard(context, service)
      await waitUntilOffline(page)
      await waitForTemplates(page)
      await scan(page)
      await plateOf(page, right.plate)
      await checklistShown(page)
      await page.goto(`${service.base}/workshop/surveys/${wrong.surveyId}`)
      await checklistShown(page)
      // From here on the device is alone.
      await goOffline(page)
      await scan(page)
      const verdict = page.getByRole('alert')
      await verdict
        .getByText(`Wrong car! You scanned ${right.plate}, this inspection is of ${wrong.plate}.`)
        .waitFor()
      await verdict.getByRole('button', { name: `Open ${right.plate}` }).click()
      await plateOf(page, right.plate)
      await scan(page)
      await verdict.getByText(`This is the right car: ${right.plate}`).waitFor()
      await assertFitsAnyhow(page, 'the scanner')
      await page.goto(`${service.base}/workshop/`)
      await boardShown(page)
      await page.getByRole('link', { name: 'New inspection' }).click()
      await scan(page)
      await page.getByText('Was here before').waitFor()
      await page.getByText('This car is on the board').waitFor()
      await page.getByRole('button', { name: 'Begin', exact: true }).click()
      await checklistShown(page)
      await plateOf(page, right.plate)
      await page.getByText('Norvik Sund · Test drives').waitFor()
    }),
  )
}
