// An outline as a standalone SVG: panels with their names, lines over them, marks on top. Pure; reads no file.
import type { Outline, Panel, PanelKind } from './outline.ts'

interface DrawnMark {
  x: number
  y: number
  /** The text in it, usually its number. */
  label: string
  /** Read aloud by screen readers and shown as a tooltip. */
  title?: string
  colour?: string
  /** From an earlier visit: grey, below those of this visit. */
  isEarlier?: boolean
}

interface SvgOptions {
  title?: string
  language?: string
  nameOf?: (panelId: string) => string
  marks?: readonly DrawnMark[]
  /** Replaces the usual colour. */
  fillOf?: (panel: Panel) => string | undefined
}

/** Light enough for marks and pencil to be visible, also in grey print. */
export const fills: Readonly<Record<PanelKind, string>> = {
  paint: '#ffffff',
  trim: '#d8dce1',
  glass: '#dfe7ee',
  lamp: '#f4f0e3',
  wheel: '#c3c8cd',
}
const INK = '#1f2933'
const MARK_RADIUS = 9
const markColours = { now: '#b42318', earlier: '#8a94a0' }

export function toSvg(outline: Outline, options: SvgOptions = {}): string {
  const { title = outline.style, language = 'en', nameOf = (id) => id, marks = [], fillOf } = options
  const [width, height] = outline.viewBox
  const panels = outline.panels.map((panel) => {
    const fill = xml(fillOf?.(panel) ?? fills[panel.kind])
    const name = xml(nameOf(panel.id))
    return `<path role="img" data-panel="${xml(panel.id)}" data-view="${panel.view}" fill="${fill}" d="${panel.path}"><title>${name}</title></path>`
  })
  const lines = outline.lines.map(({ path, weight }) => `<path stroke-width="${weight}" d="${path}"/>`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="group" lang="${xml(language)}" aria-label="${xml(title)}">`,
    `<title>${xml(title)}</title>`,
    `<g>${panels.join('\n')}</g>`,
    `<g fill="none" stroke="${INK}" stroke-linecap="round" stroke-linejoin="round" pointer-events="none" aria-hidden="true">${lines.join('\n')}</g>`,
    ...marks.toSorted((a, b) => Number(b.isEarlier ?? false) - Number(a.isEarlier ?? false)).map(markSvg),
    '</svg>',
    '',
  ].join('\n')
}

function markSvg({ x, y, label, title, colour, isEarlier = false }: DrawnMark): string {
  const fill = xml(colour ?? (isEarlier ? markColours.earlier : markColours.now))
  // Labels longer than two characters shrink to fit.
  const size = label.length > 2 ? 7 : 10
  return [
    `<g role="img" aria-label="${xml(title ?? label)}"><title>${xml(title ?? label)}</title>`,
    `<circle cx="${x}" cy="${y}" r="${MARK_RADIUS}" fill="${fill}" stroke="#ffffff" stroke-width="1.5"/>`,
    `<text x="${x}" y="${y}" dy="0.35em" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${size}" fill="#ffffff">${xml(label)}</text></g>`,
  ].join('')
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** XML does not allow control characters, not even escaped. */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll(/[&<>"']/g, (sign) => signs[sign] as string)
}
