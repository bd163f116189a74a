// The PDF file of a form: PDFKit makes objects, tags, fonts and pictures; the pages' content comes from Ink, and the output is
// collected in memory. PDFKit's own stream passes on every few bytes separately, which took a quarter of the total time.
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { Recent } from '../../lib/recent.ts'
import type { DocumentFont } from './embedded-face.ts'
import { Ink, type Palette } from './ink.ts'
import type { Structure } from './structure.ts'
import type { Weight } from './type-style.ts'

export type OpenedImage = {
  readonly width: number
  readonly height: number
  readonly colorSpace?: string
  readonly label: string
  readonly obj: object | null
  embed(file: object): void
}

/** An object of the file that other objects refer to. */
type Reference = {
  readonly id: number
  readonly data: Record<string, unknown>
  offset?: number
  end(stream?: Uint8Array): void
}

/** What PDFKit has but its types do not declare. */
type Inside = {
  readonly _font: DocumentFont
  _offset: number
  openImage(bytes: Uint8Array): OpenedImage
  readonly _pageBuffer: readonly { readonly dictionary: Reference }[]
  ref(data: object): Reference
  _refEnd(ref: Reference): void
  getStructTreeRoot(): Reference & {
    readonly data: { readonly ParentTree: { add(key: number, value: unknown): void } }
  }
  readonly page: {
    readonly fonts: Record<string, object>
    readonly xobjects: Record<string, object | null>
    readonly dictionary: Reference
    readonly content: { readonly data: Record<string, unknown>; write(bytes: Uint8Array): void }
  }
}

type FileOptions = {
  readonly title: string
  readonly author: string
  readonly language: string
  readonly date: Date
  readonly palette?: Palette | undefined
}

const inside = (file: PdfFile) => file as unknown as Inside

/** Takes a third of the time of the default level, for half a kilobyte more per page. */
const PAGE_LEVEL = 3

/** Room for half the width of lines at the edge of a drawing; in its units. */
const margin = 6

/** Nine outlines at two sizes, and some spare. */
const packedDrawings = new Recent<Buffer>(40)

function packed(content: string): Buffer {
  const known = packedDrawings.get(content)
  if (known) return known
  const bytes = deflateSync(Buffer.from(content, 'latin1'))
  packedDrawings.set(content, bytes)
  return bytes
}

export class PdfFile extends PDFDocument {
  /** Content by page. */
  readonly inks: Ink[] = []
  ink: Ink
  readonly #palette: Palette | undefined
  pageIndex = -1
  readonly #fonts = new Map<Weight, DocumentFont>()
  readonly #drawings = new Map<string, { name: string; object: object }>()
  // Set by PDFKit's constructor, which writes before fields of this class are initialised.
  declare chunks: (string | Uint8Array)[] | undefined
  declare whenDone: (() => void) | undefined

  constructor({ title, author, language, date, palette }: FileOptions) {
    super({
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
    escapeMetadata(this)
    this.#palette = palette
    this.ink = new Ink(palette)
  }

  newPage(width: number, height: number): void {
    this.ink = new Ink(this.#palette)
    this.pageIndex = this.inks.push(this.ink) - 1
    this.addPage({ size: [width, height], margin: 0 })
    inside(this).page.dictionary.data.StructParents = this.pageIndex
  }

  turnTo(index: number): void {
    this.switchToPage(index)
    this.pageIndex = index
    this.ink = this.inks[index] as Ink
  }

  /** PDFKit calls this to place the origin of a new page; Ink draws everything else. */
  override addContent(operators: string): this {
    this.ink.add(operators)
    return this
  }

  embed(weight: Weight, source: object): DocumentFont {
    this.registerFont(weight, source as never).font(weight)
    const font = inside(this)._font
    this.#fonts.set(weight, font)
    this.useFace(weight)
    return font
  }

  /** On this page. */
  useFace(weight: Weight): void {
    const font = this.#fonts.get(weight) as DocumentFont
    inside(this).page.fonts[font.id] ??= font.ref()
  }

  open(bytes: Uint8Array): OpenedImage {
    return inside(this).openImage(bytes)
  }

  /** Adds the picture to this page and returns its name there. */
  usePicture(image: OpenedImage): string {
    if (!image.obj) image.embed(this)
    inside(this).page.xobjects[image.label] ??= image.obj
    return image.label
  }

  /** Adds a drawing to this page and returns its name there. A document contains each drawing once. */
  useDrawing(content: string, width: number, height: number): string {
    const known = this.#drawings.get(content) ?? this.#addDrawing(content, width, height)
    inside(this).page.xobjects[known.name] ??= known.object
    return known.name
  }

  #addDrawing(content: string, width: number, height: number): { name: string; object: object } {
    const object = inside(this).ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [-margin, -margin, width + margin, height + margin],
      Filter: 'FlateDecode',
    })
    object.end(packed(content))
    const drawing = { name: `D${this.#drawings.size + 1}`, object }
    this.#drawings.set(content, drawing)
    return drawing
  }

  /** Writes the elements itself; PDFKit writes their root and the tree that leads from pages back to them. */
  #writeStructure(structure: Structure): void {
    const { _pageBuffer: pages } = inside(this)
    const root = inside(this).getStructTreeRoot()
    const refs = new Map<number, Reference>()
    const newId = () => {
      const ref = inside(this).ref({})
      refs.set(ref.id, ref)
      return ref.id
    }
    const pageIds = pages.map(({ dictionary }) => dictionary.id)
    for (const [id, body] of structure.write(root.id, pageIds, newId)) {
      const ref = refs.get(id) as Reference
      ref.offset = inside(this)._offset
      this._write(`${id} 0 obj\n${body}\nendobj`)
      inside(this)._refEnd(ref)
    }
    structure.marks.forEach((elements, index) => {
      root.data.ParentTree.add(
        index,
        elements.map(({ id }) => refs.get(id)),
      )
    })
    Object.assign(root.data, { K: [refs.get(structure.root.id)], ParentTreeNextKey: pages.length })
  }

  /** Called by PDFKit for every piece of the file. */
  _write(piece: string | Uint8Array): void {
    this.chunks ??= []
    const { chunks } = this
    if (typeof piece !== 'string') chunks.push(piece)
    else if (typeof chunks.at(-1) === 'string') chunks.push(`${chunks.pop()}${piece}\n`)
    else chunks.push(`${piece}\n`)
    inside(this)._offset += piece.length + (typeof piece === 'string' ? 1 : 0)
  }

  /** PDFKit calls this once at the end, later if a picture has transparency. */
  override push(_end: null): boolean {
    this.whenDone?.()
    return false
  }

  async finish(structure: Structure): Promise<Buffer> {
    this.inks.forEach((ink, index) => {
      this.switchToPage(index)
      const { content } = inside(this).page
      // Marked as already compressed, so that PDFKit leaves it alone.
      Object.assign(content, { compress: false })
      content.data.Filter = 'FlateDecode'
      content.write(deflateSync(Buffer.from(ink.content, 'latin1'), { level: PAGE_LEVEL }))
    })
    this.#writeStructure(structure)
    await new Promise<void>((resolve, reject) => {
      this.whenDone = resolve
      this.once('error', reject)
      this.end()
    })
    return Buffer.concat(
      (this.chunks ?? []).map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)),
    )
  }
}

/** PDFKit writes title and author into XML as they are; "Weber & Co" would break it. */
function escapeMetadata(file: PdfFile): void {
  const end = file.endMetadata.bind(file)
  file.endMetadata = () => {
    const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
    const escaped = (text = '') =>
      text
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them.
        .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
        .replaceAll(/[&<>]/g, (sign) => entities[sign] as string)
    Object.assign(file.info, { Title: escaped(file.info.Title), Author: escaped(file.info.Author) })
    end()
  }
}
