// Which drawn photo shows what, and taking the files of the demo into the store: each once, however many surveys show it.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Media } from '../features/media/media.ts'
import { keepPhoto, type ReceivedPhoto } from '../features/photos/receive-photo.ts'
import { keepReadyVideo, type ReadyVideo } from '../features/videos/attach-ready-video.ts'

const folder = new URL('../../data/demo/', import.meta.url)

export const fileOf = (name: string): string => fileURLToPath(new URL(name, folder))

/** A car that has one shows its own reading. */
export const odometerOf = (mileage: number, unit: string) => `odometer-${mileage}-${unit}`

/** By question, and by answer where that makes a difference: what one sees there. */
const motifs: Readonly<Record<string, string>> = {
  'h.energyLevel v2': 'fuel-2',
  'h.energyLevel v4': 'fuel-6',
  'h.energyLevel v5': 'fuel-8',
  'h.warningLamps': 'dashboard-lamp',
  'h.body adv': 'door-scratch',
  'h.body bad': 'door-dent',
  'h.glass': 'screen-chip',
  'h.lampsOutside': 'lens-cracked',
  'h.wipers adv': 'wiper-streaks',
  'h.wipers bad': 'wiper-torn',
  'h.rims': 'rim-kerb',
  'h.tyresLook': 'tyre-edge',
  'h.drips': 'oil-drip',
  'h.trim': 'trim-stained',
  'h.battery12': 'battery-corroded',
  'vc.tyreWear': 'tyre-edge',
  'vc.tyreDamage': 'tyre-screw',
  'vc.discF': 'brake-disc',
  'vc.bushes': 'bush-cracked',
  'vc.cabinFilter': 'cabin-filter',
  'vc.leaks': 'oil-drip',
}

/** Undefined when nobody drew one. */
export const motifOf = (questionId: string, answerId: string): string | undefined =>
  motifs[`${questionId} ${answerId}`] ?? motifs[questionId]

export const logos = { north: 'logo-north', south: 'logo-south' } as const

/** What the demo shows, by name, once its bytes are in the store. */
export interface DemoFiles {
  photo(name: string): ReceivedPhoto
  logo(site: keyof typeof logos): string
  video: ReadyVideo
}

// Of the numbers that a player shows; those of the file that is delivered.
const film = { durationMs: 7_040, width: 960, height: 540 }

export async function takeInFiles(
  media: Media,
  clientId: string,
  names: ReadonlySet<string>,
): Promise<DemoFiles> {
  const photos = new Map<string, ReceivedPhoto>()
  const waiting = [...names].sort().map((name) => [name, `${name}.jpg`] as const)
  const signs = Object.values(logos).map((name) => [name, `${name}.png`] as const)
  const queue = [...waiting, ...signs]
  // As many at a time as there are hands; the rest of a first start needs the processor too.
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
    logo: (site) => photo(logos[site]).file,
    video: await keepReadyVideo(media, clientId, {
      path: fileOf('front-brakes.mp4'),
      poster: await readFile(fileOf('front-brakes.jpg')),
      ...film,
    }),
  }
}
