// A car is received: what is known of it, the tablet turned to its driver, the signature, and the copy that a phone scans.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { readBarcode } from './barcodes.ts'
import { openCar } from './board.ts'
import { assertFitsAnyhow } from './fit.ts'
import { type Act, findSurvey } from './media-survey.ts'
import type { Trusted } from './trust.ts'
import { assertAccessible, type Desk, inContext, landscape, phone, still } from './visit.ts'
import { anyOf, said } from './words.ts'
import { until } from './workshop.ts'
import { drawSignature } from './workshop-handover.ts'
import { openBoard } from './workshop-survey.ts'

/** A car of a fleet that was here before: its driver brings it, and something was put off. */
async function makeReturning({ asDms }: Trusted, name: string): Promise<{ plate: string; surveyId: string }> {
  const plate = `M ${name} ${Date.now() % 1_000_000}`
  const order = {
    externalBranchId: 'DE1001',
    currency: 'EUR',
    description: 'Annual service\nRattles over 80 km/h\nPlease wash it',
    customer: { category: 'legalEntity', id: `fleet-${name}`, name: 'Example Logistics Ltd' },
    vehicle: {
      numberPlate: plate,
      make: 'Norvik',
      model: 'Fjell Estate',
      fuelType: 'diesel',
      recordedMileage: 60_000,
      driver: { firstName: 'Dana', lastName: 'Driver', language: 'fr-CA' },
    },
    contents: [
      {
        id: '1',
        itemCategory: 'labour',
        description: 'Annual service',
        amountExVat: 405,
        amountIncVat: 481.95,
      },
    ],
  }
  const put = async (id: string, more: object = {}) => {
    const path = `/system-clients/demo/service-orders/${name}-${id}-${plate.split(' ').at(-1)}`
    const { status } = await asDms(path, { method: 'PUT', body: { ...order, ...more } })
    assert.ok(status < 300, `${status}`)
    return findSurvey(asDms, path, 'health')
  }
  const former = await put('former')
  const quote = {
    category: 'quote',
    currency: 'EUR',
    questionId: 'h.wipers',
    answerId: 'adv',
    description: 'Renew the wiper blades',
    contents: [{ itemCategory: 'material', description: 'Blades', amountExVat: 40, amountIncVat: 47.6 }],
    approvalStatus: 'deferred',
    deferralDate: '2027-03-01T00:00:00Z',
  }
  await asDms(`/system-clients/demo/surveys/${former}/quotes/later`, { method: 'PUT', body: quote })
  const found = { value: 'Streaks', status: 'amber' }
  await asDms(`/system-clients/demo/surveys/${former}/questions/h.wipers/answers`, {
    method: 'POST',
    body: found,
  })
  await put('former', { closed: true })
  return { plate, surveyId: await put('now') }
}

export const receiveCar: Act = async (context, service, trusted) => {
  const { plate } = await makeReturning(trusted, 'RECV')
  const page = await openBoard(context, service)
  const sheet = await openCar(page, plate)
  await sheet.getByRole('link', { name: 'Receive' }).click()

  // What is known.
  const known = page.getByRole('region', { name: 'What is known' })
  await known.getByText('Streaks').waitFor()
  await known.getByText(/Annual service\s+Rattles over 80 km\/h\s+Please wash it/).waitFor()
  const deferred = page.getByRole('region', { name: 'Put off earlier' })
  await deferred.getByText('Renew the wiper blades').waitFor()
  await deferred.getByText(/wanted by 1 March 2027 · then €47.60/).waitFor()
  await deferred.getByRole('button', { name: /^Note it for the quote/ }).click()
  await deferred.getByText('Noted on the car').waitFor()
  const mileage = page.getByLabel('Odometer reading')
  await mileage.fill('6125')
  await page.getByText(/^Lower than at the last visit \(60,000 km\)/).waitFor()
  await mileage.fill('61250')
  await mileage.blur()
  await until(async () => (await page.getByText(/^Lower than at/).count()) === 0)

  // The customer's side, in the language of the driver or the one chosen.
  assert.ok(await page.getByRole('radio', { name: 'Français' }).isChecked())
  await page.getByRole('radio', { name: 'Deutsch' }).check()
  await page.getByRole('button', { name: 'Show to the customer' }).click()
  const side = page.getByRole('dialog', { name: 'Übergabe Ihres Fahrzeugs' })
  await side.getByText('481,95').first().waitFor()
  await side.getByText('61.250 km').waitFor()
  await side.getByText(/auf öffentlichen Straßen/).waitFor()
  assert.equal(await side.getByRole('link').count(), 0, 'no way into the workshop')
  await page.keyboard.press('Escape')
  await page.goBack()
  await side
    .getByRole('group', { name: /Altteile|Teile/ })
    .getByRole('button', { name: 'Ja' })
    .click()
  await assertAccessible(page)

  // Turned round on the counter, the ink is under the pen and stored as the driver wrote it.
  await side.getByRole('button', { name: 'Bild drehen' }).click()
  assert.equal(await side.getByLabel(said('de', 'handover.name')).inputValue(), 'Dana Driver')
  await drawSignature(page, side.getByRole('img', { name: 'Feld für die Unterschrift' }))
  await side.getByRole('button', { name: 'Unterschreiben', exact: true }).click()
  await side.getByText(/Dana Driver · Fahrer/).waitFor()
  await side.getByRole('button', { name: 'Bild drehen' }).click()

  // The copy.
  await side.getByRole('button', { name: 'Code für die Kopie zeigen' }).click()
  const code = side.getByRole('img', { name: /^QR-Code/ })
  await code.scrollIntoViewIfNeeded()
  const url = await readBarcode(await code.screenshot())
  assert.match(url ?? '', /\/o\/[\w-]+\.[\w-]{32}$/)
  const copy = await context.newPage()
  await copy.goto(`${service.base}${new URL(url ?? '').pathname}?lang=de`)
  await copy.getByText('Dana Driver, Fahrer').waitFor()
  assert.equal(await copy.getByText('Example Logistics').count(), 0, 'a company does not sign')
  await assertAccessible(copy)
  const pdf = copy.getByRole('link', { name: /PDF/ })
  const [download] = await Promise.all([copy.waitForEvent('download'), pdf.click()])
  assert.match(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
    /^%PDF-/,
  )
  await copy.close()

  await side.getByRole('button', { name: 'Zurück zur Werkstatt' }).click()
  await side.getByRole('button', { name: 'Nein, hier bleiben' }).click()
  await side.getByRole('button', { name: 'Zurück zur Werkstatt' }).click()
  await side.getByRole('button', { name: 'Ja, verlassen' }).click()
  await page.getByText(/Signed by Dana Driver · Driver · \d/).waitFor()
}

const looks = [
  ['en', 'light', landscape],
  ['de', 'dark', phone],
  ['de', 'light', landscape],
  ['ru', 'dark', landscape],
] as const

/** The reception and the customer's side in a size, a language and a colour scheme. */
export const receptionLooks = looks.map(([language, colorScheme, size]) => ({
  name: `the reception and the customer's side in ${language}, ${colorScheme}, ${size.viewport.width}`,
  isRepeat: language !== 'de' || colorScheme !== 'dark',
  look: (desk: Desk) =>
    inContext(desk, 'trusting', { ...still, ...size, colorScheme }, async (context) => {
      const { service, trusted, pictureOf } = desk
      const { surveyId } = await makeReturning(trusted, 'LOOK')
      const page = await openBoard(context, service, language)
      const to = (name: string) => pictureOf(`${name}-${language}-${colorScheme}-${size.viewport.width}`)
      await page.goto(`${service.base}/workshop/surveys/${surveyId}/handover?lang=${language}`)
      await page.getByText('Renew the wiper blades').waitFor()
      await lookAt(page, to('reception'))
      await page.getByRole('button', { name: anyOf('reception.turnTo') }).click()
      const side = page.getByRole('dialog')
      const field = side.getByRole('img').last()
      await field.waitFor()
      await assertFitsAnyhow(page, "the customer's side")
      // What lies below the dialog would be in a picture of the whole page.
      await page.screenshot({ path: to('customer-side') })
      await assertAccessible(page)
      await drawSignature(page, field)
      await page.screenshot({ path: to('customer-signs') })
      await side.getByRole('button', { name: anyOf('handover.sign') }).click()
      await side.getByRole('button', { name: anyOf('copy.show') }).click()
      const code = side.getByRole('img', { name: /QR/ })
      await code.waitFor()
      await assertFitsAnyhow(page, 'the copy')
      await code.scrollIntoViewIfNeeded()
      await assertAccessible(page)
      await page.screenshot({ path: to('customer-copy') })
    }),
}))

async function lookAt(page: Page, path: string): Promise<void> {
  await assertFitsAnyhow(page, path)
  await page.screenshot({ path, fullPage: true })
  await assertAccessible(page)
}
