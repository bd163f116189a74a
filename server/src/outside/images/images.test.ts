// Photos through the real workers: what is kept of them, what is refused and why, and how large their sizes are.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import {
  cornersOf,
  drawing,
  type Format,
  makePhoto,
  planted,
  pngBomb,
  pngChunk,
  readHeic,
  withSegment,
} from '../../../test/fixtures/photos.ts'
import { Busy } from '../worker-pool.ts'
import { createImages, ImageRefused, type Images } from './images.ts'
import { photoSizeNames } from './photo-sizes.ts'

let folder: string
let images: Images
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-images-'))
  images = createImages()
})
after(async () => {
  await images.close()
  await rm(folder, { recursive: true })
})

let count = 0
async function takeIn(bytes: Buffer, by = images) {
  const path = join(folder, `${count++}`)
  await writeFile(path, bytes)
  return by.takeIn(path, 'owner')
}

async function assertRefused(bytes: Buffer, reason: string | RegExp, by = images): Promise<void> {
  await assert.rejects(takeIn(bytes, by), (error) => {
    assert.ok(error instanceof ImageRefused, String(error))
    assert.match(error.reason, new RegExp(reason), error.message)
    assert.ok(error.words.length > 10)
    return true
  })
}

const formats: Format[] = ['jpeg', 'png', 'webp', 'avif']
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

describe('a photo that is taken in', () => {
  for (const format of ['jpeg', 'png', 'webp'] as const)
    it(`keeps the pixels and the colours of a ${format} and loses everything else`, async () => {
      const source = await makePhoto(format)
      assert.ok(source.includes(planted), 'there was something to remove')
      const taken = await takeIn(source)
      assert.ok(!taken.bytes.includes(planted))
      const { exif, xmp, icc, comments } = await sharp(taken.bytes).metadata()
      assert.deepEqual([exif, xmp, comments], [undefined, undefined, undefined])
      assert.deepEqual(icc, (await sharp(source).metadata()).icc)
      assert.deepEqual(await pixelsOf(taken.bytes), await pixelsOf(source), 'not compressed again')
      assert.deepEqual([taken.contentType, taken.width, taken.height], [`image/${format}`, 320, 240])
      assert.equal(taken.takenAt, '2026-03-04T05:06:07+01:00')
      assert.deepEqual([taken.sha256, taken.sourceSha256], [sha256(taken.bytes), sha256(source)])
      assert.equal(await cornersOf(taken.bytes), 'RGBY')
      assert.deepEqual((await takeIn(taken.bytes)).bytes, taken.bytes, 'clean is clean')
    })

  for (const format of ['jpeg', 'png', 'webp'] as const)
    it(`keeps which way is up, of a ${format}`, async () => {
      for (let orientation = 1; orientation <= 8; orientation++) {
        const source = await makePhoto(format, { orientation })
        const taken = await takeIn(source)
        assert.equal((await sharp(taken.bytes).metadata()).orientation ?? 1, orientation)
        assert.ok(!taken.bytes.includes(planted))
        const seen = orientation >= 5 ? [240, 320] : [320, 240]
        assert.deepEqual([taken.width, taken.height], seen)
        assert.equal(await cornersOf(taken.bytes), await cornersOf(source))
        const made = await images.makeSize(taken.bytes, 'small', taken.focus)
        assert.deepEqual(
          [made.width, made.height],
          seen.map((side) => side / 2),
        )
        assert.equal(await cornersOf(made.bytes), await cornersOf(source))
      }
    })

  it('is a JPEG when it was a HEIC, with its colours and its time', async () => {
    const source = await readHeic()
    assert.ok(source.includes(planted))
    const taken = await takeIn(source)
    assert.ok(!taken.bytes.includes(planted))
    assert.deepEqual([taken.contentType, taken.width, taken.height], ['image/jpeg', 320, 240])
    assert.equal(taken.takenAt, '2026-03-04T05:06:07+01:00')
    const { format, exif, icc, hasProfile } = await sharp(taken.bytes).metadata()
    assert.deepEqual([format, exif, hasProfile], ['jpeg', undefined, true])
    assert.ok(icc && source.includes(icc), 'the profile that the pixels came with')
    assert.equal(await cornersOf(taken.bytes), 'RGBY')
  })

  it('is a JPEG when it was an AVIF, with its colours and its time, on white', async () => {
    const source = await makePhoto('avif')
    assert.ok(source.includes(planted), 'there was something to remove')
    const taken = await takeIn(source)
    assert.ok(!taken.bytes.includes(planted))
    assert.deepEqual([taken.contentType, taken.width, taken.height], ['image/jpeg', 320, 240])
    assert.equal(taken.takenAt, '2026-03-04T05:06:07+01:00')
    const { format, exif, xmp, icc } = await sharp(taken.bytes).metadata()
    assert.deepEqual([format, exif, xmp], ['jpeg', undefined, undefined])
    assert.deepEqual(icc, (await sharp(source).metadata()).icc)
    assert.equal(await cornersOf(taken.bytes), 'RGBY')
    const [before, after] = [await sharp(source).stats(), await sharp(taken.bytes).stats()]
    for (const [nth, { mean }] of after.channels.entries())
      assert.ok(Math.abs(mean - (before.channels[nth]?.mean ?? 0)) < 2, 'the same colours')
    assert.deepEqual([taken.sha256, taken.sourceSha256], [sha256(taken.bytes), sha256(source)])
    assert.deepEqual((await takeIn(taken.bytes)).bytes, taken.bytes, 'clean is clean')
    const create = {
      width: 60,
      height: 40,
      channels: 4 as const,
      background: { r: 200, g: 0, b: 0, alpha: 0 },
    }
    const clear = await takeIn(await sharp({ create }).avif().toBuffer())
    assert.ok((await sharp(clear.bytes).stats()).channels.every(({ mean }) => mean > 250))
  })

  it('has its centre of interest where something is to be seen', async () => {
    const spot = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#ff2020' } })
      .png()
      .toBuffer()
    for (const [left, top] of [
      [20, 100],
      [540, 100],
    ] as const) {
      const plain = sharp({ create: { width: 600, height: 240, channels: 3, background: '#808080' } })
      const { focus } = await takeIn(
        await plain
          .composite([{ input: spot, left, top }])
          .jpeg()
          .toBuffer(),
      )
      assert.ok(Math.abs(focus.x - (left + 20) / 600) < 0.1, `${focus.x}`)
      assert.ok(Math.abs(focus.y - 0.5) < 0.2, `${focus.y}`)
    }
  })

  it('keeps its transparency', async () => {
    const clear = {
      create: { width: 60, height: 40, channels: 4 as const, background: { r: 200, g: 0, b: 0, alpha: 0.5 } },
    }
    for (const format of ['png', 'webp'] as const) {
      const source = await sharp(clear).toFormat(format).toBuffer()
      const taken = await takeIn(source)
      assert.equal((await sharp(taken.bytes).metadata()).hasAlpha, true, format)
      assert.deepEqual(await pixelsOf(taken.bytes), await pixelsOf(source))
    }
  })

  it('may be progressive, grey, of sixteen bits or in printing colours', async () => {
    const picture = drawing(100, 80)
    const kinds = [
      picture.clone().jpeg({ progressive: true }),
      picture.clone().greyscale().jpeg(),
      picture.clone().toColourspace('rgb16').png(),
      picture.clone().toColourspace('cmyk').jpeg(),
      picture.clone().png({ palette: true }),
      picture.clone().webp({ lossless: true }),
    ]
    for (const kind of kinds) {
      const taken = await takeIn(await kind.toBuffer())
      assert.deepEqual([taken.width, taken.height], [100, 80])
      const { space, channels } = await sharp((await images.makeSize(taken.bytes, 'small')).bytes).metadata()
      assert.deepEqual([space, channels], ['srgb', 3])
    }
  })

  it('loses what phones append: further pictures, films, trailers, padding', async () => {
    const photo = await drawing(64, 48).jpeg().toBuffer()
    const box = (type: string, size: number) => {
      const bytes = Buffer.alloc(size, 0x41)
      bytes.writeUInt32BE(size)
      bytes.write(type, 4)
      return bytes
    }
    const film = Buffer.concat([box('ftyp', 24), box('mdat', 5000), box('moov', 300)])
    const samsung = Buffer.concat([
      Buffer.from('\0\0\x01\x0a\x0e\0\0\0Image_UTC_Data1700000000000', 'latin1'),
      Buffer.from('SEFH\x6b\0\0\0\x01\0\0\0\0\0\x01\x0a\x2c\0\0\0\x2c\0\0\0\x18\0\0\0SEFT', 'latin1'),
    ])
    const trailers = [
      Buffer.alloc(5000),
      Buffer.from('\r\n'),
      photo,
      film,
      samsung,
      Buffer.concat([photo, Buffer.alloc(3), photo, film]),
      Buffer.concat([Buffer.alloc(100), film]),
    ]
    for (const trailer of trailers) {
      const taken = await takeIn(Buffer.concat([photo, trailer]))
      assert.deepEqual(taken.bytes, (await takeIn(photo)).bytes)
      assert.equal(taken.sourceSha256, sha256(Buffer.concat([photo, trailer])))
    }
  })
})

describe('a file that is refused', () => {
  it('is empty, too large, or not a photo at all', async () => {
    await assertRefused(Buffer.alloc(0), 'empty')
    const small = createImages({ maxBytes: 1000 })
    await assertRefused(Buffer.alloc(1001, 0xff), 'tooManyBytes', small)
    await small.close()
    const film = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1')
    for (const bytes of [
      Buffer.from('hello'),
      Buffer.from('%PDF-1.7'),
      Buffer.from('PK\x03\x04'),
      film,
      gzipSync('<svg/>'),
      Buffer.alloc(5000),
      Buffer.from('BM'),
      Buffer.from('<html><body>'),
    ])
      await assertRefused(bytes, 'notAPhoto')
    await assertRefused(await drawing(20, 20).tiff().toBuffer(), 'notAPhoto')
    await assertRefused(await drawing(20, 20).gif().toBuffer(), 'notAPhoto')
  })

  it('is an SVG, however it begins', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    for (const text of [
      svg,
      `\ufeff ${svg}`,
      `<?xml version="1.0"?>\n<!-- x -->\n${svg}`,
      `<!DOCTYPE svg>${svg}`,
      '<s:svg xmlns:s="x"/>',
      svg.toUpperCase(),
    ])
      await assertRefused(Buffer.from(text), 'svg')
    await assertRefused(Buffer.from(`\ufeff${svg}`, 'utf16le'), 'svg')
  })

  it('moves', async () => {
    const frames = await Promise.all([
      drawing(20, 20).png().toBuffer(),
      drawing(20, 20).flop().png().toBuffer(),
    ])
    const moving = sharp(frames, { join: { animated: true } })
    await assertRefused(await moving.clone().webp().toBuffer(), 'animated')
    await assertRefused(await moving.clone().gif().toBuffer(), 'notAPhoto')
    const still = await drawing(20, 20).png().toBuffer()
    const apng = Buffer.concat([
      still.subarray(0, 33),
      pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
      still.subarray(33),
    ])
    await assertRefused(apng, 'animated')
    const avif = await drawing(20, 20).avif().toBuffer()
    const sequence = Buffer.from(avif)
    sequence.write('avis', 8)
    await assertRefused(sequence, 'animated')
    await assertRefused(Buffer.concat([avif, Buffer.from('\0\0\0\x08moov', 'latin1')]), 'animated')
  })

  it('claims more pixels than a photo has, whatever it holds', async () => {
    await assertRefused(pngBomb(30_000, 30_000), 'tooManyPixels')
    await assertRefused(pngBomb(0xffffffff, 0xffffffff), 'tooManyPixels')
    const jpeg = await drawing(64, 48).jpeg().toBuffer()
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    jpeg.writeUInt16BE(65_000, frame + 5)
    jpeg.writeUInt16BE(65_000, frame + 7)
    await assertRefused(jpeg, 'tooManyPixels')
    const webp = await drawing(64, 48).webp({ lossless: true }).toBuffer()
    webp.writeUInt32LE((webp.readUInt32LE(21) & 0xf0000000) | 0x0fffffff, 21)
    await assertRefused(webp, 'tooManyPixels')
    const avif = await drawing(64, 48).avif().toBuffer()
    const ispe = avif.indexOf('ispe')
    avif.writeUInt32BE(60_000, ispe + 8)
    avif.writeUInt32BE(60_000, ispe + 12)
    await assertRefused(avif, 'tooManyPixels')
    const few = createImages({ maxPixels: 1000 })
    for (const format of formats) await assertRefused(await makePhoto(format), 'tooManyPixels', few)
    await assertRefused(await readHeic(), 'tooManyPixels', few)
    await few.close()
  })

  it('is damaged: cut off anywhere', async () => {
    const sources = [...(await Promise.all(formats.map((format) => makePhoto(format)))), await readHeic()]
    for (const source of sources)
      for (let part = 1; part < 20; part++) {
        const length = Math.floor((source.length * part) / 20)
        await assertRefused(source.subarray(0, length), 'broken|notAPhoto')
        if (source[0] !== 0xff) continue
        await assertRefused(Buffer.concat([source.subarray(0, length), Buffer.from([0xff, 0xd9])]), 'broken')
      }
    for (const source of sources) await assertRefused(source.subarray(0, -1), 'broken')
  })

  it('is damaged inside', async () => {
    const png = await makePhoto('png')
    const wrong = Buffer.from(png)
    const at = wrong.indexOf('IDAT') + 20
    wrong[at] = (wrong[at] as number) ^ 0xff
    await assertRefused(wrong, 'broken')
    await assertRefused(pngBomb(1000, 1000), 'broken')
  })

  it('is something else at the same time', async () => {
    const photo = await drawing(64, 48).jpeg().toBuffer()
    const zip = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      Buffer.alloc(100, 1),
      Buffer.from('PK\x05\x06'),
      Buffer.alloc(18),
    ])
    const inComment = [
      '%PDF-1.7\n',
      '<?php system(1);',
      '<script>alert(1)</script>',
      '<HTML><body>',
      '<!DOCTYPE html>',
      'PK\x03\x04',
      '<svg onload=x>',
    ]
    for (const text of inComment) await assertRefused(withSegment(photo, 0xfe, Buffer.from(text)), 'polyglot')
    const behind = [
      zip,
      Buffer.from('<?php x'),
      Buffer.from('\x7fELF', 'latin1'),
      Buffer.from('MZ and more'),
      Buffer.from('%PDF-1.7'),
      Buffer.alloc(500, 7),
      Buffer.concat([photo, zip]),
    ]
    for (const bytes of behind)
      for (const format of formats)
        await assertRefused(Buffer.concat([await makePhoto(format), bytes]), 'polyglot')
    await assertRefused(Buffer.concat([await readHeic(), zip]), 'polyglot')
    // Far from the beginning, but readers of archives still find it.
    await assertRefused(
      withSegment(withSegment(photo, 0xfe, zip), 0xfe, Buffer.alloc(2000, 1)).subarray(0, -2),
      'broken',
    )
  })

  it('holds far more than its pixels', async () => {
    const photo = await drawing(64, 48).jpeg().toBuffer()
    const stuffing = Buffer.alloc(3_000_000, Buffer.from([0xff, 0]))
    await assertRefused(
      Buffer.concat([photo.subarray(0, -2), stuffing, photo.subarray(-2)]),
      'polyglot|broken',
    )
  })

  it('hides something where its colour profile should be: that is dropped', async () => {
    const photo = await drawing(64, 48).jpeg().toBuffer()
    const profile = Buffer.from(
      'ICC_PROFILE\0\x01\x01 secret notes, and no profile at all, however long they are',
      'latin1',
    )
    const taken = await takeIn(withSegment(photo, 0xe2, profile))
    assert.ok(!taken.bytes.includes('secret'))
  })

  it('takes too long, twice: once may be the machine', async () => {
    const hurried = createImages({ timeLimitMs: 1 })
    const slow = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    await assert.rejects(takeIn(slow, hurried), Busy)
    await assertRefused(slow, 'tooSlow', hurried)
    await hurried.close()
  })

  it('is a line of pixels without end', async () => {
    await assertRefused(pngBomb(1, 60_000_000), 'tooManyPixels')
    await assertRefused(pngBomb(60_000, 1000), 'tooManyPixels')
  })
})

describe('sizes', () => {
  type Expected = Record<string, [number, number]>
  const table: [width: number, height: number, Expected][] = [
    [
      1600,
      1200,
      {
        'small-square': [90, 90],
        'medium-square': [160, 160],
        small: [160, 120],
        medium: [320, 240],
        large: [640, 480],
        huge: [1024, 768],
      },
    ],
    [
      1200,
      1600,
      {
        'small-square': [90, 90],
        'medium-square': [160, 160],
        small: [120, 160],
        medium: [240, 320],
        large: [480, 640],
        huge: [768, 1024],
      },
    ],
    [
      50,
      80,
      {
        'small-square': [50, 50],
        'medium-square': [50, 50],
        small: [50, 80],
        medium: [50, 80],
        large: [50, 80],
        huge: [50, 80],
      },
    ],
    [
      500,
      120,
      {
        'small-square': [90, 90],
        'medium-square': [120, 120],
        small: [160, 38],
        medium: [320, 77],
        large: [500, 120],
        huge: [500, 120],
      },
    ],
    [
      8000,
      200,
      {
        'small-square': [90, 90],
        'medium-square': [160, 160],
        small: [160, 4],
        medium: [320, 8],
        large: [640, 16],
        huge: [1024, 26],
      },
    ],
    [
      1,
      1,
      {
        'small-square': [1, 1],
        'medium-square': [1, 1],
        small: [1, 1],
        medium: [1, 1],
        large: [1, 1],
        huge: [1, 1],
      },
    ],
    [
      2000,
      1,
      {
        'small-square': [1, 1],
        'medium-square': [1, 1],
        small: [160, 1],
        medium: [320, 1],
        large: [640, 1],
        huge: [1024, 1],
      },
    ],
  ]
  for (const [width, height, expected] of table)
    it(`of ${width} × ${height}, one by one and all at once`, async () => {
      const source = await sharp({ create: { width, height, channels: 3, background: '#48a' } })
        .withExif({ IFD0: { Make: planted } })
        .jpeg()
        .toBuffer()
      const all = await images.makeSizes(source, { x: 0.9, y: 0.1 })
      assert.deepEqual(Object.keys(all).sort(), [...photoSizeNames].sort())
      for (const name of photoSizeNames)
        for (const made of [all[name], await images.makeSize(source, name, { x: 0.9, y: 0.1 })]) {
          const seen = await sharp(made.bytes).metadata()
          assert.deepEqual([seen.width, seen.height], expected[name], name)
          assert.deepEqual([made.width, made.height], expected[name], name)
          assert.deepEqual([seen.format, seen.isProgressive, seen.space], ['jpeg', true, 'srgb'])
          assert.deepEqual(
            [seen.exif, seen.icc, seen.xmp, seen.orientation],
            [undefined, undefined, undefined, undefined],
          )
          assert.ok(!made.bytes.includes(planted))
        }
    })

  it('are cropped around the focus', async () => {
    const source = await drawing(1600, 1200).jpeg().toBuffer()
    const colours: string[] = []
    for (const focus of [
      { x: 0, y: 0.5 },
      { x: 1, y: 0.5 },
      { x: 0.5, y: 0.5 },
    ]) {
      const all = await images.makeSizes(source, focus)
      for (const { bytes } of [
        all['small-square'],
        all['medium-square'],
        await images.makeSize(source, 'small-square', focus),
      ]) {
        const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
        const red = Array.from({ length: info.width }, (_, x) => (data[x * 3] as number) > 128).filter(
          Boolean,
        ).length
        colours.push((red / info.width).toFixed(1))
      }
    }
    // The picture is four thirds as wide as high: the red part of the upper row is 2/3, 1/3 or half of the square.
    assert.deepEqual(colours, ['0.7', '0.7', '0.7', '0.3', '0.3', '0.3', '0.5', '0.5', '0.5'])
  })

  it('are in common colours, on white where there was nothing', async () => {
    const clear = await sharp({
      create: { width: 400, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const p3 = await sharp({
      create: { width: 400, height: 300, channels: 3, background: { r: 200, g: 60, b: 60 } },
    })
      .withIccProfile('p3')
      .jpeg({ quality: 100 })
      .toBuffer()
    const first = async (bytes: Buffer) => [...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)]
    const all = await images.makeSizes(clear)
    for (const name of photoSizeNames) {
      assert.deepEqual(await first(all[name].bytes), [255, 255, 255], name)
      const made = await images.makeSize(p3, name)
      assert.ok(
        (await first(made.bytes)).every((value, nth) => Math.abs(value - ([200, 60, 60][nth] as number)) < 8),
        name,
      )
    }
  })
})
