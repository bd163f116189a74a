// What the dealership looks like to owners, for the previews of staff: the same style and pictures that owners get by their link.
import { operation } from '../operation.ts'
import { servedAs } from './media.ts'

const facePath = '/system-clients/{system_client_id}/surveys/{survey_id}/face'
const params = { system_client_id: 'The system client.', survey_id: 'The survey.' }

export const getFaceStyle = operation({
  id: 'getFaceStyle',
  method: 'GET',
  path: `${facePath}/style.css`,
  heading: 'Messages',
  summary: "Read the dealership's colours as a style sheet",
  description: 'Of the site where the survey was made; without a rule if it has chosen no colours.',
  right: 'read',
  params,
  replies: { 200: { description: 'The style sheet.', contentType: 'text/css; charset=utf-8' } },
  problems: ['noSuchResource'],
  decisions: [],
})

export const getFacePicture = operation({
  id: 'getFacePicture',
  method: 'GET',
  path: `${facePath}/{picture}`,
  heading: 'Messages',
  summary: "Show the dealership's logo or the advisor's picture",
  description:
    'Redirects to the logo of the site where the survey was made, or to the picture of the advisor its order names. 404 if there is none.',
  right: 'read',
  params: { ...params, picture: '`logo` or `advisor`.' },
  replies: servedAs('the picture', 'image/*'),
  problems: ['noSuchResource'],
  decisions: [],
})
