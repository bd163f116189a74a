// AVIF and HEIC: reads the container and builds a new one with nothing in it but the primary picture, its tiles and
// its transparency. Pure; malformed input is refused.
import { type Extent, extentsOfAv1, extentsOfHevc } from './coded-extent.ts'
import { type Exif, readExif } from './exif.ts'
import { isProfile } from './icc.ts'
import { broken, guarded, ImageRefused } from './image-refused.ts'
import { type Box, box, fullBox, type Items, listBoxes, readItems } from './isobmff-items.ts'

export interface CleanedContainer {
  bytes: Buffer
  /** The largest extent anything in it claims, before it is turned. */
  largest: Extent
  exif: Exif
  profile: Buffer | undefined
  end: number
}

const MOST_ITEMS = 1_000
const alphaMark = /urn:mpeg:(mpegB:cicp:systems:auxiliary:alpha|hevc:2015:auxid:1)\0/
/** Extent, depth, coding, colours, transparency, turning and cropping. Everything else is somebody's remark. */
const neededProperties = new Set([
  'ispe',
  'pixi',
  'av1C',
  'hvcC',
  'colr',
  'pasp',
  'clap',
  'irot',
  'imir',
  'auxC',
  'a1lx',
  'a1op',
  'lsel',
  'clli',
  'mdcv',
  'cclv',
])

export function cleanContainer(bytes: Buffer, kind: 'avif' | 'heic'): CleanedContainer {
  return guarded(kind === 'avif' ? 'AVIF' : 'HEIC', () => {
    const { boxes, end } = listBoxes(bytes, 0, bytes.length)
    const major = bytes.toString('latin1', 8, 12)
    if (['avis', 'msf1', 'hevc', 'hevx'].includes(major) || boxes.some(({ type }) => type === 'moov'))
      throw new ImageRefused('animated', 'the file is a sequence of pictures')
    if (/^(mdat|meta|free|uuid|mpvd|sefd)$/.test(bytes.toString('latin1', end + 4, end + 8)))
      throw broken('its last part is cut off')
    const meta = boxes.find(({ type }) => type === 'meta')
    if (meta === undefined) throw broken('the picture is not where it should be')
    const items = readItems(bytes, meta)
    const kept = chooseItems(items, kind)
    const properties = items.properties.map((property) => cleanProperty(bytes, property))
    const contents = readContents(items, kept, bytes.length)
    return {
      bytes: build(kind, items, kept, contents, properties),
      largest: largestOf(items, kept, contents, properties),
      exif: { ...readExif(exifOf(items)), orientation: 1 },
      profile: profileOf(items, properties),
      end,
    }
  })
}

/** New order: the primary first, then what it is made of. */
function chooseItems(items: Items, kind: 'avif' | 'heic'): number[] {
  const coded = kind === 'avif' ? 'av01' : 'hvc1'
  const kept = new Set<number>()
  const add = (id: number) => {
    if (kept.has(id)) return
    const type = items.types.get(id)
    if (type !== coded && type !== 'grid') throw broken('the picture is of a kind that photos do not have')
    kept.add(id)
    if (kept.size > MOST_ITEMS) throw broken('more tiles than any photo has')
    // A grid of grids would multiply the tiles.
    if (type === 'grid')
      for (const tile of items.references
        .filter((one) => one.type === 'dimg' && one.from === id)
        .flatMap(({ to }) => to)) {
        if (items.types.get(tile) !== coded) throw broken('a tile of the picture is missing')
        add(tile)
      }
  }
  add(items.primary)
  for (const { type, from, to } of items.references)
    if (type === 'auxl' && to.includes(items.primary) && isAlpha(items, from)) add(from)
  return [...kept]
}

function isAlpha({ bytes, associations, properties }: Items, id: number): boolean {
  return (associations.get(id) ?? []).some(({ index }) => {
    const found = properties[index - 1]
    if (found?.type !== 'auxC') return false
    // Much longer than the longest mark.
    return alphaMark.test(bytes.toString('latin1', found.content, Math.min(found.end, found.content + 100)))
  })
}

/** Indexes must stay, so what goes leaves an empty box behind. */
function cleanProperty(bytes: Buffer, { type, start, content, end }: Box): Buffer {
  const whole = bytes.subarray(start, end)
  if (!neededProperties.has(type)) return box('free')
  if (type !== 'colr') return whole
  const colours = bytes.toString('latin1', content, content + 4)
  if (colours === 'nclx') return box('colr', bytes.subarray(content, Math.min(end, content + 11)))
  return ['prof', 'rICC'].includes(colours) && isProfile(bytes.subarray(content + 4, end))
    ? whole
    : box('free')
}

function readContents(items: Items, kept: readonly number[], most: number): Buffer[] {
  let total = 0
  return kept.map((id) => {
    const content = items.read(id, most - total)
    total += content.length
    return content
  })
}

function largestOf(
  items: Items,
  kept: readonly number[],
  contents: readonly Buffer[],
  properties: readonly Buffer[],
): Extent {
  const claims: Extent[] = []
  for (const [nth, id] of kept.entries()) {
    const content = contents[nth] as Buffer
    if (items.types.get(id) === 'av01') claims.push(...extentsOfAv1(content))
    if (items.types.get(id) === 'grid') claims.push(extentOfGrid(content, items, id))
    const own = (items.associations.get(id) ?? []).map(({ index }) => properties[index - 1])
    let hasExtent = false
    for (const property of own) {
      const type = property?.toString('latin1', 4, 8)
      if (property === undefined) continue
      if (type === 'ispe')
        claims.push({ width: property.readUInt32BE(12), height: property.readUInt32BE(16) })
      if (type === 'hvcC') claims.push(...extentsOfHevc(property.subarray(8)))
      hasExtent ||= type === 'ispe'
    }
    if (!hasExtent) throw broken('a picture without an extent')
  }
  if (claims.some(({ width, height }) => width === 0 || height === 0))
    throw broken('a picture without an extent')
  return claims.reduce((one, other) => (one.width * one.height >= other.width * other.height ? one : other))
}

function extentOfGrid(content: Buffer, items: Items, id: number): Extent {
  const isWide = (content.readUInt8(1) & 1) !== 0
  const tiles = (content.readUInt8(2) + 1) * (content.readUInt8(3) + 1)
  const to = items.references.find(({ type, from }) => type === 'dimg' && from === id)?.to ?? []
  if (to.length !== tiles) throw broken('a tile of the picture is missing')
  return isWide
    ? { width: content.readUInt32BE(4), height: content.readUInt32BE(8) }
    : { width: content.readUInt16BE(4), height: content.readUInt16BE(6) }
}

function exifOf(items: Items): Buffer | undefined {
  for (const [id, type] of items.types) {
    if (type !== 'Exif') continue
    try {
      const content = items.read(id, 1_000_000)
      return content.subarray(4 + content.readUInt32BE(0))
    } catch {
      return undefined
    }
  }
  return undefined
}

/** Of the primary item, or of its first tile. */
function profileOf(items: Items, properties: readonly Buffer[]): Buffer | undefined {
  const tile = items.references.find(({ type, from }) => type === 'dimg' && from === items.primary)?.to[0]
  for (const id of [items.primary, tile ?? items.primary])
    for (const { index } of items.associations.get(id) ?? []) {
      const property = properties[index - 1]
      if (/^colr(prof|rICC)$/.test(property?.toString('latin1', 4, 12) ?? '')) return property?.subarray(12)
    }
  return undefined
}

const u16 = (...values: number[]) => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [nth, value] of values.entries()) bytes.writeUInt16BE(value, 2 * nth)
  return bytes
}
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function build(
  kind: 'avif' | 'heic',
  items: Items,
  kept: readonly number[],
  contents: readonly Buffer[],
  properties: readonly Buffer[],
): Buffer {
  const newId = new Map(kept.map((id, nth) => [id, nth + 1]))
  const brands = kind === 'avif' ? 'avif\0\0\0\0avifmif1miaf' : 'heic\0\0\0\0heicmif1'
  const ftyp = box('ftyp', Buffer.from(brands, 'latin1'))
  const entries = kept.map((id, nth) =>
    // The primary is shown, the rest is not.
    fullBox('infe', 2, nth === 0 ? 0 : 1, u16(nth + 1, 0), Buffer.from(`${items.types.get(id)}\0`, 'latin1')),
  )
  const references = items.references
    .filter(({ type }) => ['dimg', 'auxl', 'prem'].includes(type))
    .map(({ type, from, to }) => ({ type, from: newId.get(from), to: to.map((id) => newId.get(id)) }))
    .filter(({ from, to }) => from !== undefined && to.every((id) => id !== undefined))
    .map(({ type, from, to }) => box(type, u16(from as number, to.length, ...(to as number[]))))
  const associations = kept.map((id, nth) => {
    const own = (items.associations.get(id) ?? []).filter(
      ({ index }) => index > 0 && index <= properties.length,
    )
    const flagged = own.map(
      ({ index, isEssential }) => index | (isEssential && properties[index - 1]?.length !== 8 ? 0x8000 : 0),
    )
    return Buffer.concat([u16(nth + 1), Buffer.from([own.length]), u16(...flagged)])
  })
  const makeMeta = (base: number) => {
    let at = base
    const places = contents.map((content, nth) => {
      const place = Buffer.concat([u16(nth + 1, 0, 1), u32(at), u32(content.length)])
      at += content.length
      return place
    })
    return fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, 0, u16(1)),
      fullBox('iloc', 0, 0, u16(0x4400, kept.length), ...places),
      fullBox('iinf', 0, 0, u16(kept.length), ...entries),
      ...(references.length > 0 ? [fullBox('iref', 0, 0, ...references)] : []),
      box('iprp', box('ipco', ...properties), fullBox('ipma', 0, 1, u32(kept.length), ...associations)),
    )
  }
  const base = ftyp.length + makeMeta(0).length + 8
  return Buffer.concat([ftyp, makeMeta(base), box('mdat', ...contents)])
}
