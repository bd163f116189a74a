// The handover act: filled, signed, signed again after a change, signed for a company; read again as the DMS reads it.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { type Act, makeSurvey, open } from './media-survey.ts'
import { goOffline, goOnline, until, waitUntilOffline } from './workshop.ts'

export async function drawSignature(page: Page, canvas: Locator): Promise<void> {
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + 40, box.y + 80)
  await page.mouse.down()
  for (let i = 1; i <= 30; i++) await page.mouse.move(box.x + 40 + i * 7, box.y + 80 + Math.sin(i) * 40)
  await page.mouse.up()
}

export const signAct: Act = async (context, service, trusted) => {
  const surveyId = await makeSurvey(trusted, 'SIGN')
  const page = await open(context, service, `surveys/${surveyId}/handover`)
  await page.getByLabel('Odometer reading').fill('61 250')
  await page.getByLabel(/request/).fill('Squeaks when braking')
  await page.getByRole('button', { name: '1/2', exact: true }).click()
  const customer = page.getByRole('region', { name: 'Signature of the customer' })
  await customer.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByText('Sign in the field first').waitFor()
  assert.equal(await customer.getByLabel('Name in letters').inputValue(), 'Ada Example')
  await drawSignature(page, customer.locator('canvas'))
  await customer.getByRole('button', { name: 'Sign', exact: true }).click()
  await customer.getByText(/Signed by Ada Example · Customer · \d/).waitFor()
  const staff = page.getByRole('region', { name: 'Signature of the service advisor' })
  await drawSignature(page, staff.locator('canvas'))
  await staff.getByRole('button', { name: 'Sign', exact: true }).click()
  await staff.getByText(/Signed by .+ · \d/).waitFor()
  await page.getByRole('button', { name: /^Correct the contact/ }).click()
  await page.getByLabel('E-mail').fill('ada.example@example.org')
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByText('ada.example@example.org').waitFor()

  interface Survey {
    customer: { email: string; modifiedEmail?: string }
    contents: { contents: { id: string; answers?: { id: string; value?: string; selected?: boolean }[] }[] }[]
  }
  const read = async () => (await trusted.asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)).body
  await until(async () => (await read()).customer.modifiedEmail === 'ada.example@example.org')
  const { customer: partner, contents } = await read()
  assert.equal(partner.email, 'ada@example.org')
  const answers = new Map(
    contents.flatMap((section) =>
      section.contents.map(({ id, answers: all = [] }) => [id, all.find(({ selected }) => selected)]),
    ),
  )
  assert.equal(Number(answers.get('h.mileage')?.value), 61_250)
  assert.equal(answers.get('h.request')?.value, 'Squeaks when braking')
  assert.equal(answers.get('h.sign')?.id, 'v1')

  const link = page.getByRole('link', { name: 'Open the PDF' })
  const url = await link.getAttribute('href')
  const digest = (address: string, headers: object) =>
    page.evaluate<
      string[]
    >(`fetch(${JSON.stringify(address)}, { headers: ${JSON.stringify(headers)} }).then(async (answer) => {
      const bytes = await answer.arrayBuffer()
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      return [answer.headers.get('content-type'), String(hash), new TextDecoder().decode(bytes.slice(0, 5))]
    })`)
  const here = await digest(url ?? '', {})
  assert.deepEqual([here[0], here[2]], ['application/pdf', '%PDF-'])
  const path = `/v1/system-clients/demo/surveys/${surveyId}/pdf-forms/handover-act`
  assert.deepEqual(
    await digest(`${service.base}${path}`, { 'x-api-key': service.key }),
    here,
    'the DMS reads the same',
  )
}

export const signAfterChange: Act = async (context, service, trusted) => {
  const surveyId = await makeSurvey(trusted, 'AGAIN')
  const page = await open(context, service, `surveys/${surveyId}/handover`)
  await page.getByLabel('Odometer reading').fill('61 250')
  const customer = page.getByRole('region', { name: 'Signature of the customer' })
  const sign = async () => {
    await drawSignature(page, customer.locator('canvas'))
    await customer.getByRole('button', { name: 'Sign', exact: true }).click()
  }
  await sign()
  await customer.getByText(/Signed by Ada Example · Customer · \d/).waitFor()
  assert.equal(await customer.getByText('Signed before a change').count(), 0)

  // Decided on the tablet, without a network.
  await waitUntilOffline(page)
  await goOffline(page)
  await page.getByLabel('Odometer reading').fill('999')
  await page.getByLabel('Odometer reading').blur()
  await customer.getByText('Signed before a change').waitFor()
  assert.match((await customer.locator('s').textContent()) ?? '', /^Ada Example · /)
  await sign()
  await customer.getByText(/Signed by Ada Example · Customer · On this device/i).waitFor()
  await goOnline(page)
  await customer.getByText(/Signed by Ada Example · Customer · \d/).waitFor()
  assert.match((await customer.locator('s').textContent()) ?? '', /^Ada Example · /, 'the old one stays')
  await page.reload()
  await customer.getByText(/Signed by Ada Example · Customer · \d/).waitFor()
  assert.equal(await customer.locator('s').count(), 1)
}

export const signForCompany: Act = async (context, service, trusted) => {
  const line = (id: string, description: string, amountExVat: number, amountIncVat: number) => ({
    id,
    itemCategory: 'labour',
    description,
    amountExVat,
    amountIncVat,
  })
  const surveyId = await makeSurvey(trusted, 'FIRM', {
    currency: 'EUR',
    customer: { category: 'legalEntity', name: 'Example Logistics Ltd' },
    contents: [line('1', 'Annual service', 405, 481.95), line('2', 'Brake fluid', 200.01, 238.01)],
  })
  const page = await open(context, service, `surveys/${surveyId}/handover`)
  const work = page.getByRole('region', { name: 'Ordered work and parts' })
  await work.getByText('Annual service').waitFor()
  await work.getByText('€719.96').waitFor()
  const terms = page.getByRole('region', { name: 'Terms' })
  await terms.getByText(/may drive the vehicle on public roads/).waitFor()
  const customer = page.getByRole('region', { name: 'Signature of the customer' })
  assert.ok(await customer.getByRole('radio', { name: 'Representative of the company' }).isChecked())
  assert.equal(await customer.getByLabel('Name in letters').inputValue(), '', 'a company holds no pen')
  await drawSignature(page, customer.locator('canvas'))
  const sign = customer.getByRole('button', { name: 'Sign', exact: true })
  await sign.click()
  await customer.getByText('Give the name of the person who signs', { exact: true }).waitFor()
  await customer.getByLabel('Name in letters').fill('Example Logistics Ltd')
  await customer.getByText(/A company does not sign/).waitFor()
  await customer.getByLabel('Name in letters').fill('Grace Example')
  // A second tap within a second counts as none.
  await until(async () => (await sign.getAttribute('data-tapped')) === null)
  await sign.click()
  await customer.getByText(/Signed by Grace Example · Representative of the company · \d/).waitFor()
}
