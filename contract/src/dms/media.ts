// Photos, videos, damage and printed forms of a survey: spec heading "Surveys", and our additions.

import { type Static, Type } from 'typebox'
import { markKinds } from '../mark-kinds.ts'
import { conditionalRead, etagReply, operation } from '../operation.ts'
import { languages } from '../rules/texts.ts'
import { choice, described, identifier, moment, number, owned, record, sent, text } from '../schema.ts'

export const Photo = record(
  'Photo',
  'A photo of a survey, a question or an answer (D6).',
  { id: Type.String({ description: 'Unique within the survey.' }) },
  {
    takenAt: moment('When it was taken, by the camera; without an offset where the camera knew none.'),
    contentType: sent(Type.String({ description: 'Of the photo in its own size.' })),
    width: sent(Type.Integer({ description: 'Pixels, upright.' })),
    height: sent(Type.Integer({ description: 'Pixels, upright.' })),
  },
)
export type Photo = Static<typeof Photo>

const VideoChapter = record(
  'VideoChapter',
  'From when on a video shows a finding. Our addition.',
  {
    second: number('Seconds from the start of the video.'),
    questionId: Type.String({ description: 'The question of the finding.' }),
  },
  {},
)

export const Video = record(
  'Video',
  'A video of a survey. Our addition.',
  {
    id: Type.String({ description: 'Unique within the survey.' }),
    state: choice(
      '`waiting` to be converted; `ready` as H.264/AAC MP4 with a poster; `original` with its pictures as they were recorded, where ' +
        'nothing could convert it; `failed` when it cannot be shown.',
      ['waiting', 'ready', 'original', 'failed'],
    ),
  },
  {
    questionId: Type.String({ description: 'The question it shows.' }),
    answerId: Type.String({ description: 'The answer it shows.' }),
    progress: Type.Integer({ description: 'Per cent while it is being converted.' }),
    beingPrepared: Type.Boolean({
      description:
        'True while what the recorder wrote into it, such as the place, has still to be taken out. Until then nobody is shown ' +
        'the video, and reading it is 503 with `Retry-After`. Only videos that came before videos were cleaned on arrival.',
    }),
    failure: text('Why it failed, in words.'),
    contentType: Type.String({ description: 'Of what is served.' }),
    bytes: Type.Integer({ description: 'Size of what is served.' }),
    durationSeconds: number('Length in seconds.'),
    width: Type.Integer({ description: 'Pixels, upright.' }),
    height: Type.Integer({ description: 'Pixels, upright.' }),
    hasPoster: Type.Boolean({ description: 'There is a still picture of it.' }),
    chapters: Type.Array(VideoChapter, {
      description: 'What it shows from when on, in the order of the video.',
    }),
    createdAt: moment('When it arrived whole.'),
  },
)
export type Video = Static<typeof Video>

export const bodyStyles = [
  'hatchback',
  'saloon',
  'estate',
  'suv',
  'coupe',
  'mpv',
  'van',
  'minibus',
  'pickup',
] as const

export const DamageMark = record(
  'DamageMark',
  'A damage on the drawing of the vehicle. Our addition.',
  {
    kind: choice('What it is.', [...markKinds]),
    x: number("Place on the drawing, in its units: see the survey's damage outline.", {
      minimum: 0,
      maximum: 10_000,
    }),
    y: number('Place on the drawing, from its top.', { minimum: 0, maximum: 10_000 }),
  },
  {
    id: sent(identifier('Unique within the survey.')),
    number: owned(Type.Integer({ description: 'As it is printed: marks are numbered in their order.' })),
    size: choice('How large, roughly: up to a coin, up to a hand, larger.', ['small', 'medium', 'large']),
    panel: owned(text('The part under the mark, as `bodyPartApplicabilityList` names parts.')),
    comment: text('Remark; printed on forms.', { maxLength: 2000 }),
    internalComment: text("The workshop's own; on no form, and never shown to the owner.", {
      maxLength: 2000,
    }),
    bodyStyle: choice(
      'The outline it was set on, where the app had to choose one by itself; the first mark of a survey decides. Not returned.',
      [...bodyStyles],
    ),
    photos: owned(Type.Array(Photo, { description: 'Photos of the mark.' })),
    surveyId: owned(
      Type.String({ description: 'On marks of earlier visits: the survey they were made in.' }),
    ),
    seenAt: owned(moment('On marks of earlier visits: when they were made.')),
  },
)
export type DamageMark = Static<typeof DamageMark>

export const Damage = record(
  'Damage',
  'The damage of a vehicle: what this survey marked, and what earlier visits of the same vehicle had. Our addition.',
  {
    bodyStyle: Type.String({ description: 'Which outline is drawn.' }),
    marks: Type.Array(DamageMark, { description: 'What this survey marked.' }),
    earlier: Type.Array(DamageMark, { description: 'What earlier visits of the same vehicle had.' }),
  },
  {},
)
export type Damage = Static<typeof Damage>

export const photoSizes = ['small-square', 'medium-square', 'small', 'medium', 'large', 'huge'] as const
export type PhotoSize = (typeof photoSizes)[number]

export const forms = ['survey-summary', 'handover-act', 'handover-pack', 'damage-report'] as const
export type Form = (typeof forms)[number]

const HEADING = 'Surveys'
const surveyPath = '/system-clients/{system_client_id}/surveys'
const surveyParams = { system_client_id: 'The system client.', id: 'The survey.' }
const photoParams = {
  system_client_id: 'The system client.',
  survey_id: 'The survey.',
  photo_id: 'The photo, by its id in `photos` of survey, question or answer.',
}

/** The redirect itself, and the final reply for a client that follows redirects. */
const redirectTo = (what: string, contentType: string) => ({
  302: {
    description: 'Where the bytes are: a signed path on the same origin, valid for minutes, needing no key.',
    headers: { location: 'Absolute URL of the bytes.' },
  },
  200: { description: `After the redirect: ${what}.`, contentType },
})

export const formReply = {
  200: {
    description: 'The form.',
    contentType: 'application/pdf',
    headers: { ...etagReply, 'content-disposition': 'A file name.' },
  },
}
export const formParam = { form: choice('Which form.', [...forms]) }

const formLanguage = described(
  choice('Ours: another language. Terms and signed words stay as they were signed.', [...languages]),
  { 'x-ours': true },
)

export const getPdfForm = operation({
  id: 'getPdfForm',
  method: 'GET',
  path: `${surveyPath}/{id}/pdf-forms/{form}`,
  heading: HEADING,
  summary: 'Read a printed form',
  description:
    'A PDF in the language of the person who signs (`language` of driver or customer), as far as it is known, otherwise in that of the ' +
    'last message to the customer, the site or the system client: `survey-summary` (results sheet), `handover-act` (reception act), ' +
    '`handover-pack` (both in one) or `damage-report` (the drawing with its marks). As long as nothing changes, the bytes are the ' +
    'same; the date printed is that of the last change. When many forms are wanted at once, the answer may be 503 with ' +
    '`Retry-After`.',
  right: 'read',
  params: { ...surveyParams, ...formParam },
  query: Type.Object({ lang: Type.Optional(formLanguage) }),
  requestHeaders: conditionalRead,
  replies: formReply,
  problems: ['noSuchResource', 'busy'],
  decisions: ['B7', 'D7'],
})

export const getDamageDrawing = operation({
  id: 'getDamageDrawing',
  method: 'GET',
  path: `${surveyPath}/{id}/damage-drawing`,
  heading: HEADING,
  summary: 'Read the damage drawing',
  description: 'The drawing of the vehicle with its marks alone, as a PDF of one page (D7).',
  right: 'read',
  params: surveyParams,
  requestHeaders: conditionalRead,
  replies: {
    200: {
      description: 'The drawing.',
      contentType: 'application/pdf',
      headers: { ...etagReply, 'content-disposition': 'A file name.' },
    },
  },
  problems: ['noSuchResource', 'busy'],
  decisions: ['B7', 'D7'],
  ours: true,
  stability: 'stable',
})

export const getPhoto = operation({
  id: 'getPhoto',
  method: 'GET',
  path: `${surveyPath}/{survey_id}/photos/{photo_id}`,
  heading: HEADING,
  summary: 'Read a photo',
  description:
    'Redirects to the photo in its own size: the pixels as they were taken, without any metadata but orientation and colour ' +
    'profile. A photo that came as HEIC or AVIF is a high-quality JPEG (D6). If staff drew on it, their arrows, circles and words are ' +
    'in the picture, and blurred areas are gone from it.',
  right: 'read',
  params: photoParams,
  replies: redirectTo('the photo as it was taken', 'image/*'),
  problems: ['noSuchResource', 'busy'],
  decisions: ['D6'],
})

export const getPhotoSize = operation({
  id: 'getPhotoSize',
  method: 'GET',
  path: `${surveyPath}/{survey_id}/photos/{photo_id}/{thumbnail_size}`,
  heading: HEADING,
  summary: 'Read a photo in another size',
  description:
    'Redirects to the photo as an upright JPEG without metadata. `small-square` (90×90) and `medium-square` (160×160) are cropped ' +
    'around what the eye would look at; `small` (160), `medium` (320), `large` (640) and `huge` (1024) keep the ratio within a square ' +
    'of that side. Nothing is enlarged. Another size is 404 (D6).',
  right: 'read',
  params: {
    ...photoParams,
    thumbnail_size: choice('Which size.', [...photoSizes]),
  },
  replies: redirectTo('the photo in this size', 'image/jpeg'),
  problems: ['noSuchResource', 'busy'],
  decisions: ['D6'],
})

export const listVideos = operation({
  id: 'listVideos',
  method: 'GET',
  path: `${surveyPath}/{survey_id}/videos`,
  heading: HEADING,
  summary: 'List the videos of a survey',
  description: 'Every video that arrived whole, with its state.',
  right: 'read',
  params: { system_client_id: 'The system client.', survey_id: 'The survey.' },
  replies: { 200: { description: 'The videos, oldest first.', body: Type.Array(Video) } },
  problems: ['noSuchResource'],
  decisions: ['D7'],
  ours: true,
  stability: 'stable',
})

const videoParams = {
  system_client_id: 'The system client.',
  survey_id: 'The survey.',
  video_id: 'The video.',
}

export const getVideo = operation({
  id: 'getVideo',
  method: 'GET',
  path: `${surveyPath}/{survey_id}/videos/{video_id}`,
  heading: HEADING,
  summary: 'Read a video',
  description:
    'Redirects to the video: MP4 with H.264 and AAC once it is converted, before that with the pictures and the sound as they ' +
    'were recorded. It never holds what the recorder wrote into it beside them. Ranges are served.',
  right: 'read',
  params: videoParams,
  replies: redirectTo('the video', 'video/*'),
  problems: ['noSuchResource', 'busy'],
  decisions: ['D7'],
  ours: true,
  stability: 'stable',
})

export const getVideoPoster = operation({
  id: 'getVideoPoster',
  method: 'GET',
  path: `${surveyPath}/{survey_id}/videos/{video_id}/poster`,
  heading: HEADING,
  summary: 'Read the poster of a video',
  description: 'Redirects to a still picture of the video, a JPEG. 404 while there is none.',
  right: 'read',
  params: videoParams,
  replies: redirectTo('the still picture', 'image/jpeg'),
  problems: ['noSuchResource'],
  decisions: ['D7'],
  ours: true,
  stability: 'stable',
})

export const getDamage = operation({
  id: 'getDamage',
  method: 'GET',
  path: `${surveyPath}/{id}/damage-marks`,
  heading: HEADING,
  summary: 'Read the damage marks of a survey',
  description:
    'The marks on the drawing of the vehicle, with panel, kind, size and photos, and beside them those of earlier visits of the ' +
    'same vehicle.',
  right: 'read',
  params: surveyParams,
  requestHeaders: conditionalRead,
  replies: { 200: { description: 'The damage.', body: Damage, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['B7', 'D7'],
  ours: true,
  stability: 'stable',
})
