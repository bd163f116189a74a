// Which drawn photo shows what, and storing the demo's files: each once, however many surveys show it.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Chapter } from '@walkaround/contract/rules/chapters.ts'
import type { Media } from '@walkaround/server/features/media/media.ts'
import { keepPhoto, type ReceivedPhoto } from '@walkaround/server/features/photos/receive-photo.ts'
import { keepReadyVideo, type ReadyVideo } from '@walkaround/server/features/videos/attach-ready-video.ts'
import { Type } from 'typebox'
import data from '../data/photos.json' with { type: 'json' }
import { entries, readData } from './data.ts'

const folder = new URL('../data/', import.meta.url)

export const fileOf = (name: string): string => fileURLToPath(new URL(name, folder))

/** A car with its own odometer photo shows its own reading. */
export const odometerOf = (mileage: number, unit: string) => `odometer-${mileage}-${unit}`

interface PhotosData {
  /** By question, and by answer if that matters: what can be seen there. */
  motifs: Readonly<Record<string, string>>
  /** By question without the wheel: values that were photographed. */
  readings: Readonly<Record<string, { photo: string; values: readonly string[] }>>
}

const Reading = Type.Object({ photo: Type.String(), values: Type.Array(Type.String()) })
const { motifs, readings }: PhotosData = readData(
  'photos.json',
  Type.Object({ motifs: entries(data.motifs, Type.String()), readings: entries(data.readings, Reading) }),
  data,
)

/** Undefined if there is no drawing. */
export const motifOf = (questionId: string, answerId: string): string | undefined =>
  motifs[`${questionId} ${answerId}`] ?? motifs[questionId]

/** Undefined if this value was not photographed. */
export function readingOf(questionId: string, value: string): string | undefined {
  const { photo, values = [] } = readings[questionId.replace(/[FR][LR]$/, '')] ?? {}
  return values.includes(value) ? `${photo}-${value}` : undefined
}

/** The demo's files by name, once they are stored. */
export interface DemoFiles {
  photo(name: string): ReceivedPhoto
  /** The name of the stored file. */
  picture(name: string): string
  video: ReadyVideo
}

// The numbers a player shows; those of the delivered file.
/** What it shows: worn pad, disc, cracked bush. */
export const filmChapters: readonly Chapter[] = [
  { second: 0, questionId: 'vc.padFL' },
  { second: 3, questionId: 'vc.discF' },
  { second: 5, questionId: 'vc.bushes' },
]
const film = { durationMs: 7_040, width: 960, height: 540 }

export async function takeInFiles(
  media: Media,
  clientId: string,
  names: { photos: ReadonlySet<string>; logos: readonly string[]; portraits: readonly string[] },
): Promise<DemoFiles> {
  const photos = new Map<string, ReceivedPhoto>()
  const queue = [
    ...[...names.photos].sort().map((name) => [name, `${name}.jpg`] as const),
    ...names.logos.map((name) => [name, `${name}.png`] as const),
    ...names.portraits.map((name) => [name, `${name}.jpg`] as const),
  ]
  // As many at a time as there are workers; the rest of a first start needs the processor too.
  const takeNext = async (): Promise<void> => {
    const next = queue.shift()
    if (!next) return
    photos.set(next[0], await keepPhoto(media, clientId, fileOf(next[1])))
    return takeNext()
  }
  await Promise.all([takeNext(), takeNext(), takeNext()])
  const photo = (name: string) => {
    const found = photos.get(name)
    if (!found) throw new Error(`there is no photo "${name}"`)
    return found
  }
  return {
    photo,
    picture: (name) => photo(name).file,
    video: await keepReadyVideo(media, clientId, {
      path: fileOf('front-brakes.mp4'),
      poster: await readFile(fileOf('front-brakes.jpg')),
      ...film,
    }),
  }
}
