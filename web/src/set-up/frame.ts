// The frame around the pages of the first start. Addresses are relative, because the base URL may contain a path.
import { type Language, languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { assetName } from '../assets.ts'
import { type Child, type Html, html } from '../html.ts'
import { type SetUpTexts, setUpTexts } from './texts.ts'

export interface SetUpView {
  readonly language: Language
  readonly place: { readonly name: string; readonly depth: 0 | 1 | 2 }
}

export const rootOf = ({ place }: SetUpView): string => '../'.repeat(place.depth + 1)

/** An address below the link. */
export const belowOf = ({ place, language }: SetUpView, path: string): string =>
  `${'../'.repeat(place.depth)}${encodeURIComponent(place.name)}/${path}?lang=${language}`

/** The page of the link itself. */
export const homeOf = ({ place, language }: SetUpView): string =>
  `${'../'.repeat(place.depth)}${encodeURIComponent(place.name)}?lang=${language}`

interface SetUpFrame {
  readonly title: string
  readonly body: Child
  /** The page has an address that shows it again in another language. */
  readonly hasLanguages?: boolean
}

export function renderSetUpFrame(view: SetUpView, { title, body, hasLanguages }: SetUpFrame): string {
  const { language } = view
  const texts = setUpTexts[language]
  const root = rootOf(view)
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="format-detection" content="telephone=no">
<title>${title} · Walkaround</title>
<link rel="icon" type="image/svg+xml" href="${root + assetName('mark.svg')}">
<link rel="stylesheet" href="${root + assetName('owner.css')}">
<link rel="stylesheet" href="${root + assetName('set-up.css')}">
<script type="module" src="${root + assetName('set-up.js')}"></script>
</head>
<body class="set-up">
<a class="skip" href="#main">${texts.skip}</a>
<header class="head"><div class="top"><span class="brand"><img src="${root + assetName('mark.svg')}" alt="" width="32" height="32"><span>Walkaround</span></span>
${hasLanguages && languageLinks(view, texts)}
</div></header>
<main id="main" class="alone">${body}</main>
<footer class="foot"><p><a href="${root}docs?lang=${language}">${texts.guides}</a></p></footer>
</body>
</html>
`.markup
}

const languageLinks = ({ language }: SetUpView, texts: SetUpTexts): Html =>
  html`<nav class="languages" aria-label="${texts.language}"><ul>${languages.map(
    (one) =>
      html`<li><a href="?lang=${one}" lang="${one}" hreflang="${one}"${one === language && html` aria-current="true"`}><span aria-hidden="true">${one.toUpperCase()}</span><span class="unseen">${languageNames[one]}</span></a></li>`,
  )}</ul></nav>`
