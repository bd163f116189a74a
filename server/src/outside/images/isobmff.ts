// AVIF and HEIC: reads what the container says about its picture, before it is decoded. Pure; malformed input is refused.
import { type Extent, extentsOfAv1, extentsOfHevc } from './coded-extent.ts'
import { type Exif, readExif } from './exif.ts'
import { isProfile } from './icc.ts'
import { broken, guarded, ImageRefused } from './image-refused.ts'
import { type Items, listBoxes, readItems } from './isobmff-items.ts'

interface Container {
  /** The largest extent that anything in the file claims, before rotation. */
  largest: Extent
  exif: Exif
  profile: Buffer | undefined
  end: number
}

const MOST_ITEMS = 1_000
const alphaMark = /urn:mpeg:(mpegB:cicp:systems:auxiliary:alpha|hevc:2015:auxid:1)\0/

export function readContainer(bytes: Buffer, kind: 'avif' | 'heic'): Container {
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
    return {
      largest: largestOf(items, kept),
      exif: { ...readExif(exifOf(items)), orientation: 1 },
      profile: profileOf(items),
      end,
    }
  })
}

/** The items that are decoded: the primary picture, its tiles, and its transparency. */
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
  return (associations.get(id) ?? []).some((index) => {
    const found = properties[index - 1]
    if (found?.type !== 'auxC') return false
    // Much longer than the longest name of an alpha type.
    return alphaMark.test(bytes.toString('latin1', found.content, Math.min(found.end, found.content + 100)))
  })
}

function largestOf(items: Items, kept: readonly number[]): Extent {
  const { bytes } = items
  // Of everything in the file, not only of the picture.
  const claims = items.properties.flatMap(({ type, content, end }): Extent[] => {
    if (type === 'ispe') return [extentAt(bytes, content + 4)]
    return type === 'hvcC' ? extentsOfHevc(bytes.subarray(content, end)) : []
  })
  // Places may overlap: in total they must not exceed the file.
  let left = bytes.length
  for (const id of kept) {
    const content = items.read(id, left)
    left -= content.length
    if (items.types.get(id) === 'av01') claims.push(...extentsOfAv1(content))
    if (items.types.get(id) === 'grid') claims.push(extentOfGrid(content, items, id))
    const own = (items.associations.get(id) ?? []).map((index) => items.properties[index - 1]?.type)
    if (!own.includes('ispe')) throw broken('the picture has no width or height')
  }
  if (claims.some(({ width, height }) => width === 0 || height === 0))
    throw broken('the picture has no width or height')
  return claims.reduce((one, other) => (one.width * one.height >= other.width * other.height ? one : other))
}

const extentAt = (bytes: Buffer, at: number): Extent => ({
  width: bytes.readUInt32BE(at),
  height: bytes.readUInt32BE(at + 4),
})

function extentOfGrid(content: Buffer, items: Items, id: number): Extent {
  const isWide = (content.readUInt8(1) & 1) !== 0
  const tiles = (content.readUInt8(2) + 1) * (content.readUInt8(3) + 1)
  const to = items.references.find(({ type, from }) => type === 'dimg' && from === id)?.to ?? []
  if (to.length !== tiles) throw broken('a tile of the picture is missing')
  return isWide ? extentAt(content, 4) : { width: content.readUInt16BE(4), height: content.readUInt16BE(6) }
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

/** The profile of the primary item, or of its first tile. */
function profileOf({ bytes, primary, references, associations, properties }: Items): Buffer | undefined {
  const tile = references.find(({ type, from }) => type === 'dimg' && from === primary)?.to[0]
  for (const id of [primary, tile ?? primary])
    for (const index of associations.get(id) ?? []) {
      const { type, content = 0, end } = properties[index - 1] ?? {}
      if (type !== 'colr' || !/^(prof|rICC)$/.test(bytes.toString('latin1', content, content + 4))) continue
      const profile = bytes.subarray(content + 4, end)
      if (isProfile(profile)) return profile
    }
  return undefined
}
