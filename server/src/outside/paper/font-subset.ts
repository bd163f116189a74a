// A TrueType font reduced to some of its glyphs, as a PDF embeds it: glyphs are copied as bytes, never decoded. Pure. Glyph 0, used
// for missing glyphs, is always included.

type Table = { readonly offset: number; readonly length: number }

/** Part of a composite glyph: the offset of its number, and the number. */
type Component = { readonly at: number; readonly glyph: number }

type Outline = { readonly bytes: Buffer; readonly components: readonly Component[] }

/** Tables a PDF needs, in alphabetical order; tables for shaping and naming are left out. */
const wanted = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'] as const

/** A font file, read once; `newSubset` starts the subset of one document. */
export class SubsetSource {
  readonly #file: Buffer
  readonly #tables = new Map<string, Table>()
  readonly #hasLongPlaces: boolean
  readonly #metrics: number
  readonly #outlines = new Map<number, Outline>()

  constructor(file: Buffer) {
    this.#file = file
    const count = file.readUInt16BE(4)
    for (let at = 12; at < 12 + count * 16; at += 16)
      this.#tables.set(file.toString('latin1', at, at + 4), {
        offset: file.readUInt32BE(at + 8),
        length: file.readUInt32BE(at + 12),
      })
    this.#hasLongPlaces = this.table('head').readInt16BE(50) === 1
    this.#metrics = this.table('hhea').readUInt16BE(34)
  }

  newSubset(): FontSubset {
    return new FontSubset(this)
  }

  /** Empty if the font does not have the table. */
  table(name: string): Buffer {
    const { offset, length } = this.#tables.get(name) ?? { offset: 0, length: 0 }
    return this.#file.subarray(offset, offset + length)
  }

  outline(glyph: number): Outline {
    const known = this.#outlines.get(glyph)
    if (known) return known
    const bytes = this.table('glyf').subarray(this.#place(glyph), this.#place(glyph + 1))
    const outline = { bytes, components: componentsOf(bytes) }
    this.#outlines.set(glyph, outline)
    return outline
  }

  /** Advance and left side bearing, four bytes. After the end of the list the last advance applies. */
  metric(glyph: number): Buffer {
    const hmtx = this.table('hmtx')
    if (glyph < this.#metrics) return hmtx.subarray(glyph * 4, glyph * 4 + 4)
    const bearing = this.#metrics * 4 + (glyph - this.#metrics) * 2
    return Buffer.concat([
      hmtx.subarray((this.#metrics - 1) * 4, (this.#metrics - 1) * 4 + 2),
      hmtx.subarray(bearing, bearing + 2),
    ])
  }

  #place(glyph: number): number {
    const loca = this.table('loca')
    return this.#hasLongPlaces ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2
  }
}

class FontSubset {
  readonly #source: SubsetSource
  readonly #glyphs: number[] = []
  readonly #numbers = new Map<number, number>()

  constructor(source: SubsetSource) {
    this.#source = source
    this.includeGlyph(0)
  }

  /** The number it has in the subset. */
  includeGlyph(glyph: number): number {
    const known = this.#numbers.get(glyph)
    if (known !== undefined) return known
    const number = this.#glyphs.push(glyph) - 1
    this.#numbers.set(glyph, number)
    return number
  }

  encode(): Buffer {
    const source = this.#source
    const outlines: Buffer[] = []
    const places = [0]
    let length = 0
    // Grows during the loop by the parts of composite glyphs.
    for (let index = 0; index < this.#glyphs.length; index++) {
      const { bytes, components } = source.outline(this.#glyphs[index] as number)
      const own = components.length > 0 ? Buffer.from(bytes) : bytes
      for (const { at, glyph } of components) own.writeUInt16BE(this.includeGlyph(glyph), at)
      outlines.push(own)
      length += own.length
      if (length % 4) {
        outlines.push(Buffer.alloc(4 - (length % 4)))
        length += 4 - (length % 4)
      }
      places.push(length)
    }
    const loca = Buffer.alloc(places.length * 4)
    places.forEach((place, index) => {
      loca.writeUInt32BE(place, index * 4)
    })
    const [head, hhea, maxp] = (['head', 'hhea', 'maxp'] as const).map((name) =>
      Buffer.from(source.table(name)),
    ) as [Buffer, Buffer, Buffer]
    head.writeInt16BE(1, 50)
    hhea.writeUInt16BE(this.#glyphs.length, 34)
    maxp.writeUInt16BE(this.#glyphs.length, 4)
    const hmtx = Buffer.concat(this.#glyphs.map((glyph) => source.metric(glyph)))
    const glyf = Buffer.concat(outlines)
    const made: Record<string, Buffer> = { glyf, head, hhea, hmtx, loca, maxp }
    return fontFile(wanted.map((name) => [name, made[name] ?? source.table(name)]))
  }
}

function componentsOf(outline: Buffer): Component[] {
  const components: Component[] = []
  if (outline.length < 10 || outline.readInt16BE(0) >= 0) return components
  let at = 10
  for (let hasMore = true; hasMore; ) {
    const flags = outline.readUInt16BE(at)
    components.push({ at: at + 2, glyph: outline.readUInt16BE(at + 2) })
    // Two offsets as words or bytes, then one scale, two scales, or a matrix.
    at += 4 + (flags & 0x1 ? 4 : 2) + (flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0)
    hasMore = (flags & 0x20) !== 0
  }
  return components
}

function fontFile(tables: readonly (readonly [name: string, bytes: Buffer])[]): Buffer {
  const some = tables.filter(([, bytes]) => bytes.length > 0)
  const power = 2 ** Math.floor(Math.log2(some.length))
  const directory = Buffer.alloc(12 + some.length * 16)
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(some.length, 4)
  directory.writeUInt16BE(power * 16, 6)
  directory.writeUInt16BE(Math.log2(power), 8)
  directory.writeUInt16BE((some.length - power) * 16, 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  some.forEach(([name, bytes], index) => {
    const at = 12 + index * 16
    const padding = (4 - (bytes.length % 4)) % 4
    directory.write(name, at, 'latin1')
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(bytes.length, at + 12)
    parts.push(bytes, Buffer.alloc(padding))
    offset += bytes.length + padding
  })
  const file = Buffer.concat(parts)
  some.forEach((_, index) => {
    const at = 12 + index * 16
    file.writeUInt32BE(checksumOf(file, file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)), at + 4)
  })
  return file
}

/** The sum of all words, as the format requires. */
function checksumOf(file: Buffer, offset: number, length: number): number {
  let sum = 0
  for (let at = offset; at < offset + length; at += 4) sum = (sum + file.readUInt32BE(at)) >>> 0
  return sum
}
