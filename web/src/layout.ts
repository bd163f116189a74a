// The frame around every page: head, header with navigation and language switch, footer. Links within the site are relative,
// because the base URL may contain a path, and contain `?lang=`, because there is no cookie.
import { fill, type Language, languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { type AssetName, assetName } from './assets.ts'
import { carMark } from './drawings.ts'
import { type Child, type Html, html } from './html.ts'
import { textsOf } from './texts/texts.ts'

type PagePath = '/' | '/reference' | '/docs' | '/simulator' | '/trust'

/** Own origin only; no inline script or style, nothing embedded, and no framing by others. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The reference also shows pictures and PDFs that a call brought. Their addresses are made by the page itself. */
export const referenceSecurityPolicy = `${contentSecurityPolicy.replace("img-src 'self'", "img-src 'self' blob:")}; frame-src blob:`

export type Page = {
  readonly language: Language
  readonly title: string
  readonly description: string
  /** The current entry of the navigation; absent on pages outside it. */
  readonly path?: PagePath
  readonly version?: string
  /** The relative path from the page to the landing page. */
  readonly root?: string
  /** What the address has besides the language, from `&` on: the switch of languages keeps it. */
  readonly query?: string
  readonly styles?: readonly AssetName[]
  readonly scripts?: readonly AssetName[]
  readonly body: Child
}

export function pageHref(path: PagePath, language: Language, root = './'): string {
  return `${root}${path.slice(1)}?lang=${language}`
}

/** Only web addresses become links: a configured value must not turn into a script. */
export function webHref(address: string): string {
  return /^https?:\/\//i.test(address) ? address.replace(/\/+$/, '') : '#'
}

export function renderPage(page: Page): string {
  const texts = textsOf(page.language).site
  const root = page.root ?? './'
  const styles: readonly AssetName[] = ['site.css', ...(page.styles ?? [])]
  const scripts: readonly AssetName[] = ['site.js', ...(page.scripts ?? [])]
  const title = page.path === '/' ? `${texts.name}: ${page.title}` : `${page.title} · ${texts.name}`
  const markup = html`<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<meta name="description" content="${page.description}">
<link rel="icon" type="image/svg+xml" href="${root + assetName('mark.svg')}">
${styles.map((name) => html`<link rel="stylesheet" href="${root + assetName(name)}">\n`)}${scripts.map((name) => html`<script type="module" src="${root + assetName(name)}"></script>\n`)}</head>
<body data-copy="${texts.copy}" data-copied="${texts.copied}" data-copy-failed="${texts.copyFailed}">
<a class="skip" href="#main">${texts.skip}</a>
${renderHeader(page)}
${page.body}
<footer class="foot"><p>${page.version === undefined ? texts.footerPlain : fill(texts.footer, { version: page.version })}</p></footer>
</body>
</html>
`
  return markup.markup
}

function renderHeader(page: Page): Html {
  const texts = textsOf(page.language).site
  const entries: readonly (readonly [PagePath, string])[] = [
    ['/', texts.overview],
    ['/docs', texts.docs],
    ['/reference', texts.reference],
    ['/simulator', texts.simulator],
    ['/trust', texts.trust],
  ]
  const current = html` aria-current="page"`
  return html`<header class="top">
<a class="brand" href="${pageHref('/', page.language, page.root)}">${carMark}<span>${texts.name}</span></a>
<nav class="top-nav" aria-label="${texts.navigation}"><ul>${entries.map(
    ([path, label]) =>
      html`<li><a href="${pageHref(path, page.language, page.root)}"${page.path === path && current}>${label}</a></li>`,
  )}</ul></nav>
<nav class="languages" aria-label="${texts.language}"><ul>${languages.map(
    (language) =>
      html`<li><a href="?lang=${language}${page.query}" lang="${language}" hreflang="${language}"${
        page.language === language && current
      }><span aria-hidden="true">${language.toUpperCase()}</span><span class="unseen">${languageNames[language]}</span></a></li>`,
  )}</ul></nav>
</header>`
}
