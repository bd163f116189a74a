// The routes of photos in the DMS interface: where their bytes are. What was drawn on a photo is in the pixels: a DMS shows pictures.
import { getPhoto, getPhotoSize } from '@walkaround/contract/dms/media.ts'
import { type Door, serve } from '../../http/door.ts'
import { redirected } from '../../http/reply.ts'
import { linkToPhoto, linkToPhotoSize, type Media } from './read-photos.ts'

export function photoRoutes(door: Door, media: Media): void {
  const address = (path: string) => `${door.baseUrl()}${path}`

  serve(door, getPhoto, async (call) => {
    const { survey_id, photo_id } = call.params
    return redirected(address(await call.read((scope) => linkToPhoto(scope, media, survey_id, photo_id))))
  })

  serve(door, getPhotoSize, async (call) => {
    const { survey_id, photo_id, thumbnail_size } = call.params
    const link = await call.read((scope) =>
      linkToPhotoSize(scope, media, survey_id, photo_id, thumbnail_size, 'drawn'),
    )
    return redirected(address(link))
  })
}
