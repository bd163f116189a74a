// The baseline for printed forms: a warm headless Chromium that prints the same act from HTML. Everything that helps it is done
// before the measurement: browser, page and fonts are loaded, only the words are new.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'
import { findBrowserWithWindow } from '../scripts/browsers.ts'
import type { FormJob } from '../server/src/features/printed-forms/form-worker.ts'
import { actBody, actStyle } from './media-html.ts'

/** Undefined if there is no Chromium. */
export async function openChromium() {
  const executablePath = process.env.CHROMIUM ?? findBrowserWithWindow()
  if (executablePath === undefined) return undefined
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const page = await browser.newPage()
  await page.setContent(
    `<!doctype html><html lang="en"><title>Act</title><style>${faces()}${actStyle}</style><body></body></html>`,
  )
  await page.evaluate(
    "Promise.all([400, 600, 700].map((weight) => document.fonts.load(weight + ' 9pt Form'))).then(() => 0)",
  )
  return {
    /** The same page again with another body: measured faster than a new page or document. */
    async print(job: FormJob): Promise<Buffer> {
      await page.evaluate(replaceBody, actBody(job))
      return page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true })
    },
    close: () => browser.close(),
  }
}

/** Runs in the page, which has APIs that Node lacks; photos must be loaded before printing. */
const replaceBody = new Function(
  'html',
  `document.body.innerHTML = html
  return Promise.all([...document.images].map((image) =>
    image.complete || new Promise((resolve) => { image.onload = resolve }))).then(() => 0)`,
) as (html: string) => Promise<number>

/** The same fonts as the form: a page that falls back to installed fonts prints something else. */
function faces(): string {
  const { resolve } = createRequire(import.meta.url)
  return (
    [
      ['400Regular', 400],
      ['600SemiBold', 600],
      ['700Bold', 700],
    ] as const
  )
    .map(([name, weight]) => {
      const file = resolve(`@expo-google-fonts/noto-sans/${name}/NotoSans_${name}.ttf`)
      const data = readFileSync(file).toString('base64')
      return `@font-face{font-family:Form;font-weight:${weight};src:url(data:font/ttf;base64,${data})}`
    })
    .join('')
}
