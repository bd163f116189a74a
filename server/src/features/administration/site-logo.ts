// The logo of a site: taken in, shown and removed.
import type { Readable } from 'node:stream'
import { getShownSite, getSite, setSite } from '../../organisation/sites.ts'
import { kindOf } from '../../outside/images/kind.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { Media } from '../media/media.ts'
import { linkTo } from '../media/serve-file.ts'
import { photoKey } from '../photos/receive-photo.ts'
import { keepPicture, readPicture } from './keep-picture.ts'

export type { Media } from '../media/media.ts'

export const takeLogo = async (media: Media, clientId: string, stream: Readable): Promise<string> =>
  keepPicture(media, clientId, await readPicture(stream, 'logo'), 'logo')

export async function setLogo(scope: Scope, id: string, logo: string | null) {
  await setSite(scope, { clientId: scope.clientId, id, changes: { logo } })
  return getShownSite(scope, id)
}

/** A signed path to the picture. */
export async function linkToLogo(scope: Scope, media: Media, id: string): Promise<string> {
  const { logo } = await getSite(scope, { clientId: scope.clientId, id })
  const key = logo && photoKey(scope.clientId, logo)
  const bytes = key && (await media.files.read(key))
  if (!bytes) throw problem('noSuchResource', 'logo: the site has none')
  return linkTo(media, { key, contentType: `image/${kindOf(bytes)}`, etag: logo ?? '' }, scope)
}
