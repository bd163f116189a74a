// Addresses of photos and videos for the holder of a valid link: made on demand, so that a page left open for an hour still shows
// them, and a withdrawn link shows none.
import { problem } from '../../problems.ts'
import type { Media } from '../media/media.ts'
import { linkToPhotoSize } from '../photos/read-photos.ts'
import { linkToPoster, linkToVideo } from '../videos/read-videos.ts'
import type { Visit } from './visit.ts'

export type { Media }

/** The sizes the page uses. */
const sizes: readonly string[] = ['medium', 'large', 'huge']

export function linkToOwnerPhoto(
  { scope, link }: Visit,
  media: Media,
  id: string,
  size: string,
): Promise<string> {
  if (!sizes.includes(size))
    throw problem('noSuchResource', `there is no size ${JSON.stringify(size.slice(0, 40))}`)
  return linkToPhotoSize(scope, media, link.surveyId, id, size)
}

export const linkToOwnerVideo = ({ scope, link }: Visit, media: Media, id: string): Promise<string> =>
  linkToVideo(scope, media, link.surveyId, id)

export const linkToOwnerPoster = ({ scope, link }: Visit, media: Media, id: string): Promise<string> =>
  linkToPoster(scope, media, link.surveyId, id)
