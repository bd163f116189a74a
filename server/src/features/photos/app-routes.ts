// The app's routes of photos: add one in a single request, remove one, show one. Resumable uploads are a separate feature.
import { getOriginalPhoto, putPhotoMarkup } from '@walkaround/contract/app/markup.ts'
import { deletePhoto, getSurveyPhoto, putPhoto } from '@walkaround/contract/app/media.ts'
import { getPhoto } from '@walkaround/contract/dms/media.ts'
import { fillPath } from '@walkaround/contract/paths.ts'
import { maySeeOriginals } from '@walkaround/contract/rules/roles.ts'
import { type Door, serve } from '../../http/door.ts'
import { fromRoot } from '../../http/from-root.ts'
import { created, noContent, redirected } from '../../http/reply.ts'
import { problem } from '../../problems.ts'
import { assertPhotoWelcome, attachPhoto, removePhoto } from './attach-photo.ts'
import { putMarkup } from './mark-up-photo.ts'
import { linkToPhotoSize, type Media } from './read-photos.ts'
import { receivePhoto } from './receive-photo.ts'

export function photoAppRoutes(door: Door, media: Media): void {
  serve(door, putPhoto, async (call) => {
    const { survey_id, photo_id } = call.params
    const place = await call.read((scope) => assertPhotoWelcome(scope, survey_id, photo_id, call.query))
    const digest = digestOf(call.header('content-digest'))
    const photo = await receivePhoto(media, call.clientId, call.stream, digest)
    const isNew = await call.write((scope) =>
      attachPhoto(scope, survey_id, { ...photo, ...place, id: photo_id }),
    )
    if (!isNew) return noContent
    return created(`${door.baseUrl()}/v1${fillPath(getPhoto.path, call.params)}`)
  })

  serve(door, deletePhoto, async (call) => {
    await call.write((scope) => removePhoto(scope, call.params.survey_id, call.params.photo_id))
    return noContent
  })

  serve(door, getSurveyPhoto, async (call) => {
    const { survey_id, photo_id, size } = call.params
    const link = await call.read((scope) => linkToPhotoSize(scope, media, survey_id, photo_id, size))
    return redirected(fromRoot(door, getSurveyPhoto, link))
  })

  serve(door, putPhotoMarkup, async (call) => {
    const { survey_id, photo_id } = call.params
    await call.write((scope) => putMarkup(scope, survey_id, photo_id, call.fields, call.person()))
    return noContent
  })

  serve(door, getOriginalPhoto, async (call) => {
    if (!maySeeOriginals(call.person().role))
      throw problem('forbidden', 'photos as they were taken are for people of the workshop')
    const { survey_id, photo_id, size } = call.params
    const link = await call.read((scope) =>
      linkToPhotoSize(scope, media, survey_id, photo_id, size, 'original'),
    )
    return redirected(fromRoot(door, getOriginalPhoto, link))
  })
}

/** RFC 9530; algorithms other than SHA-256 are ignored. */
function digestOf(header: string | undefined): Buffer | undefined {
  if (header === undefined) return undefined
  const [, value] = /(?:^|[,\s])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header) ?? []
  if (value === undefined) {
    throw problem('invalidHeader', 'Content-Digest: needs sha-256=:<44 characters of base64>:')
  }
  return Buffer.from(value, 'base64')
}
