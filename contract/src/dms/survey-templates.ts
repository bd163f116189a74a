// Spec headings "SurveyTemplateHeader" and "Survey templates" (reading).
import { type Static, Type } from 'typebox'
import { conditionalRead, etagAnswer, operation } from '../operation.ts'
import { record } from '../schema.ts'
import { SurveyTypeSchema } from '../shared.ts'

export const SurveyTemplateHeader = record(
  'SurveyTemplateHeader',
  'A survey template by name.',
  {
    id: Type.String({ description: 'For centrally run templates the master client, `!` and its id (E5).' }),
    text: Type.String({ description: 'Name of the template.' }),
    masterClientId: Type.String({ description: 'System client that defines the template.' }),
  },
  {},
)
export type SurveyTemplateHeader = Static<typeof SurveyTemplateHeader>

export const SurveyTemplate = record(
  'SurveyTemplate',
  'A template in the shape of a survey: nothing answered, no vehicle.',
  {
    id: Type.String(),
    text: Type.String(),
    masterClientId: Type.String(),
    surveyType: SurveyTypeSchema,
    contents: Type.Array(Type.Unsafe<unknown>({ $ref: '#/components/schemas/SurveyElement' })),
  },
  {
    category: Type.Literal('interactiveHandover'),
    conditions: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Named rules that `mandatory` and `visibleIf` refer to. Our addition (D2).',
    }),
  },
)

const HEADING = 'Survey templates'
const path = '/system-clients/{system_client_id}/survey-templates'

export const listSurveyTemplates = operation({
  id: 'listSurveyTemplates',
  method: 'GET',
  path,
  heading: HEADING,
  summary: 'List survey templates',
  description: "The client's own templates, and those of its master clients as `<master>!<id>` (D1, E5).",
  right: 'read',
  params: { system_client_id: 'The system client.' },
  answers: { 200: { description: 'The templates.', body: Type.Array(SurveyTemplateHeader) } },
  problems: [],
  decisions: ['D1', 'E5'],
})

export const getSurveyTemplate = operation({
  id: 'getSurveyTemplate',
  method: 'GET',
  path: `${path}/{id}`,
  heading: HEADING,
  summary: 'Read a survey template',
  description:
    'The newest version of the template. Question and answer ids never change their meaning between versions (D1).',
  right: 'read',
  params: { system_client_id: 'The system client.', id: 'The template.' },
  requestHeaders: conditionalRead,
  answers: { 200: { description: 'The template.', body: SurveyTemplate, headers: etagAnswer } },
  problems: ['noSuchResource'],
  decisions: ['B7', 'D1', 'D2'],
})
