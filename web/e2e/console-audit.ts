// The audit in the console: a change is found with its former and new value by filters and from the keyboard, and leaves as a file.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright-core'
import { manager, openConsole, panelOf, shown } from './console-pages.ts'
import { titleOf } from './desk-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape, still } from './visit.ts'

const audited = 'e2e-audited'
const areaOf = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

async function save(page: Page, name: string): Promise<{ file: Download; text: string }> {
  const link: Locator = page.getByRole('link', { name })
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  return { file, text: await readFile(await file.path(), 'utf8') }
}

/** Found by area and text, told with both values, and taken along as two kinds of file, which leave entries themselves. */
async function checkFindingAndTakingAlong(desk: Desk): Promise<void> {
  const { service } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    await service.run(['login', 'add', audited, '--client', 'demo', '--role', 'advisor'])
    await service.run(['login', 'grant', audited, 'demo', 'manager'])
    const page = await openConsole(context, service, 'audit?lang=en')
    await titleOf(page, 'Audit').waitFor()
    await shown(page, 'en')
    const chain = panelOf(page, 'Is it complete?')
    await chain.getByRole('button', { name: 'Check now' }).press('Enter')
    await chain.getByText('Complete and unchanged up to entry').waitFor()

    // By the keyboard alone.
    await areaOf(page, 'All').focus()
    await page.keyboard.press('ArrowRight')
    await areaOf(page, 'Access').and(page.locator(':checked')).waitFor()
    await page.getByLabel('Contains').focus()
    await page.keyboard.type(audited.toUpperCase())
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Show all' }).waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Role given' }).first()
    await row.getByText('manager').waitFor()
    assert.match(await row.innerText(), /advisor\s+→\s+manager/)
    assert.equal(await page.getByRole('row').filter({ hasText: 'Signed in' }).count(), 0)
    await assertAccessible(page)

    const csv = await save(page, 'Save as CSV')
    assert.equal(csv.file.suggestedFilename(), 'audit.csv')
    const [head, ...rows] = csv.text.trimEnd().split('\r\n')
    assert.match(head ?? '', /^\uFEFFposition,at,client,area,kind,/)
    assert.ok(rows.length >= 2)
    assert.ok(rows.every((line) => line.includes(audited)))
    const lines = await save(page, 'Save as NDJSON')
    assert.equal(lines.file.suggestedFilename(), 'audit.ndjson')
    const kinds = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind)
    assert.ok(kinds.includes('login.roleGranted'), kinds.join())

    await page.getByRole('button', { name: 'Show all' }).click()
    await areaOf(page, 'All').and(page.locator(':checked')).waitFor()
    assert.equal(await page.getByLabel('Contains').inputValue(), '')
    await areaOf(page, 'Exports').check()
    const saved = page.getByRole('row').filter({ hasText: 'Audit saved as a file' })
    await saved.first().waitFor()
    assert.equal(await saved.count(), 2)

    await page.getByLabel('From', { exact: true }).fill('2020-01-01')
    await page.getByLabel('To', { exact: true }).fill('2020-01-31')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText('Nothing found').waitFor()
    await assertAccessible(page)
    await page.goBack()
    await saved.first().waitFor()
  })
}

/** Managers may not read what the audit tells of admins. */
async function checkForAdmins(desk: Desk): Promise<void> {
  const { service } = desk
  await inContext(desk, 'plain', { ...still, ...landscape }, async (context) => {
    const page = await openConsole(context, service, 'overview?lang=en', manager)
    await titleOf(page, 'Overview').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Audit', exact: true }).count(), 0)
  })
}

export async function checkConsoleAudit(check: Check, desk: Desk): Promise<void> {
  await check('console audit: a change is found by filters, and leaves as a file', () =>
    checkFindingAndTakingAlong(desk),
  )
  await check('console audit: is for admins, and not for managers', () => checkForAdmins(desk))
}
