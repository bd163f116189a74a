// A survey template as in import and export files. Texts are in the document itself; `texts` adds languages. The server checks the
// rules beyond its form (ids, conditions, bounds).
import { type Static, Type } from 'typebox'
import { ClientSettings, named, Rule } from './dms/client-settings.ts'
import { Answer, Question } from './dms/surveys.ts'
import { flag, list, record, requiredIdentifier, text } from './schema.ts'
import { SurveyTypeSchema } from './shared.ts'

/** An unknown key in a hand-written file is a typing mistake, so it is refused; `clientSettings` is open. */
const closed = { additionalProperties: false }

const requiredText = (description: string) => text(description, { minLength: 1 })

/** What customers read; the DMS interface has no such fields, so surveys and templates of the interface are without them. */
const customerText = requiredText('As customers read it; left out: the text itself.')

export const TemplateAnswer = record(
  'TemplateAnswer',
  'A standard answer.',
  { id: requiredIdentifier('Unique within the question; never changes its meaning (D1).') },
  {
    ...Type.Pick(Answer, [
      'value',
      'status',
      'unitOfMeasurement',
      'default',
      'photosAllowed',
      'videoMandatory',
    ]).properties,
    customerText,
    markColour: Type.String({
      description: 'Colour of the damage mark, #rrggbb (D7).',
      pattern: '^#[0-9a-fA-F]{6}$',
    }),
  },
  closed,
)
export type TemplateAnswer = Static<typeof TemplateAnswer>

const elementId = requiredIdentifier('Unique within the template; never changes its meaning (D1).')

export const TemplateQuestion = record(
  'TemplateQuestion',
  'A question.',
  {
    category: Type.Literal('question'),
    id: elementId,
    text: requiredText('The question.'),
    ...Type.Required(Type.Pick(Question, ['questionCategory', 'answerCategory'])).properties,
  },
  {
    mandatory: Type.Union([flag('Always or never.'), named('Name of a condition.')]),
    ...Type.Pick(Question, [
      'multipleValueAnswer',
      'fastAnswer',
      'stickyAnswers',
      'answerSigned',
      'answerVideoMandatory',
      'photosAllowed',
      'videoAllowed',
    ]).properties,
    visible: flag('False takes the question out of use without forgetting its id.'),
    customerText,
    meanings: record(
      'TemplateMeanings',
      'What a finding means for the driver, in plain words.',
      {},
      { red: requiredText('Of an urgent finding.'), amber: requiredText('Of one that is due soon.') },
      closed,
    ),
    clientSettings: ClientSettings,
    answers: list(TemplateAnswer, 'Standard answers.'),
  },
  closed,
)
export type TemplateQuestion = Static<typeof TemplateQuestion>

export const TemplateReferenceQuestion = record(
  'TemplateReferenceQuestion',
  "Shows another question's answer again, read only (D2).",
  {
    category: Type.Literal('referenceQuestion'),
    id: elementId,
    text: requiredText('The heading over the answer.'),
    referenceQuestionId: requiredIdentifier('The question whose answer is shown.'),
  },
  {},
  closed,
)
export type TemplateReferenceQuestion = Static<typeof TemplateReferenceQuestion>

export const TemplateElement = Type.Cyclic(
  {
    Element: Type.Union([
      record(
        'TemplateSection',
        'A section.',
        {
          category: Type.Literal('section'),
          id: elementId,
          text: requiredText('Name of the section.'),
          contents: list(Type.Ref('Element'), 'Sections and questions.'),
        },
        { allowSelectAll: flag('"All good" is offered for the section (D4).') },
        closed,
      ),
      TemplateQuestion,
      TemplateReferenceQuestion,
    ]),
  },
  'Element',
)
export type TemplateElement = Static<typeof TemplateElement>
export type TemplateSection = Extract<TemplateElement, { category: 'section' }>

export const TemplateDocument = record(
  'TemplateDocument',
  'A survey template.',
  {
    id: requiredIdentifier('Id of the template, without `!`.'),
    text: requiredText('Name of the template.'),
    surveyType: SurveyTypeSchema,
    contents: list(TemplateElement, 'Sections and questions.', { minItems: 1 }),
  },
  {
    category: Type.Literal('interactiveHandover', { description: 'Only on `health` templates (C5).' }),
    conditions: Type.Record(Type.String(), Rule, { description: 'Named rules (D2).' }),
    texts: Type.Record(
      Type.String(),
      Type.Record(Type.String(), requiredText('The text in this language.')),
      {
        description:
          'Other languages: language tag → key → text. Keys are `template`, ids of sections and questions, and ' +
          '`questionId/answerId` for answers; for customers, one of these with `#customerText`, and the id of a question ' +
          'with `#red` or `#amber`.',
      },
    ),
  },
  closed,
)
export type TemplateDocument = Static<typeof TemplateDocument>
