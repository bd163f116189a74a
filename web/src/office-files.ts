// The bundles of the office as files: the build output in web/dist and the page that starts each. Reads the disk and knows no request. If
// nothing was built, it says so instead of failing at start.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { type BuiltFiles, loadBuilt, rootOf } from './built-files.ts'
import { html } from './html.ts'
import { contentSecurityPolicy } from './layout.ts'
import { textsOf } from './texts/texts.ts'

/** Bundles by the folder of their code, and where they are served. */
export const officeAddresses = { desk: 'desk', console: 'admin' } as const

export type OfficeBundle = keyof typeof officeAddresses

type OfficeFiles = BuiltFiles<OfficeLoads>

type OfficeLoads = {
  readonly script: string
  readonly style: string
  /** What the script imports, in the order in which it is found. */
  readonly imported: readonly string[]
  readonly words: Readonly<Record<Language, string>>
}

/** Undefined if it was not built. */
export const loadOffice = (bundle: OfficeBundle): OfficeFiles | undefined => loadBuilt<OfficeLoads>(bundle)

/** The office keeps nothing on the device: no worker, no recording. */
export const officeSecurityPolicy = contentSecurityPolicy

/** The page under any path of a bundle; `path` is relative to its folder. */
export function renderOffice(
  bundle: OfficeBundle,
  { loads }: OfficeFiles,
  path: string,
  language: Language,
): string {
  const texts = textsOf(language)
  const root = rootOf(path)
  // Otherwise the browser would find them only after reading the script.
  const early = [...loads.imported, loads.words[language]].map(
    (file) => html`
<link rel="modulepreload" href="${root}${file}">`,
  )
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#161d21" media="(prefers-color-scheme: dark)">
<meta name="referrer" content="no-referrer">
<title>Walkaround</title>
<link rel="icon" type="image/svg+xml" href="${root}../workshop/icons/icon.svg">
<link rel="stylesheet" href="${root}${loads.style}">
<script type="module" src="${root}${loads.script}"></script>${early}
</head>
<body>
<div id="app"><main class="boot"><p>${texts.workshop.loading}</p><p class="boot-late">${texts[bundle].late}</p></main></div>
<noscript><p class="boot">${texts[bundle].needsScript}</p></noscript>
</body>
</html>
`.markup
}
