// Hand-made video files: boxes of MP4 and elements of WebM, with whatever a test wants to find in them, or not.
export const u16 = (...values: number[]): Buffer =>
  Buffer.from(values.flatMap((value) => [(value >> 8) & 255, value & 255]))
export const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4)
  return bytes
}
export const u64 = (value: number): Buffer => u32(Math.floor(value / 2 ** 32), value % 2 ** 32)
const latin = (text: string) => Buffer.from(text, 'latin1')

export function box(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin(part) : part)))
  return Buffer.concat([u32(body.length + 8), latin(type), body])
}
export const full = (type: string, version: number, flags: number, ...parts: (Buffer | string)[]): Buffer =>
  box(type, u32(version * 2 ** 24 + flags), ...parts)

export interface FilmTrack {
  kind: string
  coding: string
  /** As many samples as lie side by side, one after the other. */
  chunks: Buffer[][]
  /** Of all samples, where they are counted so. */
  sampleSize?: number
}

export interface FilmOptions {
  /** Put wherever a recorder can write something; none, and the film is clean as it is. */
  secret?: string
  brand?: string
  isWide?: boolean
  isFilmFirst?: boolean
  /** Bytes between the chunks. */
  gap?: Buffer
  trailer?: Buffer
}

/** The date of 2026 in seconds since 1904. */
const RECORDED_AT = 0xe5_00_12_34

/** Something of the secret in each place, or nothing at all. */
const words = (secret: string | undefined, place: string) =>
  secret === undefined ? '' : `${secret} ${place}`
const notes = (secret: string | undefined, place: string, ...types: string[]): Buffer[] =>
  secret === undefined ? [] : types.map((type) => box(type, words(secret, `${place}/${type}`)))

function header(type: string, secret: string | undefined, version: number, ...rest: Buffer[]): Buffer {
  const at = secret === undefined ? 0 : RECORDED_AT
  return full(
    type,
    version,
    type === 'tkhd' ? 3 : 0,
    version === 1 ? u64(at) : u32(at),
    version === 1 ? u64(at) : u32(at),
    ...rest,
  )
}

const handler = (kind: string, secret: string | undefined) =>
  full(
    'hdlr',
    0,
    0,
    'mhlr',
    kind,
    secret === undefined ? Buffer.alloc(12) : 'appl'.repeat(3),
    Buffer.from([0]),
    words(secret, 'hdlr'),
  )

function entry({ kind, coding }: FilmTrack, secret: string | undefined): Buffer {
  const vendor = secret === undefined ? u32(0) : latin('GPS!')
  const own = notes(secret, 'stsd', 'uuid', 'CNDB')
  if (kind === 'vide') {
    const compressor = Buffer.alloc(32)
    compressor.write(words(secret, 'encoder'), 1, 'latin1')
    return box(
      coding,
      u16(0, 0, 0, 1, 0, 0),
      vendor,
      u32(0, 0),
      u16(64, 48),
      u32(0x480000, 0x480000, 0),
      u16(1),
      compressor,
      u16(24, 0xffff),
      box('avcC', 'settings'),
      ...own,
    )
  }
  if (kind === 'soun')
    return box(
      coding,
      u16(0, 0, 0, 1, 0, 0),
      vendor,
      u16(2, 16, 0, 0),
      u32(48_000 * 65_536),
      box('esds', 'settings'),
      ...own,
    )
  return box(coding, u16(0, 0, 0, 1), words(secret, 'entry'))
}

function trak(
  track: FilmTrack,
  id: number,
  offsets: number[],
  { secret, isWide = false }: FilmOptions,
): Buffer {
  const samples = track.chunks.flat()
  const version = isWide ? 1 : 0
  const long = (value: number) => (isWide ? u64(value) : u32(value))
  const sizes =
    track.sampleSize === undefined
      ? u32(0, samples.length, ...samples.map(({ length }) => length))
      : u32(track.sampleSize, samples.length)
  return box(
    'trak',
    header('tkhd', secret, version, u32(id, 0), long(samples.length), Buffer.alloc(60)),
    ...notes(secret, 'trak', 'udta', 'meta', 'uuid', 'tref', 'load'),
    box('edts', full('elst', 0, 0, u32(1, samples.length, 0, 0x10000)), ...notes(secret, 'edts', 'name')),
    box(
      'mdia',
      header('mdhd', secret, version, u32(1000), long(samples.length), u16(0x55c4, 0)),
      handler(track.kind, secret),
      ...notes(secret, 'mdia', 'elng', 'udta'),
      box(
        'minf',
        track.kind === 'vide'
          ? full('vmhd', 0, 1, u32(0, 0))
          : track.kind === 'soun'
            ? full('smhd', 0, 0, u32(0))
            : box('gmhd', words(secret, 'gmhd')),
        handler('alis', secret),
        box('dinf', full('dref', 0, 0, u32(1), full('url ', 0, 1, words(secret, 'dref')))),
        box(
          'stbl',
          full('stsd', 0, 0, u32(1), entry(track, secret)),
          full('stts', 0, 0, u32(1, samples.length, 1)),
          full(
            'stsc',
            0,
            0,
            u32(track.chunks.length, ...track.chunks.flatMap(({ length }, index) => [index + 1, length, 1])),
          ),
          full('stsz', 0, 0, sizes),
          isWide
            ? full('co64', 0, 0, u32(offsets.length), ...offsets.map(u64))
            : full('stco', 0, 0, u32(offsets.length, ...offsets)),
          ...notes(secret, 'stbl', 'saio', 'subs', 'meta'),
        ),
      ),
    ),
  )
}

/** Chunks of the tracks take turns. */
export function makeFilm(tracks: FilmTrack[], options: FilmOptions = {}): Buffer {
  const {
    secret,
    brand = 'mp42',
    isFilmFirst = false,
    gap = Buffer.alloc(0),
    trailer = Buffer.alloc(0),
  } = options
  const rounds = Math.max(0, ...tracks.map(({ chunks }) => chunks.length))
  const order = Array.from({ length: rounds }, (_, round) =>
    tracks.flatMap((track, index) => (track.chunks[round] ? [index] : [])),
  ).flat()
  const top = [
    box('ftyp', brand, u32(0), 'mp42isom'),
    ...notes(secret, 'top', 'wide', 'free', 'skip', 'uuid', 'udta', 'meta', 'sefd', 'prft', 'pnot'),
  ]
  const build = (offsets: number[][]) =>
    box(
      'moov',
      header(
        'mvhd',
        secret,
        options.isWide ? 1 : 0,
        u32(1000),
        options.isWide ? u64(1) : u32(1),
        Buffer.alloc(80),
      ),
      ...notes(secret, 'moov', 'udta', 'meta', 'uuid', 'iods', 'auth', 'loci', 'smta', '\xa9xyz', 'mdta'),
      ...tracks.map((track, index) => trak(track, index + 1, offsets[index] as number[], options)),
    )
  const none = tracks.map(({ chunks }) => chunks.map(() => 0))
  const before = Buffer.concat([...top, ...(isFilmFirst ? [build(none)] : [])]).length
  const offsets = tracks.map((): number[] => [])
  const data: Buffer[] = []
  let at = before + 8
  for (const index of order) {
    const chunk = Buffer.concat(tracks[index]?.chunks[offsets[index]?.length ?? 0] ?? [])
    data.push(gap, chunk)
    offsets[index]?.push(at + gap.length)
    at += gap.length + chunk.length
  }
  const moov = build(offsets)
  const mdat = box('mdat', ...data, gap)
  return Buffer.concat([...top, ...(isFilmFirst ? [moov, mdat] : [mdat, moov]), trailer])
}

/** A film of one sample that no player can show, clean as it is, of so many bytes. */
export function emptyFilm(length: number, fill = Buffer.alloc(length, 7)): Buffer {
  const film = (bytes: number) =>
    makeFilm([{ kind: 'vide', coding: 'avc1', chunks: [[fill.subarray(0, bytes)]] }], { isFilmFirst: true })
  return film(length - film(0).length)
}

export interface Part {
  track: number
  sample: Buffer
}

/** As browsers record: a head without samples, then pieces. Track 1 has pictures, 2 sound, 3 what the device measured. */
export function makeFragments(pieces: Part[][], { secret }: Pick<FilmOptions, 'secret'> = {}): Buffer {
  const kinds = [
    ['vide', 'avc1'],
    ['soun', 'mp4a'],
    ['meta', 'camm'],
  ] as const
  const head = Buffer.concat([
    box('ftyp', 'iso5', u32(512), 'iso5iso6mp41'),
    box(
      'moov',
      header('mvhd', secret, 0, u32(1000, 0), Buffer.alloc(80)),
      ...kinds.map(([kind, coding], index) =>
        trak({ kind, coding, chunks: [] }, index + 1, [], secret === undefined ? {} : { secret }),
      ),
      box(
        'mvex',
        full('mehd', 0, 0, u32(0)),
        ...kinds.map((_, index) => full('trex', 0, 0, u32(index + 1, 1, 0, 3, 0))),
        ...notes(secret, 'mvex', 'udta'),
      ),
    ),
  ])
  const all: Buffer[] = [head]
  for (const [number, parts] of pieces.entries()) {
    const build = (offsets: number[]) =>
      box(
        'moof',
        full('mfhd', 0, 0, u32(number + 1)),
        ...parts.map(({ track, sample }, index) =>
          box(
            'traf',
            full('tfhd', 0, 0x20000, u32(track)),
            full('tfdt', 0, 0, u32(number)),
            // Every second one leaves its size to the head, which says three bytes.
            sample.length === 3
              ? full('trun', 0, 1, u32(1, offsets[index] ?? 0))
              : full('trun', 0, 0x201, u32(1, offsets[index] ?? 0, sample.length)),
            ...notes(secret, 'traf', 'uuid', 'senc'),
          ),
        ),
        ...notes(secret, 'moof', 'meta', 'uuid'),
      )
    let at = build([]).length + 8
    const offsets = parts.map(({ sample }) => {
      at += sample.length
      return at - sample.length
    })
    all.push(
      build(offsets),
      box('mdat', ...parts.map(({ sample }) => sample)),
      ...notes(secret, 'top', 'emsg'),
    )
  }
  return Buffer.concat(all)
}

const idBytes = (id: number) =>
  Buffer.from(id.toString(16).padStart(id > 0xffffff ? 8 : id > 0xffff ? 6 : id > 0xff ? 4 : 2, '0'), 'hex')

/** An element of Matroska; its length in as many bytes as wanted, `open` for one that is not known. */
export function element(
  id: number,
  content: Buffer | string | Buffer[],
  length: 1 | 4 | 8 | 'open' = 8,
): Buffer {
  const body = Array.isArray(content)
    ? Buffer.concat(content)
    : typeof content === 'string'
      ? latin(content)
      : content
  if (length === 'open') return Buffer.concat([idBytes(id), Buffer.from('01ffffffffffffff', 'hex'), body])
  const size = Buffer.alloc(length)
  size.writeUIntBE(body.length % 2 ** 32, Math.max(0, length - 4), Math.min(4, length))
  size[0] = (size[0] ?? 0) | (0x100 >> length)
  return Buffer.concat([idBytes(id), size, body])
}

export interface WebmOptions {
  secret?: string
  /** As browsers write while they record. */
  isLive?: boolean
  trailer?: Buffer
}

/** Track 1 has pictures, 2 sound, 3 what the device measured. */
export function makeWebm(
  clusters: Part[][],
  { secret, isLive = false, trailer = Buffer.alloc(0) }: WebmOptions = {},
): Buffer {
  const told = (place: string, ...ids: number[]) =>
    secret === undefined ? [] : ids.map((id) => element(id, words(secret, place), id === 0xec ? 1 : 8))
  const track = (number: number, type: number, coding: string) =>
    element(0xae, [
      element(0xd7, Buffer.from([number]), 1),
      element(0x83, Buffer.from([type]), 1),
      element(0x86, coding, 1),
      element(0x63a2, 'settings', 4),
      ...told('track', 0x536e, 0x258688, 0xec),
      type === 1
        ? element(0xe0, [element(0xb0, Buffer.from([64]), 1), ...told('picture', 0x7670)])
        : element(0xe1, [element(0x9f, Buffer.from([2]), 1), ...told('sound', 0x7d7b)]),
    ])
  const block = ({ track, sample }: Part, index: number) => {
    const content = Buffer.concat([Buffer.from([0x80 | track, 0, index, 0x80]), sample])
    return index % 2 === 0
      ? element(0xa3, content, 4)
      : element(0xa0, [
          element(0xa1, content, 4),
          element(0x9b, Buffer.from([1]), 1),
          ...told('group', 0x75a1),
        ])
  }
  const seek = (id: number) =>
    element(0x4dbb, [element(0x53ab, idBytes(id), 1), element(0x53ac, Buffer.from([0]), 1)])
  const parts = [
    element(0x114d9b74, [
      ...(secret === undefined ? [] : told('seek', 0xbf)),
      seek(0x1654ae6b),
      ...(secret === undefined ? [] : [seek(0x1254c367)]),
    ]),
    element(0x1549a966, [
      element(0x2ad7b1, Buffer.from([0x0f, 0x42, 0x40]), 1),
      element(0x4d80, secret === undefined ? Buffer.alloc(9) : words(secret, 'muxer')),
      element(0x5741, secret === undefined ? Buffer.alloc(9) : words(secret, 'writer')),
      ...told('info', 0x4461, 0x7ba9, 0x7384, 0x73a4),
    ]),
    ...told('segment', 0x1254c367, 0x1941a469, 0x1043a770, 0xec, 0x1a424242),
    element(0x1654ae6b, [
      track(1, 1, 'V_VP8'),
      track(2, 2, 'A_OPUS'),
      ...(secret === undefined ? [] : [track(3, 0x21, 'D_WEBVTT')]),
    ]),
    ...clusters.map((cluster) =>
      element(
        0x1f43b675,
        [element(0xe7, Buffer.from([0]), 1), ...cluster.map(block), ...told('cluster', 0xec, 0xbf, 0x5854)],
        isLive ? 'open' : 8,
      ),
    ),
    ...told('end', 0x1254c367),
  ]
  const header = element(0x1a45dfa3, [element(0x4286, Buffer.from([1]), 1), element(0x4282, 'webm', 1)], 1)
  return Buffer.concat([header, element(0x18538067, parts, isLive ? 'open' : 8), trailer])
}
