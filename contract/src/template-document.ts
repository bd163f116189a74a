// A survey template as import and export files hold it. Texts stand in the document itself; `texts` adds languages.
// What a document must obey beyond its form (ids, conditions, bounds) is checked by the server.
import { type Static, Type } from 'typebox'
import { Answer, Question, Status } from './dms/surveys.ts'
import { choice, flag, limits, list, number, record, requiredIdentifier, text } from './schema.ts'
import { SurveyTypeSchema, UnitOfMeasure } from './shared.ts'

/** A key nobody knows is a slip of the pen in a file written by hand, so it is refused; `clientSettings` is open. */
const closed = { additionalProperties: false }

const requiredText = (description: string) => text(description, { minLength: 1 })
const named = (description: string) => Type.String({ description, minLength: 1, maxLength: limits.idLength })

const Values = list(
  Type.Union([text('Text, compared without case.'), number('Number.'), flag('Yes or no.')]),
  'Values of the attribute.',
  { minItems: 1 },
)
const Statuses = list(Status, 'Findings.', { minItems: 1 })
const QuestionIds = list(requiredIdentifier('A question of this template.'), 'Questions.', { minItems: 1 })
const field = named('Attribute of the vehicle, as the interface spells it: fuelType, make, modelYear …')

/** A rule over the vehicle and what was answered (D2). A string names one of the template's `conditions`. */
export const Rule = Type.Cyclic(
  {
    Rule: Type.Union([
      named('Name of a condition.'),
      Type.Object({ field, in: Values }, closed),
      Type.Object({ field, notIn: Values }, closed),
      Type.Object({ anyStatus: Statuses, questions: Type.Optional(QuestionIds) }, closed),
      Type.Object({ answered: Type.Union([requiredIdentifier('A question.'), QuestionIds]) }, closed),
      Type.Object({ all: list(Type.Ref('Rule'), 'Every one must hold.', { minItems: 1 }) }, closed),
      Type.Object({ any: list(Type.Ref('Rule'), 'One must hold.', { minItems: 1 }) }, closed),
      Type.Object({ not: Type.Ref('Rule') }, closed),
    ]),
  },
  'Rule',
)
export type Rule = Static<typeof Rule>

const band = {
  status: Status,
  answerId: requiredIdentifier('The standard answer that stands for this band.'),
}

/** One band of a measured question. Bands ascend; the last has no limit and takes the rest. */
export const Bound = Type.Union([
  Type.Object({ lt: number('Values below this.'), ...band }, closed),
  Type.Object({ lte: number('Values up to this.'), ...band }, closed),
  Type.Object(band, closed),
])
export type Bound = Static<typeof Bound>

/** What the apps know about a question. Open: keys of later versions and of other apps are kept as they are. */
export const TemplateClientSettings = record(
  'TemplateClientSettings',
  'Settings for the app.',
  {},
  {
    unit: UnitOfMeasure,
    decimals: Type.Integer({ description: 'Decimals of the number pad.', minimum: 0, maximum: 6 }),
    min: number('Smallest number that can be meant; below it is a slip of the finger.'),
    max: number('Largest number that can be meant.'),
    bounds: list(Bound, 'Bands: a number selects the answer of its band (D3).', { minItems: 1 }),
    legalMin: number('Below it the law is broken; anything else is a recommendation.'),
    legalMax: number('Above it the law is broken.'),
    withBackingPlate: flag('Whether the measured thickness includes the backing plate.'),
    photoExpected: flag('The app asks for a photo.'),
    photoExpectedOn: list(Status, 'The app asks for a photo when the finding is one of these.'),
    axle: choice(
      'Where the question lies, for work that covers an axle (I4); else the end of its id says it: FL, RR, F.',
      ['front', 'rear'],
    ),
    visibleIf: Rule,
    damageMap: flag('Answered on the drawing of the vehicle.'),
    printAs: choice('A place of its own for the answer on printed acts.', [
      'mileage',
      'energyLevel',
      'request',
      'belongings',
      'handedOver',
    ]),
    consent: flag('The customer agrees to something: "all good" never touches it (D4).'),
    warn: record(
      'TemplateWarnings',
      'When the app asks back.',
      {},
      {
        lowerThanRecorded: flag('The mileage is lower than the one the DMS knows.'),
        aboveRecordedBy: number('The mileage is higher than the one the DMS knows by more than this.'),
      },
    ),
  },
)
export type TemplateClientSettings = Static<typeof TemplateClientSettings>

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
    clientSettings: TemplateClientSettings,
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
          '`questionId/answerId` for answers.',
      },
    ),
  },
  closed,
)
export type TemplateDocument = Static<typeof TemplateDocument>
