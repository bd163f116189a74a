// Cleans MP4, QuickTime and 3GPP in place: boxes a player needs are listed, everything else becomes zeros, and of the media data
// only pictures and sound stay. Nothing moves, so no table of offsets changes.
import {
  type Cleaning,
  cleanBoxes,
  fragmentRules,
  holding,
  keep,
  type Medium,
  topTypes,
  trackRules,
  withoutTimes,
} from './box-rules.ts'
import { type Box, clearBox, findBox, listBoxes, typeAt } from './boxes.ts'
import { addChunks, plainSound, type Range, Ranges, readFragment } from './samples.ts'
import type { VideoFile } from './video-file.ts'
import { Budget, endsEarly, noPicture, tooManyParts, unreadable } from './video-refused.ts'

const MOST_BOXES = 500_000
/** Enough for the tables of some hours; a fragment has those of some seconds. */
const LONGEST_FILM = 64 * 1024 * 1024
const LONGEST_FRAGMENT = 16 * 1024 * 1024

/** Other tracks are dropped: data recorded beside the film, and stills, which may contain metadata of their own. */
const codings: Readonly<Record<Medium, readonly string[]>> = {
  vide: [
    ...[
      'avc1',
      'avc2',
      'avc3',
      'avc4',
      'hvc1',
      'hev1',
      'dvh1',
      'dvhe',
      'dva1',
      'dvav',
      'mp4v',
      's263',
      'h263',
    ],
    ...['vp08', 'vp09', 'av01', 'ap4h', 'ap4x', 'apch', 'apcn', 'apcs', 'apco'],
  ],
  soun: [
    ...['mp4a', 'samr', 'sawb', 'alac', 'Opus', 'fLaC', 'ac-3', 'ec-3', 'ac-4', '.mp3', 'ulaw', 'alaw'],
    ...plainSound,
  ],
}

interface Track {
  id: number
  medium: Medium
  /** Default size of a sample in a fragment. */
  size: number
}

interface Film {
  tracks: Map<number, Track>
  /** Parts of the file that must stay. */
  ranges: Ranges
}

export function cleanIsoMedia(file: VideoFile): void {
  const budget = new Budget(MOST_BOXES)
  const { boxes, end } = listTop(file, budget)
  const [moov, ...more] = boxes.filter(({ type }) => type === 'moov')
  if (!moov) throw noPicture()
  if (more.length > 0) throw unreadable()
  const data = boxes.filter(({ type }) => type === 'mdat').map(({ body, end }) => ({ start: body, end }))

  const film = cleanFilm(file, moov, budget)
  const { ranges } = film
  if (ranges.list.some((range) => !isWithin(data, range))) throw endsEarly()
  for (const box of boxes) {
    if (box.type === 'moof') cleanFragment(file, box, film, data, budget)
    else if (!['moov', 'mdat', ...topTypes].includes(box.type)) clearInFile(file, box)
  }
  if (ranges.list.length === 0) throw noPicture()
  zeroAround(file, data, ranges.list)
  // Bytes after the last complete box: trailers of makers, or the rest of a recording that broke off.
  file.cutAt(end)
}

/** Up to the first bytes that are not a complete box. */
function listTop(file: VideoFile, budget: Budget): { boxes: Box[]; end: number } {
  const boxes: Box[] = []
  let at = 0
  while (file.size - at >= 8) {
    budget.spend()
    const head = file.peek(at, 16)
    const short = head.readUInt32BE(0)
    if (short === 1 && head.length < 16) break
    const body = at + (short === 1 ? 16 : 8)
    const size = short === 0 ? file.size - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short
    if (at + size < body || at + size > file.size) break
    boxes.push({ type: typeAt(head, 4), start: at, body, end: at + size })
    at += size
  }
  return { boxes, end: at }
}

function cleanFilm(file: VideoFile, moov: Box, budget: Budget): Film {
  if (moov.end - moov.start > LONGEST_FILM) throw tooManyParts()
  const bytes = file.read(moov.start, moov.end - moov.start)
  const film: Film = { tracks: new Map(), ranges: new Ranges() }
  const cleaning = { bytes, budget }
  const defaults: Box[] = []
  cleanBoxes(cleaning, moov.body - moov.start, bytes.length, {
    mvhd: withoutTimes,
    trak: (_, box) => cleanTrack(cleaning, box, film),
    mvex: (_, box) => void defaults.push(box),
  })
  if (![...film.tracks.values()].some(({ medium }) => medium === 'vide')) throw noPicture()
  // Only now is it known which tracks stay.
  for (const box of defaults)
    holding({ mehd: keep, trex: (_, trex) => cleanDefaults(cleaning, trex, film) })(cleaning, box)
  file.write(moov.start, bytes)
  return film
}

function cleanTrack(cleaning: Cleaning, trak: Box, { tracks, ranges }: Film): void {
  const { bytes, budget } = cleaning
  const inside = (box: Box | undefined, type: string) => box && findBox(bytes, box, type, budget)
  const mdia = inside(trak, 'mdia')
  const hdlr = inside(mdia, 'hdlr')
  const kind = hdlr && hdlr.end - hdlr.body >= 12 ? typeAt(bytes, hdlr.body + 8) : ''
  if (kind !== 'vide' && kind !== 'soun') {
    clearBox(bytes, trak)
    return
  }
  const tkhd = inside(trak, 'tkhd')
  const stbl = inside(inside(mdia, 'minf'), 'stbl')
  const stsd = inside(stbl, 'stsd')
  if (!tkhd || !stbl || !stsd) throw unreadable()
  const entries = listBoxes(bytes, stsd.body + 8, stsd.end, budget).boxes
  if (entries.some(({ type }) => !codings[kind].includes(type))) {
    clearBox(bytes, trak)
    return
  }
  if (tkhd.end - tkhd.body < 24) throw unreadable()
  const id = bytes.readUInt32BE(tkhd.body + (bytes.readUInt8(tkhd.body) === 1 ? 20 : 12))
  tracks.set(id, { id, medium: kind, size: 0 })
  addChunks(ranges, bytes, stbl, kind, budget)
  cleanBoxes(cleaning, trak.body, trak.end, trackRules(kind))
}

function cleanDefaults({ bytes }: Cleaning, trex: Box, { tracks }: Film): void {
  if (trex.end - trex.body < 24) throw unreadable()
  const track = tracks.get(bytes.readUInt32BE(trex.body + 4))
  if (track) track.size = bytes.readUInt32BE(trex.body + 16)
  else clearBox(bytes, trex)
}

/** Drops a fragment with incomplete samples, as at the end of a recording that broke off. */
function cleanFragment(file: VideoFile, moof: Box, film: Film, data: readonly Range[], budget: Budget): void {
  if (moof.end - moof.start > LONGEST_FRAGMENT) throw tooManyParts()
  const bytes = file.read(moof.start, moof.end - moof.start)
  const found: Range[] = []
  let after = moof.start
  cleanBoxes({ bytes, budget }, moof.body - moof.start, bytes.length, {
    mfhd: keep,
    traf: (cleaning, box) => {
      const sizeOf = (id: number) => film.tracks.get(id)?.size ?? 0
      const { trackId, ranges, end } = readFragment(bytes, box, { moofAt: moof.start, after, sizeOf, budget })
      after = end
      if (film.tracks.has(trackId)) {
        for (const range of ranges) found.push(range)
        cleanBoxes(cleaning, box.body, box.end, fragmentRules)
      } else clearBox(bytes, box)
    },
  })
  if (found.length === 0 || found.some((range) => !isWithin(data, range))) {
    clearInFile(file, moof)
    return
  }
  for (const { start, end } of found) film.ranges.add(start, end - start)
  file.write(moof.start, bytes)
}

function clearInFile(file: VideoFile, box: Box): void {
  const head = file.read(box.start, box.body - box.start)
  head.write('free', 4, 'latin1')
  file.writeOver(box.start, head, box.end)
}

/** `data` is in file order. */
function isWithin(data: readonly Range[], { start, end }: Range): boolean {
  let low = 0
  let high = data.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((data[middle] as Range).end < end) low = middle + 1
    else high = middle
  }
  const found = data[low]
  return found !== undefined && start >= found.start
}

function zeroAround(file: VideoFile, data: readonly Range[], kept: Range[]): void {
  kept.sort((one, other) => one.start - other.start)
  let next = 0
  for (const { start, end } of data) {
    let at = start
    for (let range = kept[next]; range && range.start < end; range = kept[++next]) {
      if (range.start > at) file.zero(at, range.start)
      at = Math.max(at, range.end)
    }
    file.zero(at, end)
  }
}
