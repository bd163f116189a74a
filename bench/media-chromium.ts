// The yardstick of printed forms: a warm headless Chromium that prints the same content from HTML.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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

const fontOf = (name: string) =>
  readFileSync(
    createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${name}/NotoSans_${name}.ttf`),
  ).toString('base64')

/** The fonts the form has too: a page that may fall back to what is installed prints something else. */
const faces = [
  ['400Regular', 400],
  ['600SemiBold', 600],
  ['700Bold', 700],
]
  .map(
    ([name, weight]) =>
      `@font-face{font-family:Form;font-weight:${weight};src:url(data:font/ttf;base64,${fontOf(String(name))})}`,
  )
  .join('')

/** The drawing with every word, line and photo of the model, in the plainest layout there is. */
function htmlOf({ model, photos }: FormJob): string {
  const list = (value: unknown): string =>
    Array.isArray(value)
      ? `<table>${value.map((one) => `<tr><td>${list(one)}</td></tr>`).join('')}</table>`
      : typeof value === 'object' && value !== null
        ? `<dl>${Object.entries(value)
            .map(([key, one]) => `<dt>${escaped(key)}</dt><dd>${list(one)}</dd>`)
            .join('')}</dl>`
        : escaped(String(value))
  const { damage, photos: _, signatures: __, ...words } = model
  const outline = damage?.outline
  const drawing = outline
    ? `<svg viewBox="0 0 ${outline.viewBox.join(' ')}" fill="#fff" stroke="#233">${[
        ...outline.panels,
        ...outline.lines,
      ]
        .map(({ path }) => `<path d="${path}"/>`)
        .join('')}</svg>`
    : ''
  const pictures = [...photos.values()]
    .map((bytes) => `<img width="240" src="data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}">`)
    .join('')
  const style = `${faces}body{font:9pt Form}dt{font-weight:600}table{border-collapse:collapse;width:100%}td{border-bottom:1px solid #ccc}dl{display:grid;grid-template-columns:auto 1fr;margin:0}`
  return `<!doctype html><html lang="${model.language}"><title>Act</title><style>${style}</style>${drawing}${list(words)}${list(damage?.marks ?? [])}${pictures}</html>`
}
