// The result of an inspection: its counts lead to the questions, every form opens as a PDF, and what the owner decided is told.
import assert from 'node:assert/strict'
import { assertFitsAnyhow } from './fit.ts'
import { type Act, findSurvey, makeSurvey, open } from './media-survey.ts'
import { assertAccessible } from './visit.ts'
import { decideAsOwner } from './workshop-decisions.ts'

export const readResult: Act = async (context, service, trusted) => {
  const done = await findSurvey(trusted.asDms, '/system-clients/demo/service-orders/SO-1001', 'health')
  const page = await open(context, service, `surveys/${done}/finish`)
  await page.getByRole('heading', { name: 'Result', exact: true }).waitFor()
  const counts = page.getByRole('list', { name: 'What was found, by urgency' })
  await counts.getByRole('button', { name: /Fine$/ }).click()
  const fine = page.getByRole('region', { name: /^Fine: \d+ questions?$/ })
  const first = fine.getByRole('link').first()
  const question = (await first.innerText()).split('\n')[0] ?? ''
  await first.click()
  await page.getByRole('dialog', { name: question }).waitFor()

  await page.goto(`${service.base}/workshop/surveys/${done}/finish`)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Print or save' })
  await sheet.getByRole('radio', { name: 'Deutsch' }).check()
  for (const name of ['Inspection report', 'Handover act', 'Act and report in one', 'Damage report']) {
    const address = await sheet.getByRole('link', { name: new RegExp(`^${name}`) }).getAttribute('href')
    assert.match(address ?? '', /[?&]lang=de$/)
    const form = await page.evaluate(async (url) => {
      const reply = await fetch(url)
      return `${reply.status} ${(await reply.text()).slice(0, 5)}`
    }, address ?? '')
    assert.equal(form, '200 %PDF-', name)
  }
  await assertAccessible(page)
  await context.setOffline(true)
  await sheet.getByText('Forms are made by the service.').waitFor()
  await context.setOffline(false)

  const surveyId = await makeSurvey(trusted, 'RESULT')
  const contents = [{ itemCategory: 'material', amountExVat: 20, amountIncVat: 23.8, description: 'Blades' }]
  const place = { questionId: 'h.wipers', answerId: 'adv' }
  const body = { category: 'quote', currency: 'EUR', description: 'Wiper blades', ...place, contents }
  const quote = `/system-clients/demo/surveys/${surveyId}/quotes/said`
  assert.equal((await trusted.asDms(quote, { method: 'PUT', body })).status, 201)
  await page.goto(`${service.base}/workshop/surveys/${surveyId}/finish`)
  await page.getByRole('button', { name: 'Complete the inspection' }).waitFor()
  await decideAsOwner(context, service, surveyId)
  const happened = page.getByRole('region', { name: 'What happened' })
  const decided = happened.getByRole('listitem').filter({ hasText: 'The owner decided online' })
  await decided.getByText('Wiper blades').waitFor()
  await decided.getByText('€23.80', { exact: true }).waitFor()
  await happened.getByText('4 stars of 5').waitFor()
  await assertAccessible(page)
  // Kept on the device.
  await context.setOffline(true)
  await page.reload()
  await happened.getByText('without a network').waitFor()
  await decided.getByText('Wiper blades').waitFor()
  await assertFitsAnyhow(page, 'the result')
}
