// Reads a PDF as the forms are written, with the origin at the upper left: pages, and every piece of text with its
// place, width and characters.
// A test must see what a reader of the paper sees, so nothing here is shared with the code that draws.
import { inflateSync } from 'node:zlib'

export type PdfText = {
  readonly text: string
  readonly x: number
  /** Of the baseline, from the upper edge of the page. */
  readonly y: number
  readonly width: number
  readonly size: number
}
export type PdfPage = {
  readonly width: number
  readonly height: number
  readonly texts: readonly PdfText[]
  readonly images: number
}

type Font = { readonly characters: readonly string[]; readonly widths: readonly number[] }

export function readPdf(pdf: Buffer): PdfPage[] {
  const objects = readObjects(pdf)
  const get = (id: string) => objects.get(id) ?? { head: '', stream: Buffer.alloc(0) }
  const fonts = new Map<string, Font>()
  const kids = /\/Type \/Pages[\s\S]*?\/Kids \[([^\]]*)\]/.exec(
    [...objects.values()].map(({ head }) => head).join('\n'),
  )
  return [...(kids?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const { head } = get(id as string)
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(head) ?? []
    const resources = get(/\/Resources (\d+) 0 R/.exec(head)?.[1] ?? '').head
    const own = new Map<string, Font>()
    const fontList = /\/Font <<([\s\S]*?)>>/.exec(resources)?.[1] ?? ''
    for (const [, name, ref] of fontList.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = fonts.get(ref as string) ?? readFont(get, ref as string)
      fonts.set(ref as string, font)
      own.set(name as string, font)
    }
    const content = get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '').stream.toString('latin1')
    const images = (content.match(/\/I\d+ Do/g) ?? []).length
    return {
      width: Number(width),
      height: Number(height),
      texts: readTexts(content, own),
      images,
    }
  })
}

export const wordsOfPage = (page: PdfPage) => page.texts.map(({ text }) => text).join(' ')
export const wordsOfPdf = (pages: readonly PdfPage[]) => pages.map(wordsOfPage).join('\n')

function readObjects(pdf: Buffer): Map<string, { head: string; stream: Buffer }> {
  const text = pdf.toString('latin1')
  const objects = new Map<string, { head: string; stream: Buffer }>()
  for (const match of text.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length
    // Streams of this writer may contain anything but their own end; their length is given.
    const streamAt = text.indexOf('stream\n', start)
    const endAt = text.indexOf('endobj', start)
    if (streamAt < 0 || streamAt > endAt) {
      objects.set(match[1] as string, { head: text.slice(start, endAt), stream: Buffer.alloc(0) })
      continue
    }
    const head = text.slice(start, streamAt)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1])
    const raw = pdf.subarray(streamAt + 7, streamAt + 7 + length)
    const isPacked = head.includes('/FlateDecode')
    objects.set(match[1] as string, { head, stream: isPacked ? inflateSync(raw) : raw })
  }
  return objects
}

function readFont(get: (id: string) => { head: string; stream: Buffer }, ref: string): Font {
  const { head } = get(ref)
  const cmap = get(/\/ToUnicode (\d+) 0 R/.exec(head)?.[1] ?? '').stream.toString('latin1')
  const characters: string[] = []
  for (const [, from = '', list = ''] of cmap.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/g)) {
    const entries = [...list.matchAll(/<([^>]*)>/g)]
    for (const [index, [, hex = '']] of entries.entries()) {
      const units = hex.split(' ').filter(Boolean)
      characters[Number.parseInt(from, 16) + index] = String.fromCharCode(
        ...units.map((unit) => Number.parseInt(unit, 16)),
      )
    }
  }
  const descendant = get(/\/DescendantFonts \[(\d+) 0 R/.exec(head)?.[1] ?? '').head
  const widths = (/\/W \[0 \[([^\]]*)\]/.exec(descendant)?.[1] ?? '').trim().split(/\s+/).map(Number)
  return { characters, widths }
}

function readTexts(content: string, fonts: ReadonlyMap<string, Font>): PdfText[] {
  const texts: PdfText[] = []
  for (const [, block] of content.matchAll(/(?<=\n)BT\n([\s\S]*?)\nET(?=\n)/g)) {
    let at: [number, number] = [0, 0]
    let font: Font | undefined
    let [size, spacing] = [0, 0]
    let start: [number, number] | undefined
    let [text, width, inked] = ['', 0, 0]
    for (const line of (block as string).split('\n')) {
      const place = /^1 0 0 -1 (\S+) (\S+) Tm$/.exec(line)
      if (place) at = [Number(place[1]), Number(place[2])]
      const face = /^\/(F\d+) (\S+) Tf$/.exec(line)
      if (face) [font, size] = [fonts.get(face[1] as string), Number(face[2])]
      const apart = /^(\S+) Tc$/.exec(line)
      if (apart) spacing = Number(apart[1])
      if (!line.endsWith('TJ')) continue
      start ??= at
      for (const [, hex, shift] of line.matchAll(/<([\da-f]*)>|(-?[\d.]+)/g)) {
        if (shift !== undefined) width -= (Number(shift) * size) / 1000
        else
          for (const code of (hex ?? '').match(/.{4}/g) ?? []) {
            const glyph = Number.parseInt(code, 16)
            text += font?.characters[glyph] ?? '\uffff'
            width += ((font?.widths[glyph] ?? 0) * size) / 1000 + spacing
            // A space at the end is for readers of the text, not of the paper.
            if (text.trimEnd() === text) inked = width
          }
      }
    }
    if (start) texts.push({ text, x: start[0], y: start[1], width: inked, size })
  }
  return texts
}
