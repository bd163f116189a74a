// The owner's page before it is sent, for staff who make the offer.
import { operation } from '../operation.ts'
import { languages } from '../rules/texts.ts'
import { choice, record } from '../schema.ts'

export const getOwnerPreview = operation({
  id: 'getOwnerPreview',
  method: 'GET',
  path: '/system-clients/{system_client_id}/surveys/{survey_id}/owner-preview',
  heading: 'Messages',
  summary: "Show the owner's page before it is sent",
  description:
    'The page as whoever holds a link would see it now. It needs no link, makes none, and nothing on it can be decided or ' +
    'marked as opened. Only pages of this service may frame it.',
  right: 'read',
  params: { system_client_id: 'The system client.', survey_id: 'The survey.' },
  query: record(
    'OwnerPreviewQuery',
    'In which language.',
    {},
    { lang: choice("Left out: the customer's.", [...languages]) },
  ),
  replies: { 200: { description: 'The page.', contentType: 'text/html; charset=utf-8' } },
  problems: ['noSuchResource', 'notInList'],
  decisions: ['G1', 'G4'],
})
