// What counts as a video, by its first bytes: what phones and browsers record. Pure.
/** The names ffmpeg uses. */
export type Container = 'mov' | 'matroska'

interface Sniffed {
  contentType: 'video/mp4' | 'video/quicktime' | 'video/3gpp' | 'video/webm'
  container: Container
}

/** Enough of the beginning to recognise the format. */
export const SNIFFED_BYTES = 256

/** Pictures and sounds use the same container as videos. */
const notVideo = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis|M4A |M4B |crx )/

export function sniffVideo(head: Buffer): Sniffed | undefined {
  const box = head.toString('latin1', 4, 8)
  if (box === 'ftyp') {
    const brand = head.toString('latin1', 8, 12)
    if (notVideo.test(brand)) return undefined
    if (brand === 'qt  ') return { contentType: 'video/quicktime', container: 'mov' }
    return { contentType: brand.startsWith('3g') ? 'video/3gpp' : 'video/mp4', container: 'mov' }
  }
  // The first QuickTime files had no brand.
  if (box === 'moov' || box === 'mdat' || box === 'wide') {
    return { contentType: 'video/quicktime', container: 'mov' }
  }
  const isEbml = head.length > 4 && head.readUInt32BE(0) === 0x1a45dfa3
  // The document type: its id 0x4282, the length 4, the word.
  if (isEbml && head.includes(Buffer.from('\x42\x82\x84webm', 'latin1'))) {
    return { contentType: 'video/webm', container: 'matroska' }
  }
  return undefined
}

export const containerOf = (contentType: string): Container =>
  contentType === 'video/webm' ? 'matroska' : 'mov'

/** Half a second more than the setting: recorders stop at the next frame. */
export const isTooLong = (seconds: number | undefined, limit: number): boolean =>
  seconds !== undefined && seconds > limit + 0.5
