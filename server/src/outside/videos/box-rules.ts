// Which boxes of a video a player needs, and what is removed from those that contain more. Every box that is not listed is cleared,
// including unknown ones.
import { type Box, clearBox, listBoxes } from './boxes.ts'
import { type Budget, elsewhere, unreadable } from './video-refused.ts'

export interface Cleaning {
  bytes: Buffer
  budget: Budget
}

export type Rule = (cleaning: Cleaning, box: Box) => void
export type Rules = Readonly<Record<string, Rule>>

export function cleanBoxes(cleaning: Cleaning, from: number, to: number, rules: Rules): void {
  const { boxes, end } = listBoxes(cleaning.bytes, from, to, cleaning.budget)
  for (const box of boxes) {
    const rule = Object.hasOwn(rules, box.type) ? rules[box.type] : undefined
    if (rule) rule(cleaning, box)
    else clearBox(cleaning.bytes, box)
  }
  cleaning.bytes.fill(0, end, to)
}

export const keep: Rule = () => {}
const keeping = (...types: string[]): Rules => Object.fromEntries(types.map((type) => [type, keep]))

export const holding =
  (rules: Rules): Rule =>
  (cleaning, box) =>
    cleanBoxes(cleaning, box.body, box.end, rules)

/** Clears the times of recording and change, which come first in several headers. */
export const withoutTimes: Rule = ({ bytes }, { body, end }) => {
  const version = bytes.readUInt8(body)
  const times = body + (version === 1 ? 20 : 12)
  if (version > 1 || times > end) throw unreadable()
  bytes.fill(0, body + 4, times)
}

/** Keeps the kind of track; clears the maker and the name of the software. */
const withoutName: Rule = ({ bytes }, { body, end }) => {
  if (end - body < 12) throw unreadable()
  bytes.fill(0, body + 12, end)
}

/** Allows only references to this file. */
const inThisFile: Rule = ({ bytes, budget }, { body, end }) => {
  for (const entry of listBoxes(bytes, body + 8, end, budget).boxes) {
    const isHere = (bytes.readUInt32BE(entry.body) & 1) === 1
    if (!isHere) throw elsewhere()
    bytes.fill(0, entry.body + 4, entry.end)
  }
}

const pictureSettings = keeping(
  ...['avcC', 'hvcC', 'lhvC', 'vpcC', 'av1C', 'esds', 'd263', 'bitr', 'dvcC', 'dvvC', 'dvwC', 'hvcE', 'avcE'],
  ...['colr', 'pasp', 'clap', 'fiel', 'gama', 'btrt', 'clli', 'mdcv', 'SmDm', 'CoLL', 'cclv', 'amve', 'st3d'],
)
const soundSettings: Rules = {
  ...keeping(
    ...[
      'esds',
      'damr',
      'alac',
      'dOps',
      'dfLa',
      'dac3',
      'dec3',
      'dac4',
      'pcmC',
      'chan',
      'chnl',
      'srat',
      'btrt',
    ],
  ),
  wave: holding(keeping('frma', 'esds', 'enda', 'alac', 'mp4a', 'damr')),
}

/** From the start of a sample entry. */
const VENDOR = { from: 20, to: 24 }
const COMPRESSOR = { from: 50, to: 82 }
const PICTURE_SETTINGS = 86

export type Medium = 'vide' | 'soun'

/** How samples are coded; the name of the encoder is often that of the camera, so it is cleared. */
const codings =
  (medium: Medium): Rule =>
  (cleaning, { body, end }) => {
    const { bytes, budget } = cleaning
    for (const entry of listBoxes(bytes, body + 8, end, budget).boxes) {
      const { start } = entry
      const settings = medium === 'vide' ? start + PICTURE_SETTINGS : soundSettingsAt(bytes, start, body)
      if (settings > entry.end) throw unreadable()
      bytes.fill(0, start + VENDOR.from, start + VENDOR.to)
      if (medium === 'vide') bytes.fill(0, start + COMPRESSOR.from, start + COMPRESSOR.to)
      cleanBoxes(cleaning, settings, entry.end, medium === 'vide' ? pictureSettings : soundSettings)
    }
  }

/** QuickTime has longer descriptions of sound; if the list itself has a version, the number means something else. */
function soundSettingsAt(bytes: Buffer, start: number, listBody: number): number {
  const version = bytes.readUInt8(listBody) === 0 ? bytes.readUInt16BE(start + 16) : 0
  return start + (version === 1 ? 52 : version === 2 ? 72 : 36)
}

export const trackRules = (medium: Medium): Rules => ({
  tkhd: withoutTimes,
  edts: holding(keeping('elst')),
  tapt: holding(keeping('clef', 'prof', 'enof')),
  mdia: holding({
    mdhd: withoutTimes,
    hdlr: withoutName,
    minf: holding({
      ...keeping('vmhd', 'smhd'),
      hdlr: withoutName,
      dinf: holding({ dref: inThisFile }),
      stbl: holding({
        ...keeping('stts', 'ctts', 'cslg', 'stss', 'stps', 'stsz', 'stz2', 'stsc', 'stco', 'co64'),
        ...keeping('sdtp', 'sgpd', 'sbgp'),
        stsd: codings(medium),
      }),
    }),
  }),
})

export const fragmentRules = keeping('tfhd', 'tfdt', 'trun', 'sdtp', 'sgpd', 'sbgp')
/** Allowed at the top of the file beside the film itself. */
export const topTypes: readonly string[] = ['ftyp', 'styp', 'sidx', 'ssix', 'mfra', 'pdin']
