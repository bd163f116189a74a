// Cleans WebM in place: elements a player needs are listed, everything else becomes padding. Nothing moves.
import { type Element, elementAt, openEnd, readVint, VOID, voidElement, widthOf } from './ebml.ts'
import type { VideoFile } from './video-file.ts'
import { Budget, noPicture, unreadable } from './video-refused.ts'

const MOST_ELEMENTS = 2_000_000

const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const SEEK_HEAD = 0x114d9b74
const SEEK = 0x4dbb
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
const TRACK = 0xae
const CLUSTER = 0x1f43b675
const CUES = 0x1c53bb6b
const TAGS = 0x1254c367
const CHAPTERS = 0x1043a770
const ATTACHMENTS = 0x1941a469
const SIMPLE_BLOCK = 0xa3
const BLOCK_GROUP = 0xa0
const BLOCK = 0xa1

/** Elements that only a segment contains: any of them ends a cluster of unknown length. */
const ofSegment = [SEEK_HEAD, INFO, TRACKS, CLUSTER, CUES, TAGS, CHAPTERS, ATTACHMENTS]

const headerFields = new Set([0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4282, 0x4287, 0x4285])
/** Time scale and duration. */
const infoFields = new Set([0x2ad7b1, 0x4489])
/** The programs that wrote it: the format requires them, so they are kept but emptied. */
const emptied = new Set([0x4d80, 0x5741])
const trackFields = new Set([
  ...[0xd7, 0x73c5, 0x83, 0xb9, 0x88, 0x55aa, 0x9c, 0x6de7, 0x6df8, 0x23e383, 0x234e7a, 0x23314f, 0x55ee],
  ...[0x22b59c, 0x22b59d, 0x86, 0x63a2, 0x56aa, 0x56bb, 0x6d80],
])
const VIDEO = 0xe0
const AUDIO = 0xe1
const pictureFields = new Set([
  ...[0x9a, 0x9d, 0x53b8, 0x53c0, 0xb0, 0xba, 0x54aa, 0x54bb, 0x54cc, 0x54dd, 0x54b0, 0x54ba, 0x54b2, 0x54b3],
  ...[0x2eb524, 0x2383e3, 0x55b0],
])
const soundFields = new Set([0xb5, 0x78b5, 0x9f, 0x6264])
const clusterFields = new Set([0xe7, 0xa7, 0xab])
const blockFields = new Set([BLOCK, 0x9b, 0xfb, 0x75a2, 0xfa])

/** What the cleaning knows so far, and its limits. */
interface Walk {
  file: VideoFile
  budget: Budget
  /** By number; true for pictures. */
  tracks: Map<number, boolean>
  hasPicture: boolean
}

export function cleanMatroska(file: VideoFile): void {
  const walk: Walk = { file, budget: new Budget(MOST_ELEMENTS), tracks: new Map(), hasPicture: false }
  const header = elementAt(file, 0)
  if (header?.id !== EBML || header.end > file.size) throw unreadable()
  keepFields(walk, header, headerFields)
  let at = header.end
  for (let segment = elementAt(file, at); segment; segment = elementAt(file, at)) {
    if (segment.id === SEGMENT) {
      at = cleanSegment(walk, segment)
      break
    }
    if (segment.id !== VOID || segment.end > file.size) throw unreadable()
    voidElement(file, segment)
    at = segment.end
  }
  if (!walk.hasPicture) throw noPicture()
  // Bytes after the segment, or the rest of a recording that broke off.
  file.cutAt(at)
}

/** Returns where the last complete element ends. The file will end there, so the segment must not claim more. */
function cleanSegment(walk: Walk, segment: Element): number {
  const at = cleanParts(walk, segment)
  if (segment.end > at && !segment.isOpenEnded) openEnd(walk.file, segment)
  return at
}

function cleanParts(walk: Walk, segment: Element): number {
  const { file } = walk
  const end = Math.min(segment.end, file.size)
  let at = segment.body
  while (at < end) {
    walk.budget.spend()
    const element = elementAt(file, at)
    if (!element) return at
    if (element.id === CLUSTER) {
      const next = cleanCluster(walk, element, end)
      if (next.isCut) return next.at
      at = next.at
      continue
    }
    if (element.end > end) return at
    cleanPart(walk, element)
    at = element.end
  }
  return at
}

function cleanPart(walk: Walk, element: Element): void {
  if (element.id === SEEK_HEAD) forEach(walk, element, (seek) => cleanSeek(walk, seek))
  else if (element.id === INFO) keepFields(walk, element, infoFields, emptied)
  else if (element.id === TRACKS) forEach(walk, element, (track) => cleanTrack(walk, track))
  else if (element.id !== CUES) voidElement(walk.file, element)
}

/** Keeps only entries whose element is still there. */
function cleanSeek({ file, ...walk }: Walk, seek: Element): void {
  let isKept = false
  if (seek.id === SEEK) {
    forEach({ file, ...walk }, seek, ({ id, body, end }) => {
      if (id !== 0x53ab || end - body > 4 || end === body) return
      isKept = [INFO, TRACKS, CUES, SEEK_HEAD].includes(file.read(body, end - body).readUIntBE(0, end - body))
    })
  }
  if (!isKept) voidElement(file, seek)
}

function cleanTrack(walk: Walk, track: Element): void {
  const { file } = walk
  const numbers = new Map<number, number>()
  if (track.id === TRACK) {
    forEach(walk, track, ({ id, body, end }) => {
      if ((id === 0xd7 || id === 0x83) && end > body && end - body <= 6)
        numbers.set(id, file.read(body, end - body).readUIntBE(0, end - body))
    })
  }
  const [number, type] = [numbers.get(0xd7), numbers.get(0x83)]
  // Pictures and sound only; no subtitles and no sensor data.
  if (number === undefined || (type !== 1 && type !== 2)) {
    voidElement(file, track)
    return
  }
  walk.tracks.set(number, type === 1)
  forEach(walk, track, (field) => {
    if (field.id === VIDEO) keepFields(walk, field, pictureFields)
    else if (field.id === AUDIO) keepFields(walk, field, soundFields)
    else if (!trackFields.has(field.id)) voidElement(file, field)
  })
}

function cleanCluster(walk: Walk, cluster: Element, limit: number): { at: number; isCut: boolean } {
  const { file, budget } = walk
  const end = Math.min(cluster.end, limit)
  let at = cluster.body
  while (at < end) {
    budget.spend()
    const element = elementAt(file, at)
    if (element && cluster.isOpenEnded && ofSegment.includes(element.id)) return { at, isCut: false }
    if (!element || element.end > end) {
      if (end < limit) throw unreadable()
      if (!cluster.isOpenEnded) openEnd(file, cluster)
      return { at, isCut: true }
    }
    if (element.id === BLOCK_GROUP) cleanGroup(walk, element)
    else if (element.id === SIMPLE_BLOCK) {
      if (!isKept(walk, element)) voidElement(file, element)
    } else if (!clusterFields.has(element.id)) voidElement(file, element)
    at = element.end
  }
  if (cluster.end > at && !cluster.isOpenEnded) openEnd(file, cluster)
  return { at, isCut: false }
}

function cleanGroup(walk: Walk, group: Element): void {
  let isWanted = false
  forEach(walk, group, (field) => {
    if (field.id === BLOCK) isWanted = isKept(walk, field)
  })
  if (isWanted) keepFields(walk, group, blockFields)
  else voidElement(walk.file, group)
}

function isKept(walk: Walk, { body, end }: Element): boolean {
  const head = walk.file.peek(body, Math.min(8, end - body))
  const width = widthOf(head[0])
  if (head.length < width) throw unreadable()
  const isPicture = walk.tracks.get(readVint(head.subarray(0, width)) ?? -1)
  if (isPicture) walk.hasPicture = true
  return isPicture !== undefined
}

function keepFields(
  walk: Walk,
  parent: Element,
  kept: ReadonlySet<number>,
  zeroed?: ReadonlySet<number>,
): void {
  forEach(walk, parent, (field) => {
    if (kept.has(field.id)) return
    if (zeroed?.has(field.id)) walk.file.zero(field.body, field.end)
    else voidElement(walk.file, field)
  })
}

function forEach({ file, budget }: Walk, parent: Element, visit: (child: Element) => void): void {
  let at = parent.body
  while (at < parent.end) {
    budget.spend()
    const child = elementAt(file, at)
    if (!child || child.end > parent.end) throw unreadable()
    visit(child)
    at = child.end
  }
}
