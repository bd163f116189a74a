// Reads from EXIF when the photo was taken and which way is up, and writes only the latter. Never throws: broken EXIF counts as
// none.

export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export interface Exif {
  orientation: Orientation
  /** ISO 8601; with an offset if the camera knew one. */
  takenAt?: string
}

const ORIENTATION = 0x0112
const EXIF_FOLDER = 0x8769
const DATE_TIME_ORIGINAL = 0x9003
const OFFSET_TIME_ORIGINAL = 0x9011
const ASCII = 2
const MOST_ENTRIES = 1_000

/** `tiff` begins with the byte order. */
export function readExif(tiff: Buffer | undefined): Exif {
  try {
    return tiff === undefined ? { orientation: 1 } : read(tiff)
  } catch {
    return { orientation: 1 }
  }
}

type Entry = { type: number; count: number; at: number }

function read(tiff: Buffer): Exif {
  const order = tiff.toString('latin1', 0, 4)
  if (order !== 'II*\0' && order !== 'MM\0*') return { orientation: 1 }
  const isLittle = order.startsWith('I')
  const u16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const u32 = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))

  function readFolder(at: number): Map<number, Entry> {
    const entries = new Map<number, Entry>()
    const count = Math.min(u16(at), MOST_ENTRIES)
    for (let i = 0, entry = at + 2; i < count && entry + 12 <= tiff.length; i++, entry += 12)
      entries.set(u16(entry), { type: u16(entry + 2), count: u32(entry + 4), at: entry + 8 })
    return entries
  }
  function textOf(entry: Entry | undefined): string | undefined {
    if (entry === undefined || entry.type !== ASCII || entry.count > 64) return undefined
    const at = entry.count <= 4 ? entry.at : u32(entry.at)
    return tiff
      .toString('latin1', at, at + entry.count)
      .replace(/\0.*$/s, '')
      .trim()
  }

  const main = readFolder(u32(4))
  const found = main.get(ORIENTATION)
  const value = found ? u16(found.at) : 1
  const orientation = (value >= 1 && value <= 8 ? value : 1) as Orientation
  const pointer = main.get(EXIF_FOLDER)
  let takenAt: string | undefined
  // A broken sub-directory must not lose the orientation.
  try {
    const details = pointer ? readFolder(u32(pointer.at)) : undefined
    takenAt = isoTime(textOf(details?.get(DATE_TIME_ORIGINAL)), textOf(details?.get(OFFSET_TIME_ORIGINAL)))
  } catch {}
  return { orientation, ...(takenAt === undefined ? {} : { takenAt }) }
}

/** `2026:07:01 12:34:56`, as cameras write it; undefined if it is not a time in the past. */
export function isoTime(text: string | undefined, offset?: string, now = Date.now()): string | undefined {
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)$/.exec(text ?? '')
  if (parts === null) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const plain = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const time = Date.parse(`${plain}Z`)
  // Date.parse accepts February 30th as a day in March.
  if (Number.isNaN(time) || new Date(time).toISOString() !== `${plain}.000Z`) return undefined
  // Too early for digital cameras, or later than now anywhere on Earth.
  if (Number(year) < 1985 || time > now + 24 * 3_600_000) return undefined
  return /^[+-](0\d|1[0-4]):[0-5]\d$/.test(offset ?? '') ? plain + offset : plain
}

/** A TIFF structure with the orientation and nothing else. */
export function orientationOnly(orientation: Orientation): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(ORIENTATION, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
