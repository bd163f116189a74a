// The cleaners alone: malformed input, and container forms that no encoder here writes.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { cornersOf, makePhoto, planted, readHeic, withSegment } from '../../../test/fixtures/photos.ts'
import { isoTime, orientationOnly, readExif } from './exif.ts'
import { assertNotForeign, judgeTrailer } from './foreign.ts'
import { ImageRefused } from './image-refused.ts'
import { readContainer } from './isobmff.ts'
import { type Items, listBoxes, readItems } from './isobmff-items.ts'
import { cleanJpeg, endOfJpeg } from './jpeg.ts'
import { kindOf } from './kind.ts'
import { cleanPng } from './png.ts'
import { takeIn } from './take-in.ts'
import { cleanWebp } from './webp.ts'

const cleaners: [string, () => Promise<Buffer>, (bytes: Buffer) => unknown][] = [
  ['JPEG', () => makePhoto('jpeg', { orientation: 6 }), cleanJpeg],
  ['PNG', () => makePhoto('png', { orientation: 6 }), cleanPng],
  ['WebP', () => makePhoto('webp', { orientation: 6 }), cleanWebp],
  ['AVIF', () => makePhoto('avif'), (bytes) => readContainer(bytes, 'avif')],
  ['HEIC', readHeic, (bytes) => readContainer(bytes, 'heic')],
]

/** The input is either accepted or refused; any other error is a bug. */
function assertTame(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error
  }
}

describe('malformed input', () => {
  for (const [name, make, clean] of cleaners) {
    it(`of ${name} never does more than being refused`, async () => {
      const source = await make()
      // Most bytes that control a reader are near the start.
      const place = fc.oneof(
        fc.nat({ max: Math.min(source.length, 1500) - 1 }),
        fc.nat({ max: source.length - 1 }),
      )
      const byte = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat({ max: 255 }))
      const changes = fc.array(fc.tuple(place, byte), { minLength: 1, maxLength: 8 })
      const cut = fc.option(fc.nat({ max: source.length }), { freq: 3 })
      fc.assert(
        fc.property(changes, cut, (changed, length) => {
          const bytes = Buffer.from(source.subarray(0, length ?? source.length))
          for (const [at, value] of changed) if (at < bytes.length) bytes[at] = value
          assertTame(() => clean(bytes))
          assertTame(() => kindOf(bytes))
          assertTame(() => assertNotForeign(bytes))
        }),
        { numRuns: 500 },
      )
    })

    it(`of ${name} cut off at any of its first bytes is refused`, async () => {
      const source = await make()
      for (let length = 0; length < Math.min(source.length - 1, 1200); length++)
        assert.throws(() => clean(source.subarray(0, length)), ImageRefused, `${length}`)
    })
  }

  it('of no form at all is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const [, , clean] of cleaners) assertTame(() => clean(Buffer.from(bytes)))
        assertTame(() => judgeTrailer(Buffer.from(bytes), endOfJpeg))
        readExif(Buffer.concat([Buffer.from('II*\0'), bytes]))
      }),
    )
  })

  it('with scan after scan is refused before anybody decodes it', async () => {
    const source = await sharp(await makePhoto('jpeg'))
      .jpeg({ progressive: true })
      .toBuffer()
    const start = source.lastIndexOf(Buffer.from([0xff, 0xda]))
    const scan = source.subarray(start, -2)
    const bomb = Buffer.concat([
      source.subarray(0, -2),
      ...Array.from({ length: 200 }, () => scan),
      source.subarray(-2),
    ])
    assert.throws(() => cleanJpeg(bomb), /more than 100 scans/)
  })
})

describe('input that is long and says nothing', () => {
  it('is refused instead of being followed to its end', async () => {
    const photo = await makePhoto('jpeg')
    const segments = Buffer.alloc(4 * 6_000, Buffer.from([0xff, 0xfe, 0, 2]))
    assert.throws(
      () => cleanJpeg(Buffer.concat([photo.subarray(0, 2), segments, photo.subarray(2)])),
      /segments/,
    )
    const tiny = Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9])
    assert.throws(() => judgeTrailer(Buffer.alloc(8 * 2_000, tiny), endOfJpeg), /chain/)
    judgeTrailer(Buffer.alloc(8 * 5, tiny), endOfJpeg)
  })

  it('is refused where its places take no bytes', async () => {
    const heic = await readHeic()
    const { boxes } = listBoxes(heic, 0, heic.length)
    const meta = boxes.find(({ type }) => type === 'meta')
    assert.ok(meta)
    const inside = listBoxes(heic, meta.content + 4, meta.end).boxes
    const rest = inside
      .filter(({ type }) => type !== 'iloc')
      .map(({ start, end }) => heic.subarray(start, end))
    const item = Buffer.from([0, 1, 0, 0, 0xff, 0xff])
    const iloc = fullBox('iloc', 0, 0, Buffer.from([0, 0, 0xff, 0xff]), Buffer.alloc(6 * 0xffff, item))
    const bomb = Buffer.concat([heic.subarray(0, meta.start), fullBox('meta', 0, 0, ...rest, iloc)])
    assert.throws(() => readContainer(bomb, 'heic'), /too many parts/)
  })
})

describe('JPEG', () => {
  it('loses comments, thumbnails, maker notes and every other segment', async () => {
    let source = await makePhoto('jpeg')
    for (const marker of [0xe0, 0xe1, 0xe2, 0xe3, 0xe5, 0xed, 0xee, 0xef, 0xfe])
      source = withSegment(source, marker, Buffer.from(`${marker === 0xe2 ? 'MPF\0' : ''}${planted}`))
    const thumbnail = Buffer.concat([
      Buffer.from('JFIF\0\x01\x02\0\0\x48\0\x48\x02\x02', 'latin1'),
      Buffer.from(planted.repeat(2).slice(0, 12)),
    ])
    source = withSegment(source, 0xe0, thumbnail)
    const { bytes } = cleanJpeg(source)
    assert.ok(!bytes.includes(planted.slice(0, 5)))
    assert.ok(bytes.includes('JFIF\0') && bytes.includes('ICC_PROFILE'))
    assert.deepEqual(await sharp(bytes).raw().toBuffer(), await sharp(source).raw().toBuffer())
  })

  it('keeps a profile of several segments', async () => {
    const source = await sharp(await makePhoto('jpeg'))
      .jpeg()
      .toBuffer()
    const profile = Buffer.alloc(100_000, 1)
    profile.writeUInt32BE(profile.length)
    profile.write('acsp', 36)
    const part = (nth: number, content: Buffer) =>
      Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([nth, 2]), content])
    const twice = withSegment(
      withSegment(source, 0xe2, part(2, profile.subarray(60_000))),
      0xe2,
      part(1, profile.subarray(0, 60_000)),
    )
    const { icc } = await sharp(cleanJpeg(twice).bytes).metadata()
    assert.deepEqual(icc, profile)
  })
})

describe('AVIF and HEIC', () => {
  let heic: Buffer
  let items: Items
  before(async () => {
    heic = await readHeic()
    const meta = listBoxes(heic, 0, heic.length).boxes.find(({ type }) => type === 'meta')
    assert.ok(meta)
    items = readItems(heic, meta)
  })

  const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]))
  const u32 = (...values: number[]) =>
    Buffer.concat(values.map((value) => u16(Math.floor(value / 65536), value & 0xffff)))

  /** A file as phones write it: tiles, with their grid in idat. */
  function makeGrid({ columns = 2, width = 640, turned = false }): Buffer {
    const tile = items.read(items.primary, heic.length)
    const propertyOf = (type: string) => {
      const found = items.properties.find((property) => property.type === type)
      assert.ok(found)
      return heic.subarray(found.start, found.end)
    }
    const ids = Array.from({ length: columns }, (_, nth) => nth + 1)
    const grid = columns + 1
    const arrangement = Buffer.concat([Buffer.from([0, 0, 0, columns - 1]), u16(width, 240)])
    const infe = (id: number, type: string) => fullBox('infe', 2, 0, u16(id, 0), Buffer.from(`${type}\0`))
    const ftyp = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic'))
    const properties = [
      propertyOf('hvcC'),
      fullBox('ispe', 0, 0, u32(320, 240)),
      fullBox('ispe', 0, 0, u32(width, 240)),
      box('irot', Buffer.from([1])),
      fullBox('udes', 0, 0, Buffer.from(planted)),
    ]
    const own = turned ? [3, 0x84, 5] : [3, 5]
    const meta = (at: number) =>
      fullBox(
        'meta',
        0,
        0,
        fullBox('hdlr', 0, 0, u32(0), Buffer.from('pict'), Buffer.alloc(12), Buffer.from(`${planted}\0`)),
        fullBox('pitm', 0, 0, u16(grid)),
        fullBox('iinf', 0, 0, u16(grid), ...ids.map((id) => infe(id, 'hvc1')), infe(grid, 'grid')),
        fullBox('iref', 0, 0, box('dimg', u16(grid, columns, ...ids))),
        box(
          'iprp',
          box('ipco', ...properties),
          fullBox(
            'ipma',
            0,
            0,
            u32(grid),
            ...ids.map((id) => Buffer.concat([u16(id), Buffer.from([2, 0x81, 2])])),
            Buffer.concat([u16(grid), Buffer.from([own.length, ...own])]),
          ),
        ),
        box('idat', arrangement),
        fullBox(
          'iloc',
          1,
          0,
          u16(0x4400, grid),
          ...ids.map((id, nth) =>
            Buffer.concat([u16(id, 0, 0, 1), u32(at + nth * tile.length, tile.length)]),
          ),
          Buffer.concat([u16(grid, 1, 0, 1), u32(0, arrangement.length)]),
        ),
      )
    const base = ftyp.length + meta(0).length + 8
    return Buffer.concat([
      ftyp,
      meta(base),
      box('mdat', ...ids.map(() => tile)),
      box('free', Buffer.from(planted)),
    ])
  }

  async function taken(bytes: Buffer) {
    const folder = await mkdtemp(join(tmpdir(), 'walkaround-grid-'))
    try {
      await writeFile(join(folder, 'photo'), bytes)
      const limits = { maxBytes: 10_000_000, maxPixels: 10_000_000, maxSide: 10_000 }
      return await takeIn(join(folder, 'photo'), limits)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  it('of tiles are put together, without anything beside them', async () => {
    assert.deepEqual(readContainer(makeGrid({}), 'heic').largest, { width: 640, height: 240 })
    const { bytes, width, height } = await taken(makeGrid({}))
    assert.ok(!bytes.includes(planted))
    assert.deepEqual([width, height], [640, 240])
    const half = await sharp(bytes).extract({ left: 320, top: 0, width: 320, height: 240 }).png().toBuffer()
    assert.equal(await cornersOf(half), 'RGBY')
  })

  it('keep being turned by their container', async () => {
    const { bytes, width, height } = await taken(makeGrid({ columns: 1, width: 320, turned: true }))
    assert.deepEqual([width, height], [240, 320])
    assert.equal(await cornersOf(bytes), 'GYRB', 'a quarter against the clock')
  })

  it('that arrange tiles to more than they have are seen through', () => {
    assert.deepEqual(readContainer(makeGrid({ width: 60_000 }), 'heic').largest.width, 60_000)
    const bytes = makeGrid({})
    const at = bytes.indexOf('idat') + 7
    bytes[at] = 200
    assert.throws(() => readContainer(bytes, 'heic'), /tile/)
  })

  it('whose streams claim more than the container are measured by the stream', async () => {
    const shrunk = Buffer.from(heic)
    const ispe = shrunk.indexOf('ispe')
    shrunk.writeUInt32BE(8, ispe + 8)
    shrunk.writeUInt32BE(8, ispe + 12)
    assert.deepEqual(readContainer(shrunk, 'heic').largest, { width: 320, height: 240 })
    const avif = await makePhoto('avif')
    const at = avif.indexOf('ispe')
    avif.writeUInt32BE(8, at + 8)
    avif.writeUInt32BE(8, at + 12)
    assert.deepEqual(readContainer(avif, 'avif').largest, { width: 320, height: 240 })
  })
})

describe('EXIF', () => {
  it('tells when a photo was taken, if that can be', () => {
    const now = Date.parse('2026-06-01T00:00:00Z')
    assert.equal(isoTime('2026:03:04 05:06:07', undefined, now), '2026-03-04T05:06:07')
    assert.equal(isoTime('2026:03:04 05:06:07', '-03:30', now), '2026-03-04T05:06:07-03:30')
    assert.equal(isoTime('2026:03:04 05:06:07', 'Z', now), '2026-03-04T05:06:07')
    assert.equal(isoTime('2024:02:29 00:00:00', '+99:00', now), '2024-02-29T00:00:00')
    const impossible = [
      '0000:00:00 00:00:00',
      '2026:02:30 00:00:00',
      '2026:13:01 00:00:00',
      '2026:01:01 25:00:00',
      '1901:01:01 00:00:00',
      '2027:01:01 00:00:00',
      '    :  :     :  :  ',
      '',
      'yesterday',
    ]
    for (const text of impossible) assert.equal(isoTime(text, undefined, now), undefined, text)
  })

  it('is read in both byte orders and survives nonsense', async () => {
    for (let orientation = 1; orientation <= 8; orientation++)
      assert.deepEqual(readExif(orientationOnly(orientation as 1)), { orientation })
    const { exif } = await sharp(await makePhoto('jpeg', { orientation: 3 })).metadata()
    assert.deepEqual(readExif(exif?.subarray(6)), { orientation: 3, takenAt: '2026-03-04T05:06:07+01:00' })
    assert.deepEqual(readExif(undefined), { orientation: 1 })
    assert.deepEqual(readExif(Buffer.from('II*\0\xff\xff\xff\xff', 'latin1')), { orientation: 1 })
    const nine = orientationOnly(1)
    nine.writeUInt16BE(9, 18)
    assert.deepEqual(readExif(nine), { orientation: 1 })
  })
})

function box(type: string, ...contents: Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 4, 'latin1')
  const whole = Buffer.concat([head, ...contents])
  whole.writeUInt32BE(whole.length)
  return whole
}

function fullBox(type: string, version: number, flags: number, ...contents: Buffer[]): Buffer {
  return box(type, Buffer.from([version, flags >> 16, (flags >> 8) & 255, flags & 255]), ...contents)
}
