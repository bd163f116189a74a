// What a tablet stores to start inspections without a network: the templates in use, as surveys nobody has started.
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { languages } from '../rules/texts.ts'
import { choice, record, text } from '../schema.ts'
import { SurveyTypeSchema } from '../shared.ts'
import { ActTerm } from './acts.ts'
import { SurveyPage } from './board.ts'

const templateFields = {
  surveyType: SurveyTypeSchema,
  templateId: Type.String({ description: 'As the client knows it.' }),
  templateVersion: Type.Integer({ description: 'Version of the template; a version never changes.' }),
}

export const BlankSurvey = record(
  'BlankSurvey',
  'A template version as a survey without vehicle and answers. Its `id` and whatever is known of a car are for the app to add.',
  { ...templateFields, page: SurveyPage },
  {},
)
export type BlankSurvey = Static<typeof BlankSurvey>

export const BlankUse = record(
  'BlankUse',
  'Which template a survey of this type is made from (D1).',
  templateFields,
  { make: text('Only for vehicles of this make, in lower case.') },
)

export const BlankBranch = record(
  'BlankBranch',
  'What differs from branch to branch.',
  {
    branchId: Type.String({ description: 'The branch.' }),
    code: Type.String({ description: 'Its dealer code.' }),
    language: Type.String({ description: 'In which customers are written to there.' }),
    terms: Type.Array(ActTerm, { description: 'Of the handover act, in this language.' }),
    uses: Type.Array(BlankUse, {
      description:
        'Which template this branch uses for each type of survey; one for a make goes before one for all makes.',
    }),
  },
  { currency: Type.String({ description: 'In which it offers, if it is not that of the client.' }) },
)

export const Blanks = record(
  'Blanks',
  'Everything to begin an inspection from, without a network.',
  {
    blanks: Type.Array(BlankSurvey, { description: 'Every template version in use, once.' }),
    branches: Type.Array(BlankBranch, { description: 'The branches of the person who asks.' }),
  },
  {},
)
export type Blanks = Static<typeof Blanks>

export const getBlanks = operation({
  id: 'getBlanks',
  method: 'GET',
  path: '/system-clients/{system_client_id}/blank-surveys',
  heading: 'Board',
  summary: 'Read what inspections are begun from without a network',
  description:
    'The templates in use at the branches of the person who asks, each once, and which of them is used where. An app keeps them; ' +
    'an inspection that was begun from one names it in `surveys` of its PUT.',
  right: 'read',
  params: { system_client_id: 'The system client.' },
  query: record(
    'BlanksQuery',
    'How to tell it.',
    {},
    { language: choice('Of questions and answers; left out: the client’s.', [...languages]) },
  ),
  replies: { 200: { description: 'The templates.', body: Blanks } },
  problems: [],
  decisions: ['C8', 'D1'],
})
