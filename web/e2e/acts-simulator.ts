// What people do with the DMS simulator: play the normal day from the first page, stop it, play another scenario, look into a step.
import assert from 'node:assert/strict'
import type { Act } from './acts-try.ts'
import { assertAccessible, assertFits, watch } from './visit.ts'

export const playDay: Act = async (page, service) => {
  const faults = watch(page, service)
  await page.goto(`${service.plain}/?lang=en`)
  await page.getByRole('button', { name: 'Play a normal day' }).click()
  await page.getByRole('heading', { level: 2, name: /^A normal day · SIM-/ }).waitFor()
  // Forty orders come in the second chapter.
  const orders = page.getByRole('group').filter({ hasText: '07:00 · Forty orders' })
  await orders.getByText('The DMS sends the order of').nth(2).waitFor()
  await orders.getByText('order.created').first().waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page
    .getByText(/^Stopped after \d+ steps\./)
    .first()
    .waitFor()
  assert.equal(await page.getByRole('button', { name: 'Stop' }).isVisible(), false)
  await assertFits(page)
  await assertAccessible(page)
  assert.deepEqual(faults, [])
}

export const playScenario: Act = async (page, service) => {
  const faults = watch(page, service)
  await page.goto(`${service.base}/simulator?lang=de`)
  await page.getByRole('radio', { name: /^Mitten in der Prüfung geschlossen/ }).check()
  await page.getByRole('button', { name: 'Abspielen' }).click()
  await page
    .getByText(/^Alle 9 Schritte verliefen wie erwartet/)
    .last()
    .waitFor()
  // A chapter that is over is folded; its step shows what was sent and what came back.
  const chapter = page.getByRole('group').filter({ hasText: 'Das DMS schließt den Auftrag' }).first()
  await chapter.locator('summary').first().click()
  const exchange = chapter.getByRole('group').filter({ hasText: 'service-orders/SIM-' }).first()
  await exchange.locator('summary').click()
  await exchange.getByText('"closed": true').waitFor()
  await assertFits(page)
  await assertAccessible(page)
  // A key that is wrong is named, and nothing is played.
  await page.getByText('In einer eigenen Testumgebung spielen').click()
  await page.getByLabel('Testschlüssel').fill('wrong')
  await page.getByRole('button', { name: 'Abspielen' }).click()
  await page.getByRole('alert').getByText('does not know this key').waitFor()
  // The refusal of the wrong key is seen in the console, and nothing else.
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('400')),
    [],
  )
}
