// The frame around every page of the owner: head, dealership, language switch, footer. Knows no finding. Addresses are relative,
// because the base URL may contain a path.
import type { OwnerDealership, OwnerFace } from '@walkaround/contract/owner-page.ts'
import { type Formats, formatsOf } from '@walkaround/contract/rules/formats.ts'
import { isExtraText, ownerTextNames, type SaidOwnerTexts } from '@walkaround/contract/rules/owner-texts.ts'
import { sharedWords } from '@walkaround/contract/rules/shared-words.ts'
import { type Language, languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { assetName } from '../assets.ts'
import { type Child, type Html, html } from '../html.ts'
import { renderBrand, renderFaceLink, renderPlace } from './face.ts'
import { renderOwnText } from './own-text.ts'
import { type OwnerTexts, ownerTexts } from './texts/texts.ts'

/** Only our own files; no inline script or style, and no framing. */
export const ownerSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** For the preview in the workshop app: no scripts and no forms. */
export const previewSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Depth of a page: /o/{name} is 0, /o/{name}/review 1, /o/{name}/receipt/{id} 2. */
export interface OwnerPlace {
  readonly name: string
  readonly depth: 0 | 1 | 2
  /** The relative path to the root, if the page is elsewhere. */
  readonly root?: string
}

export interface OwnerView {
  readonly language: Language
  readonly place: OwnerPlace
  readonly texts: OwnerTexts
  readonly formats: Formats
  /** Opened by a viewing link, which cannot decide (I3). */
  readonly isViewOnly?: boolean
  /** What the dealership says in its own words where the service has none; the others are among the texts. */
  readonly own?: SaidOwnerTexts
}

export function viewOf(place: OwnerPlace, language: Language, timeZone = 'UTC'): OwnerView {
  return {
    language,
    place,
    texts: ownerTexts[language],
    formats: formatsOf(language, timeZone, sharedWords[language]),
  }
}

/** For a page of this dealership: its own words stand where the delivered ones would. */
export function withOwnTexts(view: OwnerView, own: SaidOwnerTexts = {}): OwnerView {
  const said = ownerTextNames.flatMap((name) => {
    const text = isExtraText(name) ? undefined : own[name]?.text
    return text === undefined ? [] : [[name, text]]
  })
  return { ...view, texts: { ...view.texts, ...Object.fromEntries(said) }, own }
}

const rootOf = ({ depth, root }: OwnerPlace): string => root ?? '../'.repeat(depth + 1)
export const homeOf = ({ place, language }: OwnerView): string =>
  `${'../'.repeat(place.depth)}${encodeURIComponent(place.name)}?lang=${language}`
/** An address relative to the page's own. */
export const belowOf = ({ place }: OwnerView, path: string): string =>
  place.depth === 0 ? `${encodeURIComponent(place.name)}/${path}` : `${'../'.repeat(place.depth - 1)}${path}`
export const actionOf = (view: OwnerView, path: string): string =>
  `${belowOf(view, path)}?lang=${view.language}`

interface OwnerFrame {
  readonly title: string
  readonly dealership?: Pick<OwnerDealership, 'name' | 'telephone' | 'address'>
  readonly face?: OwnerFace | undefined
  readonly body: Child
  /** Replaces the links of the language switch if the page is the reply to a POST. */
  readonly switcher?: Html
  readonly hasScript?: boolean
  /** The reply to a POST has no language in its address. */
  readonly isPosted?: boolean
  /** What the address goes on saying in another language. */
  readonly kept?: Readonly<Record<string, string>>
  /** On a page for staff: what stands at its head, where owners read whose page it is. Nothing is said to owners at its end. */
  readonly brand?: string
}

export function renderFrame(view: OwnerView, frame: OwnerFrame): string {
  const { language, texts: words } = view
  const root = rootOf(view.place)
  const { dealership, face } = frame
  const name = dealership?.name
  const at = (path: string) => belowOf(view, `face/${path}`)
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="format-detection" content="telephone=no">
<title>${name === undefined ? frame.title : `${frame.title} · ${name}`}</title>
<link rel="icon" type="image/svg+xml" href="${root + assetName('mark.svg')}">
<link rel="stylesheet" href="${root + assetName('owner.css')}">
${face && renderFaceLink(at, face)}${frame.hasScript && html`<script type="module" src="${root + assetName('owner.js')}"></script>\n`}</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
<header class="head"><div class="top">
${renderBrand(at, frame.brand ?? name ?? words.title, face)}
${frame.switcher ?? (!frame.isPosted && languageLinks(view, frame.kept))}
</div></header>
${frame.body}
${
  frame.brand === undefined &&
  html`<footer class="foot">${dealership && renderPlace(words, dealership, face)}${renderOwnText(view, 'foot', 'own')}<p>${words.privacy}</p></footer>
`
}</body>
</html>
`.markup
}

function languageLinks(view: OwnerView, kept: Readonly<Record<string, string>> = {}): Html {
  return html`<nav class="languages" aria-label="${view.texts.language}"><ul>${languages.map(
    (one) =>
      html`<li><a href="?${new URLSearchParams({ ...kept, lang: one }).toString()}" lang="${one}" hreflang="${one}"${one === view.language && html` aria-current="true"`}>${languageLabel(one)}</a></li>`,
  )}</ul></nav>`
}

/** For the reply to a POST: sends the same form to the same place in another language. */
export function languageButtons(view: OwnerView, formId: string, path: string): Html {
  return html`<div class="languages" role="group" aria-label="${view.texts.language}"><ul>${languages.map(
    (one) =>
      html`<li><button type="submit" form="${formId}" formaction="${belowOf(view, path)}?lang=${one}" lang="${one}"${one === view.language && html` aria-current="true"`}>${languageLabel(one)}</button></li>`,
  )}</ul></div>`
}

const languageLabel = (language: Language) =>
  html`<span aria-hidden="true">${language.toUpperCase()}</span><span class="unseen">${languageNames[language]}</span>`
