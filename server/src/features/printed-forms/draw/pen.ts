// Puts ink on the page: lines of text, decoration and pictures, each inside the tag that says what it is.
// Decides nothing about place. Everything drawn is either tagged content or an artifact, as a tagged PDF asks.
import PDFDocument from 'pdfkit'
import { getFace } from './fonts.ts'
import { type Line, sizeOfRun } from './lines.ts'
import { isSoundPng } from './sound-png.ts'
import { colours, page, type TypeStyle, type Weight } from './theme.ts'

export type Doc = InstanceType<typeof PDFDocument>
export type Element = PDFKit.PDFStructureElement

/** One element of the document's structure; blocks that were split over pages share it. */
export type Tag = { readonly type: string; readonly options?: TagOptions; element?: Element }
export type TagOptions = { readonly alt?: string; readonly scope?: 'Column' | 'Row'; readonly title?: string }

export type Picture = { readonly image: object; readonly width: number; readonly height: number }

export type PenOptions = {
  readonly title: string
  readonly author: string
  readonly language: string
  readonly date: Date
  readonly photos: ReadonlyMap<string, Uint8Array>
}

export class Pen {
  readonly doc: Doc
  readonly root: Element
  /** Pages with a letterhead, counted from 0; a pack has two. */
  readonly firstPages = new Set<number>()
  readonly #photos: ReadonlyMap<string, Uint8Array>
  #isSilent = false
  readonly #pictures = new Map<string, Picture | undefined>()

  constructor({ title, author, language, date, photos }: PenOptions) {
    this.doc = new PDFDocument({
      size: [page.width, page.height],
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      compress: true,
      pdfVersion: '1.7',
      tagged: true,
      lang: language,
      displayTitle: true,
      // An empty name keeps PDFKit from adding Helvetica, which nothing here uses.
      font: '',
      info: {
        Title: title,
        Author: author,
        Creator: 'Walkaround',
        Producer: 'Walkaround',
        CreationDate: date,
      },
    })
    for (const weight of ['regular', 'semibold', 'bold'] satisfies Weight[])
      this.doc.registerFont(weight, getFace(weight).font as unknown as Uint8Array)
    escapeMetadata(this.doc)
    this.#photos = photos
    this.root = this.doc.struct('Document')
    this.doc.addStructure(this.root)
  }

  open(tag: Tag, parent: Element): Element {
    if (tag.element) return tag.element
    if (this.#isSilent) return parent
    const element = this.doc.struct(tag.type, { ...tag.options })
    parent.add(element)
    tag.element = element
    return element
  }

  /** Decoration: lines, tints, icons whose word stands beside them. Never inside `content`. */
  artifact(draw: (doc: Doc) => void, kind: 'Layout' | 'Pagination' = 'Layout'): void {
    this.doc.markContent('Artifact', { type: kind })
    draw(this.doc)
    this.doc.endMarkedContent()
  }

  content(element: Element, draw: (doc: Doc) => void): void {
    if (this.#isSilent) this.artifact(draw, 'Pagination')
    else element.add(() => draw(this.doc))
  }

  /** What is drawn now repeats what was read before: artifacts, no new elements. */
  silently(draw: () => void): void {
    this.#isSilent = true
    draw()
    this.#isSilent = false
  }

  /**
   * One line of text with its baseline at y; untagged, so call it inside `content` or `artifact`. More text of the same
   * paragraph follows: a space nobody sees keeps its words apart for those who search, copy or listen.
   */
  write(line: Line, style: TypeStyle, x: number, y: number, moreFollows = false): void {
    let at = x
    for (const [index, run] of line.runs.entries()) {
      const size = sizeOfRun(run, style)
      this.doc
        .font(run.isCode ? 'regular' : style.weight, size)
        .fillColor(run.isCode ? colours.soft : style.colour)
        .text(moreFollows && index === line.runs.length - 1 ? `${run.text} ` : run.text, at, y, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...(style.tracking ? { characterSpacing: style.tracking } : {}),
        })
      at = this.doc.x + (style.tracking ?? 0)
    }
  }

  /** Undefined when there are no bytes, or when they are no picture that a PDF can hold. */
  findPicture(ref: string): Picture | undefined {
    if (this.#pictures.has(ref)) return this.#pictures.get(ref)
    const bytes = this.#photos.get(ref)
    let picture: Picture | undefined
    try {
      if (bytes && (isJpeg(bytes) || isSoundPng(bytes))) {
        const image = openImage(this.doc, bytes)
        picture = { image, width: image.width, height: image.height }
      }
    } catch {
      picture = undefined
    }
    if (picture && !(picture.width > 0 && picture.height > 0)) picture = undefined
    this.#pictures.set(ref, picture)
    return picture
  }

  async finish(): Promise<Buffer> {
    const chunks: Buffer[] = []
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise((resolve, reject) => this.doc.once('end', resolve).once('error', reject))
    this.doc.end()
    await ended
    return Buffer.concat(chunks)
  }
}

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8

type OpenedImage = { readonly width: number; readonly height: number; readonly colorSpace?: string }

/** Throws when it is no picture. */
function openImage(doc: Doc, bytes: Uint8Array): OpenedImage {
  const image = (doc as unknown as { openImage(src: Uint8Array): OpenedImage }).openImage(bytes)
  if (isJpeg(bytes) && image.colorSpace === undefined) throw new Error('a JPEG of unknown colours')
  return image
}

/** PDFKit writes title and author into XML as they are; "Weber & Co" would break it. */
function escapeMetadata(doc: Doc): void {
  const end = doc.endMetadata.bind(doc)
  doc.endMetadata = () => {
    const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
    const escaped = (text = '') =>
      text
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them.
        .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
        .replaceAll(/[&<>]/g, (sign) => entities[sign] as string)
    Object.assign(doc.info, { Title: escaped(doc.info.Title), Author: escaped(doc.info.Author) })
    end()
  }
}
