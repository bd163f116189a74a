// The yardstick of printed forms: a warm headless Chromium that prints the same content from HTML.
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { FormJob } from '../server/src/features/printed-forms/form-worker.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Undefined where there is none. */
export async function openChromium() {
  const executablePath = process.env.CHROMIUM ?? places.find((path) => existsSync(path))
  if (executablePath === undefined) return undefined
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const page = await browser.newPage()
  return {
    async print(job: FormJob): Promise<Buffer> {
      await page.setContent(htmlOf(job), { waitUntil: 'load' })
      return page.pdf({ format: 'A4', printBackground: true, tagged: true })
    },
    close: () => browser.close(),
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Every word of the model, in the plainest layout there is: no grid, no drawing of the car. */
function htmlOf({ model, photos }: FormJob): string {
  const list = (value: unknown): string =>
    Array.isArray(value)
      ? `<ul>${value.map((one) => `<li>${list(one)}</li>`).join('')}</ul>`
      : typeof value === 'object' && value !== null
        ? `<dl>${Object.entries(value)
            .map(([key, one]) => `<dt>${escaped(key)}</dt><dd>${list(one)}</dd>`)
            .join('')}</dl>`
        : escaped(String(value))
  const { damage: _, photos: __, signatures: ___, ...words } = model
  const pictures = [...photos.values()]
    .map((bytes) => `<img width="240" src="data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}">`)
    .join('')
  return `<!doctype html><html lang="${model.language}"><title>Act</title><style>body{font:9pt sans-serif}dl,ul{margin:0}</style>${list(words)}${pictures}</html>`
}
