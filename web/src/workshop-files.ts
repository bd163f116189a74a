// The workshop app as files: the build output in web/dist, the page that starts it, the manifest and icons. Reads the disk and
// knows no request. If nothing was built, it says so instead of failing at start.
import { readFileSync } from 'node:fs'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { addFile, type BuiltFiles, loadBuilt, rootOf } from './built-files.ts'
import { html } from './html.ts'
import { textsOf } from './texts/texts.ts'

export type WorkshopFiles = BuiltFiles<WorkshopLoads>

/** What a browser loads when, in paths of files. */
type WorkshopLoads = {
  /** Reads the device's store while the rest is loaded. */
  readonly opening: string
  readonly script: string
  readonly style: string
  /** Of the checklist, and of the screens behind it. */
  readonly checklistStyle: string
  readonly moreStyle: string
  /** What the script imports, in the order in which it is found. */
  readonly imported: readonly string[]
  readonly words: Readonly<Record<Language, string>>
  /** What these screens need besides. */
  readonly board: readonly string[]
  readonly checklist: readonly string[]
}

const icons = [
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
  'icon.svg',
] as const
/** Undefined if the app was not built. */
export function loadWorkshop(): WorkshopFiles | undefined {
  const built = loadBuilt<WorkshopLoads>('workshop', ['sw.js'])
  if (!built) return undefined
  for (const name of icons)
    addFile(
      built.files,
      `icons/${name}`,
      readFileSync(new URL(`../assets/workshop/${name}`, import.meta.url)),
    )
  addFile(built.files, 'manifest.webmanifest', Buffer.from(JSON.stringify(manifest)))
  return built
}

const manifest = {
  id: './',
  name: 'Walkaround',
  short_name: 'Walkaround',
  start_url: './',
  scope: './',
  display: 'standalone',
  orientation: 'any',
  background_color: '#f5f6f4',
  theme_color: '#0b4f5e',
  categories: ['business', 'productivity'],
  icons: [
    { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: 'icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: 'icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
}

/** Own origin only. `blob:` is for photos and videos that are still only on the device. */
export const workshopSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  // The reader of barcodes is WebAssembly, of our own origin.
  "script-src 'self' 'wasm-unsafe-eval'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  // For the owner's page next to the offer.
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The page under any path of the app. Its links are relative, because the base URL may contain a path; `path` is relative to
 * /workshop/.
 */
export function renderWorkshop({ loads }: WorkshopFiles, path: string, language: Language): string {
  const texts = textsOf(language).workshop
  const root = rootOf(path)
  const { opening, script, style, checklistStyle, moreStyle, imported, words } = loads
  const isChecklist = /^surveys\/[^/]+$/.test(path)
  const screen = path === '' ? loads.board : isChecklist ? loads.checklist : []
  // Otherwise the browser would find them only after reading the script.
  const early = [...imported, words[language], ...screen].map(
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
<meta name="mobile-web-app-capable" content="yes">
<meta name="apple-mobile-web-app-capable" content="yes">
<meta name="apple-mobile-web-app-title" content="Walkaround">
<title>Walkaround</title>
<link rel="manifest" href="${root}manifest.webmanifest">
<link rel="icon" type="image/svg+xml" href="${root}icons/icon.svg">
<link rel="apple-touch-icon" href="${root}icons/apple-touch-icon.png">
<link rel="stylesheet" href="${root}${style}">
${
  isChecklist
    ? html`<link rel="stylesheet" href="${root}${checklistStyle}">`
    : html`<meta name="style-checklist" content="${checklistStyle}">`
}
<meta name="style-more" content="${moreStyle}">
<script async src="${root}${opening}"></script>
<script type="module" src="${root}${script}"></script>${early}
</head>
<body>
<div id="app"><main class="boot"><p>${texts.loading}</p><p class="boot-late">${texts.late}</p></main></div>
<noscript><p class="boot">${texts.needsScript}</p></noscript>
</body>
</html>
`.markup
}
