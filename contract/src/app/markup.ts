// What staff draw on a photo: arrows, circles, words and blurred areas. Kept beside the photo, which itself never changes.
import { type Static, type TProperties, Type } from 'typebox'
import { photoSizes } from '../dms/media.ts'
import { markupColours, markupLimits } from '../markup-limits.ts'
import { operation } from '../operation.ts'
import { choice, identifier, list, moment, number, record, requiredIdentifier, text } from '../schema.ts'
import { clockAhead } from './edits.ts'
import { servedAs } from './media.ts'

const share = (description: string) => number(description, { minimum: 0, maximum: 1 })
const colour = choice('Its colour; a white line runs around it.', [...markupColours])
const corner = {
  x: share('Left edge, as a share of the width of the upright photo.'),
  y: share('Upper edge, as a share of its height.'),
}
const area = {
  ...corner,
  width: share('Width, as a share of that of the photo; what lies outside the photo is cut off.'),
  height: share('Height, as a share of that of the photo.'),
}

const shape = <const K extends string, F extends TProperties>(kind: K, description: string, fields: F) =>
  record(
    `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Shape`,
    description,
    { kind: Type.Literal(kind, { description: 'Which kind of shape this is.' }), ...fields },
    {},
  )

export const MarkupShape = Type.Union(
  [
    shape('arrow', 'An arrow that points at something.', {
      colour,
      x: share('Where it begins, from the left.'),
      y: share('Where it begins, from the top.'),
      toX: share('What it points at, from the left.'),
      toY: share('What it points at, from the top.'),
    }),
    shape('circle', 'A circle or ellipse within an area.', { colour, ...area }),
    shape('text', 'Words; broken into lines where they are too long.', {
      colour,
      ...corner,
      words: text('The words.', { minLength: 1, maxLength: markupLimits.words }),
    }),
    shape('blur', 'An area that nobody outside the workshop sees: a plate, a face.', area),
  ],
  { $id: 'MarkupShape', description: 'One shape on a photo. Its kind tells which fields it holds.' },
)
export type MarkupShape = Static<typeof MarkupShape>
export type ShapeOf<K extends MarkupShape['kind']> = Extract<MarkupShape, { kind: K }>

const shapes = list(MarkupShape, 'The shapes, the lowest first; none takes all of them away.', {
  maxItems: markupLimits.shapes,
})

export const PhotoMarkup = record(
  'PhotoMarkup',
  'All shapes on a photo, as they were saved together.',
  {
    version: requiredIdentifier('Made by the device for each save; one that was saved is not saved again.'),
    shapes,
  },
  {
    seen: identifier('The version that the person was shown; left out where there was none.'),
    at: moment("When it was saved, by the device's clock."),
    clockAhead,
  },
)
export type PhotoMarkup = Static<typeof PhotoMarkup>

export const ShownMarkup = record(
  'ShownMarkup',
  'The shapes on a photo of the survey.',
  {
    photoId: Type.String({ description: 'The photo; it may still be on its way here.' }),
    version: Type.String({ description: 'Which save this is.' }),
    shapes: Type.Array(MarkupShape, { description: 'The shapes, the lowest first.' }),
    savedAt: Type.String({ description: 'When it was saved.' }),
  },
  {
    savedBy: Type.String({ description: 'Who saved it, by name.' }),
    replaced: record(
      'ReplacedMarkup',
      'What somebody else saved without having seen this, or this without having seen theirs: the later one stays.',
      { at: Type.String({ description: 'When that was saved.' }) },
      { by: Type.String({ description: 'Who saved it, by name.' }) },
    ),
  },
)
export type ShownMarkup = Static<typeof ShownMarkup>

const photoPath = '/system-clients/{system_client_id}/surveys/{survey_id}/photos/{photo_id}'
const photoParams = {
  system_client_id: 'The system client.',
  survey_id: 'The survey.',
  photo_id: 'The photo.',
}

export const putPhotoMarkup = operation({
  id: 'putPhotoMarkup',
  method: 'PUT',
  path: `${photoPath}/markup`,
  heading: 'Media',
  summary: 'Draw on a photo',
  description:
    'Replaces all shapes on a photo; the photo itself stays as it is. From now on everybody outside the workshop is served pixels in ' +
    'which blurred areas are gone. May come before the photo itself, so that it is never served without them. If somebody else ' +
    'saved without having seen this, or this without having seen theirs, the later save stays, and `replaced` of the survey page says so. ' +
    'While the survey is neither completed nor closed.',
  right: 'photos',
  params: photoParams,
  body: PhotoMarkup,
  replies: { 204: { description: 'The shapes were saved, or a later save stays.' } },
  problems: ['surveyCompleted', 'surveyClosed', 'noSuchResource', 'outOfRange', 'tooLong', 'missingField'],
  decisions: ['D5', 'D6'],
})

export const getOriginalPhoto = operation({
  id: 'getOriginalPhoto',
  method: 'GET',
  path: `${photoPath}/original/{size}`,
  heading: 'Media',
  summary: 'Show a photo as it was taken',
  description:
    'Redirects to the photo in a size, without what was drawn on it and with what was blurred: for people of the workshop who take ' +
    'photos. No other operation leads to these pixels once an area is blurred.',
  right: 'photos',
  params: { ...photoParams, size: choice('Which size.', [...photoSizes]) },
  replies: servedAs('the photo as it was taken, in this size', 'image/jpeg'),
  problems: ['noSuchResource', 'busy'],
  decisions: ['D6'],
})
