// Templates and packages in the console: what uses what, found by words, and files in both directions.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { openConsole, panelOf } from './console-pages.ts'
import { assertAccessible, type Check, type Desk, inContext, landscape } from './visit.ts'

export async function checkConsoleCatalogue(check: Check, desk: Desk): Promise<void> {
  const { service } = desk
  await check('console: a package is found by its words, and a file comes back as it went', () =>
    inContext(desk, 'plain', landscape, async (context) => {
      const page = await openConsole(context, service, 'catalogue?lang=en')
      const packages = panelOf(page, 'Packages')
      await packages.getByRole('table').waitFor()
      await packages.getByRole('searchbox').fill('wiper')
      await packages.getByText('open!wiper-f').waitFor()
      await packages.getByText('open!brk-pads-f').waitFor({ state: 'detached' })

      const templates = panelOf(page, 'Survey templates')
      const download = page.waitForEvent('download')
      await templates
        .getByRole('link', { name: /^Export/ })
        .first()
        .click()
      const saved = await (await download).path()
      const document = JSON.parse(await readFile(saved, 'utf8'))
      const chooser = templates.getByLabel('Import a template')
      const send = (value: object) =>
        chooser.setInputFiles({
          name: 'ours.json',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify(value)),
        })
      await send({ ...document, id: 'ours', surveyType: 'nothing' })
      await templates.getByText('ours.json was refused; nothing was changed').waitFor()
      assert.match((await templates.getByRole('alert').textContent()) ?? '', /surveyType/)
      await assertAccessible(page)
      await send({ ...document, id: 'ours' })
      await templates.getByText('ours is imported, version 1').waitFor()
      await templates.getByRole('cell', { name: 'yourselves' }).first().waitFor()
    }),
  )
}
