// Videos are cleaned in place: everything a recorder wrote beside pictures and sound is gone, wherever it was, and pictures and
// sound stay byte for byte where they were.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  box,
  element,
  type FilmTrack,
  full,
  makeFilm,
  makeFragments,
  makeWebm,
  type Part,
  u16,
  u32,
} from '../../../test/support/films.ts'
import { cleanVideo } from './clean-video.ts'
import { VideoRefused } from './video-refused.ts'

const SECRET = 'GPS+52.5200+013.4050/'
function clean(bytes: Buffer, container: 'mov' | 'matroska' = 'mov'): Buffer {
  const path = join(tmpdir(), `walkaround-clean-${randomUUID()}`)
  writeFileSync(path, bytes)
  try {
    const { bytes: length } = cleanVideo(path, container)
    const cleaned = readFileSync(path)
    assert.equal(cleaned.length, length)
    return cleaned
  } finally {
    rmSync(path)
  }
}

const refused = (bytes: Buffer, words: RegExp, container: 'mov' | 'matroska' = 'mov') =>
  assert.throws(
    () => clean(bytes, container),
    (error) => error instanceof VideoRefused && words.test(error.message),
  )

function assertNothingTold(bytes: Buffer): void {
  const text = bytes.toString('latin1')
  for (const secret of [SECRET.slice(0, 8), 'GPS!', 'appl', 'mine'])
    assert.equal(text.includes(secret), false, secret)
}

/** Each byte shows which sample it belongs to. */
const sample = (length: number, mark: number) => Buffer.alloc(length, mark)
const picture = (...chunks: Buffer[][]): FilmTrack => ({ kind: 'vide', coding: 'avc1', chunks })
const sound = (...chunks: Buffer[][]): FilmTrack => ({ kind: 'soun', coding: 'mp4a', chunks })
const measured = (kind: string, coding: string): FilmTrack => ({
  kind,
  coding,
  chunks: [[Buffer.from(`${SECRET} at 1`)], [Buffer.from(`${SECRET} at 2`)]],
})

const film = (options: Parameters<typeof makeFilm>[1] = {}, tracks: FilmTrack[] = []) =>
  makeFilm(
    [
      picture([sample(40, 1), sample(9, 2)], [sample(70, 3)]),
      sound([sample(11, 4)], [sample(5, 5)]),
      ...tracks,
    ],
    options,
  )

describe('MP4, QuickTime and 3GPP', () => {
  for (const [name, options] of [
    ['with the film at its end', {}],
    ['with the film first', { isFilmFirst: true }],
    ['with wide tables', { isWide: true, brand: 'qt  ' }],
  ] as const)
    test(`tell nothing afterwards, ${name}`, () => {
      const tracks = [
        measured('meta', 'camm'),
        measured('mdta', 'mebx'),
        measured('tmcd', 'tmcd'),
        measured('text', 'gpmd'),
        measured('vide', 'jpeg'),
      ]
      const told = film({ ...options, secret: SECRET, gap: Buffer.from(`${SECRET}, mine`) }, tracks)
      assert.ok(told.toString('latin1').split(SECRET).length > 60)
      const cleaned = clean(told)
      assertNothingTold(cleaned)
      assert.equal(cleaned.length, told.length)
      for (const kept of [sample(40, 1), sample(9, 2), sample(70, 3), sample(11, 4), sample(5, 5)])
        assert.equal(cleaned.indexOf(kept), told.indexOf(kept))
      assert.equal(cleaned.toString('latin1').split('trak').length - 1, 2)
      assert.equal(cleaned.includes(u32(0xe5_00_12_34)), false, 'the times of recording')
      assert.ok(clean(cleaned).equals(cleaned), 'a second time changes nothing')
    })

  test('that tell nothing stay as they are', () => {
    const silent = film()
    assert.ok(clean(silent).equals(silent))
  })

  test('lose what follows the last box, a trailer of the maker or the rest of a recording', () => {
    const whole = film()
    for (const trailer of [
      Buffer.from(`\x7f\x00\x01\x0a${SECRET}SEFT`, 'latin1'),
      Buffer.from('mine'),
      Buffer.from('\0\0\xff\xffmoof', 'latin1'),
    ])
      assert.ok(clean(Buffer.concat([whole, trailer])).equals(whole))
    const boxed = clean(Buffer.concat([whole, box('sefd', SECRET), u32(0), Buffer.from(`mine${SECRET}`)]))
    assertNothingTold(boxed)
    assert.equal(boxed.length, whole.length + 8 + SECRET.length + 8 + SECRET.length)
  })

  test('recorded in pieces tell nothing afterwards', () => {
    const pieces: Part[][] = [
      [
        { track: 1, sample: sample(50, 1) },
        { track: 3, sample: Buffer.from(SECRET) },
        { track: 2, sample: sample(3, 2) },
      ],
      [{ track: 1, sample: sample(30, 3) }],
    ]
    const told = makeFragments(pieces, { secret: SECRET })
    const cleaned = clean(told)
    assertNothingTold(cleaned)
    assert.equal(cleaned.length, told.length)
    for (const kept of [sample(50, 1), sample(3, 2), sample(30, 3)])
      assert.equal(cleaned.indexOf(kept), told.indexOf(kept))
    assert.equal(cleaned.toString('latin1').split('traf').length - 1, 3)
    assert.equal(cleaned.toString('latin1').split('trex').length - 1, 2)
    assert.ok(clean(cleaned).equals(cleaned))
  })

  test('whose recording broke off keep their whole pieces', () => {
    const one = makeFragments([[{ track: 1, sample: sample(50, 1) }]])
    const two = makeFragments([[{ track: 1, sample: sample(50, 1) }], [{ track: 1, sample: sample(60, 3) }]])
    const cleaned = clean(two.subarray(0, two.length - 10))
    assert.ok(cleaned.subarray(0, one.length).equals(clean(one)))
    assert.equal(cleaned.toString('latin1', one.length + 4, one.length + 8), 'free')
    assert.equal(cleaned.includes(3, one.length), false)
  })

  test('with sound that is not compressed keep all of it, though it is counted in single bytes', () => {
    const pcm: FilmTrack = {
      kind: 'soun',
      coding: 'sowt',
      chunks: [Array.from({ length: 16 }, () => sample(1, 9))],
      sampleSize: 1,
    }
    // 16 samples of two channels with two bytes each.
    const told = makeFilm([picture([sample(40, 1)]), { ...pcm, chunks: [[...(pcm.chunks[0] ?? [])]] }], {
      gap: sample(64, 8),
    })
    const at = told.indexOf(sample(16, 9))
    assert.ok(
      clean(told)
        .subarray(at, at + 64)
        .equals(told.subarray(at, at + 64)),
    )
  })

  test('that cannot be understood are refused in words', () => {
    const whole = film()
    const broken = (at: string, write: (bytes: Buffer, place: number) => void) => {
      const bytes = Buffer.from(whole)
      write(bytes, bytes.indexOf(at))
      return bytes
    }
    refused(Buffer.alloc(0), /no picture/)
    refused(whole.subarray(0, whole.indexOf('moov') - 4), /no picture/)
    refused(makeFilm([sound([sample(9, 1)])]), /no picture/)
    refused(makeFilm([picture([sample(9, 1)]), measured('meta', 'camm')]).subarray(0, 100), /no picture/)
    refused(makeFilm([{ kind: 'vide', coding: 'jpeg', chunks: [[sample(9, 1)]] }]), /no picture/)
    refused(makeFragments([]), /no picture/)
    refused(Buffer.concat([whole, whole]), /structure/)
    refused(
      broken('trak', (bytes, at) => bytes.writeUInt32BE(bytes.length, at - 4)),
      /structure/,
    )
    refused(
      broken('mdia', (bytes, at) => bytes.writeUInt32BE(4, at - 4)),
      /structure/,
    )
    refused(
      broken('stco', (bytes, at) => bytes.writeUInt32BE(0xffffffff, at + 8)),
      /structure/,
    )
    refused(
      broken('stco', (bytes, at) => bytes.writeUInt32BE(0xfffffff0, at + 12)),
      /ends before/,
    )
    refused(
      broken('url ', (bytes, at) => bytes.writeUInt32BE(0, at + 4)),
      /another file/,
    )
    const moov = whole.subarray(whole.indexOf('moov') - 4)
    refused(Buffer.concat([moov, whole.subarray(0, whole.indexOf('moov') - 10)]), /ends before|structure/)
    refused(Buffer.concat([whole, ...Array.from({ length: 500_001 }, () => box('free'))]), /too many parts/)
    refused(
      Buffer.concat([
        box('ftyp', 'mp42'),
        u32(80 * 2 ** 20),
        Buffer.from('moov'),
        Buffer.alloc(80 * 2 ** 20 - 8),
      ]),
      /too many parts/,
    )
  })

  test('keep every byte of pictures and sound and nothing else, whatever lies between them', () => {
    const chunk = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 4 })
    const kind = fc.constantFrom(
      ['vide', 'avc1'],
      ['vide', 'hvc1'],
      ['soun', 'mp4a'],
      ['meta', 'camm'],
      ['text', 'tx3g'],
      ['vide', 'jpeg'],
    )
    const tracks = fc.array(fc.record({ kind, chunks: fc.array(chunk, { maxLength: 6 }) }), { maxLength: 4 })
    fc.assert(
      fc.property(
        tracks,
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 0, max: 20 }),
        (wanted, isWide, isFilmFirst, gap) => {
          const made = [{ kind: ['vide', 'avc1'], chunks: [[5]] }, ...wanted].map(
            ({ kind: [kind, coding], chunks }, index): FilmTrack => ({
              kind: kind as string,
              coding: coding as string,
              // 0x80 and above only in samples that are kept.
              chunks: chunks.map((sizes) =>
                sizes.map((size) => sample(size, isKept(kind, coding) ? 0x80 + index : 0x40 + index)),
              ),
            }),
          )
          const told = makeFilm(made, { isWide, isFilmFirst, gap: Buffer.alloc(gap, 0x41), secret: SECRET })
          const cleaned = clean(told)
          assertNothingTold(cleaned)
          const at = told.indexOf('mdat') + 4
          const end = at - 8 + told.readUInt32BE(at - 8)
          const expected = Buffer.from(told.subarray(at, end)).map((byte) => (byte >= 0x80 ? byte : 0))
          assert.ok(cleaned.subarray(at, end).equals(expected))
          assert.equal(cleaned.length, told.length)
          assert.ok(clean(cleaned).equals(cleaned))
        },
      ),
      { numRuns: 200 },
    )
  })
})

const isKept = (kind?: string, coding?: string) => (kind === 'vide' && coding !== 'jpeg') || kind === 'soun'

describe('WebM', () => {
  const clusters: Part[][] = [
    [
      { track: 1, sample: sample(50, 1) },
      { track: 2, sample: sample(9, 2) },
      { track: 3, sample: Buffer.from(SECRET) },
      { track: 3, sample: Buffer.from(SECRET) },
      { track: 1, sample: sample(60, 3) },
    ],
    [{ track: 1, sample: sample(70, 4) }],
  ]
  for (const isLive of [false, true])
    test(`tells nothing afterwards, ${isLive ? 'as browsers record' : 'of known length'}`, () => {
      const told = makeWebm(clusters, { secret: SECRET, isLive })
      assert.ok(told.toString('latin1').split(SECRET).length > 20)
      const cleaned = clean(told, 'matroska')
      assertNothingTold(cleaned)
      assert.equal(cleaned.length, told.length)
      for (const kept of [sample(50, 1), sample(9, 2), sample(60, 3), sample(70, 4)])
        assert.equal(cleaned.indexOf(kept), told.indexOf(kept))
      assert.ok(clean(cleaned, 'matroska').equals(cleaned))
    })

  test('that tells nothing stays as it is, without what follows it', () => {
    const silent = makeWebm([[{ track: 1, sample: sample(50, 1) }]])
    assert.ok(clean(silent, 'matroska').equals(silent))
    const followed = makeWebm([[{ track: 1, sample: sample(50, 1) }]], { trailer: Buffer.from(SECRET) })
    assert.ok(clean(followed, 'matroska').equals(silent))
  })

  test('whose recording broke off keeps its whole pictures', () => {
    for (const isLive of [false, true]) {
      const whole = makeWebm(
        [
          [
            { track: 1, sample: sample(50, 1) },
            { track: 1, sample: sample(60, 3) },
          ],
        ],
        { isLive },
      )
      const cleaned = clean(whole.subarray(0, whole.length - 10), 'matroska')
      assert.equal(cleaned.indexOf(sample(50, 1)), whole.indexOf(sample(50, 1)))
      assert.equal(cleaned.includes(sample(10, 3)), false)
      assert.ok(clean(cleaned, 'matroska').equals(cleaned))
    }
  })

  test('whose last part is broken loses it, and does not speak of it any more', () => {
    const whole = makeWebm(clusters, { secret: SECRET })
    const tags = whole.lastIndexOf(Buffer.from('1254c367', 'hex'))
    whole[tags] = 0
    const cleaned = clean(whole, 'matroska')
    assert.equal(cleaned.length, tags)
    assert.ok(clean(cleaned, 'matroska').equals(cleaned))
  })

  test('that cannot be understood is refused in words', () => {
    const whole = makeWebm(clusters)
    const track = Buffer.from(whole)
    track[track.lastIndexOf(Buffer.from('1654ae6b', 'hex')) + 14] = 0x7f
    refused(track, /structure/, 'matroska')
    refused(
      Buffer.concat([whole.subarray(0, 16), u16(0, 0), whole.subarray(16)]),
      /structure|no picture/,
      'matroska',
    )
    refused(makeWebm([[{ track: 2, sample: sample(9, 1) }]]), /no picture/, 'matroska')
    refused(makeWebm([]), /no picture/, 'matroska')
    refused(Buffer.alloc(40), /structure/, 'matroska')
    const padding = element(0x1f43b675, Buffer.alloc(2 * 2_000_001, Buffer.from([0xec, 0x80])), 8)
    refused(
      Buffer.concat([makeWebm([[{ track: 1, sample: sample(9, 1) }]], { isLive: true }), padding]),
      /too many parts/,
      'matroska',
    )
  })
})

test('whatever is done to a file, it is cleaned or refused, and nothing else happens', () => {
  const told = [
    ['mov', film({ secret: SECRET }, [measured('meta', 'camm')])],
    [
      'mov',
      makeFragments([[{ track: 1, sample: sample(50, 1) }], [{ track: 2, sample: sample(3, 1) }]], {
        secret: SECRET,
      }),
    ],
    ['matroska', makeWebm([[{ track: 1, sample: sample(50, 1) }]], { secret: SECRET })],
  ] as const
  const change = fc.record({ at: fc.nat(), value: fc.constantFrom(0, 1, 7, 8, 0x7f, 0x80, 0xff) })
  fc.assert(
    fc.property(
      fc.constantFrom(...told),
      fc.array(change, { maxLength: 4 }),
      fc.nat(),
      fc.boolean(),
      (one, changes, end, isCut) => {
        const [container, whole] = one
        const bytes = Buffer.from(isCut ? whole.subarray(0, end % whole.length) : whole)
        for (const { at, value } of changes) if (bytes.length > 0) bytes[at % bytes.length] = value
        let cleaned: Buffer
        try {
          cleaned = clean(bytes, container)
        } catch (error) {
          assert.ok(error instanceof VideoRefused, String(error))
          return
        }
        assert.ok(clean(cleaned, container).equals(cleaned))
      },
    ),
    { numRuns: 500 },
  )
})

test('a table of default sizes that ends too early is refused', () => {
  const whole = makeFragments([[{ track: 1, sample: sample(3, 1) }]])
  const at = whole.indexOf('mvex') - 4
  const length = whole.readUInt32BE(at)
  const cut = Buffer.concat([
    whole.subarray(0, at),
    box('mvex', full('trex', 0, 0)),
    whole.subarray(at + length),
  ])
  const moov = cut.indexOf('moov') - 4
  cut.writeUInt32BE(cut.readUInt32BE(moov) + (cut.length - whole.length), moov)
  refused(cut, /structure|too many|no picture/)
  const short = Buffer.from(whole)
  short.writeUInt32BE(8, short.indexOf('trex') - 4)
  refused(short, /structure/)
})
