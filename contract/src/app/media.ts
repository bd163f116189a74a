// What the workshop app adds to a survey besides answers: photos, videos, damage marks, signatures.
import { type Static, Type } from 'typebox'
import { DamageMark, formParam, formReply, photoSizes } from '../dms/media.ts'
import { changedReply, conditionalRead, createdReply, operation } from '../operation.ts'
import { languages } from '../rules/texts.ts'
import { choice, identifier, list, record, requiredIdentifier, text } from '../schema.ts'

const HEADING = 'Media'
const surveyPath = '/system-clients/{system_client_id}/surveys/{survey_id}'
const surveyParams = { system_client_id: 'The system client.', survey_id: 'The survey.' }
const stateProblems = ['surveyCompleted', 'surveyClosed', 'noSuchResource'] as const
const placeProblems = ['missingField', 'invalidArgument'] as const
const fileProblems = [
  'photoRefused',
  'fileTooLarge',
  'digestMismatch',
  'invalidHeader',
  'idTaken',
  'busy',
] as const

export const Attachment = record(
  'Attachment',
  'Where a photo or video belongs: to an answer, a question, a damage mark, or to the survey when none is named.',
  {},
  {
    question_id: identifier('The question.'),
    answer_id: identifier('The answer; needs its question.'),
    mark_id: identifier('The damage mark; photos only.'),
  },
)
export type Attachment = Static<typeof Attachment>

const photoParams = { ...surveyParams, photo_id: 'Made by the caller, so that a repeat is harmless.' }

export const putPhoto = operation({
  id: 'putPhoto',
  method: 'PUT',
  path: `${surveyPath}/photos/{photo_id}`,
  heading: HEADING,
  summary: 'Add a photo in one request',
  description:
    'JPEG, PNG, WebP, AVIF or HEIC, judged by its content; all metadata is removed before it is stored, and the time it was taken ' +
    'is kept. The same photo under the same id again changes nothing.',
  right: 'photos',
  params: photoParams,
  query: Attachment,
  bytes: 'The photo.',
  requestHeaders: {
    'content-digest': '`sha-256=:…:` (RFC 9530): the photo is refused when it arrived otherwise.',
  },
  replies: { 201: createdReply('The photo'), 204: { description: 'The photo was there already.' } },
  problems: [...stateProblems, ...placeProblems, ...fileProblems],
  decisions: ['D5', 'D6'],
})

export const movePhoto = operation({
  id: 'movePhoto',
  method: 'PUT',
  path: `${surveyPath}/photos/{photo_id}/place`,
  heading: HEADING,
  summary: 'Move a photo',
  description:
    'To another question, answer or damage mark of the same survey, or to the survey as a whole. Its id and its addresses stay. A ' +
    'photo that is still being uploaded is moved as well. While the survey is neither completed nor closed.',
  right: 'photos',
  params: { ...surveyParams, photo_id: 'The photo.' },
  query: Attachment,
  replies: { 204: { description: 'The photo is at this place.' } },
  problems: [...stateProblems, ...placeProblems],
  decisions: ['D5'],
})

export const deletePhoto = operation({
  id: 'deletePhoto',
  method: 'DELETE',
  path: `${surveyPath}/photos/{photo_id}`,
  heading: HEADING,
  summary: 'Remove a photo',
  description: 'While the survey is neither completed nor closed.',
  right: 'photos',
  params: photoParams,
  replies: { 204: { description: 'The photo was removed.' } },
  problems: stateProblems,
  decisions: ['D5'],
})

const tusHeaders = {
  'upload-offset': 'Bytes that are safe here.',
  'upload-length': 'Bytes of the whole.',
}
const uploadPath = '/system-clients/{system_client_id}/uploads'
const uploadParams = { system_client_id: 'The system client.', upload_id: 'The upload.' }

export const addUpload = operation({
  id: 'addUpload',
  method: 'POST',
  path: uploadPath,
  heading: HEADING,
  summary: 'Begin a resumable upload',
  description:
    'The tus protocol 1.0 (creation, termination, checksum, expiration). `Upload-Metadata` holds `kind` (photo or video), ' +
    '`survey_id`, `id` (of the photo or video, made by the caller), `content_type`, and where it belongs: `question_id`, ' +
    '`answer_id`, `mark_id`; `sha256` in hex is checked when the whole has arrived. The same upload begun again gives the same ' +
    'Location. `chapters` of a video is a JSON list of `[second, question id]`. What was begun before a survey was completed or closed may still arrive (D5).',
  right: 'photos',
  params: { system_client_id: 'The system client.' },
  requestHeaders: {
    'tus-resumable': 'Always 1.0.0.',
    'upload-length': 'Bytes of the whole.',
    'upload-metadata': 'Names and base64 values, comma separated.',
  },
  replies: {
    201: { description: 'The upload was begun.', headers: { location: 'Where to send its bytes.' } },
  },
  problems: [...stateProblems, ...placeProblems, 'fileTooLarge', 'invalidHeader', 'idTaken'],
  decisions: ['D5', 'D6'],
})

export const UploadState = record(
  'UploadState',
  'A file on its way here.',
  {
    id: Type.String({ description: 'The upload.' }),
    kind: choice('What it is.', ['photo', 'video']),
    received: Type.Integer({ description: 'Bytes that are safe here.' }),
    length: Type.Integer({ description: 'Bytes of the whole.' }),
    isFinished: Type.Boolean({ description: 'Everything has arrived and is kept as a photo or video.' }),
  },
  {},
)

export const getUpload = operation({
  id: 'getUpload',
  method: 'GET',
  path: `${uploadPath}/{upload_id}`,
  heading: HEADING,
  summary: 'Ask how much of an upload is safe',
  description: 'HEAD gives the headers of the tus protocol alone.',
  right: 'photos',
  params: uploadParams,
  requestHeaders: { 'tus-resumable': 'Always 1.0.0.' },
  replies: { 200: { description: 'The upload.', body: UploadState, headers: tusHeaders } },
  // A refused upload is refused again; one whose last step a crash interrupted is completed.
  problems: [
    'noSuchResource',
    'invalidHeader',
    'photoRefused',
    'videoRefused',
    'digestMismatch',
    'idTaken',
    'busy',
  ],
  decisions: ['D5'],
})

export const patchUpload = operation({
  id: 'patchUpload',
  method: 'PATCH',
  path: `${uploadPath}/{upload_id}`,
  heading: HEADING,
  summary: 'Send the next bytes of an upload',
  description:
    'What arrived is safe when the answer says so, also of a request that was cut off. The last bytes turn the upload into its ' +
    'photo or video.',
  right: 'photos',
  params: uploadParams,
  bytes: 'The bytes from Upload-Offset on, as `application/offset+octet-stream`.',
  requestHeaders: {
    'tus-resumable': 'Always 1.0.0.',
    'upload-offset': 'Where the bytes belong.',
    'upload-checksum':
      '`sha256` and a base64 value: the bytes of this request are refused when they arrived otherwise.',
  },
  replies: {
    204: { description: 'The bytes are safe.', headers: { 'upload-offset': tusHeaders['upload-offset'] } },
  },
  problems: ['noSuchResource', ...fileProblems, 'videoRefused', 'offsetMismatch'],
  decisions: ['D5', 'D6'],
})

export const deleteUpload = operation({
  id: 'deleteUpload',
  method: 'DELETE',
  path: `${uploadPath}/{upload_id}`,
  heading: HEADING,
  summary: 'Give up an upload',
  description: 'Removes what has arrived of it.',
  right: 'photos',
  params: uploadParams,
  replies: { 204: { description: 'The upload is gone.' } },
  problems: ['noSuchResource', 'invalidHeader'],
  decisions: ['D5'],
})

export const deleteVideo = operation({
  id: 'deleteVideo',
  method: 'DELETE',
  path: `${surveyPath}/videos/{video_id}`,
  heading: HEADING,
  summary: 'Remove a video',
  description: 'While the survey is neither completed nor closed.',
  right: 'photos',
  params: { ...surveyParams, video_id: 'The video.' },
  replies: { 204: { description: 'The video was removed.' } },
  problems: stateProblems,
  decisions: ['D5'],
})

const markParams = { ...surveyParams, mark_id: 'Made by the caller, so that a repeat is harmless.' }

export const putDamageMark = operation({
  id: 'putDamageMark',
  method: 'PUT',
  path: `${surveyPath}/damage-marks/{mark_id}`,
  heading: HEADING,
  summary: 'Set a damage mark',
  description: 'A mark on the drawing of the vehicle. The part under it is found from its place.',
  right: 'answers',
  params: markParams,
  body: DamageMark,
  replies: { 201: createdReply('The mark'), 204: changedReply('The mark') },
  problems: stateProblems,
  decisions: ['D5', 'D7'],
})

export const deleteDamageMark = operation({
  id: 'deleteDamageMark',
  method: 'DELETE',
  path: `${surveyPath}/damage-marks/{mark_id}`,
  heading: HEADING,
  summary: 'Remove a damage mark',
  description: 'Its photos stay with the survey.',
  right: 'answers',
  params: markParams,
  replies: { 204: { description: 'The mark was removed.' } },
  problems: stateProblems,
  decisions: ['D5'],
})

export const signers = [
  'customer',
  'driver',
  'owner',
  'representative',
  'serviceAdvisor',
  'technician',
] as const

export const Signature = record(
  'Signature',
  'A signature given on glass.',
  {
    role: choice('Who signs.', [...signers]),
    strokes: list(
      Type.Array(Type.Number({ minimum: -10, maximum: 100 }), {
        minItems: 2,
        maxItems: 20_000,
        description: 'x, y, x, y … in units of the height of the field.',
      }),
      'The strokes of the pen.',
      { minItems: 1, maxItems: 500 },
    ),
  },
  {
    id: identifier('Unique within the survey.'),
    questionId: identifier('The question it signs; left out for the act as a whole.'),
    name: text('Who signs, in letters; required of a `representative`, and never the company itself.', {
      maxLength: 200,
    }),
    shown: text(
      'What was shown, as one text: `signedText` of `contract/src/rules/signed-text.ts`. Kept with its SHA-256. The signature holds ' +
        'as long as the act says the same; without it, it never does.',
      { minLength: 2, maxLength: 500_000 },
    ),
  },
)
export type Signature = Static<typeof Signature>

export const putSignature = operation({
  id: 'putSignature',
  method: 'PUT',
  path: `${surveyPath}/signatures/{signature_id}`,
  heading: HEADING,
  summary: 'Sign',
  description:
    'Keeps a signature with the survey, for good: who signs again does it under another id. Until the survey is closed (D5). A ' +
    'change of what was shown strikes it out and asks for a new one (I2).',
  right: 'answers',
  params: { ...surveyParams, signature_id: 'Made by the caller, so that a repeat is harmless.' },
  body: Signature,
  replies: { 201: createdReply('The signature'), 204: changedReply('The signature') },
  problems: ['surveyClosed', 'noSuchResource', 'unknownAnswer', 'idTaken', 'signerNotNamed'],
  decisions: ['D5', 'I2'],
})

export const servedAs = (what: string, contentType: string) => ({
  302: {
    description: 'Where the bytes are: a signed path, valid for minutes, needing neither key nor session.',
    headers: { location: 'Relative to the path that was asked for: the page stays on its own origin.' },
  },
  200: { description: `After the redirect: ${what}.`, contentType },
})

export const getSurveyPhoto = operation({
  id: 'getSurveyPhoto',
  method: 'GET',
  path: `${surveyPath}/photos/{photo_id}/{size}`,
  heading: HEADING,
  summary: 'Show a photo',
  description: 'Redirects to the photo in a size, as the interface of the DMS does.',
  right: 'read',
  params: {
    ...surveyParams,
    photo_id: 'The photo.',
    size: choice('Which size.', [...photoSizes]),
  },
  replies: servedAs('the photo in this size', 'image/jpeg'),
  problems: ['noSuchResource', 'busy'],
  decisions: ['D6'],
})

const videoParams = { ...surveyParams, video_id: 'The video.' }

export const getSurveyVideo = operation({
  id: 'getSurveyVideo',
  method: 'GET',
  path: `${surveyPath}/videos/{video_id}`,
  heading: HEADING,
  summary: 'Show a video',
  description:
    'Redirects to the video: converted where it is, before that with its pictures as they were recorded.',
  right: 'read',
  params: videoParams,
  replies: servedAs('the video', 'video/*'),
  problems: ['noSuchResource', 'busy'],
  decisions: ['D7'],
})

export const getSurveyPoster = operation({
  id: 'getSurveyPoster',
  method: 'GET',
  path: `${surveyPath}/videos/{video_id}/poster`,
  heading: HEADING,
  summary: 'Show the poster of a video',
  description: 'Redirects to a still picture of the video. 404 while there is none.',
  right: 'read',
  params: videoParams,
  replies: servedAs('the still picture', 'image/jpeg'),
  problems: ['noSuchResource'],
  decisions: ['D7'],
})

export const getSurveyForm = operation({
  id: 'getSurveyForm',
  method: 'GET',
  path: `${surveyPath}/pdf-forms/{form}`,
  heading: HEADING,
  summary: 'Show a printed form',
  description:
    'The same PDF that the DMS reads, or the same in another language. Terms and signed words stay as they were signed.',
  right: 'read',
  params: { ...surveyParams, ...formParam },
  query: record(
    'SurveyFormQuery',
    'In which language it is.',
    {},
    { lang: choice("Left out: the customer's.", [...languages]) },
  ),
  requestHeaders: conditionalRead,
  replies: formReply,
  problems: ['noSuchResource', 'busy', 'notInList'],
  decisions: ['B7', 'D7'],
})

export const UploadMetadata = record(
  'UploadMetadata',
  'What Upload-Metadata says.',
  {
    kind: choice('What arrives.', ['photo', 'video']),
    survey_id: requiredIdentifier('The survey.'),
    id: requiredIdentifier('The id of the photo or video.'),
  },
  {
    content_type: text('As the recorder named it.', { maxLength: 100 }),
    sha256: text('Of the whole, in hex.', { minLength: 64, maxLength: 64 }),
    question_id: identifier('The question.'),
    answer_id: identifier('The answer.'),
    mark_id: identifier('The damage mark.'),
    chapters: text('Videos only: a JSON list of `[second, question id]`.', { maxLength: 6000 }),
  },
)
export type UploadMetadata = Static<typeof UploadMetadata>
