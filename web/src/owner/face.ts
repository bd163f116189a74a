// What the dealership looks like on the owner's pages: logo, colours, address and hours. Colours come as a style sheet of their own,
// because the pages allow no style inside them.
import type { OwnerDealership, OwnerFace } from '@walkaround/contract/owner-page.ts'
import { grounds, type Shades, shadesOf } from '@walkaround/contract/rules/colours.ts'
import { type Child, type Html, html } from '../html.ts'

/** The style sheet, without a rule if no colours were chosen. */
export function renderFaceStyle(
  colours: { readonly main: string; readonly second: string } | undefined,
): string {
  if (!colours) return '/* No colours were chosen. */\n'
  const { main, second } = colours
  const light = shadesOf(main, second, grounds.light)
  const dark = shadesOf(main, second, grounds.dark)
  // Paper is white: it gets the colours that can be read there, and no band.
  return [
    `:root {\n${toProperties(light)}\n}`,
    `@media screen {\n:root {\n${toBand(light)}\n}\n}`,
    `@media screen and (prefers-color-scheme: dark) {\n:root {\n${toProperties(dark)}\n${toBand(dark)}\n}\n}`,
    '',
  ].join('\n')
}

const toLines = (properties: Readonly<Record<string, string>>): string =>
  Object.entries(properties)
    .map(([name, value]) => `  --${name}: ${value};`)
    .join('\n')

const toProperties = ({ accent, onAccent, wash, second }: Shades): string =>
  toLines({ accent, 'on-accent': onAccent, 'accent-wash': wash, edge: second })

const toBand = ({ band, onBand }: Shades): string => toLines({ band, 'on-band': onBand })

/** Where the parts of the face are, relative to the page. */
type Place = (path: string) => string

export const renderFaceLink = (at: Place, { style }: OwnerFace): Child =>
  style !== undefined && html`<link rel="stylesheet" href="${at('style.css')}?v=${style}">\n`

export function renderBrand(at: Place, name: string, face: OwnerFace | undefined): Html {
  if (face?.logo === undefined) return html`<p class="brand">${name}</p>`
  return html`<p class="brand"><img class="logo" src="${at('logo')}?v=${face.logo}" alt="${name}"></p>`
}

/** Name, address, hours and ways to reach the dealership. */
export function renderPlace(
  words: { readonly hours: string },
  dealership: Pick<OwnerDealership, 'name' | 'telephone' | 'address'>,
  face: OwnerFace | undefined,
): Html {
  const { name, telephone, address } = dealership
  const { email, website, hours = [] } = face ?? {}
  return html`<address><strong>${name}</strong>${address.map((line) => html`<span>${line}</span>`)}${
    telephone !== undefined &&
    html`<a class="telephone" href="tel:${telephone.replaceAll(/[^\d+]/g, '')}">${telephone}</a>`
  }${email !== undefined && html`<a href="mailto:${email}">${email}</a>`}${
    website !== undefined &&
    html`<a href="${website}" rel="noreferrer">${website.replace(/^https?:\/\//, '').replace(/\/$/, '')}</a>`
  }</address>
${
  hours.length > 0 &&
  html`<section class="hours" aria-label="${words.hours}"><strong>${words.hours}</strong><dl>${hours.map(
    ({ days, times }) => html`<div><dt>${days}</dt><dd>${times}</dd></div>`,
  )}</dl></section>`
}`
}
