// Every page of the admin console as people come to it, in every size, in the languages that make pages widest.
import { consolePages } from './console-page-list.ts'
import { languagesSeen, lookInSizes, openConsole, shown } from './console-pages.ts'
import { titleOf } from './desk-pages.ts'
import { type Check, type Desk, inContext, still } from './visit.ts'
import { said } from './words.ts'

/** Looked at in every build, the others every night. */
const always = 'de'

export async function checkConsoleLooks(check: Check, desk: Desk): Promise<void> {
  const { service, pictureOf } = desk
  for (const [path, title] of Object.entries(consolePages))
    for (const language of languagesSeen)
      await check(
        `console ${path}: in every size, ${language}`,
        () =>
          inContext(desk, 'plain', still, async (context) => {
            const page = await openConsole(context, service, `${path}?lang=${language}`)
            await titleOf(page, said(language, title)).waitFor()
            await shown(page, language)
            await lookInSizes(page, (size) => pictureOf(`console-${path}-${language}-${size}`))
          }),
        language !== always,
      )
}
