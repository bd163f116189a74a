// Spec headings "SurveyTemplateHeader" and "Survey templates" (reading).
import { type Static, Type } from 'typebox'
import { conditionalRead, conditionalWrite, etagReply, newTag, operation } from '../operation.ts'
import { described, identifier, list, record, requiredIdentifier } from '../schema.ts'
import { SurveyTypeSchema } from '../shared.ts'
import { Rule } from './client-settings.ts'
import { elements } from './surveys.ts'

const headerFields = {
  id: Type.String({ description: 'For centrally run templates the master client, `!` and its id (E5).' }),
  text: Type.String({ description: 'Name of the template.' }),
  masterClientId: Type.String({ description: 'System client that defines the template.' }),
}

export const SurveyTemplateHeader = record(
  'SurveyTemplateHeader',
  'A survey template by name.',
  headerFields,
  {},
)
export type SurveyTemplateHeader = Static<typeof SurveyTemplateHeader>

export const SurveyTemplate = record(
  'SurveyTemplate',
  'A template in the shape of a survey: nothing answered, no vehicle.',
  {
    ...headerFields,
    surveyType: SurveyTypeSchema,
    contents: elements('Sections and questions, in their order.'),
  },
  {
    category: Type.Literal('interactiveHandover', { description: 'Only on `health` templates (C5).' }),
    conditions: Type.Record(Type.String(), Rule, {
      description: 'Named rules that `mandatory` and `visibleIf` refer to. Our addition (D2).',
    }),
  },
)
export type SurveyTemplate = Static<typeof SurveyTemplate>

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
  replies: { 200: { description: 'The templates.', body: Type.Array(SurveyTemplateHeader) } },
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
  replies: { 200: { description: 'The template.', body: SurveyTemplate, headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['B7', 'D1', 'D2'],
})

export const PackageAssignmentInstruction = record(
  'PackageAssignmentInstruction',
  'Binds own packages to one answer of a template; an empty list unbinds (E6).',
  {
    questionId: requiredIdentifier('Question of the template.'),
    answerId: requiredIdentifier('Standard answer of that question.'),
    packageIds: list(requiredIdentifier('Own package.'), 'Own packages of this client.'),
  },
  {
    siteId: identifier('Limits the instruction to surveys of this site.'),
    branchId: identifier('Limits it further to this branch; needs `siteId`.'),
  },
)
export type PackageAssignmentInstruction = Static<typeof PackageAssignmentInstruction>

const assignmentPath = `${path}/{id}/package-assignment`
const assignmentParams = { system_client_id: 'The system client.', id: 'The template.' }
const Instructions = list(PackageAssignmentInstruction, 'Instructions, applied one by one.')

export const putPackageAssignment = operation({
  id: 'putPackageAssignment',
  method: 'PUT',
  path: assignmentPath,
  heading: HEADING,
  summary: 'Bind packages to answers',
  description:
    'Instructions are applied one by one, all or nothing. Each sets the own packages of its question, answer, site and branch; what is ' +
    "not named stays. They add to the master's bindings, and rules of site and branch add up (E6). The interface of package " +
    'assignment is temporary and may change.',
  right: 'packages',
  params: assignmentParams,
  body: Instructions,
  requestHeaders: conditionalWrite,
  replies: { 204: { description: 'The instructions were applied.', headers: newTag } },
  problems: ['noSuchResource', 'unknownAnswer', 'unknownPackage', 'unknownPlace', 'preconditionFailed'],
  decisions: ['B1', 'E6'],
  isLarge: true,
  example: [{ questionId: 'vc.padFL', answerId: 'bad', packageIds: ['pads-front'] }],
})

export const getPackageAssignment = operation({
  id: 'getPackageAssignment',
  method: 'GET',
  path: assignmentPath,
  heading: HEADING,
  summary: 'Read which packages are bound',
  description:
    "The client's own bindings on this template (E6). The interface of package assignment is temporary and may change.",
  right: 'read',
  params: assignmentParams,
  requestHeaders: conditionalRead,
  replies: { 200: { description: 'The bindings.', body: described(Instructions, {}), headers: etagReply } },
  problems: ['noSuchResource'],
  decisions: ['E6'],
})
